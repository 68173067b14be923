package statistics

import "math"

// Goal is an amount to be reached in a period.
type Goal struct {
	Measure Measure
	Target  float64
	Period
}

// Progress is how a goal stands on a day. Today counts as elapsed whole;
// LeftDays are those after it.
type Progress struct {
	Done                             float64
	Missing                          int // activities of the period without the measure
	ElapsedDays, TotalDays, LeftDays int
	Share                            float64 // of the target that is done
	ExpectedShare, Expected          float64 // of the days that are elapsed, and that of the target
	Reached, OnPace                  bool    // Done is at least the target; at least what is expected
	// What each day still needs: of those that are left, or of those and today.
	// 0 if the target is reached, NaN if it is not and there are none.
	PerDayLeft, PerDayWithToday float64
}

// On is how the goal stands on a day, by the activities up to it. Before the
// period no day is elapsed, and today is none of those that can still add.
func (g Goal) On(list []Activity, today string) Progress {
	p := Progress{
		TotalDays: daysOf(g.From, g.To), ElapsedDays: daysOf(g.From, min(today, g.To)),
		LeftDays: daysOf(max(g.From, Plus(today, 1)), g.To),
	}
	done := int64(0)
	for _, a := range list {
		if !g.Has(a) || a.Day > today {
			continue
		}
		if math.IsNaN(a.Of(g.Measure)) {
			p.Missing++
		}
		done += thousandths(a.Of(g.Measure))
	}
	p.Done = float64(done) / 1000
	p.Share = p.Done / g.Target
	p.ExpectedShare = float64(p.ElapsedDays) / float64(p.TotalDays)
	p.Expected = g.Target * p.ExpectedShare
	p.Reached = done >= thousandths(g.Target)
	p.OnPace = done >= thousandths(p.Expected)
	p.PerDayLeft = g.each(p, p.LeftDays)
	p.PerDayWithToday = g.each(p, daysOf(max(g.From, today), g.To))
	return p
}

func (g Goal) each(p Progress, days int) float64 {
	switch {
	case p.Reached:
		return 0
	case days == 0:
		return math.NaN()
	default:
		return (g.Target - p.Done) / float64(days)
	}
}
