package cut

// Middle gives the sample at which a piece is best cut in two: in the quietest 100 ms of its middle third.
func Middle(samples []float32, rate int) int {
	c := &Cutter{rate: rate, det: newDetector(rate)}
	c.det.write(samples)
	c.det.end()
	n := int64(len(samples))
	return int(c.quietest(n/3, n-n/3))
}
