package queue

import (
	"slices"

	"haltscribe/inference"
)

// ResumePoint is the second from which a job can go on, or 0 where it can't: what
// lies before is finished.
func (it Item) ResumePoint() float64 {
	switch it.State {
	case Cancelled, Failed, Interrupted:
	default:
		return 0
	}
	if len(it.Segments) == 0 || it.Gone {
		return 0
	}
	at := it.Segments[len(it.Segments)-1].End
	if it.Duration > 0 && at >= it.Duration {
		return 0
	}
	return at
}

// Resume puts a job that ended too early back to waiting, to go on behind its
// last segment.
func (q *Queue) Resume(id int) bool {
	q.mu.Lock()
	j := q.find(id)
	if j == nil || j.ResumePoint() == 0 {
		q.mu.Unlock()
		return false
	}
	j.Item = Item{
		ID: j.ID, File: j.File, State: Waiting, Duration: j.Duration, Record: j.Record,
		Segments: j.Segments, From: j.ResumePoint(), Share: j.Share,
	}
	j.before = len(j.Segments)
	q.unlockAndTell(q.change(Moved, j))
	q.poke()
	return true
}

// Restore adds a recording that was transcribed before, as it ended then.
func (q *Queue) Restore(it Item) (id int) {
	q.mu.Lock()
	q.lastID++
	it.ID = q.lastID
	if !it.State.Ended() {
		it.State = Interrupted
	}
	j := &job{Item: it}
	q.jobs = append(q.jobs, j)
	q.unlockAndTell(q.change(Added, j))
	return it.ID
}

// SetRecord tells what a job is called where it is kept.
func (q *Queue) SetRecord(id int, record int64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if j := q.find(id); j != nil {
		j.Record = record
	}
}

// Edit puts another text in a segment's place, and reports whether it was there.
func (q *Queue) Edit(id, row int, text string) bool {
	q.mu.Lock()
	j := q.find(id)
	if j == nil || row < 0 || row >= len(j.Segments) || j.Segments[row].Text == text {
		q.mu.Unlock()
		return false
	}
	j.Segments = slices.Clone(j.Segments) // snapshots have the old one
	j.Segments[row].Text = text
	if j.edits == nil {
		j.edits = map[int]string{}
	}
	j.edits[row] = text
	c := q.change(Edited, j)
	c.Row = row
	q.unlockAndTell(c)
	return true
}

// wholly adds what was finished before to the transcript of a job that went on
// from there, and puts the user's texts in the place of the model's.
func (j *job) wholly(t inference.Transcript) inference.Transcript {
	if j.before > 0 {
		t.Segments = append(slices.Clone(j.Segments[:j.before]), t.Segments...)
		if t.Status == inference.StatusNoSpeech {
			t.Status = inference.StatusOK // the rest was silent, not all of it
			t.Warnings = nil
		}
		if t.Language == "" {
			t.Language = t.Segments[0].Language
		}
	}
	if len(j.edits) > 0 {
		t.Segments = slices.Clone(t.Segments)
		for row, text := range j.edits {
			if row < len(t.Segments) {
				t.Segments[row].Text = text
			}
		}
	}
	if j.before > 0 || len(j.edits) > 0 {
		t.Text = inference.JoinSegments(t.Segments)
	}
	return t
}

// Transcript is what an ended job's recording became, with edits: what is
// exported.
func (it Item) Transcript() inference.Transcript {
	t := inference.Transcript{File: it.File, Duration: it.Duration, Status: inference.StatusCancelled, Warnings: it.Warnings}
	if it.Result != nil {
		t = *it.Result
	}
	t.File = it.File
	t.Segments = append([]inference.Segment{}, it.Segments...)
	t.Text = inference.JoinSegments(t.Segments)
	if t.Language == "" && len(t.Segments) > 0 {
		t.Language = t.Segments[0].Language
	}
	return t
}
