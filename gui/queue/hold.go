package queue

// Hold keeps the queue from beginning another job, for something that wants the
// engine for itself. It reports false, and holds nothing, where a job runs.
func (q *Queue) Hold() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, j := range q.jobs {
		if j.State.Busy() {
			return false
		}
	}
	q.held = true
	return true
}

// Release lets the queue go on.
func (q *Queue) Release() {
	q.mu.Lock()
	q.held = false
	q.mu.Unlock()
	q.poke()
}
