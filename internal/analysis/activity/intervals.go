package activity

import (
	"context"

	"lapkeep/internal/analysis/activity/structure"
	"lapkeep/internal/analysis/followed"
	"lapkeep/internal/metrics/intervals"
	"lapkeep/internal/metrics/intervals/planned"
	"lapkeep/internal/training"
)

// Planner finds the workout of the calendar that an activity was done by; nil
// if there is none. It has no steps where nobody could read them.
type Planner interface {
	PlanOf(ctx context.Context, s training.Scope, id training.ActivityID, day training.Day) (*followed.Plan, error)
}

// intervals fills in the work intervals, with their class on the day, those
// that the athlete drew at a service, and how the workout that was planned was
// followed.
func (d *Detail) intervals(ctx context.Context, sub *subject, plans Planner) (err error) {
	if d.Drawn, err = structure.DrawnAt(ctx, sub.reader, sub.scope, sub.row.ExternalIDs, sub.row.Sport, false); err != nil {
		return err
	}
	s, why, err := sub.session(ctx)
	switch {
	case err != nil:
		return err
	case why != "":
		d.Missing = d.Missing.Add(string(SectionIntervals), why)
		return nil
	}
	d.Intervals = structure.Of(s, sub.row.Sport, sub.thresholds)
	return d.planned(ctx, sub, s, plans)
}

// intervalValues fills in the intervals that the athlete drew at a service with
// every number that it says of each, and watts by weight where it is shared.
func (d *Detail) intervalValues(ctx context.Context, sub *subject) (err error) {
	d.Drawn, err = structure.DrawnAt(ctx, sub.reader, sub.scope, sub.row.ExternalIDs, sub.row.Sport, true)
	if err != nil {
		return err
	}
	if len(d.Drawn) == 0 {
		d.Missing = d.Missing.Add(string(SectionMore), "no service has intervals of it that were drawn by hand")
	}
	if sub.mayShowWeight() {
		for i := range d.Drawn {
			d.Drawn[i].PerKg(sub.thresholds.WeightKg)
		}
	}
	return nil
}

// The reason why a planned workout is not compared.
const noSteps = "the planned workout has no steps: its text was not read by a service that takes it apart"

// planned compares the intervals with the workout of the calendar, else with
// the one that was loaded on the device.
func (d *Detail) planned(ctx context.Context, sub *subject, s *intervals.Session, plans Planner) error {
	var plan *followed.Plan
	if plans != nil {
		var err error
		if plan, err = plans.PlanOf(ctx, sub.scope, sub.row.ID, sub.row.LocalDay); err != nil {
			return err
		}
	}
	if plan == nil || len(plan.Steps) == 0 {
		if r := &sub.primary().Recording; len(r.Workout) > 0 {
			plan = &followed.Plan{Name: r.Name, Source: followed.SourceRecording, Steps: r.Workout, Laps: r.Laps}
		}
	}
	if plan == nil {
		return nil
	}
	why := noSteps
	if len(plan.Steps) > 0 {
		d.Intervals.Planned, why = followed.Of(s, *plan, planned.Day{Sport: sub.row.Sport, Thresholds: sub.thresholds})
	}
	if why != "" {
		d.Intervals.Missing = d.Intervals.Missing.Add("planned", why)
	}
	return nil
}
