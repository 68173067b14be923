package fitness

import (
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/training"
)

// The sections of an answer about load.
const (
	SectionSeries    = "series"
	SectionBySport   = "by_sport" // parts the series
	SectionWeeks     = "weeks"
	SectionRatio     = "ratio"
	SectionIntensity = "intensity"
	SectionAlerts    = "alerts"
)

// LoadSections lists them.
func LoadSections() []string {
	return []string{SectionSeries, SectionBySport, SectionWeeks, SectionRatio, SectionIntensity, SectionAlerts}
}

// wants reports a section that was asked for, or is usual where none was.
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

// maxWeeks is how many weeks a table shows.
const maxWeeks = 106

func (v *LoadView) tellWeeks(c *loadCourse, f answers.Frame) {
	w := &LoadWeeks{}
	for _, b := range binsOf(c.actual, ByWeek, f) {
		if b.days.Days() < weekDays {
			continue // cut off by the range or by today
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
		v.Missing = v.Missing.Add("weeks", "the range holds no whole week")
		return
	}
	if cut := len(w.Dates) - maxWeeks; cut > 0 {
		w.Dates, w.Load, w.Monotony, w.Strain = w.Dates[cut:], w.Load[cut:], w.Monotony[cut:], w.Strain[cut:]
		v.Cut, v.Narrow = true, narrowSeries
	}
	v.Weeks = w
}

// last7 is the same of the seven days that end with the last that has
// happened, whatever weekday that is; nil where the history is shorter.
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

// days are the loads of some days of the course.
func (c *loadCourse) days(from, to training.Day) []float64 {
	return c.loads[from-c.begin : to-c.begin+1]
}

// cell rounds a value that may not be there.
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
		v.Missing = v.Missing.Add("acute_chronic_ratio", "it takes 28 days since the first activity")
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
