package strava

import (
	"strings"

	"lapkeep/internal/services/client"
	"lapkeep/internal/training"
)

// id is a number of up to 63 bits, which we have as text: many of them are no
// exact floating-point number.
type id = client.ID

// longestID is that of 2^63.
const longestID = 19

func isID(i id) bool {
	return i != "" && len(i) <= longestID && strings.Trim(string(i), "0123456789") == ""
}

// ours refuses what is no id before it becomes part of an address.
func ours(text string) error {
	if isID(id(text)) {
		return nil
	}
	return training.Errorf(training.KindInvalid, "%q is not an id of %s.", text, title).WithFix("Give the number that a listing shows.")
}
