// Package phrasetest helps tests to compare sentences.
package phrasetest

import (
	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/i18n"
)

// Texts returns the English texts of sentences.
func Texts(all []i18n.Sentence) []string {
	var out []string
	for _, s := range all {
		out = append(out, s.String())
	}
	return out
}

// SameInEnglish compares sentences by their English text.
func SameInEnglish() cmp.Option {
	return cmp.Comparer(func(a, b i18n.Sentence) bool { return a.String() == b.String() })
}
