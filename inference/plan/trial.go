package plan

import "time"

// votes decide a trial: of at most five pairs, so that two odd ones do no harm.
const votes = 3

// Trial finds out how many checks an encode can have for maxCost. It compares in
// pairs, since machines become faster and slower by more than that within minutes:
// an encode with a single check, which shows what one without any takes, and next
// to it one with many. Each pair votes. Where many are too dear, they are tried where
// there is little to wait for (Rule.Sparing), if that matters on the device, and then
// half as many.
type Trial struct {
	Many    int           `json:"many"` // checks on trial, at most
	Sparing bool          `json:"sparing"`
	For     int           `json:"for"`
	Against int           `json:"against"`
	Single  time.Duration `json:"single"` // the pair's encode with one check; 0: that one is next
}

// after is the trial when one more encode is through.
func (t Trial) after(elapsed time.Duration, r Rule) *Trial {
	switch single := t.Single; {
	case single == 0:
		t.Single = elapsed
	case float64(elapsed) <= (1+maxCost)*float64(single):
		t.Single, t.For = 0, t.For+1
	default:
		t.Single, t.Against = 0, t.Against+1
	}
	if t.Against == votes {
		return t.cheaper(r)
	}
	return &t
}

// cheaper is the trial of what costs less.
func (t *Trial) cheaper(r Rule) *Trial {
	if r.Spins && !t.Sparing {
		return &Trial{Many: t.Many, Sparing: true, Single: t.Single}
	}
	return &Trial{Many: t.Many / 2, Single: t.Single}
}

// plan is the one for the next encode; without a trial, that of the target.
func (t *Trial) plan(times []time.Duration, kinds []byte, sync time.Duration, r Rule) (*Plan, error) {
	for t != nil && t.Many > 1 && (t.Single > 0 || t.For == votes) {
		r.MaxChecks, r.Sparing = t.Many, t.Sparing
		p, err := Make(times, kinds, sync, r)
		if err != nil {
			return nil, err
		}
		if p.Count() > 1 {
			p.Trial, p.Settled = t, t.For == votes
			return p, nil
		}
		t = t.cheaper(r) // none of so many waits so little
	}
	if t != nil {
		r.MaxChecks, r.Sparing = 1, r.Spins
	}
	p, err := Make(times, kinds, sync, r)
	if err == nil && t != nil && p.Count() == 0 {
		r.Sparing = false
		p, err = Make(times, kinds, sync, r)
	}
	if err != nil {
		return nil, err
	}
	p.Trial, p.Settled = t, t == nil || t.Many <= 1
	return p, nil
}
