package calendar

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"lapkeep/internal/analysis/structured"
	"lapkeep/internal/training"
	"lapkeep/internal/workout"
)

// Steps are those of a session, repeats not written out; nil for none.
func (e *Event) Steps() []training.WorkoutStep {
	return structured.Steps(&e.Document, e.Description, e.Structure, e.Sport)
}

// Figures are what a session takes: as [Figure] found, or as it is stated.
func (e *Event) Figures() structured.Figures {
	if e.figures != nil {
		return *e.figures
	}
	return structured.Stated(e.MovingTimeS, e.DistanceKm, e.Load, e.Intensity, e.WorkKJ)
}

// Figure finds what sessions take by their steps, where nobody states it.
func Figure(ctx context.Context, r structured.Reader, s training.Scope, events []Event) error {
	var days *structured.Days
	known := map[string]*workout.Takes{} // of the texts of these events, by day's thresholds
	for i := range events {
		e := &events[i]
		base := e.stated()
		if !e.Session() || base.Load > 0 && base.DurationS > 0 || !e.mayHaveSteps() {
			continue
		}
		steps := e.Steps()
		if len(steps) == 0 {
			continue
		}
		if days == nil {
			var err error
			if days, err = structured.DaysOf(ctx, r, s); err != nil {
				return err
			}
		}
		day := days.On(e.Days.From, e.Sport, e.Indoor)
		key := fmt.Sprint(e.Description, e.Structure.Text, day)
		if known[key] == nil {
			t := days.Takes(steps, day)
			known[key] = &t
		}
		f := base.Or(known[key])
		if f.Load == 0 && structured.Speaks(&e.Document, e.Description) {
			f = structured.Stated(e.MovingTimeS, e.DistanceKm, e.Load, e.Intensity, e.WorkKJ).Or(known[key])
		}
		e.figures, e.takes = &f, known[key]
	}
	return ctx.Err()
}

// mayHaveSteps reports a text or a structure that steps could be read from.
func (e *Event) mayHaveSteps() bool {
	return len(e.Structure.Steps) > 0 || strings.Contains(e.Description, "-")
}

// stated are the figures that count before those of the steps: all that is
// stated, but of a text that is the athlete's own only what the athlete states.
func (e *Event) stated() structured.Figures {
	if len(e.Document.Said) == 0 || !bytes.Contains(e.Document.Own, []byte(`"description"`)) {
		return structured.Stated(e.MovingTimeS, e.DistanceKm, e.Load, e.Intensity, e.WorkKJ)
	}
	var own training.CalendarEvent
	if json.Unmarshal(e.Document.Own, &own) != nil {
		return structured.Figures{}
	}
	return structured.Stated(own.MovingTimeS, own.DistanceKm, own.Load, own.Intensity, own.WorkKJ)
}

// noLoad says why a session has no load.
func (e *Event) noLoad() string {
	const unstated = "it states no load and no duration with an intensity_factor"
	if e.takes != nil && e.takes.Missing["load"] != "" {
		return unstated + ", and of its steps " + e.takes.Missing["load"]
	}
	return unstated + "; set one with update_event"
}
