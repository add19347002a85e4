package audio

import (
	"encoding/binary"
	"io"
)

// mp4Unfinished tells whether an MP4 file lacks its index, which most recorders write last: then nobody can read it.
func mp4Unfinished(r io.ReaderAt, size int64) bool {
	for pos := int64(0); pos < size; {
		var b [16]byte
		if n, _ := r.ReadAt(b[:], pos); n < 8 {
			break
		}
		length := int64(binary.BigEndian.Uint32(b[:]))
		switch string(b[4:8]) {
		case "moov", "moof":
			return false
		}
		switch {
		case length == 1:
			length = int64(binary.BigEndian.Uint64(b[8:]) & (1<<62 - 1))
		case length == 0: // up to the end
			return true
		}
		if length < 8 {
			return false // damaged in a way that others may know to read
		}
		pos += length
	}
	return true
}
