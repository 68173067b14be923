package intervalsicu

import (
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Sport reads the service's word for a sport, which it calls a type.
func Sport(word string) (training.Sport, string) { return source.ReadSportWord(word) }

// Type is the service's word for a sport; empty if it has none.
func Type(sport training.Sport, sub string) string {
	return source.WriteSportWord(sport, sub, "Basketball", "Cricket", "Dance", "PhysicalTherapy", "Volleyball")
}

// typeOf is Type for something that must have one.
func typeOf(sport training.Sport, sub string) (string, error) {
	if sport == "" {
		return "", nil
	}
	if w := Type(sport, sub); w != "" {
		return w, nil
	}
	return "", training.Errorf(training.KindUnsupported, "Intervals.icu has no sport %q.", sport).
		WithFix("Use one of cycling, running, swimming and the other common ones, or \"other\".")
}
