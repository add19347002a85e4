// Package cut takes a recording apart into pieces that a model can be given one by one: at most [Longest] long, cut where
// it is quietest, and without the stretches in which nobody speaks.
//
// [Cutter] reads samples and gives pieces; [Ahead] does so on a goroutine of its own, so that the next piece is ready when
// the model is. What is speech the detector decides (detector.go), where to cut the cutter (cutter.go).
// docs/formats.md has what was measured.
package cut
