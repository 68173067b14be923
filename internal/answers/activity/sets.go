package activity

import (
	"context"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/strength"
	"lapkeep/internal/training"
)

// sets fills in the sets of strength training, starting at the given row, and the exercises
// of the planned session: the one in the calendar, or the one through which the device guided.
func (d *Detail) sets(ctx context.Context, sub *subject, plans Planner, from int) error {
	switch {
	case !sub.shown().Sets:
		d.Missing = d.Missing.Add(string(SectionSets), answers.HiddenSets)
	case len(sub.row.Sets) == 0:
		d.Missing = d.Missing.Add(string(SectionSets), "the activity has no sets of strength training; update_activity can enter them")
	default:
		d.Sets = strength.Describe(sub.row.Sets, from)
		if plans != nil {
			plan, err := plans.PlanOf(ctx, sub.scope, sub.row.ID, sub.row.LocalDay)
			if err != nil {
				return err
			}
			if plan != nil {
				d.Sets.Planned = strength.Planned(plan.Steps, sub.row.Sets)
			}
		}
		if rec := sub.primary(); d.Sets.Planned == nil && rec != nil {
			d.Sets.Planned = strength.Planned(rec.Recording.Workout, sub.row.Sets)
		}
	}
	return nil
}

// setTotals adds the sums of the sets to the summary of strength training.
func (d *Detail) setTotals(sub *subject) {
	if !sub.shown().Sets {
		if sub.row.Sport == training.Strength {
			d.Missing = d.Missing.Add(string(SectionSets), answers.HiddenSets)
		}
		return
	}
	if t := strength.TotalsOf(sub.row.Sets); t.Sets > 0 {
		d.Summary.Put("sets", t.Sets)
		d.Summary.Put("reps", t.Reps)
		d.Summary.Put("volume_kg", t.VolumeKg)
	}
}
