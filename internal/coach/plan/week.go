package plan

import (
	"lapkeep/internal/answers"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// These are the recovery weeks of a plan, and the step in which sessions are shortened (custom).
const (
	RecoveryShare = 0.65 // of the week before
	RecoveryEvery = 4    // weeks
	StepMin       = 5    // minutes
)

// These are the limits for alerts, the same as in the load analysis. They mark
// a week as unusual; they are not medical limits.
const (
	alertRamp     = 8.0 // CTL in 7 days
	AlertMonotony = 2.0 // Foster (1998), for a week with some load
	// AlertLoad is the weekly load below which monotony is meaningless.
	AlertLoad = 150
	maxAlerts = 10
)

// tellWeeks adds the totals of the weeks, of the phases and of the whole plan.
func (c *check) tellWeeks(v *AdherenceView) {
	var whole counter
	var phases []*phase
	for i := range c.plan.Weeks {
		w := &c.plan.Weeks[i]
		if w.Start == 0 {
			continue
		}
		counted := c.count(w)
		whole.add(counted)
		if w.Phase != "" {
			phases = into(phases, w, counted)
		}
		out := AdherenceWeek{
			Number: w.Number, Start: w.Start, Current: w.Start <= c.frame.Today && c.frame.Today < w.Start+weekDays,
			Phase: textclean.Line(w.Phase, textclean.NameRunes), Focus: textclean.Line(w.Focus, textclean.NameRunes), Tally: counted.tally(),
		}
		c.tellLoad(v, &out)
		v.Weeks = append(v.Weeks, out)
	}
	v.Whole = whole.tally()
	for _, p := range phases {
		p.shown.Tally = p.counted.tally()
		v.Phases = append(v.Phases, p.shown)
	}
	c.near(v)
}

// near drops the weeks farthest from today if there are too many weeks.
func (c *check) near(v *AdherenceView) {
	if len(v.Weeks) <= adherenceMaxWeeks {
		return
	}
	at := 0
	for i := range v.Weeks {
		if v.Weeks[i].Start <= c.frame.Today {
			at = i
		}
	}
	from := min(max(at-adherenceMaxWeeks/2, 0), len(v.Weeks)-adherenceMaxWeeks)
	v.Weeks = v.Weeks[from : from+adherenceMaxWeeks]
	v.cut()
}

// count adds up the sessions and activities of one week.
func (c *check) count(w *Week) *counter {
	out := &counter{}
	for i := range w.Sessions {
		s := &w.Sessions[i]
		if judged := c.states[s.ID]; judged != nil {
			out.session(c.ofSport(s.Sport, judged))
		}
	}
	days := training.DayRange{From: w.Start, To: w.Start + weekDays - 1}
	done := c.agenda.Done()
	for i := range done {
		if a := &done[i]; days.Contains(a.Day) {
			out.recorded.Add(c.amounts(a))
			if calendar.Planned(c.sports, a.Sport) {
				out.counted.Add(c.amounts(a))
			}
		}
	}
	out.Extra = len(c.agenda.Unplanned(days, training.Discipline{}))
	return out
}

// ofSport returns the session, without its distance if its sport is not that of the plan,
// because cycled kilometres must not count as running kilometres.
func (c *check) ofSport(sport training.Sport, s *AdherenceSession) *AdherenceSession {
	if c.plan.Sport == "" || sport == c.plan.Sport {
		return s
	}
	out := *s
	out.asks.DistanceKm = 0
	return &out
}

func (c *check) amounts(a *calendar.Activity) calendar.Amounts {
	out := calendar.Amounts{DurationS: a.DurationS, DistanceKm: a.DistanceKm, Load: a.Load}
	if c.plan.Sport != "" && a.Sport != c.plan.Sport {
		out.DistanceKm = 0
	}
	return out
}

// phase is a phase with the counts of its weeks.
type phase struct {
	shown   AdherencePhase
	counted counter
}

// into adds a week to the last phase if the week continues that phase, or else to a new one.
func into(all []*phase, w *Week, counted *counter) []*phase {
	name := textclean.Line(w.Phase, textclean.NameRunes)
	if n := len(all); n == 0 || all[n-1].shown.Name != name {
		all = append(all, &phase{shown: AdherencePhase{Name: name, From: w.Number}})
	}
	last := all[len(all)-1]
	last.shown.To = w.Number
	last.counted.add(counted)
	return all
}

// tellLoad adds a week's load, ramp and monotony.
func (c *check) tellLoad(v *AdherenceView, w *AdherenceWeek) {
	last := w.Start + weekDays - 1
	var days []float64
	sum := 0.0
	for d := w.Start; d <= last; d++ {
		tss, _, ok := c.course.At(d)
		if !ok {
			return
		}
		days, sum = append(days, tss), sum+tss
	}
	w.Load = one(sum)
	_, after, _ := c.course.At(last)
	if _, before, ok := c.course.At(w.Start - 1); ok {
		ramp := after.CTL - before.CTL
		if w.Ramp = one(ramp); ramp > alertRamp {
			v.alert(w, "ramp", *w.Ramp, i18n.Sentencef("CTL rises by more than %g in 7 days", alertRamp))
		}
	}
	if m, ok := load.Monotony(days); ok {
		m = answers.Round(m, 2)
		w.Monotony = &m
		if f, found := monotony(w.Start, days); found {
			v.alert(w, f.Name, f.Value, i18n.Sentencef(
				"monotony (Foster: mean over standard deviation of the days' load) is above %g in a week of %d TSS or "+
					"more", AlertMonotony, AlertLoad))
		}
	}
}

func (v *AdherenceView) alert(w *AdherenceWeek, name string, value float64, rule i18n.Sentence) {
	if len(v.Alerts) < maxAlerts {
		v.Alerts = append(v.Alerts, Alert{Week: w.Number, Name: name, Value: value, Rule: rule})
	}
}

// tellRace adds the race and the form on its day.
func (c *check) tellRace(v *AdherenceView) {
	r := &c.plan.Race
	if r.Day == 0 {
		return
	}
	out := &AdherenceRace{
		Name: textclean.Line(r.Name, textclean.NameRunes), Day: r.Day, InDays: int(r.Day - c.frame.Today),
		DistanceKm: answers.Round(r.DistanceKm, 3),
	}
	_, state, ok := c.course.At(r.Day)
	switch {
	case !ok:
		out.Missing = out.Missing.Add("projected_ctl", "there are no activities to compute fitness from, or the race is more than a year away")
	case out.InDays <= 0:
		out.CTL, out.TSB = one(state.CTL), one(state.TSB)
	default:
		out.ProjectedCTL, out.ProjectedATL, out.ProjectedTSB = one(state.CTL), one(state.ATL), one(state.TSB)
		v.Notes = append(v.Notes, "projected values apply if the plan is followed exactly from tomorrow on.")
	}
	v.Race = out
}
