package calendar

import (
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/stepsarg"
	"lapkeep/internal/training"
)

// steps puts the steps, or what is wrong with a text that should have some,
// into p. Of an event that is there, the words beside its steps stay. It gives
// sentences on what was read otherwise than it may have been meant.
func (in *fieldsIn) steps(c *tools.Call, at string, p patch, was *training.CalendarEvent) ([]string, error) {
	sport, text := in.Sport.Sport(), was.Description
	if sport == "" {
		sport = was.Sport
	}
	if in.Description != nil {
		text = *in.Description
	}
	if len(in.Steps) == 0 {
		category, given := p["category"].(training.EventCategory)
		if !given {
			category = was.Category
		}
		if in.Description == nil || category != training.EventWorkout {
			return nil, nil
		}
		a := stepsarg.Read(c, at, nil, text, sport)
		return a.Sentences(), nil
	}
	if in.Description == nil {
		text = stepsarg.Read(c, at, nil, text, sport).Notes
	}
	a := stepsarg.Read(c, at, in.Steps, text, sport)
	if err := a.Err(); err != nil {
		return nil, err
	}
	p["description"], p[keyStructure] = a.Text, a.Structure
	return a.Sentences(), nil
}
