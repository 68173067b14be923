package plan

import (
	"context"

	"lapkeep/internal/coach/text"
	"lapkeep/internal/training"
)

// Kept is a plan that is kept, with its text.
type Kept struct {
	ID string
	Plan
	Text     text.Text
	Problems []Problem
}

// Find reads the plan of an id, or the active one for an empty id.
func Find(ctx context.Context, r text.Reader, s training.Scope, id string, today training.Day) (Kept, error) {
	if id != "" {
		t, err := text.Find(ctx, r, s, text.TrainingPlan, id)
		if err != nil {
			return Kept{}, err
		}
		return KeptOf(t), nil
	}
	all, err := text.List(ctx, r, s, text.TrainingPlan)
	if err != nil {
		return Kept{}, err
	}
	if len(all) == 0 {
		return Kept{}, training.Errorf(training.KindNotFound, "There is no training plan.").
			WithFix("Make one with save_training_plan or lapkeep plan new.")
	}
	plans := make([]Kept, len(all))
	for i, t := range all {
		plans[i] = KeptOf(t)
	}
	return plans[Active(plans, today)], nil
}

// KeptOf is the plan that a text is.
func KeptOf(t text.Text) Kept {
	k := Kept{ID: t.ID, Text: t}
	k.Plan, k.Problems = Parse(t.Body)
	return k
}

// Active is the index of the plan that counts on a day: the one that runs, of
// several the one that began last; else the next to begin; else the one that
// ended last. It needs no race, and is not gone when the race is over. There
// must be one.
func Active(all []Kept, today training.Day) int {
	best := 0
	for i := range all {
		if before(all[i].Days(), all[best].Days(), today) {
			best = i
		}
	}
	return best
}

// before says that days come before others as those of the active plan.
func before(a, b training.DayRange, today training.Day) bool {
	when := func(r training.DayRange) int {
		switch {
		case r.From == 0:
			return 3 // without a date
		case r.Contains(today):
			return 0
		case r.From > today:
			return 1
		}
		return 2
	}
	if when(a) != when(b) {
		return when(a) < when(b)
	}
	switch when(a) {
	case 0:
		return a.From > b.From
	case 1:
		return a.From < b.From
	}
	return a.To > b.To
}
