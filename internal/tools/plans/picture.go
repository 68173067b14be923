package plans

import (
	"lapkeep/internal/i18n"
	"lapkeep/internal/picture"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/drawn"
)

// drawPlan draws the weeks of an answer.
func drawPlan(v tools.Voice, g *View) (*picture.Canvas, i18n.Sentence) {
	p := &drawn.Plan{Name: g.Plan.Name, Today: g.LocalDate}
	for _, w := range g.Weeks {
		week := drawn.PlanWeek{Start: w.Start, Phase: w.Phase, Load: w.Total.Load, Hours: w.Total.DurationS / 3600, Km: w.Total.DistanceKm}
		for i := range w.Sessions {
			s := &w.Sessions[i]
			sport := s.Sport
			if sport == "" {
				sport = g.Plan.Sport
			}
			week.Sessions = append(week.Sessions, drawn.PlanSession{
				Day: s.Day, Name: s.Name, Sport: sport, State: s.Status, DurationS: s.DurationS, DistanceKm: s.DistanceKm, Load: s.Load,
			})
		}
		p.Weeks = append(p.Weeks, week)
	}
	return drawn.TrainingPlan(v, p)
}
