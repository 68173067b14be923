package drawn

import (
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/picture"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// Plan is a training plan, or some weeks of it.
type Plan struct {
	Name  string
	Today training.Day
	Weeks []PlanWeek
}

// PlanWeek is a week of a training plan with its sums.
type PlanWeek struct {
	Start    training.Day
	Phase    string
	Load     float64
	Hours    float64
	Km       float64
	Sessions []PlanSession
}

// PlanSession is a session of a training plan.
type PlanSession struct {
	Day                         training.Day
	Name, Sport, State          string
	DurationS, DistanceKm, Load float64
}

// mostPlanWeeks is the maximum number of weeks of which each session is drawn.
const mostPlanWeeks = 5

// TrainingPlan draws the sessions of a few weeks, or the sums of more weeks.
func TrainingPlan(of tools.Voice, p *Plan) (*picture.Canvas, i18n.Sentence) {
	v := voice{Voice: of}
	weeks := slices.DeleteFunc(slices.Clone(p.Weeks), func(w PlanWeek) bool { return w.Start == 0 })
	if len(weeks) == 0 {
		return nil, "the answer has no weeks with dates"
	}
	slices.SortFunc(weeks, func(a, b PlanWeek) int { return int(a.Start - b.Start) })
	from, to := weeks[0].Start, weeks[len(weeks)-1].Start+6
	s := sheet(v.Name(p.Name, v.Say("Training plan")), span(from, to))
	if len(weeks) > 2 {
		s.Blocks = v.planBars(weeks, to)
	}
	if to-from < 7*mostPlanWeeks {
		cal := days{
			From: from, To: to, Today: p.Today, First: from.Weekday(),
			Entries: map[training.Day][]entry{}, Labels: map[training.Day][]string{},
		}
		for _, w := range weeks {
			cal.Labels[w.Start] = append(cal.Labels[w.Start], v.date(w.Start), v.Name(w.Phase, ""))
			for _, x := range w.Sessions {
				cal.add(x.Day, entry{
					Name: v.Name(x.Name, v.label(x.Sport)), Amount: v.amount(x.DurationS, x.DistanceKm, x.Load), State: x.State,
				})
			}
		}
		s.Blocks = append(s.Blocks, cal.blocks(v)...)
	}
	return canvas(s, "the plan has no sums to draw")
}

// planBars draws the planned load, time or distance by week, in a colour for each phase.
func (v voice) planBars(weeks []PlanWeek, to training.Day) []picture.Block {
	plot := &picture.Plot{Wide: 7, Height: 110, Ticks: v.days(weeks[0].Start, to)}
	for _, x := range []struct {
		key string
		of  func(PlanWeek) float64
	}{
		{"load", func(w PlanWeek) float64 { return w.Load }},
		{"duration_s", func(w PlanWeek) float64 { return w.Hours }},
		{"distance_km", func(w PlanWeek) float64 { return w.Km }},
	} {
		series := picture.Series{Form: picture.Bars, Paint: blue()}
		phases := []string{}
		plot.At = nil
		for _, w := range weeks {
			plot.At = append(plot.At, float64(w.Start))
			series.Values = append(series.Values, x.of(w))
			if !slices.Contains(phases, w.Phase) {
				phases = append(phases, w.Phase)
			}
			series.Paints = append(series.Paints, paints()[slices.Index(phases, w.Phase)%len(paints())])
		}
		if empty(series.Values) {
			continue
		}
		plot.Title, plot.Series = v.Say("Planned: %s", v.titled(x.key)), []picture.Series{series}
		for i, name := range phases {
			if name = v.Name(name, ""); name != "" {
				plot.Series = append(plot.Series, picture.Series{Name: name, Form: picture.Bars, Paint: paints()[i%len(paints())]})
			}
		}
		return []picture.Block{plot}
	}
	return nil
}
