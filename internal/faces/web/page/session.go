package page

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"

	"lapkeep/internal/picture"
)

func stepTimes(e Event, i int) string {
	if i < len(e.Steps.Times) && e.Steps.Times[i] > 1 {
		return strconv.Itoa(e.Steps.Times[i]) + " × "
	}
	return ""
}

func stepTarget(e Event, i int) string {
	if i < len(e.Steps.Target) {
		return Clean(e.Steps.Target[i])
	}
	return ""
}

func stepText(p *Page, e Event, i int) string {
	var all []string
	if i < len(e.Steps.Kind) {
		switch e.Steps.Kind[i] {
		case "warmup":
			all = append(all, p.Say("warm-up"))
		case "cooldown":
			all = append(all, p.Say("cool-down"))
		case "rest", "recovery":
			all = append(all, p.Say("recovery"))
		}
	}
	if i < len(e.Steps.Text) && e.Steps.Text[i] != "" {
		all = append(all, Clean(e.Steps.Text[i]))
	}
	return strings.Join(all, ", ")
}

// NameOf is what an activity is called, or its sport.
func NameOf(p *Page, a Activity) string {
	if name := Clean(a.Name); name != "" {
		return name
	}
	return p.Sport(a.Sport)
}

// Fields are what a row of activities shows.
func Fields() []string {
	return []string{
		"local_date", "start_local", "sport", "race", "name", "duration_s", "distance_km", "elevation_gain_m",
		"tss", "avg_power_w", "normalized_power_w", "avg_hr_bpm", "avg_speed_kmh",
	}
}

// PageRows is how many rows one page of the list has.
const PageRows = 50

// StepPicture is that of an event's steps, nil where it has none.
func StepPicture(ctx context.Context, p *Page, e Event) *picture.Canvas {
	if len(e.Steps.Length) == 0 || e.Description == "" || e.Sport == "" {
		return nil
	}
	checked := Ask[json.RawMessage](ctx, p, "check_workout", Args{"description": e.Description, "sport": e.Sport, "date": e.Date})
	if len(checked.Pictures) == 0 {
		return nil
	}
	named := *checked.Pictures[0]
	if named.Title == "" {
		named.Title = p.Say("The steps of %s", Clean(e.Name))
	}
	return &named
}

// The size of a picture on a card, in pixels of the narrowest screen, on which its
// words can still be read.
const cardWidth, cardHeight = 300, 128

// StepCard is the picture of an event's steps for a card.
func StepCard(ctx context.Context, p *Page, e Event) *picture.Canvas {
	c := StepPicture(ctx, p, e)
	if c == nil || c.Card == nil {
		return c
	}
	small := c.Card(cardWidth, cardHeight)
	small.Title = c.Title
	return small
}
