package inference

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
	start := max(0, len(text)-maxPattern*repetitions*4)
	tail := []rune(text[start:])
	for size := 1; size <= maxPattern; size++ {
		need := size * repetitions
		if len(tail) < need {
			break
		}
		run := tail[len(tail)-need:]
		if !periodic(run, size) || blank(run[:size]) {
			continue
		}
		rest := string(run[size:])
		return len(text) - len(rest), true
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
