package calendar

import (
	"context"

	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// InWatts lists the sessions of a sport and of some days whose steps ask for
// watts, so that another FTP changes nothing of what they ask for.
func InWatts(ctx context.Context, r workouts.Documents, s training.Scope, sport training.Sport, days training.DayRange) ([]Event, error) {
	docs, err := r.Documents(ctx, s, document.Events, document.Filter{Days: &days})
	if err != nil {
		return nil, err
	}
	var out []Event
	for _, d := range docs {
		e, err := Show(d)
		if err != nil {
			return nil, err
		}
		if e.Session() && e.Sport == sport && e.mayHaveSteps() && len(workouts.InWatts(e.Steps())) > 0 {
			out = append(out, e)
		}
	}
	return out, ctx.Err()
}
