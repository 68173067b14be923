package activity

import (
	"slices"
	"strings"

	"lapkeep/internal/training"
)

// checkFields refuses a key that no row has.
func checkFields(fields []string) error {
	known := ListFields()
	for _, f := range fields {
		if f != "id" && !slices.Contains(known, f) {
			return training.Errorf(training.KindInvalid, "%q is not a field of a row.", f).
				WithFix("The fields are %s.", joined(known))
		}
	}
	return nil
}

func joined(words []string) string { return strings.Join(words, ", ") }
