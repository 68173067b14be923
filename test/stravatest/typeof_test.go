package stravatest

import (
	"slices"
	"testing"
)

// TestTypesAndSportsAreTheDocuments holds the tables of words against the
// document's.
func TestTypesAndSportsAreTheDocuments(t *testing.T) {
	t.Parallel()
	d := theDocument(t)
	if d == nil {
		t.Skip("the service's document is in the folder of data, which is not here")
	}
	if sports := d.Definitions["SportType"].Enum; !slices.Equal(sports, knownSports()) {
		t.Errorf("sports are %v", sports)
	}
	for _, sport := range knownSports() {
		if !slices.Contains(d.Definitions["ActivityType"].Enum, typeOf(sport)) {
			t.Errorf("the type of %s is %s, which there is not", sport, typeOf(sport))
		}
	}
}
