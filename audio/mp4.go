package audio

import (
	"encoding/binary"
	"io"
	"iter"
)

// mp4Boxes gives the names of a file's boxes, as far as they can be followed.
func mp4Boxes(r io.ReaderAt, size int64) iter.Seq[string] {
	return func(yield func(string) bool) {
		for pos := int64(0); pos < size; {
			var b [16]byte
			if n, _ := r.ReadAt(b[:], pos); n < 8 || !yield(string(b[4:8])) {
				return
			}
			length := int64(binary.BigEndian.Uint32(b[:]))
			switch length {
			case 0: // up to the end
				return
			case 1:
				length = int64(binary.BigEndian.Uint64(b[8:]) & (1<<62 - 1))
			}
			if length < 8 {
				yield("") // damaged in a way that others may know to read
				return
			}
			pos += length
		}
	}
}

// mp4Unfinished tells whether an MP4 file lacks its index, which most recorders write last: then nobody can read it.
func mp4Unfinished(r io.ReaderAt, size int64) bool {
	for name := range mp4Boxes(r, size) {
		switch name {
		case "moov", "moof", "":
			return false
		}
	}
	return true
}

// mp4Followed tells whether another MP4 file stands behind the first, as "cat" makes them: each has its name and its index.
func mp4Followed(r io.ReaderAt, size int64) bool {
	files, indexes := 0, 0
	for name := range mp4Boxes(r, size) {
		switch name {
		case "ftyp":
			files++
		case "moov":
			indexes++
		}
	}
	return files > 1 && indexes > 1
}
