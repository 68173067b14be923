package demo

import (
	"math"
	"math/rand/v2"
	"time"

	"lapkeep/internal/training"
)

// seed makes this athlete and no other.
const seed = 0x6c61706b656570

// conditions hold a day's form, weather and circumstances.
type conditions struct {
	form
	start    time.Time
	offsetS  int
	tempC    float64
	noPower  bool // the other bike, or a flat battery
	noHR     bool // the strap stayed at home
	runPower bool
	newWatch bool // running dynamics
	seed     uint64
}

func (c conditions) rand() *rand.Rand { return rand.New(rand.NewPCG(seed, c.seed)) }

// recorder makes the recordings of one activity.
type recorder interface {
	record(c conditions) []*training.Recording
}

func (s season) item(day training.Day, sl slot) Item {
	rng := rand.New(rand.NewPCG(seed, uint64(day)<<8|uint64(sl.kind)))
	c := conditions{form: s.formOn(day), seed: rng.Uint64(), runPower: day >= s.runPod, newWatch: day >= s.from+365}
	local := startClock(day, sl.kind, rng)
	c.offsetS = offset(local)
	c.start = local.Add(-time.Duration(c.offsetS) * time.Second)
	c.tempC = temperature(day, rng)
	c.noPower = (sl.kind == endurance || sl.kind == spin) && rng.IntN(18) == 0
	c.noHR = sl.kind <= longRun && sl.kind != ftpTest && rng.IntN(45) == 0
	it := Item{
		ID: "demo-" + day.String() + "-" + sl.kind.slug(), Day: day, Start: c.start, Sport: sl.kind.sport(), kind: sl.kind,
		PerceivedExertion: sl.kind.exertion(rng), Race: sl.kind.race(), on: c,
	}
	if sl.kind == endurance && cold(day) {
		sl.volume *= 0.75
	}
	it.work, it.text = sl.workout(day, rng)
	s.words(&it, sl, rng)
	return it
}

// startClock is the local time of the start, written as if it were UTC.
func startClock(day training.Day, k kind, rng *rand.Rand) time.Time {
	minutes := 17*60 + 35
	switch {
	case k.race():
		minutes = 8 * 60
		return day.Time(time.UTC).Add(time.Duration(minutes) * time.Minute)
	case k == poolSwim || k == openSwim || k == easyRun:
		minutes = 6*60 + 40
	}
	if w := day.Weekday(); w == time.Saturday || w == time.Sunday {
		minutes = 9 * 60
	}
	return day.Time(time.UTC).Add(time.Duration(60*minutes+rng.IntN(1800)) * time.Second)
}

// offset is Central European Time's distance from UTC: an hour, and two from
// the last Sunday of March to that of October.
func offset(local time.Time) int {
	lastSunday := func(m time.Month) training.Day {
		return training.NewDay(local.Year(), m, 31).WeekStart(time.Sunday)
	}
	if d := training.DayOf(local); d >= lastSunday(time.March) && d < lastSunday(time.October) {
		return 7200
	}
	return 3600
}

// temperature is a plausible mean of the day's hours of daylight in °C.
func temperature(day training.Day, rng *rand.Rand) float64 {
	warm := math.Cos(2 * math.Pi * float64(day.Time(time.UTC).YearDay()-200) / 365.25)
	return math.Round(12 + 10*warm + 3*rng.NormFloat64())
}

// cold says that nobody rides intervals outside.
func cold(day training.Day) bool {
	m := day.Time(time.UTC).Month()
	return m >= time.November || m <= time.March
}
