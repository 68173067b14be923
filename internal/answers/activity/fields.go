package activity

import (
	"slices"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// checkFields refuses a key that no row has.
func checkFields(fields []string) error {
	known := ListFields()
	for _, f := range fields {
		if f != "id" && !slices.Contains(known, f) {
			e := training.Errorf(training.KindInvalid, "%q is not a field of a row.", i18n.Clip(f, i18n.MostQuoted))
			if near := i18n.Nearest(f, known); near != "" {
				return e.WithFix("Did you mean %s? The fields are %s.", near, joined(known))
			}
			return e.WithFix("The fields are %s.", joined(known))
		}
	}
	return nil
}

func joined(words []string) string { return strings.Join(words, ", ") }
