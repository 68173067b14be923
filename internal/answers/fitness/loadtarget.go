package fitness

import (
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/training"
)

// LoadPeak is the first day with the highest fitness in the range.
type LoadPeak struct {
	Date training.Day `json:"date"`
	CTL  float64      `json:"ctl"`
}

// LoadWeek is the first week with the highest load in the range.
type LoadWeek struct {
	Start training.Day `json:"week_start"`
	// Days is the number of days of the week in the range, unless the whole week is.
	Days int     `json:"days,omitempty"`
	Load float64 `json:"load"`
}

// peakDays is the minimum length of a range whose peaks are shown.
const peakDays = 2 * weekDays

// tellPeaks adds the highest fitness and the heaviest week of the range.
func (v *LoadView) tellPeaks(c *loadCourse, f answers.Frame) {
	if c.actual.Days() < peakDays {
		return
	}
	var peak load.State
	for d := c.actual.From; d <= c.actual.To; d++ {
		if _, st := c.at(d); v.Peak == nil || st.CTL > peak.CTL {
			peak, v.Peak = st, &LoadPeak{Date: d, CTL: one(st.CTL)}
		}
	}
	most := 0.0
	for _, b := range binsOf(c.actual, ByWeek, f) {
		sum := 0.0
		for _, l := range c.days(b.days.From, b.days.To) {
			sum += l
		}
		if sum > most {
			most, v.Heaviest = sum, &LoadWeek{Start: b.whole.From, Load: one(sum)}
			if b.days.Days() < weekDays {
				v.Heaviest.Days = b.days.Days()
			}
		}
	}
}

// LoadTarget is the daily load that leads to the target fitness on the last projected day.
type LoadTarget struct {
	Asked float64      `json:"target_ctl"`
	Date  training.Day `json:"date"`
	// Daily is the load of each day without a plan. It is 0 if the planned load
	// alone exceeds the target.
	Daily *float64 `json:"daily_load,omitempty"`
	Days  int      `json:"days"`
	// Even is the same load on every day except days off, if the calendar is ignored.
	Even *float64 `json:"daily_load_without_calendar,omitempty"`
	CTL  float64  `json:"projected_ctl"`
	Ramp float64  `json:"ramp_per_week"`
}

// reach computes the load that leads to the target, and sets the assumed load to it. It
// returns nil if there is no target. Fitness is a linear function of the daily load.
func (q *LoadQuery) reach(m load.Model, now load.State, days training.DayRange) *LoadTarget {
	if q.TargetCTL == nil {
		return nil
	}
	t := &LoadTarget{
		Asked: *q.TargetCTL, Date: days.To, Ramp: one((*q.TargetCTL - now.CTL) / float64(days.Days()) * weekDays),
	}
	t.Daily, t.Days = q.even(m, now, days)
	if t.Daily != nil {
		q.Assumed = t.Daily
	}
	if len(q.Calendar) > 0 {
		free := *q
		free.Calendar = nil
		t.Even, _ = free.even(m, now, days)
	}
	return t
}

// even returns the load of each day without a plan that leads to the target,
// and the number of such days. It returns nil if there are none.
func (q *LoadQuery) even(m load.Model, now load.State, days training.DayRange) (*float64, int) {
	end := func(each float64) float64 {
		with := *q
		with.Assumed = &each
		loads, _ := with.ahead(days)
		states := m.Project(now, loads)
		return states[len(states)-1].CTL
	}
	n := 0
	for d := days.From; d <= days.To; d++ {
		_, planned := q.Planned[d]
		_, calendar := q.Calendar[d]
		if !planned && !calendar && !slices.Contains(q.Off, d) {
			n++
		}
	}
	if n == 0 {
		return nil, 0
	}
	nothing := end(0)
	each := max(0, one((*q.TargetCTL-nothing)/(end(1)-nothing)))
	return &each, n
}

// words returns a sentence on how to reach the target.
func (t *LoadTarget) words(each *float64) i18n.Sentence {
	band := rampBands.of(t.Ramp)
	switch {
	case t.Daily == nil:
		return i18n.Sentencef("Every day until %s is planned or off, so no daily load was computed: the plan ends at CTL %g; the target is %g.",
			t.Date, t.CTL, t.Asked)
	case *each == 0 && t.CTL > t.Asked:
		return i18n.Sentencef("Fitness (CTL) is still %g on %s without any more load, above the target of %g.", t.CTL, t.Date, t.Asked)
	}
	return i18n.Sentencef("To reach CTL %g on %s, a load of %g is needed on each of %s without a plan: %s a week, %s.",
		t.Asked, t.Date, *each, i18n.Numbered(t.Days, "day", "days"), signed(t.Ramp), band.Name)
}
