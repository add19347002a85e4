package gui

import "strings"

// reason is what another room of the program says of something, in the user's
// language as far as it is known here. Those rooms speak English, since the command
// line and its JSON do; a sentence that is not known is shown as it is.
func reason(english string) string {
	for _, format := range reasons() {
		parts, ok := partsOf(english, format)
		if !ok {
			continue
		}
		said := make([]any, len(parts))
		for i, p := range parts {
			said[i] = reason(p)
		}
		return trf(format, said...)
	}
	return english
}

// partsOf are what stands in a sentence where its format has %s; false where it is
// another sentence.
func partsOf(sentence, format string) (parts []string, ok bool) {
	literals := strings.Split(format, "%s")
	rest, ok := strings.CutPrefix(sentence, literals[0])
	if !ok {
		return nil, false
	}
	if len(literals) == 1 {
		return nil, rest == ""
	}
	last := len(literals) - 1
	for _, literal := range literals[1:last] {
		part, behind, ok := strings.Cut(rest, literal)
		if !ok || part == "" {
			return nil, false
		}
		parts, rest = append(parts, part), behind
	}
	part, ok := strings.CutSuffix(rest, literals[last])
	return append(parts, part), ok && part != ""
}
