package fitness

import (
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/load"
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

// bin is a day, week or month, and which of the days shown belong to it.
type bin struct {
	whole training.DayRange
	days  training.DayRange
}

// binsOf cuts days into weeks or months of the athlete.
func binsOf(days training.DayRange, resolution string, f answers.Frame) []bin {
	var out []bin
	for d := days.From; d <= days.To; {
		whole := training.DayRange{From: d, To: d}
		switch resolution {
		case ByWeek:
			whole = PeriodAround(PeriodWeek, d, f)
		case ByMonth:
			whole = PeriodAround(PeriodMonth, d, f)
		}
		b := bin{whole: whole, days: training.DayRange{From: d, To: min(whole.To, days.To)}}
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

func actualSeries(c *loadCourse, q LoadQuery, f answers.Frame) (*LoadSeries, bool) {
	s := &LoadSeries{SeriesIndex: SeriesIndex{Resolution: resolutionFor(q.Resolution, c.actual.Days())}}
	bins, cut := latest(binsOf(c.actual, s.Resolution, f))
	for _, b := range bins {
		sum, without := 0.0, 0
		for d := b.days.From; d <= b.days.To; d++ {
			l, _ := c.at(d)
			sum += l
			without += c.lacking[d]
		}
		_, st := c.at(b.days.To)
		s.index(b)
		s.Load = append(s.Load, one(sum))
		s.CTL = append(s.CTL, one(st.CTL))
		s.ATL = append(s.ATL, one(st.ATL))
		s.TSB = append(s.TSB, one(st.TSB))
		s.Ramp = append(s.Ramp, one(c.ramp(b.days.To)))
		s.Without = append(s.Without, without)
	}
	if !slices.ContainsFunc(s.Without, func(n int) bool { return n > 0 }) {
		s.Without = nil
	}
	if s.Resolution == ByDay {
		s.Estimated = since(c.estimated, s.Dates)
	}
	if q.wants(SectionBySport) {
		s.BySport = c.sportLoads(bins)
	}
	return s, cut
}

// index adds a bin to the index of a series.
func (x *SeriesIndex) index(b bin) {
	x.Dates = append(x.Dates, b.whole.From)
	x.Parts = answers.PartsOf(x.Parts, b.whole, b.days)
	if x.Resolution != ByDay {
		x.AsOf = append(x.AsOf, b.days.To)
	}
}

// tellProjection fills in what would follow from planned or assumed load.
func (v *LoadView) tellProjection(c *loadCourse, f answers.Frame, q LoadQuery) {
	days := training.DayRange{From: f.Today + 1, To: q.ProjectedTo(f.Today)}
	if days.Days() == 0 {
		return
	}
	planned, basis := q.ahead(days)
	if basis == "" {
		v.Missing = v.Missing.Add("projected", "no load is planned in the calendar for these days; pass planned or assumed_daily_load")
		return
	}
	_, now := c.at(f.Today)
	states := c.model.Project(now, planned)
	v.Project = projectedSeries(days, planned, states, f)
	v.Project.Basis = basis
	last := len(states) - 1
	v.Words = append(v.Words,
		i18n.Sentencef("If that load is done, on %s fitness would be %g and form %s. This is a projection, not a fact.",
			days.To, one(states[last].CTL), signed(states[last].TSB)))
	for d := range q.Planned {
		if d <= f.Today {
			v.Notes = append(v.Notes, "Planned load up to today is not used: what was recorded stands there.")
			break
		}
	}
}

// ProjectedTo is the last of the days behind today that are asked about.
func (q *LoadQuery) ProjectedTo(today training.Day) training.Day {
	to := q.Days.To
	for d := range q.Planned {
		to = max(to, d)
	}
	if q.ProjectDays > 0 {
		to = today + training.Day(q.ProjectDays)
	} else if q.Assumed != nil && to <= today {
		to = today + 4*7
	}
	return min(to, today+MaxProjectDays)
}

func projectedSeries(days training.DayRange, planned []float64, states []load.State, f answers.Frame) *Projection {
	p := &Projection{SeriesIndex: SeriesIndex{Resolution: resolutionFor("", days.Days())}}
	for _, b := range binsOf(days, p.Resolution, f) {
		sum := 0.0
		for d := b.days.From; d <= b.days.To; d++ {
			sum += planned[d-days.From]
		}
		st := states[b.days.To-days.From]
		p.index(b)
		p.Load = append(p.Load, one(sum))
		p.CTL = append(p.CTL, one(st.CTL))
		p.ATL = append(p.ATL, one(st.ATL))
		p.TSB = append(p.TSB, one(st.TSB))
	}
	return p
}

// ahead is the load of each of some days to come, and what it rests on: what
// the question plans, else what the calendar does, else what is assumed. The
// basis is empty if none of them says anything.
func (q *LoadQuery) ahead(days training.DayRange) (loads []float64, basis i18n.Sentence) {
	loads = make([]float64, days.Days())
	said, fromCalendar := 0, 0
	for i := range loads {
		day := days.From + training.Day(i)
		if l, ok := q.Planned[day]; ok {
			said++
			loads[i] = l
		} else if l, ok := q.Calendar[day]; ok {
			fromCalendar++
			loads[i] = l
		} else if q.Assumed != nil {
			loads[i] = *q.Assumed
		}
	}
	var parts []i18n.Sentence
	if fromCalendar > 0 {
		parts = append(parts, i18n.Sentencef("load planned in the calendar on %d of %d days", fromCalendar, len(loads)))
	}
	if said > 0 {
		parts = append(parts, i18n.Sentencef("load passed in planned on %d of %d days", said, len(loads)))
	}
	switch rest := len(loads) - said - fromCalendar; {
	case q.Assumed != nil && rest > 0:
		parts = append(parts, i18n.Sentencef("an assumed load of %g on each of the other %s", *q.Assumed, i18n.Numbered(rest, "day", "days")))
	case rest > 0 && len(parts) > 0:
		parts = append(parts, i18n.Sentencef("no load on the other %s", i18n.Numbered(rest, "day", "days")))
	}
	return loads, i18n.Joined("%s, %s", parts...)
}
