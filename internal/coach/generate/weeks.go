package generate

import (
	"cmp"
	"math"
	"slices"
	"time"

	"lapkeep/internal/coach/plan"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/training"
)

// These constants determine how training changes from week to week. Only the step of the
// longest run and the taper have trials behind them; the others are custom.
const (
	runStep    = plan.RunGrowth  // against the longest run of 30 days: Frandsen 2025
	otherStep  = 1.20            // the same for rides and swims: custom
	lookBack   = plan.RunHistory // days
	growth     = 1.10            // of a week, against the heaviest before it: custom, since no trial found that it protects
	recovery   = 0.65            // of the week before it: custom, as is every fourth week
	every      = plan.RecoveryEvery
	hardShare  = 0.20 // of a week's time above the first threshold: Seiler 2010, Muniz-Pumares 2025
	leastHard  = 20   // minutes
	taperStart = 0.8  // of the usual training, and
	taperDecay = 1.1  // over the days of the taper: a cut of 41 to 60 %, exponential: Bosquet 2007
	leastStart = 20   // TSS a day at which anybody can start
	shortest   = 20   // minutes of a session
	stepMin    = plan.StepMin
	noLongIn   = 6    // days before a race without a long session: custom
	openIn     = 5    // days before a race in which a hard session is a short reminder of race pace: custom
	restIn     = 2    // days before a race without a hard session: custom
	cutLong    = 0.55 // of the longest session, in the taper: custom
)

// week is one week of the plan.
type week struct {
	number   int
	start    training.Day
	phase    string
	recovers bool
	share    float64 // of the usual training in a taper; 1 outside
	sessions []session
}

// session is one session of a plan.
type session struct {
	day     training.Day
	role    role
	sport   training.Sport
	minutes float64
	load    float64
	hard    float64 // minutes above the first threshold
	key     key     // the session of the library, with its length in from
}

// maker holds a plan while it is made.
type maker struct {
	*Wish
	demand *demand
	weeks  []week
	days   int            // of the taper before the race
	train  []time.Weekday // the training days, the day of the long session first
	takes  map[string]linear

	done  []session // of the weeks so far
	daily []float64
	// normal is the time in minutes of the longest loading week so far, or at first of a
	// usual week, and heaviest the highest load of such a week.
	normal, heaviest float64
	fullest, last    float64 // minutes of the fullest loading week, and of the last one
	capped           int     // the first week that takes all hours
}

// phases divides the weeks of a plan.
func (m *maker) phases() {
	m.weeks = make([]week, m.Weeks)
	m.days = min(m.demand.taper, 7*m.Weeks/3)
	building := 0
	for i := range m.weeks {
		k := &m.weeks[i]
		k.number, k.start = i+1, m.Start.WeekStart(time.Monday)+training.Day(7*i)
		if k.share = m.taperShare(k); k.share > 0.85 {
			building++
		}
	}
	for i := range m.weeks {
		k := &m.weeks[i]
		k.phase = m.phase(i, building)
		// A taper is itself a recovery, so the last week before it is none.
		k.recovers = i < building && (i+1)%every == 0 && (i < building-1 || m.Race == 0)
	}
}

// phase returns the name of a week's phase. Of the building weeks, some 45 % are base and 30 %
// build, if there are enough of them.
func (m *maker) phase(i, building int) string {
	share := float64(i) / float64(building)
	switch {
	case i >= building:
		return phaseTaper
	case m.Goal == "return":
		return "Return"
	case m.demand.build == nil || share < 0.45 && building >= every:
		return phaseBase
	case m.demand.peak == nil || share < 0.75:
		return phaseBuild
	}
	return phasePeak
}

// These are the names of the phases.
const (
	phaseBase  = "Base"
	phaseBuild = "Build"
	phasePeak  = "Peak"
	phaseTaper = "Taper"
)

// taperShare returns the mean share of the usual training over the days of a week that are
// before the race.
func (m *maker) taperShare(k *week) float64 {
	sum, n := 0.0, 0
	for d := k.start; d < k.start+7; d++ {
		to := int(m.Race - d)
		if m.Race == 0 || to > m.days {
			sum, n = sum+1, n+1
		} else if to > 0 {
			sum, n = sum+m.taperAt(to), n+1
		}
	}
	if n == 0 {
		return 0
	}
	return sum / float64(n)
}

// shape is how a week is divided: its minutes above the first threshold at most, how much its
// easy sessions differ, and how many of them are left out.
type shape struct {
	hard, uneven float64
	fewer        int
}

// shapes returns the divisions to try. A week of equal days is monotonous, so the later ones
// are more uneven, and have a day of rest.
func shapes() []shape {
	return []shape{
		{uneven: 0.15},
		{uneven: 0.4},
		{uneven: 0.6},
		{uneven: 0.4, fewer: 1},
		{uneven: 0.6, fewer: 1},
		{uneven: 0.6, fewer: 2},
		{uneven: 0.6, fewer: 3},
	}
}

// taperAt returns the share of the usual training on a day of the taper.
func (m *maker) taperAt(to int) float64 {
	return taperStart * math.Exp(-taperDecay*(1-float64(to)/float64(m.days)))
}

// fill fills each week with sessions. A week that is not within the limits of load is made
// shorter until it is.
func (m *maker) fill() {
	m.normal = m.startMinutes()
	m.last = m.normal
	for i := range m.weeks {
		k := &m.weeks[i]
		for target := m.target(k); !m.fits(k, target) && target > shortest; target *= 0.95 { //nolint:revive // the condition fills the week
		}
		m.keep(k)
	}
}

// fits fills a week with sessions of some minutes, and reports whether it is within the limits.
func (m *maker) fits(k *week, target float64) bool {
	for _, by := range shapes() {
		by.hard = max(leastHard, hardShare*target)
		for range 8 {
			k.sessions = m.sessions(k, target, by)
			minutes, _, hard := k.sum()
			most := max(leastHard, hardShare*minutes)
			if k.phase == phaseTaper || hard <= most {
				break
			}
			by.hard = min(by.hard-4, most)
		}
		if !m.within(k) {
			return false
		}
		if m.varied(k) {
			return true
		}
	}
	return true
}

func (m *maker) varied(k *week) bool {
	_, tss, _ := k.sum()
	mono, ok := load.Monotony(k.loads())
	return !ok || mono <= plan.AlertMonotony || tss < plan.AlertLoad
}

// rates returns the usual load of an hour by sport (custom).
func rates() map[string]float64 {
	return map[string]float64{string(training.Running): 57, string(training.Swimming): 50, string(training.Cycling): 48}
}

// startMinutes returns the minutes of a usual week at the beginning, from CTL.
func (m *maker) startMinutes() float64 {
	tss := cmp.Or(rates()[m.Sport], rates()[string(training.Cycling)])
	least := 75.0
	if m.Sport == Triathlon || m.Sport == string(training.Cycling) {
		least = 120
	}
	return min(60*m.Hours, max(least, 60*7*m.CTL/tss))
}

// target returns the minutes of a week.
func (m *maker) target(k *week) float64 {
	most := 60 * m.Hours
	out := min(most, growth*m.normal)
	switch {
	case k.number == 1:
		out = m.normal
	case k.share <= 0.85:
		usual := cmp.Or(m.fullest, m.normal)
		out = max(usual*k.share, min(0.55*usual, float64(shortest*m.Days)))
	case k.recovers:
		out = recovery * m.last
	}
	first, end := max(k.start, m.Start), k.start+7
	if m.Race != 0 {
		end = min(end, m.Race)
	}
	free := 0
	for _, wd := range m.train {
		if !m.raced(k.start + training.Day((int(wd)+6)%7)) {
			free++
		}
	}
	return out * float64(end-first) / 7 * float64(free) / float64(len(m.train))
}

// keep adds a week to those before it.
func (m *maker) keep(k *week) {
	m.daily = append(m.daily, k.loads()...)
	m.done = append(m.done, k.sessions...)
	minutes, tss, _ := k.sum()
	if k.share <= 0.85 || k.recovers || k.start < m.Start || minutes == 0 {
		return
	}
	m.last, m.normal, m.heaviest = minutes, max(m.normal, minutes), max(m.heaviest, tss)
	m.fullest = max(m.fullest, minutes)
	if m.capped == 0 && minutes > 60*m.Hours-4*stepMin && k.number > 1 {
		m.capped = k.number
	}
}

// loads returns the load of each day of a week.
func (k *week) loads() []float64 {
	out := make([]float64, 7)
	for i := range k.sessions {
		out[k.sessions[i].day-k.start] += k.sessions[i].load
	}
	return out
}

func (k *week) sum() (minutes, tss, hard float64) {
	for i := range k.sessions {
		s := &k.sessions[i]
		minutes, tss, hard = minutes+s.minutes, tss+s.load, hard+s.hard
	}
	return minutes, tss, hard
}

// within is the gate of load: it reports whether a week keeps to the ramp of CTL, to the growth
// of the weekly load and to the hours.
func (m *maker) within(k *week) bool {
	minutes, tss, _ := k.sum()
	heaviest := max(m.heaviest, 7*max(m.CTL, leastStart))
	return minutes <= 60*m.Hours+1e-6 && tss <= growth*heaviest+1e-6 && m.ramp(k) <= m.Ramp
}

// ramp returns the greatest rise of CTL over any 7 days that end in the week.
func (m *maker) ramp(k *week) float64 {
	all := slices.Concat(m.daily, k.loads())
	series := load.Model{Seed: load.Seed{CTL: m.CTL, ATL: m.CTL}}.Series(all)
	worst := math.Inf(-1)
	for i := len(m.daily); i < len(all); i++ {
		from := m.CTL
		if i >= 7 {
			from = series[i-7].CTL
		}
		worst = max(worst, series[i].CTL-from)
	}
	return worst
}

// mostOf returns the longest session of a sport that is allowed on a day: a step over the
// longest of the 30 days before it.
func (m *maker) mostOf(s training.Sport, day training.Day) float64 {
	longest := 0.0
	for i := range m.done {
		if d := &m.done[i]; d.sport == s && day-d.day <= lookBack {
			longest = max(longest, d.minutes)
		}
	}
	longest = max(longest, m.before(s, day-m.Start < lookBack))
	if s == training.Running {
		return runStep * longest
	}
	return otherStep * longest
}

// before returns the longest session of a sport in the 30 days before the plan, in minutes, or
// else what anybody can start with. If it is unknown, it is a share of the usual week.
func (m *maker) before(s training.Sport, counts bool) float64 {
	longest, known := m.LongestMin[s]
	switch {
	case !counts:
		longest = 0
	case !known:
		share := map[training.Sport]float64{training.Running: 0.3, training.Cycling: 0.35, training.Swimming: 0.3}[s]
		if m.Sport == Triathlon {
			share = map[training.Sport]float64{training.Running: 0.2, training.Cycling: 0.35, training.Swimming: 0.2}[s]
		}
		longest = share * m.startMinutes()
	}
	return max(longest, map[training.Sport]float64{training.Running: 25, training.Cycling: 45, training.Swimming: 25}[s])
}

// round returns a length that a person would write down: whole minutes up to a limit, in steps
// of 5 minutes where that loses little.
func round(minutes float64) float64 {
	fives := stepMin * math.Floor(minutes/stepMin)
	if fives >= 0.965*minutes {
		return fives
	}
	return math.Floor(minutes)
}
