package fitness

import (
	"fmt"
	"strings"

	"lapkeep/internal/analysis"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/training"
)

// The resolutions of a series.
const (
	ByDay   = "day"
	ByWeek  = "week"
	ByMonth = "month"
)

// Points that a series shows: up to dailyPoints it stays daily, beyond
// weeklyPoints weeks it becomes months. No series is longer than maxPoints.
const (
	dailyPoints  = 45
	weeklyPoints = 160
	maxPoints    = 400
)

func resolutionFor(asked string, days int) string {
	switch {
	case asked == ByDay || asked == ByWeek || asked == ByMonth:
		return asked
	case days <= dailyPoints:
		return ByDay
	case days <= weeklyPoints*7:
		return ByWeek
	}
	return ByMonth
}

// bin is a day, week or month: its first day, and which of the days shown
// belong to it.
type bin struct {
	label training.Day
	days  training.DayRange
}

// binsOf cuts days into weeks or months of the athlete.
func binsOf(days training.DayRange, resolution string, f analysis.Frame) []bin {
	var out []bin
	for d := days.From; d <= days.To; {
		b := bin{label: d, days: training.DayRange{From: d, To: d}}
		switch resolution {
		case ByWeek:
			b.label = d.WeekStart(f.Week)
			b.days.To = b.label + 6
		case ByMonth:
			b.label = d.MonthStart()
			b.days.To = (b.label + 31).MonthStart() - 1
		}
		b.days.To = min(b.days.To, days.To)
		out = append(out, b)
		d = b.days.To + 1
	}
	return out
}

// latest cuts bins to the last maxPoints of them.
func latest(bins []bin) ([]bin, bool) {
	if len(bins) <= maxPoints {
		return bins, false
	}
	return bins[len(bins)-maxPoints:], true
}

func actualSeries(c *loadCourse, resolution string, f analysis.Frame) (*LoadSeries, bool) {
	s := &LoadSeries{Resolution: resolutionFor(resolution, c.actual.Days())}
	bins, cut := latest(binsOf(c.actual, s.Resolution, f))
	for _, b := range bins {
		sum := 0.0
		for d := b.days.From; d <= b.days.To; d++ {
			l, _ := c.at(d)
			sum += l
		}
		_, st := c.at(b.days.To)
		s.Dates = append(s.Dates, b.label)
		s.Load = append(s.Load, one(sum))
		s.CTL = append(s.CTL, one(st.CTL))
		s.ATL = append(s.ATL, one(st.ATL))
		s.TSB = append(s.TSB, one(st.TSB))
		s.Ramp = append(s.Ramp, one(c.ramp(b.days.To)))
	}
	return s, cut
}

// tellProjection fills in what would follow from planned or assumed load.
func (v *LoadView) tellProjection(c *loadCourse, f analysis.Frame, q LoadQuery) {
	days := projectedDays(f, q)
	if days.Days() == 0 {
		return
	}
	if q.Assumed == nil && len(q.Planned) == 0 {
		v.Missing = v.Missing.Add("projected", "no load is planned or assumed for the days to come; pass planned or assumed_daily_load")
		return
	}
	planned := make([]float64, days.Days())
	for i := range planned {
		if q.Assumed != nil {
			planned[i] = *q.Assumed
		}
		if l, ok := q.Planned[days.From+training.Day(i)]; ok {
			planned[i] = l
		}
	}
	_, now := c.at(f.Today)
	states := c.model.Project(now, planned)
	v.Project = projectedSeries(days, planned, states, q, f)
	last := len(states) - 1
	v.Words = append(v.Words, fmt.Sprintf("If that load is done, on %s fitness would be %g and form %s. This is a projection, not a fact.",
		days.To, one(states[last].CTL), signed(states[last].TSB)))
	for d := range q.Planned {
		if d <= f.Today {
			v.Notes = append(v.Notes, "Planned load up to today is not used: what was recorded stands there.")
			break
		}
	}
}

// projectedDays are the days behind today that are asked about.
func projectedDays(f analysis.Frame, q LoadQuery) training.DayRange {
	to := q.Days.To
	for d := range q.Planned {
		to = max(to, d)
	}
	if q.ProjectDays > 0 {
		to = f.Today + training.Day(q.ProjectDays)
	} else if q.Assumed != nil && to <= f.Today {
		to = f.Today + 4*7
	}
	return training.DayRange{From: f.Today + 1, To: min(to, f.Today+MaxProjectDays)}
}

func projectedSeries(days training.DayRange, planned []float64, states []load.State, q LoadQuery, f analysis.Frame) *Projection {
	p := &Projection{Basis: basis(q), Resolution: resolutionFor("", days.Days())}
	for _, b := range binsOf(days, p.Resolution, f) {
		sum := 0.0
		for d := b.days.From; d <= b.days.To; d++ {
			sum += planned[d-days.From]
		}
		st := states[b.days.To-days.From]
		p.Dates = append(p.Dates, b.label)
		p.Load = append(p.Load, one(sum))
		p.CTL = append(p.CTL, one(st.CTL))
		p.ATL = append(p.ATL, one(st.ATL))
		p.TSB = append(p.TSB, one(st.TSB))
	}
	return p
}

func basis(q LoadQuery) string {
	var parts []string
	if n := len(q.Planned); n > 0 {
		parts = append(parts, "planned load on "+phrase.Counted(n, "day", "days"))
	}
	if q.Assumed != nil {
		parts = append(parts, fmt.Sprintf("an assumed load of %g on each other day", *q.Assumed))
	} else {
		parts = append(parts, "no load on the other days")
	}
	return strings.Join(parts, ", ")
}
