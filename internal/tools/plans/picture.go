package plans

import (
	"lapkeep/internal/answers"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/i18n"
	"lapkeep/internal/picture"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/drawn"
	"lapkeep/internal/training"
)

// drawPlan draws the weeks of an answer as a calendar.
func drawPlan(v tools.Voice, g *View) (*picture.Canvas, i18n.Sentence) {
	c := &calendar.View{Heading: g.Heading, Notes: g.Told}
	for _, w := range g.Weeks {
		if w.Start == 0 {
			continue
		}
		if len(c.Weeks) == 0 {
			c.Range.From = w.Start
		}
		c.Range = answers.SpanOf(training.DayRange{From: c.Range.From, To: w.Start + 6})
		c.Weeks = append(c.Weeks, calendar.Week{Start: w.Start, Phase: w.Phase, Planned: &calendar.Sum{
			Sessions: w.Total.Sessions, DurationS: w.Total.DurationS, DistanceKm: w.Total.DistanceKm, Load: w.Total.Load,
		}})
		for i := range w.Sessions {
			s := &w.Sessions[i]
			row := calendar.EventRow{Day: s.Day, Name: s.Name, Sport: training.Sport(s.Sport), Status: calendar.State(s.Status)}
			if s.Sport == "" {
				row.Sport = training.Sport(g.Plan.Sport)
			}
			row.Planned = &calendar.Amounts{DurationS: s.DurationS, DistanceKm: s.DistanceKm, Load: s.Load}
			c.Events = append(c.Events, row)
		}
	}
	return drawn.Plan(v, g.Plan.Name, c)
}
