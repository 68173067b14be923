package demo

import (
	"math"
	"math/rand/v2"
	"time"

	"lapkeep/internal/training"
)

type kind int

const (
	sweetSpot kind = iota + 1
	threshold
	vo2max
	ftpTest
	ergRide
	spin
	endurance
	hillyRide
	groupRide
	easyRun
	hillRun
	tempoRun
	trackRun
	longRun
	poolSwim
	openSwim
	strength
	granFondo
	halfMarathon
	triathlon
	tenK
)

// slot is one activity of a week. Its weekday is counted from Monday.
type slot struct {
	weekday int
	kind    kind
	volume  float64 // relative to the athlete's usual length
	session string  // id of a library session, used instead of the athlete's own
	planned bool    // the activity is in the calendar, so its numbers are rounded
	more    int     // additional repetitions
}

// on returns one of the athlete's own sessions.
func on(weekday int, k kind, volume float64) slot {
	return slot{weekday: weekday, kind: k, volume: volume}
}

// phase holds the sessions that are used in a part of the year.
type phase struct {
	key    []kind // Tuesday's sessions, in rotation
	long   []kind // Saturday's sessions, in rotation
	volume float64
}

func phaseOf(m time.Month) phase {
	switch m {
	case time.November, time.December, time.January:
		return phase{[]kind{sweetSpot, ergRide, sweetSpot}, []kind{ergRide, endurance, endurance}, 1.02}
	case time.February, time.March:
		return phase{[]kind{sweetSpot, threshold, threshold}, []kind{endurance, endurance, hillyRide}, 1.14}
	case time.April, time.May:
		return phase{[]kind{vo2max, threshold, vo2max}, []kind{endurance, hillyRide, endurance}, 1.3}
	case time.June, time.July, time.August:
		return phase{[]kind{vo2max, threshold, groupRide}, []kind{hillyRide, endurance, groupRide}, 1.32}
	default:
		return phase{[]kind{threshold, sweetSpot, groupRide}, []kind{endurance, hillyRide, endurance}, 1.14}
	}
}

// testEvery is the number of weeks between two tests of threshold power.
const testEvery = 12

// week returns the athlete's sessions in order of time, in the week that begins on monday
// and is week number index of the two years.
func (s season) week(index int, monday training.Day) []slot {
	week := s.usual(index, monday)
	if !s.calendar().Contains(monday) {
		return week
	}
	for i := range week {
		sl := &week[i]
		if sl.planned = true; sl.kind == longRun && monday+training.Day(sl.weekday) > s.born {
			// A new season makes the long run no longer at once.
			usual := phaseOf(s.calendar().From.Time(time.UTC).Month()).volume
			sl.volume *= min(1, usual/phaseOf((monday+3).Time(time.UTC).Month()).volume)
		}
	}
	if monday > s.born {
		return s.ahead(index, monday, week)
	}
	return week
}

// usual returns the sessions of a week, depending on the season, races, illness
// and the break.
func (s season) usual(index int, monday training.Day) []slot {
	if s.resting(monday) {
		return nil
	}
	if monday == s.illness {
		return []slot{on(0, easyRun, 0.6)}
	}
	month := (monday + 3).Time(time.UTC).Month()
	if race, ok := s.raceIn(monday); ok {
		return []slot{on(1, spin, 1), on(2, easyRun, 0.8), on(3, poolSwim, 0.7), on(5, spin, 0.7), on(6, race, 1)}
	}
	if monday == s.raceWeek()-weekDays { // the taper: little, with some of the race's pace
		return []slot{on(1, spin, 1), on(2, tempoRun, 0.8), on(3, poolSwim, 0.8), on(5, endurance, 0.6), on(6, easyRun, 1.1)}
	}
	if s.resting(monday-7) || monday == s.illness+7 {
		return []slot{on(1, spin, 1), on(3, easyRun, 0.8), on(5, endurance, 0.6), on(6, easyRun, 1)}
	}
	if s.easy(index, monday) {
		return []slot{on(1, spin, 1.1), on(2, easyRun, 0.8), on(4, poolSwim, 0.8), on(5, endurance, 0.65), on(6, easyRun, 1.1)}
	}
	return buildWeek(index, month)
}

// raceWeek returns the first day of the week of the next race.
func (s season) raceWeek() training.Day { return s.next.WeekStart(time.Monday) }

// easy reports whether a week is the easy one of four. Before the taper, which is easy
// enough, there is none.
func (s season) easy(index int, monday training.Day) bool {
	return index%4 == 3 && monday != s.raceWeek()-2*weekDays
}

// buildWeek returns the sessions of one of three build weeks. Each is a little
// longer than the one before.
func buildWeek(index int, month time.Month) []slot {
	p := phaseOf(month)
	volume := p.volume * (0.94 + 0.06*float64(min(index%4, 2)))
	key := on(1, p.key[index%len(p.key)], volume)
	if index%testEvery == 0 {
		key = on(1, ftpTest, 1)
	}
	winter, summer := month <= time.February || month == time.December, month >= time.June && month <= time.September
	week := []slot{key, on(2, []kind{easyRun, hillRun, tempoRun}[index%3], volume)}
	if winter && index%4 < 2 && index%8 < 4 {
		week = append([]slot{on(0, strength, 1)}, week...)
	}
	swim := on(3, poolSwim, volume)
	if summer && index%2 == 0 {
		swim.kind = openSwim
	}
	week = append(week, swim)
	if index%8 == 2 {
		week = append(week, on(4, spin, 1))
	}
	week = append(week, on(5, p.long[index%len(p.long)], volume))
	last := on(6, longRun, volume)
	if index%5 == 4 {
		last.kind = trackRun
	}
	return append(week, last)
}

func (k kind) sport() training.Sport {
	switch k {
	case easyRun, hillRun, tempoRun, trackRun, longRun, halfMarathon, tenK:
		return training.Running
	case poolSwim, openSwim, triathlon: // a triathlon begins in the water
		return training.Swimming
	case strength:
		return training.Strength
	default:
		return training.Cycling
	}
}

func (k kind) race() bool { return k >= granFondo }

func (k kind) slug() string {
	return [...]string{
		sweetSpot: "sweet-spot", threshold: "threshold", vo2max: "vo2max", ftpTest: "ftp-test", ergRide: "trainer", spin: "easy-spin",
		endurance: "endurance", hillyRide: "hills", groupRide: "group-ride", easyRun: "easy-run", hillRun: "hill-run", tempoRun: "tempo-run",
		trackRun: "intervals", longRun: "long-run", poolSwim: "pool", openSwim: "open-water", strength: "strength",
		granFondo: "gran-fondo", halfMarathon: "half-marathon", triathlon: "triathlon", tenK: "10-km",
	}[k]
}

func (k kind) exertion(rng *rand.Rand) float64 {
	base := [...]float64{
		sweetSpot: 6, threshold: 7, vo2max: 8, ftpTest: 9, ergRide: 3, spin: 2, endurance: 4, hillyRide: 6, groupRide: 7,
		easyRun: 3, hillRun: 5, tempoRun: 7, trackRun: 8, longRun: 5, poolSwim: 4, openSwim: 4, strength: 5,
		granFondo: 9, halfMarathon: 9, triathlon: 9, tenK: 9,
	}[k]
	return base + float64(rng.IntN(2))
}

func (s slot) metres() float64 {
	switch s.kind {
	case granFondo:
		return 108_000
	case halfMarathon:
		return 21_130
	case tenK:
		return 10_020
	}
	return 1000 * [...]float64{
		endurance: 72, hillyRide: 58, groupRide: 68, easyRun: 8.4, hillRun: 9.5, tempoRun: 10, trackRun: 11, longRun: 16.5,
		openSwim: 1.9,
	}[s.kind] * s.volume
}

func (s slot) workout(day training.Day, rng *rand.Rand) (w recorder, text string) {
	if s.session != "" {
		text = library(s.session).Text
	} else {
		text = s.own(rng)
	}
	switch s.kind.sport() {
	case training.Running:
		return s.run(text, rng), text
	case training.Swimming:
		return s.swim(text), text
	case training.Strength:
		chatS := rng.IntN(600)
		if s.planned {
			chatS /= 5
		}
		return gym{text: text, chatS: chatS}, text
	default:
		r := s.ride(day, rng)
		r.text = text
		return r, text
	}
}

func (s slot) ride(day training.Day, rng *rand.Rand) ride {
	long := func(hills float64, r ride) ride {
		r.lengthM, r.leadM, r.hills, r.loop = s.metres(), s.kind.leadM(), hills, uint64(1+rng.IntN(4))
		return r
	}
	switch s.kind {
	case sweetSpot, threshold, vo2max:
		if cold(day) || s.session != "" {
			return ride{}
		}
		return ride{lengthM: 36_000, hills: 0.3, loop: 11, stops: 1 + rng.IntN(2)}
	case ftpTest, ergRide, spin: // always on the trainer
		return ride{}
	case groupRide:
		return long(1, ride{style: grouped, stops: 2, coffeeS: 600 + rng.IntN(600)})
	case hillyRide:
		return long(2.5, ride{stops: 2})
	case granFondo:
		return ride{style: raced, lengthM: s.metres(), hills: 2.2, loop: 21}
	default:
		r := long(1, ride{stops: 2 + rng.IntN(4)})
		if rng.IntN(3) == 0 {
			r.coffeeS = 900 + rng.IntN(900)
		}
		return r
	}
}

func (s slot) run(text string, rng *rand.Rand) run {
	race := func(r run) run {
		r.text, r.lengthM = text, s.metres()
		return r
	}
	way := func(r run) run {
		r = race(r)
		r.loop = uint64(41 + rng.IntN(4))
		return r
	}
	if s.session != "" {
		return run{text: text, hills: 0.2, loop: uint64(41 + rng.IntN(4))}
	}
	switch s.kind {
	case hillRun:
		return way(run{hills: 4, sub: training.SubTrail})
	case tempoRun:
		return way(run{hills: 0.6})
	case trackRun:
		return way(run{hills: 0.2})
	case longRun:
		return way(run{hills: 1.2, stops: rng.IntN(3)})
	case halfMarathon:
		return race(run{hills: 0.5, loop: 51})
	case tenK:
		return race(run{hills: 0.2, loop: 52})
	default:
		return way(run{hills: 0.8, stops: rng.IntN(2)})
	}
}

func (s slot) swim(text string) recorder {
	switch s.kind {
	case triathlon:
		return olympic{}
	case openSwim:
		return openWater{text: text, lengthM: s.metres()}
	}
	return swim{text: text}
}

const seed = 0x6c61706b656570

// conditions describes a day's form, weather and circumstances.
type conditions struct {
	form
	start    time.Time
	offsetS  int
	tempC    float64
	noPower  bool // on the other bike, or with a flat battery
	noHR     bool // the strap stayed at home
	runPower bool
	newWatch bool // the watch records running dynamics
	seed     uint64
}

func (c conditions) rand() *rand.Rand { return rand.New(rand.NewPCG(seed, c.seed)) }

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

// startClock returns the local time of the start, written as if it were UTC.
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

// offset returns the offset of Central European Time from UTC in seconds: two hours
// from the last Sunday of March to the last Sunday of October, and otherwise one.
func offset(local time.Time) int {
	lastSunday := func(m time.Month) training.Day {
		return training.NewDay(local.Year(), m, 31).WeekStart(time.Sunday)
	}
	if d := training.DayOf(local); d >= lastSunday(time.March) && d < lastSunday(time.October) {
		return 7200
	}
	return 3600
}

// temperature returns a plausible mean temperature in daylight, in °C.
func temperature(day training.Day, rng *rand.Rand) float64 {
	warm := math.Cos(2 * math.Pi * float64(day.Time(time.UTC).YearDay()-200) / 365.25)
	return math.Round(12 + 10*warm + 3*rng.NormFloat64())
}

// cold reports whether it is too cold for intervals outside.
func cold(day training.Day) bool {
	m := day.Time(time.UTC).Month()
	return m >= time.November || m <= time.March
}
