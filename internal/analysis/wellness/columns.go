package wellness

import (
	"slices"

	"lapkeep/internal/analysis"
	"lapkeep/internal/training"
)

// maxCells is how many values the columns of one answer hold.
const maxCells = 3000

// The resolutions of columns.
const (
	ByDay   = "day"
	ByWeek  = "week"
	ByMonth = "month"
)

// begin is the first day of the bucket that d lies in.
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
func (v *View) columns(days []training.WellnessDay, q Query) {
	fields := fieldsOf(days, q)
	if len(fields) == 0 {
		v.Missing = v.Missing.Add("days", "none of the fields has a value on these days")
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
	c := &Columns{Resolution: resolution, Dates: dates, Values: map[string][]*float64{}, Sources: map[string][]string{}}
	place := make(map[training.Day]int, len(dates))
	for i, d := range dates {
		place[d] = i
	}
	for _, f := range fields {
		c.column(f, days, q, place)
	}
	v.Days = c
	if resolution != ByDay {
		v.Notes = append(v.Notes, "Each value is the mean of the days of its "+resolution+" that have one.")
	}
}

// column is one field: the mean of what each bucket has.
func (c *Columns) column(f training.WellnessField, days []training.WellnessDay, q Query, place map[training.Day]int) {
	sums, counts := make([]float64, len(c.Dates)), make([]int, len(c.Dates))
	for _, d := range days {
		n, ok := d.Numbers[f]
		if !ok || d.Day < q.Days.From {
			continue
		}
		i, ok := place[q.begin(d.Day, c.Resolution)]
		if !ok {
			continue
		}
		sums[i] += n.Value
		counts[i]++
		if from := sourceName(n.Source); !slices.Contains(c.Sources[string(f)], from) {
			c.Sources[string(f)] = append(c.Sources[string(f)], from)
		}
	}
	out := make([]*float64, len(c.Dates))
	for i, n := range counts {
		if n > 0 {
			x := analysis.Round(sums[i]/float64(n), decimals(f))
			out[i] = &x
		}
	}
	c.Values[string(f)] = out
}

// fieldsOf are the wanted fields that have a value within the range.
func fieldsOf(days []training.WellnessDay, q Query) []training.WellnessField {
	have := map[training.WellnessField]bool{}
	for _, d := range days {
		if d.Day < q.Days.From {
			continue
		}
		for f := range d.Numbers {
			have[f] = q.wants(f)
		}
	}
	var out []training.WellnessField
	for f, wanted := range have {
		if wanted {
			out = append(out, f)
		}
	}
	slices.Sort(out)
	return out
}

// The most days and weeks that are shown unless a resolution is asked for.
const (
	mostDays  = 92
	mostWeeks = 160
)

// finest is the finest resolution whose columns fit.
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

// index is the first day of every bucket that touches the range.
func (q Query) index(resolution string) []training.Day {
	var out []training.Day
	for d := q.Days.From; d <= q.Days.To; d++ {
		if b := q.begin(d, resolution); len(out) == 0 || out[len(out)-1] != b {
			out = append(out, b)
		}
	}
	return out
}

// decimals is how many decimals a field is shown with.
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
