package plan

import (
	"math"
	"time"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// How load changes from week to week.
const (
	growth     = 1.1 // of the heaviest week before: the ten percent of running coaches
	recovery   = 0.6 // of the week before, each fourth week
	every      = 4
	leastStart = 20 // TSS a day with which anybody can start
	givesUp    = 0.01
)

type week struct {
	number   int
	start    training.Day
	phase    string
	recovers bool
	taper    float64 // the share of the heaviest week, 0 outside the taper
	sessions []newplanSession
}

// taperShares returns the load of the last weeks before a race as shares of the
// normal load, the race week last.
func taperShares(w *Wish) []float64 {
	switch {
	case w.Race == 0 || w.Weeks < 4:
		return nil
	case w.Weeks >= 12 && (w.RaceKm >= 40 && w.Sport == string(training.Running) || w.Sport == Triathlon && w.RaceKm > 100):
		return []float64{0.75, 0.55, 0.35}
	case w.Weeks >= 8:
		return []float64{0.6, 0.4}
	}
	return []float64{0.45}
}

func phases(w *Wish) []week {
	taper := taperShares(w)
	build := w.Weeks - len(taper)
	all := make([]week, w.Weeks)
	for i := range all {
		k := &all[i]
		k.number, k.start = i+1, w.Start.WeekStart(time.Monday)+training.Day(7*i)
		switch {
		case i >= build:
			k.phase, k.taper = "Taper", taper[i-build]
		case 2*i < build:
			k.phase = "Base"
		default:
			k.phase = "Build"
		}
		// A taper is itself a recovery, so none comes right before it.
		k.recovers = k.taper == 0 && (i+1)%every == 0 && i < build-1
	}
	if w.Race == 0 && w.Weeks >= every {
		all[w.Weeks-1].recovers = true
	}
	return all
}

// fill fills each week with sessions, within the cap of the ramp: weeks that
// leave no room for later ones are made lighter.
func fill(w *Wish, all []week) {
	for share := 1.0; ; share *= 0.9 {
		if fits(w, all, share) || share < givesUp {
			w.warn(all)
			return
		}
	}
}

// fits fills the weeks, with a share of the possible load, and reports whether
// the cap is kept.
func fits(w *Wish, all []week, share float64) bool {
	heaviest := 7 * max(w.CTL, leastStart) / growth
	last, done, kept := heaviest, 0.0, true // done is the load that days and hours allowed
	var days []float64
	for i := range all {
		k := &all[i]
		target := growth * heaviest
		switch {
		case k.taper > 0:
			target = k.taper * done
		case k.recovers:
			target = recovery * last
		}
		if k.start < w.Start { // the week has already begun
			target *= float64(7-int(w.Start-k.start)) / 7
		}
		for target *= share; ; target *= 0.96 {
			k.sessions = sessions(w, k, target)
			if ramp(w, days, k) <= w.Ramp {
				break
			}
			if target < givesUp {
				kept = false
				break
			}
		}
		days = append(days, k.loads()...)
		if got := k.load(); k.taper == 0 && !k.recovers {
			heaviest, last, done = max(heaviest, got/share), got/share, max(done, got/share)
		}
	}
	return kept
}

// loads returns the loads of the days of a week, without the race.
func (k *week) loads() []float64 {
	out := make([]float64, 7)
	for _, s := range k.sessions {
		if !s.race {
			out[s.day] += s.load
		}
	}
	return out
}

func (k *week) load() float64 {
	sum := 0.0
	for _, l := range k.loads() {
		sum += l
	}
	return sum
}

// ramp returns the greatest rise of CTL over any 7 days that end in a week.
func ramp(w *Wish, before []float64, k *week) float64 {
	all := append(append([]float64{}, before...), k.loads()...)
	series := load.Model{Seed: load.Seed{CTL: w.CTL, ATL: w.CTL}}.Series(all)
	worst := math.Inf(-1)
	for i := len(before); i < len(all); i++ {
		from := w.CTL
		if i >= 7 {
			from = series[i-7].CTL
		}
		worst = max(worst, series[i].CTL-from)
	}
	return worst
}

// The bounds of the alerts, which are the same as in the analysis of load. They
// mark a week as unusual; neither is a medical limit.
const (
	alertRamp     = 8.0 // CTL in 7 days
	alertMonotony = 2.0 // Foster (1998), for a week with some load
	// alertLoad is the load of a week below which its monotony means nothing.
	alertLoad = 150
	maxAlerts = 10
)

// tellWeeks sums up the weeks, the phases and the whole plan.
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

// near keeps only the weeks around today if there are too many.
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

// count sums up the sessions and activities of one week.
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
		}
	}
	out.Extra = len(c.agenda.Unplanned(days, training.Discipline{}))
	return out
}

// ofSport returns the session without its distance if it is not of the plan's
// sport: kilometres by bike are not kilometres on foot.
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

// phase is a phase to which weeks are added.
type phase struct {
	shown   AdherencePhase
	counted counter
}

// into adds a week to the phase that it continues, or to a new one.
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

// tellLoad adds the load, the rise of fitness and the monotony of a week.
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
		if w.Monotony = &m; m > alertMonotony && sum >= alertLoad {
			v.alert(w, "monotony", m, i18n.Sentencef(
				"monotony (Foster: mean over standard deviation of the days' load) is above %g in a week of %d TSS or "+
					"more", alertMonotony, alertLoad))
		}
	}
}

func (v *AdherenceView) alert(w *AdherenceWeek, name string, value float64, rule i18n.Sentence) {
	if len(v.Alerts) < maxAlerts {
		v.Alerts = append(v.Alerts, Alert{Week: w.Number, Name: name, Value: value, Rule: rule})
	}
}

// tellRace fills in the projected form for the race.
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
		v.Notes = append(v.Notes, "projected values apply if the plan is done exactly from tomorrow on.")
	}
	v.Race = out
}
