// Package phrasetest reads sentences in tests.
package phrasetest

import (
	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/platform/phrase"
)

// Texts are sentences in English.
func Texts(all []phrase.Sentence) []string {
	var out []string
	for _, s := range all {
		out = append(out, s.String())
	}
	return out
}

// SameInEnglish compares sentences by what they say in English.
func SameInEnglish() cmp.Option {
	return cmp.Comparer(func(a, b phrase.Sentence) bool { return a.String() == b.String() })
}
