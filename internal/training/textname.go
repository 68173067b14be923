package training

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxTextBytes is the size of the largest text that is kept with a coach.
const MaxTextBytes = 1 << 20

// MaxTextName bounds the name of a text, which is a file's name.
const MaxTextName = 64

// PlainTextName reports whether a name is the same on systems that do not tell
// capitals apart, and nothing but a name on all of them.
func PlainTextName(id string) bool {
	simple := func(r rune) bool { return 'a' <= r && r <= 'z' || '0' <= r && r <= '9' }
	odd := func(r rune) bool { return !simple(r) && r != '_' && r != '-' }
	return id != "" && len(id) <= MaxTextName && simple(rune(id[0])) && !strings.ContainsFunc(id, odd) && !device(id)
}

// SafeTextName reports whether a name in the athlete's own letters can be that
// of a file on every system, and leads nowhere.
func SafeTextName(id string) bool {
	odd := func(r rune) bool {
		return unicode.IsControl(r) || !unicode.IsPrint(r) || strings.ContainsRune(`/\:*?"<>|`, r)
	}
	return id != "" && len(id) <= MaxTextName && utf8.ValidString(id) && !strings.ContainsFunc(id, odd) &&
		strings.Trim(id, " .") == id && !device(strings.ToLower(id))
}

// device reports whether a name is that of a device on Windows, whatever
// ending it has there.
func device(id string) bool {
	id, _, _ = strings.Cut(id, ".")
	if slices.Contains([]string{"con", "prn", "aux", "nul"}, id) {
		return true
	}
	return len(id) == 4 && (strings.HasPrefix(id, "com") || strings.HasPrefix(id, "lpt")) && '0' <= id[3] && id[3] <= '9'
}
