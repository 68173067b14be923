package reading

import (
	"slices"
	"strings"
	"unicode"
)

// maxRunes bounds any text that a file gives: a name, a description.
const maxRunes = 2000

// Text drops what words cannot hold: control characters but line breaks,
// invalid UTF-8, space around, and everything beyond a sensible length.
func Text(s string) string {
	n := 0
	s = strings.Map(func(r rune) rune {
		n++
		if n > maxRunes || r == unicode.ReplacementChar || unicode.IsControl(r) && r != '\n' {
			return -1
		}
		return r
	}, s)
	return strings.TrimSpace(s)
}

// AppendNew appends to a list of sentences those that are not in it yet.
func AppendNew(to, from []string) []string {
	for _, s := range from {
		if !slices.Contains(to, s) {
			to = append(to, s)
		}
	}
	return to
}
