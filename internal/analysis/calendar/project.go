package calendar

import (
	"context"
	"fmt"

	"lapkeep/internal/analysis"
	"lapkeep/internal/analysis/fitness"
	"lapkeep/internal/training"
)

// projector asks the analysis of load what follows from what is planned.
type projector struct {
	courses *fitness.Courses
	frame   analysis.Frame
	planned map[training.Day]float64
	without int
	sports  []training.Sport
	undone  bool // today has a session that is not done yet
}

func newProjector(r fitness.LoadReader, s training.Scope, f analysis.Frame, b *book, sport training.Sport) *projector {
	p := &projector{courses: fitness.NewCourses(r, s, f), frame: f}
	events := b.events
	if sport != "" {
		p.sports = []training.Sport{sport}
		events = nil
		for _, e := range b.events {
			if e.Sport == sport {
				events = append(events, e)
			}
		}
	}
	p.planned, p.without = plannedLoads(events, b.pairs, f.Today)
	for i := range events {
		_, done := b.pairs[events[i].ID]
		p.undone = p.undone || events[i].Session() && events[i].Days.From == f.Today && !done
	}
	return p
}

// last is the last day up to to that has a planned load, 0 if none has.
func (p *projector) last(to training.Day) training.Day {
	var last training.Day
	for d := range p.planned {
		if d <= to {
			last = max(last, d)
		}
	}
	return last
}

// at projects up to a day.
func (p *projector) at(ctx context.Context, to training.Day) (*fitness.LoadView, error) {
	planned := map[training.Day]float64{}
	for d, l := range p.planned {
		if d <= to {
			planned[d] = l
		}
	}
	today := training.DayRange{From: p.frame.Today, To: p.frame.Today}
	q := fitness.LoadQuery{Days: today, Sports: p.sports, Planned: planned, ProjectDays: int(to - p.frame.Today)}
	if len(planned) == 0 {
		rest := 0.0
		q.Assumed = &rest
	}
	return p.courses.TrainingLoad(ctx, q)
}

// tell adds the projection to an answer, apart from today's facts.
func (p *projector) tell(ctx context.Context, v *View, to training.Day) error {
	load, err := p.at(ctx, to)
	if err != nil {
		return err
	}
	v.Today, v.Projected = load.Today, load.Project
	if load.Project == nil {
		v.Missing = v.Missing.Add("projected", "there are no activities yet, so fitness is not known")
		return nil
	}
	v.Notes = append(v.Notes, "projected holds if the plan is done to the number; today holds what happened.")
	if p.without > 0 {
		v.Notes = append(v.Notes, fmt.Sprintf("%d planned sessions without a load count as rest in the projection.", p.without))
	}
	if p.undone {
		v.Notes = append(v.Notes, "What is planned for today and not done yet is not in the projection, which begins tomorrow.")
	}
	return nil
}

// race adds the form that would be on the day of a race.
func (p *projector) race(ctx context.Context, r *Race) error {
	if r.InDays < 1 || r.InDays > fitness.MaxProjectDays {
		return nil
	}
	load, err := p.at(ctx, r.Day)
	if err != nil || load.Project == nil {
		return err
	}
	last := len(load.Project.CTL) - 1
	r.CTL, r.ATL, r.TSB = &load.Project.CTL[last], &load.Project.ATL[last], &load.Project.TSB[last]
	return nil
}
