// Package phrase writes the small words that sentences for people are made
// of, so that they read the same everywhere. It knows nothing of training.
package phrase

import (
	"strconv"

	"lapkeep/internal/platform/textclean"
)

// Counted is a number with its noun: 1 file, 2 files.
func Counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// MostQuoted is how many runes of what a caller sent a message quotes.
const MostQuoted = 60

// Clip shortens what somebody sent to its first most runes, for a message
// that quotes it.
func Clip(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + textclean.Ellipsis
	}
	return s
}
