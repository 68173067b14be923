package activityindex

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Words is a text as it is searched: lower case, without accents.
func Words(s string) string {
	for _, r := range s {
		if r >= unicode.MaxASCII {
			return strings.Map(func(r rune) rune {
				if unicode.Is(unicode.Mn, r) {
					return -1
				}
				return unicode.ToLower(r)
			}, norm.NFKD.String(s))
		}
	}
	return strings.ToLower(s)
}
