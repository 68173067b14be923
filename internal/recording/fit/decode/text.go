package decode

import (
	"strings"
	"unicode"
)

const maxTextRunes = 200

// clean drops what a name cannot hold: control characters, invalid UTF-8,
// space around it, and everything beyond a sensible length.
func clean(s string) string {
	n := 0
	s = strings.Map(func(r rune) rune {
		if n++; n > maxTextRunes || unicode.IsControl(r) || r == unicode.ReplacementChar {
			return -1
		}
		return r
	}, s)
	return strings.TrimSpace(s)
}
