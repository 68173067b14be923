package fitness

import (
	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/load"
)

// The bounds of the alerts. They say that something is unusual; none of them
// is a medical limit.
const (
	alertRamp     = 8.0  // CTL in 7 days
	alertForm     = -30  // TSB
	alertMonotony = 2.0  // Foster's, in a week of at least usual load
	alertJump     = 1.5  // the last 7 days over the usual 7
	alertNoRest   = 14   // days in a row with load
	alertIdle     = 7    // days without load
	alertUnknown  = 20.0 // percent of activities without a load
	usualDays     = 28
)

// alertsOf finds what is unusual on the last day of a course.
func alertsOf(c *loadCourse, f answers.Frame) []LoadAlert {
	var out []LoadAlert
	add := func(name string, value float64, rule i18n.Sentence) {
		out = append(out, LoadAlert{Name: name, Value: value, Rule: rule})
	}
	last := c.actual.To
	_, st := c.at(last)
	if ramp := c.ramp(last); ramp > alertRamp {
		add("ramp", one(ramp), i18n.Sentencef("CTL rose by more than %g in %d days", alertRamp, rampDays))
	}
	if st.TSB < alertForm {
		add("form", one(st.TSB), i18n.Sentencef("TSB is below %d", alertForm))
	}
	c.alertWeek(add)
	if n := c.daysWith(true); n >= alertNoRest {
		add("no_rest", float64(n), i18n.Sentencef("%d or more days in a row have a load", alertNoRest))
	}
	if n := c.daysWith(false); n >= alertIdle && last == f.Today {
		add("no_training", float64(n), i18n.Sentencef("%d or more days up to today have no load", alertIdle))
	}
	if cov := c.coverage; cov.Activities > 0 {
		if pct := float64(cov.Activities-cov.WithLoad) / float64(cov.Activities) * 100; pct > alertUnknown {
			add("load_unknown", one(pct),
				i18n.Sentencef("more than %g %% of the activities have no load, so every number here reads low", alertUnknown))
		}
	}
	return out
}

// alertWeek looks at the last 7 days against the 28 before them, which have to
// come after the first activity.
func (c *loadCourse) alertWeek(add func(name string, value float64, rule i18n.Sentence)) {
	last := c.actual.To
	if last-c.first < weekDays+usualDays-1 {
		return
	}
	week := c.days(last-weekDays+1, last)
	sum, usual := 0.0, 0.0
	for _, l := range week {
		sum += l
	}
	for _, l := range c.days(last-weekDays-usualDays+1, last-weekDays) {
		usual += l * weekDays / usualDays
	}
	if m, ok := load.Monotony(week); ok && m > alertMonotony && sum >= usual {
		add("monotony", answers.Round(m, 2),
			i18n.Sentencef("monotony of the last 7 days is above %g while their load is not below the usual week's", alertMonotony))
	}
	if usual > 0 && sum > alertJump*usual {
		add("jump", answers.Round(sum/usual, 2),
			i18n.Sentencef("the last 7 days hold more than %g times the usual week of the 28 days before; it predicts no injury", alertJump))
	}
}

// daysWith counts the days at the end of the course that all have a load, or
// all have none.
func (c *loadCourse) daysWith(any bool) int {
	n := 0
	for d := c.actual.To; d >= c.begin; d-- {
		if l, _ := c.at(d); (l > 0) != any {
			break
		}
		n++
	}
	return n
}
