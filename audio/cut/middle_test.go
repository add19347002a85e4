package cut

import "testing"

func TestMiddleIsWhereItIsQuiet(t *testing.T) {
	x := joined(talk(7, -20), silence(0.4), talk(8.6, -20), silence(1), talk(3, -20))
	at := Middle(x, rate)
	if s := float64(at) / rate; s < 7 || s > 7.4 {
		t.Errorf("16 s are cut at %.2f s, the pause of the middle third is from 7 to 7.4", s)
	}
	for _, short := range []int{0, 1, 2, 159, 160} {
		if at := Middle(make([]float32, short), rate); at < 0 || at > short {
			t.Errorf("%d samples are cut at %d", short, at)
		}
	}
}
