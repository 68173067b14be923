package activity

import (
	"context"
	"slices"

	"lapkeep/internal/answers/serviced"
	"lapkeep/internal/answers/structure"
	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

// Planner finds the workout of the calendar that an activity was done by; nil
// if there is none. It has no steps where nobody could read them.
type Planner interface {
	PlanOf(ctx context.Context, s training.Scope, id training.ActivityID, day training.Day) (*workouts.CompliancePlan, error)
}

// drawnKey is what is missing where a service did not say what intervals it has.
const drawnKey = "drawn_intervals"

// drawnAt are the intervals that services have of the activity: as they are kept,
// and of a service that was never asked for them as they are now.
func (d *Detail) drawnAt(ctx context.Context, sub *subject, desk serviced.LiveDesk) ([]training.Drawn, error) {
	if sub.drawn != nil {
		return *sub.drawn, nil
	}
	kept, err := serviced.Drawn(ctx, sub.reader, sub.scope, sub.row.ExternalIDs)
	if err != nil {
		return nil, err
	}
	now, unheard, err := desk.Intervals(ctx, sub.scope, &sub.row.Activity, kept)
	if err != nil {
		return nil, err
	}
	for _, why := range unheard {
		d.Missing = d.Missing.Add(drawnKey, why)
	}
	all := slices.Concat(kept, now)
	sub.drawn = &all
	return all, nil
}

// intervals fills in the work intervals, with their class on the day, those
// that a service has, and how the workout that was planned was followed.
func (d *Detail) intervals(ctx context.Context, sub *subject, q *DetailQuery) error {
	all, err := d.drawnAt(ctx, sub, q.Services)
	if err != nil {
		return err
	}
	d.Drawn = structure.DrawnOf(all, sub.row.Sport, false)
	if err := d.marked(ctx, sub); err != nil {
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
	return d.planned(ctx, sub, s, q.Plans)
}

// intervalValues fills in the intervals of services with every number that they
// say of each, and watts by weight where it is shared.
func (d *Detail) intervalValues(ctx context.Context, sub *subject, q *DetailQuery) error {
	all, err := d.drawnAt(ctx, sub, q.Services)
	if err != nil {
		return err
	}
	d.Drawn = structure.DrawnOf(all, sub.row.Sport, true)
	if len(d.Drawn) == 0 {
		d.Missing = d.Missing.Add(string(SectionMore), "no connected service has intervals for it")
	}
	if sub.mayShowWeight() {
		for i := range d.Drawn {
			d.Drawn[i].PerKg(sub.thresholds.WeightKg)
		}
	}
	return d.marked(ctx, sub)
}

// marked adds the intervals that the athlete marked here.
func (d *Detail) marked(ctx context.Context, sub *subject) error {
	if len(sub.row.Marked) == 0 {
		return nil
	}
	v, err := sub.open(ctx)
	if err != nil {
		return err
	}
	s := efforts.Marked(v, sub.row.Marked)
	d.Drawn = append(d.Drawn, structure.MarkedOf(&s, sub.row.Marked, sub.row.Sport, sub.thresholds))
	return nil
}

// The reason why a planned workout is not compared.
const noSteps = "the planned workout has no steps: no service has turned its text into steps"

// planned compares the intervals with the workout of the calendar, else with
// the one that was loaded on the device.
func (d *Detail) planned(ctx context.Context, sub *subject, s *efforts.Session, plans Planner) error {
	var plan *workouts.CompliancePlan
	if plans != nil {
		var err error
		if plan, err = plans.PlanOf(ctx, sub.scope, sub.row.ID, sub.row.LocalDay); err != nil {
			return err
		}
	}
	if plan == nil || len(plan.Steps) == 0 {
		if r := &sub.primary().Recording; len(r.Workout) > 0 {
			plan = &workouts.CompliancePlan{Name: r.Name, Source: workouts.SourceRecording, Steps: r.Workout, Laps: r.Laps}
		}
	}
	if plan == nil {
		return nil
	}
	why := i18n.Sentence(noSteps)
	if len(plan.Steps) > 0 {
		d.Intervals.Planned, why = workouts.ComplianceOf(s, *plan, efforts.Day{Sport: sub.row.Sport, Thresholds: sub.thresholds})
	}
	if why != "" {
		d.Intervals.Missing = d.Intervals.Missing.Add("planned", why)
	}
	return nil
}
