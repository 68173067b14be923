package calendar

import (
	"context"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/derive"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// projector asks the analysis of load what follows from what is planned.
type projector struct {
	courses *fitness.Courses
	frame   answers.Frame
	planned map[training.Day]float64
	without int
	sports  []training.Discipline
	undone  bool // today has a session that is not done yet
}

func newProjector(courses *fitness.Courses, f answers.Frame, b *Book, sport training.Discipline) *projector {
	p := &projector{courses: courses, frame: f}
	events := b.events
	if !sport.IsZero() {
		p.sports = []training.Discipline{sport}
		events = nil
		for _, e := range b.events {
			if sport.Has(e.Discipline()) {
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

// last returns the last day up to to that has a planned load, 0 if none has.
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
	return p.courses.TrainingLoad(ctx, fitness.LoadQuery{
		Days: today, Sports: p.sports, Calendar: planned,
		ProjectDays: int(to - p.frame.Today),
	})
}

// tell adds the projection to an answer, apart from today's facts.
func (p *projector) tell(ctx context.Context, v *View, to training.Day) error {
	load, err := p.at(ctx, to)
	if err != nil {
		return err
	}
	v.Today, v.Projected = load.Today, load.Project
	switch {
	case load.Project != nil:
	case load.Today == nil:
		v.Missing = v.Missing.Add("projected", "there are no activities yet, so fitness is not known")
		return nil
	default:
		v.Missing = v.Missing.Add("projected",
			i18n.Sentencef("no load is planned until %s; pass assumed_daily_load to analyze_training_load", to))
		return nil
	}
	v.Notes = append(v.Notes, "projected holds if the plan is done to the number; today holds what happened.")
	if p.without > 0 {
		v.Notes = append(v.Notes, i18n.Sentencef("%d planned sessions without a load count as rest in the projection.", p.without))
	}
	if p.undone {
		v.Notes = append(v.Notes, "What is planned for today and not done yet is not in the projection, which begins tomorrow.")
	}
	return nil
}

// longestGap is how many days in a row a plan may leave open and still say
// what form a race would be met in: beyond, rest that nobody plans would.
const longestGap = 14

// reaches reports whether the planned sessions lead up to a day without too
// long a gap.
func (p *projector) reaches(to training.Day) bool {
	for last, day := p.frame.Today, p.frame.Today+1; day <= to; day++ {
		if p.planned[day] > 0 {
			last = day
		}
		if day-last > longestGap {
			return false
		}
	}
	return len(p.planned) > 0
}

// race adds the form that would be on the day of a race, or why there is none.
func (p *projector) race(ctx context.Context, r *Race) error {
	if r.InDays < 1 {
		return nil
	}
	if r.InDays > fitness.MaxProjectDays || !p.reaches(r.Day) {
		r.Missing = r.Missing.Add("projected_ctl",
			i18n.Sentencef("the plan does not lead up to it: more than %d days in a row have no planned load", longestGap))
		return nil
	}
	load, err := p.at(ctx, r.Day)
	if err != nil || load.Project == nil {
		return err
	}
	last := len(load.Project.CTL) - 1
	r.CTL, r.ATL, r.TSB = &load.Project.CTL[last], &load.Project.ATL[last], &load.Project.TSB[last]
	r.Basis = load.Project.Basis
	return nil
}

// PlannedLoads returns the loads that the calendar plans for the days after
// today up to one, by day, and how many sessions have none; of one sport, or of
// all.
func PlannedLoads(
	ctx context.Context, r store.Reader, s training.Scope, f answers.Frame, to training.Day, sport training.Discipline,
) (loads map[training.Day]float64, without int, err error) {
	if to <= f.Today {
		return nil, 0, ctx.Err()
	}
	b, err := open(ctx, r, s, f, training.DayRange{From: f.Today, To: to})
	if err != nil {
		return nil, 0, err
	}
	p := newProjector(fitness.NewCourses(r, s, f), f, b, sport)
	for d := range p.planned {
		if d > to {
			delete(p.planned, d)
		}
	}
	return p.planned, p.without, nil
}

// countRepeats reads the intervals of what was done where sessions that can be done
// by today ask for repeats, and gives the function that counts them; nil where
// none does.
func countRepeats(
	ctx context.Context, r store.Reader, s training.Scope, events []Event, done []Activity, today training.Day,
) (func(*Event, *Activity) Repeats, error) {
	asked := map[string][]training.WorkoutStep{}
	for i := range events {
		if e := &events[i]; e.Session() && e.Days.From <= today+weekDays && e.mayHaveSteps() {
			if steps := e.Steps(); len(steps) > 0 {
				asked[e.ID] = steps
			}
		}
	}
	if len(asked) == 0 || len(done) == 0 {
		return nil, ctx.Err()
	}
	days, err := workouts.DaysOf(ctx, r, s)
	if err != nil {
		return nil, err
	}
	if err := readIntervals(ctx, r, s, done); err != nil {
		return nil, err
	}
	return func(e *Event, a *Activity) Repeats {
		steps := asked[e.ID]
		if steps == nil || a.Intervals == nil {
			return Repeats{}
		}
		n, of, work := workouts.Repeats(a.Intervals, steps, days.On(a.Day, a.Discipline().In(e.Indoor)))
		return Repeats{Done: n, Asked: of, Work: work}
	}, nil
}

// readIntervals fills in the intervals of activities, by the days that they are of.
func readIntervals(ctx context.Context, r store.Reader, s training.Scope, done []Activity) error {
	at := map[training.ActivityID]*Activity{}
	days := training.DayRange{From: done[0].Day, To: done[0].Day}
	for i := range done {
		a := &done[i]
		at[a.ID] = a
		days.From, days.To = min(days.From, a.Day), max(days.To, a.Day)
	}
	for p, err := range r.Primitives(ctx, s, derive.Intervals, days) {
		if err != nil {
			return err
		}
		a := at[p.Activity]
		if a == nil {
			continue
		}
		if a.Intervals, err = derive.DecodeIntervals(p.Data); err != nil {
			return err
		}
	}
	return nil
}
