package queue

import "time"

// pace is how a job gets on, in the time it worked on the recording itself.
type pace struct {
	began time.Time // when the loading was over
	from  float64   // the share that was done then
}

// note keeps how long a job has worked. The queue's lock is held.
func (j *job) note(now time.Time) {
	if j.pace.began.IsZero() {
		j.pace = pace{began: now, from: j.Share}
	}
	j.Worked = now.Sub(j.pace.began)
	j.Gained = j.Share - j.pace.from
}

// Left is about how long the rest of the recording will take; 0 while it is too
// early to tell.
func (it Item) Left() time.Duration {
	if it.Worked < time.Second || it.Gained < 0.005 || it.Share >= 1 {
		return 0
	}
	return time.Duration(float64(it.Worked) * (1 - it.Share) / it.Gained)
}

// Speed is how many seconds of the recording one second of work is good for; 0
// while it is too early to tell.
func (it Item) Speed() float64 {
	if it.Worked < time.Second || it.Gained < 0.005 {
		return 0
	}
	return it.Gained * it.Duration / it.Worked.Seconds()
}
