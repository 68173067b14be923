package calendar

import (
	"context"
	"strings"

	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Steps are those of a session, repeats not written out; nil for none.
func (e *Event) Steps() []training.WorkoutStep {
	if e.steps != nil {
		return e.steps
	}
	return workouts.StructuredSteps(&e.Document, e.Description, e.Structure, e.Sport)
}

// Figures are what a session takes: as [Figure] found, or as it is stated.
func (e *Event) Figures() workouts.Figures {
	if e.figures != nil {
		return *e.figures
	}
	return e.stated()
}

// Figure finds what sessions take by their steps, where nobody states it.
func Figure(ctx context.Context, r workouts.StructuredReader, s training.Scope, events []Event) error {
	var days *workouts.Days
	for i := range events {
		e := &events[i]
		if !e.Session() || !e.mayHaveSteps() || e.stated().First(&e.Document).Whole() {
			continue
		}
		steps := e.Steps()
		if len(steps) == 0 {
			continue
		}
		if days == nil {
			var err error
			if days, err = workouts.DaysOf(ctx, r, s); err != nil {
				return err
			}
		}
		t := days.Takes(steps, days.On(e.Days.From, e.Sport, e.Indoor))
		f := e.stated().Take(&e.Document, e.Description, &t)
		e.steps, e.figures, e.takes = steps, &f, &t
	}
	return ctx.Err()
}

// mayHaveSteps reports a text or a structure that steps could be read from.
func (e *Event) mayHaveSteps() bool {
	return len(e.Structure.Steps) > 0 || strings.Contains(e.Description, "-")
}

// stated are the figures as the athlete or a service states them.
func (e *Event) stated() workouts.Figures {
	return workouts.Stated(e.MovingTimeS, e.DistanceKm, e.Load, e.Intensity, e.WorkKJ)
}

// NoLoad says why a session has no load.
func (e *Event) NoLoad() i18n.Sentence {
	if e.takes != nil && e.takes.Missing["load"] != "" {
		return i18n.Sentencef("it states no load and no duration with an intensity_factor, and none follows from its steps: %s",
			e.takes.Missing["load"])
	}
	return "it states no load and no duration with an intensity_factor; set one with update_event"
}
