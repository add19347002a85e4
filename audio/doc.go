// Package audio turns recordings into samples and samples into sound.
//
// [Open] streams a file as mono float32 at the rate that is asked for: it finds out by content what the
// file is (sniff.go), decodes it (wav.go, wavriff.go), mixes its channels to one (mix.go) and resamples
// (resample.go). [Player] plays a file on the loudspeaker.
//
// Samples are float32 with full scale at ±1, times are those of the recording, and errors are the cause
// alone, one sentence without the file's name, so that a caller can print "haltscribe: FILE: cause".
package audio
