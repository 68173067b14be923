package ledger

import (
	"time"

	"lapkeep/internal/training"
)

// CheckActivity refuses an activity that no list could place.
func CheckActivity(act training.Activity) error {
	day := training.DayOf(act.Start.UTC())
	switch {
	case act.ID == "" || act.Sport == "" || act.Start.IsZero():
		return training.Errorf(training.KindInvalid, "An activity needs an id, a sport and a start.")
	case act.LocalDay < day-1 || act.LocalDay > day+1:
		return training.Errorf(training.KindInvalid, "The local day %s does not fit a start at %s.", act.LocalDay,
			act.Start.UTC().Format(time.RFC3339)).
			WithFix("Give the day that the start has in the activity's time zone.")
	}
	return nil
}
