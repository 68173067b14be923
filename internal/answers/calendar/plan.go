package calendar

import (
	"context"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/training"
)

// Planner finds the planned sessions that activities were done by.
type Planner struct {
	Store Reader
	Frame answers.Frame
}

// PlanOf is the workout or race that is paired with an activity of a day; nil
// if there is none. One whose text nobody took apart has no steps.
func (p Planner) PlanOf(ctx context.Context, s training.Scope, id training.ActivityID, day training.Day) (*workouts.CompliancePlan, error) {
	b, err := open(ctx, p.Store, s, p.Frame, training.DayRange{From: day, To: day})
	if err != nil {
		return nil, err
	}
	for i := range b.events {
		e := &b.events[i]
		if pair, ok := b.pairs[e.ID]; ok && pair.Activity != nil && pair.Activity.ID == id {
			plan := &workouts.CompliancePlan{Name: e.Name, Source: workouts.SourceCalendar, EventID: e.ID, By: pair.By, Steps: e.Steps()}
			if e.CarbsGPerH > 0 || e.FluidMLPerH > 0 {
				plan.Fuel = &workouts.Fuel{CarbsGPerH: e.CarbsGPerH, FluidMLPerH: e.FluidMLPerH, DurationS: e.Figures().DurationS}
			}
			return plan, ctx.Err()
		}
	}
	return nil, ctx.Err()
}
