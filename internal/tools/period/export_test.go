package period

import "strings"

// Fold is fold.
func Fold(s string) string { return fold(s) }

// TableWords are the words of each table as they are written there.
func TableWords() map[string][]string {
	out := map[string][]string{}
	for _, l := range languages() {
		var words []string
		for _, e := range l.words {
			words = append(words, strings.Split(e.words, ",")...)
		}
		out[l.words[0].words] = words
	}
	return out
}
