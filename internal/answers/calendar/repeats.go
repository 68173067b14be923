package calendar

import (
	"context"

	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/derive"
	"lapkeep/internal/training"
)

// countRepeats reads the intervals of what was done where sessions that can be done
// by today ask for repeats, and gives the function that counts them; nil where
// none does.
func countRepeats(
	ctx context.Context, r Reader, s training.Scope, events []Event, done []Activity, today training.Day,
) (func(*Event, *Activity) Repeats, error) {
	asked := map[string][]training.WorkoutStep{}
	for i := range events {
		if e := &events[i]; e.Session() && e.Days.From <= today+weekDays && e.mayHaveSteps() {
			if steps := e.Steps(); len(steps) > 0 {
				asked[e.ID] = steps
			}
		}
	}
	if len(asked) == 0 || len(done) == 0 {
		return nil, ctx.Err()
	}
	days, err := workouts.DaysOf(ctx, r, s)
	if err != nil {
		return nil, err
	}
	if err := readIntervals(ctx, r, s, done); err != nil {
		return nil, err
	}
	return func(e *Event, a *Activity) Repeats {
		steps := asked[e.ID]
		if steps == nil || a.Intervals == nil {
			return Repeats{}
		}
		n, of, work := workouts.Repeats(a.Intervals, steps, days.On(a.Day, a.Sport, e.Indoor))
		return Repeats{Done: n, Asked: of, Work: work}
	}, nil
}

// readIntervals fills in the intervals of activities, by the days that they are of.
func readIntervals(ctx context.Context, r Reader, s training.Scope, done []Activity) error {
	at := map[training.ActivityID]*Activity{}
	days := training.DayRange{From: done[0].Day, To: done[0].Day}
	for i := range done {
		a := &done[i]
		at[a.ID] = a
		days.From, days.To = min(days.From, a.Day), max(days.To, a.Day)
	}
	for p, err := range r.Primitives(ctx, s, derive.Intervals, days) {
		if err != nil {
			return err
		}
		a := at[p.Activity]
		if a == nil {
			continue
		}
		if a.Intervals, err = derive.DecodeIntervals(p.Data); err != nil {
			return err
		}
	}
	return nil
}
