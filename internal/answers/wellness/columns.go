package wellness

import (
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// maxCells is the maximum number of values in the columns of an answer.
const maxCells = 3000

// These are the resolutions of columns.
const (
	ByDay   = "day"
	ByWeek  = "week"
	ByMonth = "month"
)

// begin returns the first day of the bucket that contains d.
func (q Query) begin(d training.Day, resolution string) training.Day {
	switch resolution {
	case ByWeek:
		return d.WeekStart(q.week)
	case ByMonth:
		return d.MonthStart()
	}
	return d
}

// columns fills in the values of the range.
func (v *View) columns(t *table, q Query) {
	fields := slices.DeleteFunc(t.fields(q.Days.From), func(f training.WellnessField) bool { return !q.wants(f) })
	if len(fields) == 0 {
		v.Missing = v.Missing.Add("days", "none of the fields has a value in this period")
		return
	}
	resolution := q.Resolution
	if resolution == "" {
		resolution = q.finest(len(fields))
	}
	dates := q.index(resolution)
	if most := maxCells / len(fields); len(dates) > most {
		dates = dates[len(dates)-most:]
		v.cut("Only the latest are shown; ask for fewer days, fewer fields or a coarser resolution.")
	}
	c := &Columns{
		Resolution: resolution, Dates: dates, Parts: q.parts(dates, resolution), Values: map[string][]*float64{}, Sources: map[string][]string{},
	}
	var several []training.WellnessField // have several sources
	for _, f := range fields {
		if c.column(f, t, max(q.Days.From, dates[0])) {
			several = append(several, f)
		}
	}
	c.oneSource()
	if resolution == ByDay {
		c.Runs = t.runs(several, max(q.Days.From, dates[0]))
	}
	v.Days = c
	if resolution != ByDay {
		v.Notes = append(v.Notes, i18n.Sentencef("Each value is the mean over those days of its %s that have a value.", i18n.Word(resolution)))
	}
}

// oneSource replaces the lists of sources with a single source if all values have the same one.
func (c *Columns) oneSource() {
	var all []string
	for _, names := range c.Sources {
		all = append(all, names...)
	}
	slices.Sort(all)
	if all = slices.Compact(all); len(all) == 1 {
		c.Source, c.Sources = all[0], nil
	}
}

// column averages one field over each bucket, starting at the given day. It reports whether the
// values have several sources.
func (c *Columns) column(f training.WellnessField, t *table, from training.Day) bool {
	l, sources := t.lineAndSources(f, from)
	var names []string
	for _, s := range sources {
		if name := sourceName(s); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) > 0 {
		c.Sources[string(f)] = names
	}
	out, means := make([]*float64, len(c.Dates)), make([]float64, len(c.Dates))
	for i, next := 0, 0; i < len(c.Dates); i++ {
		first := next
		for ; next < len(l.points) && (i+1 == len(c.Dates) || l.points[next].day < c.Dates[i+1]); next++ {
		}
		in := line{l.points[first:next], l.mixed}
		if n := len(in.points); n > 0 {
			means[i], _ = average(in.of(in.main()), f)
			out[i] = &means[i]
		}
	}
	c.Values[string(f)] = out
	return len(sources) > 1
}

// average returns the mean of values of a field, and their number.
func average(of []point, f training.WellnessField) (mean float64, n int) {
	for _, p := range of {
		mean += p.value
	}
	return answers.Round(mean/float64(len(of)), decimals(f)), len(of)
}

// These are the maximum numbers of days and weeks that are shown if no resolution is requested.
const (
	mostDays  = 92
	mostWeeks = 160
)

// finest returns the finest resolution whose columns fit.
func (q Query) finest(fields int) string {
	fits := func(resolution string, most int) bool {
		n := len(q.index(resolution))
		return n <= most && n*fields <= maxCells
	}
	switch {
	case fits(ByDay, mostDays):
		return ByDay
	case fits(ByWeek, mostWeeks):
		return ByWeek
	}
	return ByMonth
}

// index returns the first day of every bucket that overlaps the range.
func (q Query) index(resolution string) []training.Day {
	var out []training.Day
	for d := q.begin(q.Days.From, resolution); d <= q.Days.To; d = q.after(d, resolution) {
		out = append(out, d)
	}
	return out
}

// after returns the first day of the bucket after the one that begins on d.
func (q Query) after(d training.Day, resolution string) training.Day {
	switch resolution {
	case ByWeek:
		return d + 7
	case ByMonth:
		const longest = 31
		return (d + longest).MonthStart()
	}
	return d + 1
}

// decimals returns the number of decimals with which a field is shown.
func decimals(f training.WellnessField) int {
	switch f {
	case training.WellnessSleepS, training.WellnessSleepDeepS, training.WellnessSleepLightS, training.WellnessSleepRemS,
		training.WellnessSleepAwakeS, training.WellnessSleepInBedS, training.WellnessSteps:
		return 0
	case training.WellnessWeightKg, training.WellnessLactateMmolL, training.WellnessGlucoseMmolL, training.WellnessDrunkL:
		return 2
	}
	return 1
}
