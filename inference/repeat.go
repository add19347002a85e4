package inference

import "slices"

// The repetition guard: a model that has lost the thread says the same thing
// again and again until it is stopped.
const (
	maxPattern  = 20 // characters
	repetitions = 20
)

// repeats reports whether text ends in one pattern of at most 20 characters 20
// times over, and how many bytes long the text is with only the first of them.
func repeats(text string) (keep int, repeating bool) {
	// Only the tail can matter; the runes are at most 4 bytes each.
	start := max(0, len(text)-maxPattern*(repetitions+1)*4)
	tail := []rune(text[start:])
	for size := 1; size <= maxPattern; size++ {
		begin := len(tail) - size*repetitions
		if begin < 0 {
			break
		}
		if !periodic(tail[begin:], size) || blank(tail[begin:begin+size]) {
			continue
		}
		for begin > 0 && tail[begin-1] == tail[begin-1+size] {
			begin--
		}
		end := begin + size
		// A pattern of words is kept to the end of its word.
		if slices.Contains(tail[begin:end], ' ') {
			for tail[end] != ' ' {
				end++
			}
		}
		return len(text) - len(string(tail[end:])), true
	}
	return len(text), false
}

func periodic(run []rune, size int) bool {
	for i := size; i < len(run); i++ {
		if run[i] != run[i-size] {
			return false
		}
	}
	return true
}

func blank(run []rune) bool {
	for _, r := range run {
		if r != ' ' && r != '\n' {
			return false
		}
	}
	return true
}
