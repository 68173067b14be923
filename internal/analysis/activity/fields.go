package activity

import (
	"slices"
	"strings"

	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/training"
)

// checkFields refuses a key that no row has.
func checkFields(fields []string) error {
	known := ListFields()
	for _, f := range fields {
		if f != "id" && !slices.Contains(known, f) {
			e := training.Errorf(training.KindInvalid, "%q is not a field of a row.", phrase.Clip(f, phrase.MostQuoted))
			if near := phrase.Nearest(f, known); near != "" {
				return e.WithFix("Did you mean %s? The fields are %s.", near, joined(known))
			}
			return e.WithFix("The fields are %s.", joined(known))
		}
	}
	return nil
}

func joined(words []string) string { return strings.Join(words, ", ") }
