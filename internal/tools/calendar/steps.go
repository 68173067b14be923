package calendar

import (
	"lapkeep/internal/i18n"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// steps puts the steps into p, and gives sentences on what is read otherwise
// than it may be meant. Only of workouts is a text looked at; the steps stand
// beside it, for an assistant who may not read the words.
func (in *fieldsIn) steps(c *tools.Call, at string, p patch, was *training.CalendarEvent) ([]i18n.Sentence, error) {
	category, given := p["category"].(training.EventCategory)
	if !given {
		category = was.Category
	}
	if len(in.Steps) == 0 && category != training.EventWorkout {
		return nil, nil
	}
	sport := in.Sport.Sport()
	if sport == "" {
		sport = was.Sport
	}
	a, err := tools.Amend(c, at, in.Steps, in.Description, was.Description, sport)
	if err != nil {
		return nil, err
	}
	if len(a.Structure.Steps) > 0 {
		p["description"], p[keyStructure] = a.Text, a.Structure
	}
	return a.Sentences(), nil
}
