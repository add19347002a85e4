package fetch

import (
	"testing"
	"time"
)

func TestTimeLeft(t *testing.T) {
	for d, want := range map[time.Duration]string{
		5 * time.Second: "5 s", 59999 * time.Millisecond: "59 s", 89 * time.Second: "1 min", 3 * time.Hour: "3 h 0 min", 90 * time.Minute: "1 h 30 min",
	} {
		if got := TimeLeft(d); got != want {
			t.Errorf("%v is said as %s, want %s", d, got, want)
		}
	}
}
