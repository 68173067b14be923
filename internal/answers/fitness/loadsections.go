package fitness

import (
	"slices"
	"strings"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/training"
)

// These are the sections of an answer about load.
const (
	SectionSeries    = "series"
	SectionBySport   = "by_sport" // splits the series by sport
	SectionWeeks     = "weeks"
	SectionRatio     = "ratio"
	SectionIntensity = "intensity"
	SectionAlerts    = "alerts"
)

// LoadSections returns the sections of an answer about load.
func LoadSections() []string {
	return []string{SectionSeries, SectionBySport, SectionWeeks, SectionRatio, SectionIntensity, SectionAlerts}
}

// wants reports whether the answer has a section.
func (q *LoadQuery) wants(section string) bool {
	if len(q.Sections) == 0 {
		return section == SectionSeries || section == SectionAlerts
	}
	return slices.Contains(q.Sections, section) || section == SectionSeries && slices.Contains(q.Sections, SectionBySport)
}

func (v *LoadView) tellSections(c *loadCourse, f answers.Frame, q LoadQuery) {
	if q.wants(SectionWeeks) {
		v.tellWeeks(c, f)
	}
	if q.wants(SectionRatio) {
		v.tellRatio(c)
	}
	if q.wants(SectionAlerts) {
		v.Alerts = alertsOf(c, f)
	}
}

const weekDays = 7

// maxWeeks is the maximum number of weeks in a table.
const maxWeeks = 106

func (v *LoadView) tellWeeks(c *loadCourse, f answers.Frame) {
	w := &LoadWeeks{}
	for _, b := range binsOf(c.actual, ByWeek, f) {
		if b.days.Days() < weekDays {
			continue // the range or today cuts off a part of the week
		}
		days := c.days(b.days.From, b.days.To)
		sum := 0.0
		for _, l := range days {
			sum += l
		}
		w.Dates = append(w.Dates, b.whole.From)
		w.Load = append(w.Load, one(sum))
		w.Monotony = append(w.Monotony, cell(load.Monotony(days))(2))
		w.Strain = append(w.Strain, cell(load.Strain(days))(0))
	}
	w.Last7 = c.last7()
	if len(w.Dates) == 0 && w.Last7 == nil {
		v.Missing = v.Missing.Add("weeks", "the range contains no whole week")
		return
	}
	if cut := len(w.Dates) - maxWeeks; cut > 0 {
		w.Dates, w.Load, w.Monotony, w.Strain = w.Dates[cut:], w.Load[cut:], w.Monotony[cut:], w.Strain[cut:]
		v.Cut, v.Narrow = true, narrowSeries
	}
	v.Weeks = w
}

// last7 returns monotony, strain and load of the seven days that end with the
// last past day, regardless of weekday. It returns nil if the history is shorter.
func (c *loadCourse) last7() *LoadLast7 {
	last := c.actual.To
	from := last - weekDays + 1
	if from < c.begin {
		return nil
	}
	days := c.days(from, last)
	sum := 0.0
	for _, l := range days {
		sum += l
	}
	return &LoadLast7{
		From: from, To: last, Load: one(sum),
		Monotony: cell(load.Monotony(days))(2), Strain: cell(load.Strain(days))(0),
	}
}

// days returns the loads of a range of days in the course.
func (c *loadCourse) days(from, to training.Day) []float64 {
	return c.loads[from-c.begin : to-c.begin+1]
}

// cell returns a function that rounds x, or that returns nil if ok is false.
func cell(x float64, ok bool) func(decimals int) *float64 {
	return func(decimals int) *float64 {
		if !ok || !answers.Finite(x) {
			return nil
		}
		r := answers.Round(x, decimals)
		return &r
	}
}

func (v *LoadView) tellRatio(c *loadCourse) {
	last := c.actual.To
	r, ok := load.AcuteChronic(c.days(c.begin, last))
	if !ok {
		v.Missing = v.Missing.Add("acute_chronic_ratio", "it needs 28 days since the first activity")
		return
	}
	if r.Coupled == 0 && r.Uncoupled == 0 && r.EWMA == 0 {
		v.Missing = v.Missing.Add("acute_chronic_ratio", "there was no load to compare")
		return
	}
	v.Ratio = &LoadRatio{
		Day: last, Coupled: cell(r.Coupled, true)(2), Uncoupled: cell(r.Uncoupled, r.Uncoupled > 0)(2), EWMA: cell(r.EWMA, r.EWMA > 0)(2),
		Means: "the last 7 days against 28 (coupled), against the 21 before them, and by exponential averages; it " +
			"describes a change and predicts no injury",
	}
}

// These are the resolutions of a series.
const (
	ByDay   = "day"
	ByWeek  = "week"
	ByMonth = "month"
)

// A series is daily up to dailyPoints days, weekly up to weeklyPoints weeks,
// and monthly for longer ranges. It never exceeds maxPoints.
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

// bin is a day, week or month, and those of its days that are shown.
type bin struct {
	whole training.DayRange
	days  training.DayRange
}

// binsOf divides a range into days, weeks or months of the athlete's calendar.
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

// latest returns the last maxPoints bins, and reports whether it cut any.
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

// tellProjection fills in the projection that follows from planned or assumed load.
func (v *LoadView) tellProjection(c *loadCourse, f answers.Frame, q LoadQuery) {
	days := training.DayRange{From: f.Today + 1, To: q.ProjectedTo(f.Today)}
	if days.Days() == 0 {
		return
	}
	_, now := c.at(f.Today)
	target := q.reach(c.model, now, days)
	planned, basis := q.ahead(days)
	if basis == "" {
		v.Missing = v.Missing.Add("projected",
			"no load is planned in the calendar for these days; pass planned, assumed_daily_load or target_ctl")
		return
	}
	states := c.model.Project(now, planned)
	resolution := resolutionFor("", days.Days())
	if v.Actual != nil && q.Resolution != "" {
		resolution = v.Actual.Resolution // a requested resolution applies to both series
	}
	v.Project = projectedSeries(days, resolution, planned, states, f)
	v.Project.Basis, v.Project.Target = basis, target
	if target != nil {
		target.CTL = one(states[len(states)-1].CTL)
		v.Words = append(v.Words, target.words(q.Assumed))
	}
	last := len(states) - 1
	v.Words = append(v.Words,
		i18n.Sentencef("If you complete that load, on %s fitness would be %g and form %s. This is a projection, not a fact.",
			days.To, one(states[last].CTL), signed(states[last].TSB)))
	for d := range q.Planned {
		if d <= f.Today {
			v.Notes = append(v.Notes, "Planned load up to today is not used: the recorded load counts instead.")
			break
		}
	}
}

// ProjectedTo returns the last future day of the question.
func (q *LoadQuery) ProjectedTo(today training.Day) training.Day {
	to := q.Days.To
	for d := range q.Planned {
		to = max(to, d)
	}
	for _, d := range q.Off {
		to = max(to, d)
	}
	if q.ProjectDays > 0 {
		to = today + training.Day(q.ProjectDays)
	} else if (q.Assumed != nil || q.TargetCTL != nil) && to <= today {
		to = today + 4*7
	}
	return min(to, today+MaxProjectDays)
}

func projectedSeries(days training.DayRange, resolution string, planned []float64, states []load.State, f answers.Frame) *Projection {
	p := &Projection{SeriesIndex: SeriesIndex{Resolution: resolution}}
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

// ahead returns the load of each future day and its basis: the plan in the question, or
// else the calendar, or else the assumed load. The basis is empty if there is none of
// these and no day off.
func (q *LoadQuery) ahead(days training.DayRange) (loads []float64, basis i18n.Sentence) {
	loads = make([]float64, days.Days())
	said, fromCalendar, off := 0, 0, 0
	for i := range loads {
		day := days.From + training.Day(i)
		if slices.Contains(q.Off, day) {
			off++
		} else if l, ok := q.Planned[day]; ok {
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
		parts = append(parts, i18n.Sentencef("the load given in planned on %d of %d days", said, len(loads)))
	}
	switch rest := len(loads) - said - fromCalendar - off; {
	case q.Assumed != nil && rest > 0:
		parts = append(parts, i18n.Sentencef("an assumed load of %g on each of the other %s", *q.Assumed, i18n.Numbered(rest, "day", "days")))
	case rest > 0 && len(parts)+off > 0:
		parts = append(parts, i18n.Sentencef("no load on the other %s", i18n.Numbered(rest, "day", "days")))
	}
	if off > 0 {
		parts = append(parts, i18n.Sentencef("%s", i18n.Numbered(off, "day off", "days off")))
	}
	return loads, i18n.Joined("%s, %s", parts...)
}

// mostPoints is the maximum number of points: a quarter by day, two years by week.
const mostPoints = 106

// Series holds totals by day, week or month in columns that share an index. Entries
// without activities are included. A cell is null if no activity has a value.
type Series struct {
	// From lists the first day of each entry, even if the period begins later.
	From           []training.Day `json:"from"`
	Activities     []int          `json:"activities"`
	DurationS      []*float64     `json:"duration_s"`
	DistanceKM     []*float64     `json:"distance_km"`
	ElevationGainM []*float64     `json:"elevation_gain_m"`
	TSS            []*float64     `json:"tss"`
	// AvgSpeedKMH is present only for a single sport.
	AvgSpeedKMH []*float64 `json:"avg_speed_kmh,omitempty"`
	// If that sport is swimming, these paces replace the speed.
	PoolPace      []*float64 `json:"pool_pace_s_per_100m,omitempty"`
	OpenWaterPace []*float64 `json:"open_water_pace_s_per_100m,omitempty"`
	// These are present only for months: the average heart rate over the time with heart
	// rate, and the efficiency factor over activities of a single sport that have one.
	AvgHRBpm   []*float64     `json:"avg_hr_bpm,omitempty"`
	Efficiency []*float64     `json:"efficiency_factor,omitempty"`
	Parts      []answers.Part `json:"partial,omitempty"`
	Truncated  bool           `json:"truncated,omitempty"`
	Narrow     string         `json:"narrow,omitempty"`
}

// seriesOf adds up activities by day, week or month, depending on the section. The
// activities must be in order of day.
func seriesOf(section string, all []rated, done training.DayRange, f answers.Frame) *Series {
	s := &Series{}
	bins := binsOf(done, strings.TrimPrefix(section, "by_"), f)
	if len(bins) > mostPoints {
		bins, s.Truncated, s.Narrow = bins[len(bins)-mostPoints:], true, narrowSeries
	}
	one := oneSport(all)
	for _, b := range bins {
		var n sums
		for _, r := range within(all, b.days) {
			n.add(r.LoadInput, r.load.TSS)
		}
		s.From, s.Parts = append(s.From, b.whole.From), answers.PartsOf(s.Parts, b.whole, b.days)
		s.Activities, s.DurationS = append(s.Activities, n.n), append(s.DurationS, n.cell(n.timer, 1, 0))
		s.DistanceKM = append(s.DistanceKM, n.cell(n.distanceM, 1000, 2))
		s.ElevationGainM = append(s.ElevationGainM, n.cell(n.gainM, 1, 0))
		s.TSS = append(s.TSS, n.cell(n.tss, 1, 1))
		s.AvgHRBpm = append(s.AvgHRBpm, shown(n.beats, n.beatS, 1))
		s.Efficiency = append(s.Efficiency, shown(n.output, n.outputS, 3))
		switch {
		case one && all[0].Sport == training.Swimming:
			pool, open := swum(within(all, b.days))
			s.PoolPace, s.OpenWaterPace = append(s.PoolPace, pool), append(s.OpenWaterPace, open)
		case one:
			s.AvgSpeedKMH = append(s.AvgSpeedKMH, n.avgSpeed())
		}
	}
	if section != SummaryByMonth || !answers.AnyKnown(s.AvgHRBpm) {
		s.AvgHRBpm = nil
	}
	if section != SummaryByMonth || !one || !answers.AnyKnown(s.Efficiency) {
		s.Efficiency = nil
	}
	return s
}

// swum returns the paces in s per 100 m in the pool and in open water. Only
// swimming time counts, without rest at the wall. A pace is nil if unknown.
func swum(all []rated) (pool, open *float64) {
	var seconds, metres [2]float64
	for i := range all {
		in, at := all[i].LoadInput, 0
		if in.SubSport == training.SubOpenWater {
			at = 1
		}
		if in.DistanceM > 0 && in.AvgSpeed > 0 {
			metres[at] += in.DistanceM
			seconds[at] += in.DistanceM / in.AvgSpeed
		}
	}
	pace := func(at int) *float64 { return shown(seconds[at]*100/max(metres[at], 1), 1, 1) }
	return pace(0), pace(1)
}

// cell returns a sum in a series: 0 if there are no activities, null if no activity has a value.
func (s *sums) cell(v, unit float64, decimals int) *float64 {
	if s.n == 0 {
		return new(float64)
	}
	return shown(v, unit, decimals)
}

// oneSport reports whether all activities are of one sport.
func oneSport(all []rated) bool {
	for i := range all {
		if all[i].Sport != all[0].Sport {
			return false
		}
	}
	return len(all) > 0
}
