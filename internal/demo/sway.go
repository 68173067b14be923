package demo

import (
	"math"
	"math/rand/v2"
	"strings"
	"time"

	"lapkeep/internal/training"
)

// These are the random streams of a day. Each value has its own stream, so that
// adding one does not change the others.
const (
	swayHRV uint64 = iota + 0x100
	swayHR
	swaySleep
	swayStages
	swayWeight
	swaySteps
	swayRating
	swayWorn
	swayCycle
	swaySky
	swayFuel
)

func chance(of uint64, day training.Day) *rand.Rand {
	return rand.New(rand.NewPCG(seed^of, uint64(day)))
}

// noise returns a random value with mean 0 and standard deviation 1, which
// partly depends on the two days before.
func noise(of uint64, day training.Day) float64 {
	const keep, scale = 0.5, 0.873 // 1/sqrt(1 + keep² + keep⁴)
	sum, share := 0.0, 1.0
	for back := range training.Day(3) {
		sum += share * chance(of, day-back).NormFloat64()
		share *= keep
	}
	return sum * scale
}

// Morning is a day of wellness from two sources, the watch and the athlete. Either may be empty.
type Morning struct {
	Watch, Own training.WellnessDay
}

// WatchSource is the name of the watch as a source of wellness values.
const WatchSource = "garmin"

const ownSource = "athlete"

// upAt is the time at which the athlete gets up. From then on, the values of the night are known.
const upAt = 7 * time.Hour

// Awake returns the last day whose night is over at the time now.
func (p Plan) Awake(now time.Time) training.Day {
	return training.DayOf(now.In(p.Athlete.Location()).Add(-upAt))
}

// Mornings returns the wellness days in order, up to the last one whose night is over. Days
// without any values are left out.
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
			m.Own.Set(training.WellnessMenstrualPhase, "period", ownSource)
		}
		if !m.Watch.Empty() || !m.Own.Empty() {
			out = append(out, m)
		}
	}
	return out
}

// night holds the inputs of a day's wellness.
type night struct {
	season
	strain
	day    training.Day
	luteal float64
	over   bool // the day is over, too, so the number of steps is known
}

// These are the nights without a watch: the athlete left it at home on a holiday, and
// once had no charger.
const (
	holidayFrom, holidayDays = 3, 5
	flatFrom, flatDays       = 150, 8
)

// worn reports whether the athlete wore the watch that night.
func (n night) worn() bool {
	away, flat := n.day-n.breakFrom-holidayFrom, n.day-n.from-flatFrom
	if away >= 0 && away < holidayDays || flat >= 0 && flat < flatDays {
		return false
	}
	return chance(swayWorn, n.day).IntN(30) > 0
}

// progress returns the elapsed share of the two years, from 0 to 1.
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

// hrvMS returns the rMSSD of the night in ms. It is lower after a hard day, in weeks with
// more load than usual and in the luteal phase, and much lower during illness.
func (n night) hrvMS() float64 {
	const usualMS, gainMS = 58, 8
	dip := 0.0035*math.Max(-n.fresh, -20) + 0.0006*(n.yesterday-60) + 0.035*n.luteal + 0.42*n.ill
	return (usualMS + gainMS*n.progress()) * math.Exp(-dip+0.045*noise(swayHRV, n.day))
}

// restingBpm returns the resting heart rate, which rises when hrvMS falls. The
// resting heart rates in the dated thresholds are based on it.
func (n night) restingBpm() float64 {
	const usualBpm, gainBpm = 52, 4
	return usualBpm - gainBpm*n.progress() - 0.045*n.fresh + 0.006*(n.yesterday-60) + 1.4*n.luteal + 14.5*n.ill + 0.7*noise(swayHR, n.day)
}

// asleepS returns the time asleep in seconds, rounded to minutes.
func (n night) asleepS() float64 {
	hours := 7.35 + 0.0022*(n.yesterday-60) - 0.15*n.luteal + 1.3*n.ill + 0.5*noise(swaySleep, n.day)
	if w := n.day.Weekday(); w == time.Saturday || w == time.Sunday {
		hours += 0.45
	}
	if n.races { // the night before a race
		hours -= 1.2
	}
	return 60 * math.Round(60*min(max(hours, 4.6), 10.2))
}

func (n night) steps() float64 {
	const stepsPerKm = 1040
	sitting := (5400 + 1300*math.Abs(noise(swaySteps, n.day))) * (1 - 0.8*n.ill)
	return sitting + stepsPerKm*n.running
}

// scale adds the athlete's weight, which is measured three times a week.
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

// rate adds the ratings that the athlete has entered at breakfast on most days
// since the first winter.
func (n night) rate(w *training.WellnessDay) {
	for after, said := range [...]string{
		"Throat scratchy, hot in the night.", "Fever. In bed.", "Fever gone, weak.", "Up again, walked around the block.",
	} {
		if n.day == n.illness+training.Day(after)+1 {
			w.Set(training.WellnessComments, said, ownSource)
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

// sky is a day's weather, except the temperature.
type sky struct {
	windKMH, gustKMH, fromDeg float64
	cloudsPct, rainMM         float64
}

// skyOver returns the weather of a day: mostly west wind, sometimes dry wind
// from the north-east, and rain from thick clouds.
func skyOver(day training.Day) sky {
	rng := chance(swaySky, day)
	s := sky{windKMH: 3 + 8*math.Abs(rng.NormFloat64()), fromDeg: 250 + 30*rng.NormFloat64(), cloudsPct: 100 * math.Sqrt(rng.Float64())}
	if rng.IntN(4) == 0 {
		s.fromDeg, s.cloudsPct = 45+15*rng.NormFloat64(), s.cloudsPct/2
	}
	s.gustKMH = s.windKMH * (1.4 + 0.5*rng.Float64())
	if rain := rng.ExpFloat64(); s.cloudsPct > 80 && rain > 0.5 {
		s.rainMM = 0.6 * rain
	}
	return s
}

// remarked adapts the weather to the athlete's remark about the activity.
func (s *sky) remarked(remark string) {
	const breezeKMH, calmKMH = 19, 6
	says := func(what string) bool { return strings.Contains(remark, what) }
	switch {
	case says("wet") || says("Muddy"):
		s.cloudsPct, s.rainMM = max(s.cloudsPct, 88), max(s.rainMM, 0.4)
	case says("Lovely light"):
		s.cloudsPct, s.rainMM = min(s.cloudsPct, 35), 0
	case says("Headwind") || says("Choppy"):
		s.windKMH, s.gustKMH = max(s.windKMH, breezeKMH), max(s.gustKMH, 1.5*breezeKMH)
	case says("Flat water"):
		s.windKMH, s.gustKMH = min(s.windKMH, calmKMH), min(s.gustKMH, 1.5*calmKMH)
	}
}

// outside reports whether an activity was outdoors.
func (it Item) outside() bool {
	switch w := it.work.(type) {
	case ride:
		return w.lengthM > 0
	case run, openWater, olympic:
		return true
	}
	return false
}

// weather returns the weather of an activity, as a service would report it; it returns nil for
// indoor activities. The device's temperature is the air temperature plus some degrees in the sun.
func (it Item) weather() training.Values {
	if !it.outside() {
		return nil
	}
	s := skyOver(it.Day)
	s.remarked(it.Description)
	rng := chance(swaySky, -it.Day)
	const inTheSunC, whole = 2.2, 100
	air := it.on.tempC - 0.3 - inTheSunC*(1-s.cloudsPct/whole)
	spread := 0.5 + 1.5*rng.Float64()
	head := 28 + 18*rng.Float64() // a loop has about as much tailwind as headwind
	v := training.Values{}
	for m, x := range map[training.Metric]float64{
		training.MetricWeatherTempC: air, training.MetricWeatherMinTempC: air - spread, training.MetricWeatherMaxTempC: air + spread,
		training.MetricFeelsLikeC: feelsLike(air, s.windKMH), training.MetricWindSpeedKMH: s.windKMH, training.MetricWindGustKMH: s.gustKMH,
	} {
		v = v.Put(m, math.Round(10*x)/10)
	}
	rain, snow := s.rainMM, 0.0
	if air < 0.5 {
		rain, snow = 0, rain
	}
	return v.Put(training.MetricWindFromDeg, math.Round(math.Mod(s.fromDeg+360, 360))).
		Put(training.MetricHeadwindPct, math.Round(head)).Put(training.MetricTailwindPct, math.Round(head*(0.85+0.3*rng.Float64()))).
		Put(training.MetricCloudsPct, math.Round(s.cloudsPct)).
		Put(training.MetricMaxRainMM, math.Round(10*rain)/10).Put(training.MetricMaxSnowMM, math.Round(10*snow)/10)
}

// feelsLike returns the wind chill of the Meteorological Service of Canada and
// the US National Weather Service (2001), for wind in cold air.
func feelsLike(airC, windKMH float64) float64 {
	const coldC, leastKMH = 10, 4.8
	if airC > coldC || windKMH < leastKMH {
		return airC
	}
	w := math.Pow(windKMH, 0.16)
	return 13.12 + 0.6215*airC - 11.37*w + 0.3965*airC*w
}

// roadMPS returns the approximate speed in m/s of an outdoor ride of this kind,
// or 0 for other kinds.
func (k kind) roadMPS() float64 {
	return map[kind]float64{endurance: 8, hillyRide: 7.4, groupRide: 8.9, granFondo: 8.4}[k]
}

// fuel returns the carbohydrate in g and fluid in ml that the athlete notes: on
// long rides, in races, and if the description mentions a gel. 0 means not noted.
func (it Item) fuel() (carbsG, fluidML float64) {
	const gelG, halfMarathonM = 25, 21_000
	switch w := it.work.(type) {
	case ride:
		return it.onTheBike(w.lengthM)
	case run:
		switch {
		case it.Race && w.lengthM > halfMarathonM:
			return 2 * gelG, 400
		case strings.Contains(it.Description, "gel"):
			return gelG, 0
		}
	}
	return 0, 0
}

// longRideH is the minimum duration in hours of a ride on which the athlete eats.
const longRideH = 1.9

func (it Item) onTheBike(metres float64) (carbsG, fluidML float64) {
	mps := it.kind.roadMPS()
	if mps == 0 {
		return 0, 0
	}
	hours := metres / mps / 3600
	rng := chance(swayFuel, it.Day)
	perHour := 38 + 4*math.Max(0, hours-2) + 6*rng.Float64()
	if it.Race {
		perHour = 72
	} else if rng.IntN(6) == 0 { // the athlete forgot to note it
		return 0, 0
	}
	if hours < longRideH {
		return 0, 0
	}
	const stepG, bottleML = 5, 250 // precision of the notes: carbohydrate in steps of 5 g, fluid by the bottle
	thirst := 430 + 14*math.Max(0, it.on.tempC-12)
	return stepG * math.Round(perHour*hours/stepG), bottleML * math.Round(thirst*hours/bottleML)
}

// planFuel returns the planned carbohydrate (g) and fluid (ml) per hour of long
// rides.
func (it Item) planFuel() (carbsG, fluidML float64) {
	r, is := it.work.(ride)
	if mps := it.kind.roadMPS(); !is || mps == 0 || r.lengthM/mps/3600 < longRideH {
		return 0, 0
	}
	return 45, 500
}
