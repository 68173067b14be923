package athlete

import (
	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// counted is a goal with what was done for it.
type counted struct {
	id     string
	goal   training.Goal
	days   training.DayRange // the running period, or the season
	before training.DayRange // the period before; none of a season
	now    sum
	then   sum
}

// sum adds up one measure, in order of day.
type sum struct {
	done    float64
	last    training.Day // that something was added on
	reached training.Day
}

func newCounted(id string, g training.Goal, f answers.Frame) counted {
	c := counted{id: id, goal: g, days: training.DayRange{From: g.From, To: g.To}, before: training.DayRange{From: 1}}
	if g.Period != training.GoalSeason {
		c.days = fitness.PeriodAround(string(g.Period), f.Today, f)
		c.before = fitness.PeriodAround(string(g.Period), c.days.From-1, f)
	}
	return c
}

// add counts an activity with its load.
func (c *counted) add(in *store.LoadInput, tss float64) {
	if c.goal.Sport != "" && in.Sport != c.goal.Sport {
		return
	}
	switch {
	case c.days.Contains(in.Day):
		c.now.add(&c.goal, in, tss)
	case c.before.Contains(in.Day):
		c.then.add(&c.goal, in, tss)
	}
}

func (s *sum) add(g *training.Goal, in *store.LoadInput, tss float64) {
	s.done += part(g.Measure, in, tss, s.last == in.Day)
	s.last = in.Day
	if s.reached == 0 && isReached(s.done, g.Target) {
		s.reached = in.Day
	}
}

// part is what one activity adds. Sameday says that the day has one already.
func part(m training.GoalMeasure, in *store.LoadInput, tss float64, sameDay bool) float64 {
	switch m {
	case training.GoalDistanceKm:
		return in.DistanceM / 1000
	case training.GoalDurationH:
		return in.TimerS / 3600
	case training.GoalElevationGainM:
		return in.GainM
	case training.GoalTSS:
		return tss
	case training.GoalActiveDays:
		if sameDay {
			return 0
		}
	}
	return 1
}

// isReached bears that a sum of many parts ends a little below.
func isReached(done, target float64) bool { return done >= target*(1-1e-9) }

func (c *counted) progress(today training.Day) Progress {
	g := &c.goal
	p := Progress{
		ID: c.id, Name: name(g), Measure: g.Measure, Target: g.Target, Period: g.Period, Sport: g.Sport, Days: answers.SpanOf(c.days),
		Done: shown(g.Measure, c.now.done), DonePct: answers.Round(100*c.now.done/g.Target, 1),
		DaysLeft: min(c.days.Days(), training.DayRange{From: today, To: c.days.To}.Days()),
	}
	if c.before.Days() > 0 {
		p.Before = &Before{Done: shown(g.Measure, c.then.done), Reached: c.then.reached != 0}
	}
	over := training.DayRange{From: c.days.From, To: min(today-1, c.days.To)}.Days()
	due := g.Target * float64(over) / float64(c.days.Days())
	switch {
	case c.now.reached != 0:
		p.State, p.ReachedOn = Reached, &c.now.reached
		return p
	case today > c.days.To:
		p.State = Missed
	case today < c.days.From:
		p.State = NotBegun
	case isReached(c.now.done, due):
		p.State = OnPace
	default:
		p.State = Behind
	}
	left := shown(g.Measure, g.Target-c.now.done)
	p.Remaining = &left
	if p.DaysLeft > 0 {
		p.PerDay = rounded(g.Measure, (g.Target-c.now.done)/float64(p.DaysLeft))
		p.Due = rounded(g.Measure, due)
	}
	return p
}

// shown rounds a value of a measure as answers have it.
func shown(m training.GoalMeasure, v float64) float64 {
	decimals := 2
	switch m {
	case training.GoalElevationGainM:
		decimals = 0
	case training.GoalTSS:
		decimals = 1
	}
	return answers.Round(v, decimals)
}

func rounded(m training.GoalMeasure, v float64) *float64 {
	v = shown(m, v)
	return &v
}
