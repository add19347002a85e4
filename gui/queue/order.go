package queue

// Move puts a job by so many places further down the list, or up where by is
// negative, and reports whether it moved.
func (q *Queue) Move(id, by int) bool {
	q.mu.Lock()
	at := q.place(id)
	to := at + by
	if at < 0 || by == 0 || to < 0 || to >= len(q.jobs) {
		q.mu.Unlock()
		return false
	}
	j := q.jobs[at]
	// A new slice: Snapshot and the others read it only under the lock, but a
	// half moved list must never be seen.
	rest := append(append([]*job{}, q.jobs[:at]...), q.jobs[at+1:]...)
	q.jobs = append(append(append([]*job{}, rest[:to]...), j), rest[to:]...)
	q.unlockAndTell(q.change(Ordered, j))
	return true
}

// place is where a job is in the list, or -1.
func (q *Queue) place(id int) int {
	for i, j := range q.jobs {
		if j.ID == id {
			return i
		}
	}
	return -1
}

// Clear takes everything off the list that ended well.
func (q *Queue) Clear() (removed int) {
	q.mu.Lock()
	var kept []*job
	var changes []Change
	for _, j := range q.jobs {
		if j.State == Done || j.State == NoSpeech {
			changes = append(changes, Change{Kind: Removed, Item: j.Item})
		} else {
			kept = append(kept, j)
		}
	}
	q.jobs = kept
	q.unlockAndTell(changes...)
	return len(changes)
}
