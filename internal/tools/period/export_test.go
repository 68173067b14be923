package period

import "strings"

// Fold is fold.
func Fold(s string) string { return fold(s) }

// Words are the words of the table as they are written there.
func Words() (out []string) {
	for _, e := range entries() {
		out = append(out, strings.Split(e.words, ",")...)
	}
	return out
}
