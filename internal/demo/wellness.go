package demo

import (
	"math"
	"time"

	"lapkeep/internal/training"
)

// Morning is a day of wellness in two voices: what the watch counted, and what
// the athlete says of it. Both may be empty.
type Morning struct {
	Watch, Own training.WellnessDay
}

// WatchSource is who says what the watch counted.
const WatchSource = "garmin"

// ownSource is who says what the athlete enters.
const ownSource = "athlete"

// upAt is when the athlete has slept enough: what a night gave is known then.
const upAt = 7 * time.Hour

// Awake is the last day of which the night is over at a time.
func (p Plan) Awake(now time.Time) training.Day {
	return training.DayOf(now.In(p.Athlete.Location()).Add(-upAt))
}

// Mornings are the days of wellness in their order, up to the last whose night
// is over. Days without anything are left out.
func (p Plan) Mornings() []Morning {
	last := p.Days.To
	if !p.now.IsZero() {
		last = min(last, p.Awake(p.now))
	}
	strains := p.strains()
	period, luteal := p.season.phases(last + lutealDays)
	var out []Morning
	for i, day := 0, p.Days.From; day <= last; i, day = i+1, day+1 {
		n := night{season: p.season, day: day, strain: strains[i], luteal: luteal[day], over: day < p.Days.To}
		m := Morning{training.WellnessDay{Day: day}, training.WellnessDay{Day: day}}
		if n.worn() {
			n.watch(&m.Watch)
		}
		n.scale(&m.Own)
		n.rate(&m.Own)
		if period[day] {
			m.Own.Say(training.WellnessMenstrualPhase, "period", ownSource)
		}
		if !m.Watch.Empty() || !m.Own.Empty() {
			out = append(out, m)
		}
	}
	return out
}

// night is what a day of wellness follows from.
type night struct {
	season
	strain
	day    training.Day
	luteal float64
	over   bool // the day too, so that its steps are known
}

// The watch lay at home on the holiday, and was without its charger once.
const (
	holidayFrom, holidayDays = 3, 5
	flatFrom, flatDays       = 150, 8
)

// worn reports whether the watch was at the wrist in the night.
func (n night) worn() bool {
	away, flat := n.day-n.breakFrom-holidayFrom, n.day-n.from-flatFrom
	if away >= 0 && away < holidayDays || flat >= 0 && flat < flatDays {
		return false
	}
	return chance(swayWorn, n.day).IntN(30) > 0
}

// progress is how far the two years are, 0 to 1.
func (n night) progress() float64 { return min(1, float64(n.day-n.from)/float64(n.born-n.from)) }

func (n night) watch(w *training.WellnessDay) {
	put := func(f training.WellnessField, v float64) { w.Put(f, math.Round(v), WatchSource) }
	put(training.WellnessHRVRmssdMs, n.hrvMS())
	put(training.WellnessRestingHRBpm, n.restingBpm())
	asleep := n.asleepS()
	rng := chance(swayStages, n.day)
	deep := asleep * (0.17 - 0.04*n.ill + 0.02*rng.NormFloat64())
	rem := asleep * (0.22 - 0.03*n.ill + 0.02*rng.NormFloat64())
	minutes := func(s float64) float64 { return 60 * math.Round(s/60) }
	put(training.WellnessSleepS, asleep)
	put(training.WellnessSleepDeepS, minutes(deep))
	put(training.WellnessSleepRemS, minutes(rem))
	put(training.WellnessSleepLightS, asleep-minutes(deep)-minutes(rem))
	put(training.WellnessSleepAwakeS, minutes(60*(22+8*rng.ExpFloat64()+35*n.ill)))
	if n.over {
		put(training.WellnessSteps, n.steps())
	}
}

// hrvMS is the rMSSD of the night: less of it after a hard day and in weeks of
// more than usual, in the second part of a cycle, and much less in illness.
func (n night) hrvMS() float64 {
	const usualMS, gainMS = 58, 8
	dip := 0.0035*math.Max(-n.fresh, -20) + 0.0006*(n.yesterday-60) + 0.035*n.luteal + 0.42*n.ill
	return (usualMS + gainMS*n.progress()) * math.Exp(-dip+0.045*sway(swayHRV, n.day))
}

// restingBpm turns the same round. The dated thresholds follow it.
func (n night) restingBpm() float64 {
	const usualBpm, gainBpm = 52, 4
	return usualBpm - gainBpm*n.progress() - 0.045*n.fresh + 0.006*(n.yesterday-60) + 1.4*n.luteal + 14.5*n.ill + 0.7*sway(swayHR, n.day)
}

// asleepS is in whole minutes.
func (n night) asleepS() float64 {
	hours := 7.35 + 0.0022*(n.yesterday-60) - 0.15*n.luteal + 1.3*n.ill + 0.5*sway(swaySleep, n.day)
	if w := n.day.Weekday(); w == time.Saturday || w == time.Sunday {
		hours += 0.45
	}
	if n.races { // the night before
		hours -= 1.2
	}
	return 60 * math.Round(60*min(max(hours, 4.6), 10.2))
}

func (n night) steps() float64 {
	const stepsPerKm = 1040
	sitting := (5400 + 1300*math.Abs(sway(swaySteps, n.day))) * (1 - 0.8*n.ill)
	return sitting + stepsPerKm*n.running
}

// scale is stepped on three times a week.
func (n night) scale(w *training.WellnessDay) {
	rng := chance(swayWeight, n.day)
	switch n.day.Weekday() {
	case time.Monday, time.Wednesday, time.Friday:
	default:
		return
	}
	if rng.IntN(8) == 0 || n.resting(n.day.WeekStart(time.Monday)) {
		return
	}
	kg := n.formOn(n.day).weightKg + 0.3*n.luteal - 0.7*n.ill + 0.22*rng.NormFloat64()
	w.Put(training.WellnessWeightKg, math.Round(10*kg)/10, ownSource)
}

// rate is what the athlete enters at breakfast, most days since the first
// winter.
func (n night) rate(w *training.WellnessDay) {
	for after, said := range [...]string{
		"Throat scratchy, hot in the night.", "Fever. In bed.", "Fever gone, weak.", "Up again, walked around the block.",
	} {
		if n.day == n.illness+training.Day(after)+1 {
			w.Say(training.WellnessComments, said, ownSource)
		}
	}
	rng := chance(swayRating, n.day)
	if n.day < n.from+80 || rng.IntN(7) == 0 || n.resting(n.day.WeekStart(time.Monday)) {
		return
	}
	put := func(f training.WellnessField, v float64) {
		w.Put(f, min(max(math.Round(v+0.4*rng.NormFloat64()), 1), 4), ownSource)
	}
	put(training.WellnessFatigue, 1.8-n.fresh/28+1.8*n.ill)
	put(training.WellnessSoreness, 1.3+(n.yesterday-50)/90+0.9*n.ill)
	put(training.WellnessMood, 1.7-n.fresh/60+1.6*n.ill)
}
