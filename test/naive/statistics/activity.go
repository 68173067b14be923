// Package statistics computes training statistics from lists of activities in
// slow and simple ways, for tests of the fast ones. It is for tests only: the
// product must not import it.
//
// Days are local, YYYY-MM-DD, and each [Activity] has its own: two that begin
// at one instant in different zones each count on their own day and hour. Their
// order is that of instants, or of ids for equal instants. A missing value is
// NaN: it adds nothing, it is no best, and a sum of only missing values is
// missing. Lists may be in any order. Amounts are compared with a target in
// whole thousandths (mm, ms), so that three times a third of a kilometre is
// one.
//
// [RandomYears] makes lists for comparisons.
package statistics

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"
	_ "time/tzdata" // the days are in zones with summer time
)

// Activity holds the values that the statistics use. Start has its zone, and
// Day is the day there.
type Activity struct {
	ID, Sport string
	Day       string
	Start     time.Time

	DistanceM, ElapsedS, TimerS, ClimbM, CaloriesKcal, Load float64
	MaxSpeedMPS, AvgPowerW, MaxPowerW                       float64

	Commute, Race, Indoor bool
	Gear, Tags            []string
}

// Measure is a quantity to sum up.
type Measure string

// The measures. Count is one per activity.
const (
	Count    Measure = "count"
	Distance Measure = "distance_m"
	Elapsed  Measure = "elapsed_s"
	Timer    Measure = "timer_s"
	Climb    Measure = "climb_m"
	Calories Measure = "calories_kcal"
	Load     Measure = "load"
)

// Measures returns all measures.
func Measures() []Measure {
	return []Measure{Count, Distance, Elapsed, Timer, Climb, Calories, Load}
}

// Of returns the activity's amount, NaN if it is missing.
func (a Activity) Of(m Measure) float64 {
	switch m {
	case Count:
		return 1
	case Distance:
		return a.DistanceM
	case Elapsed:
		return a.ElapsedS
	case Timer:
		return a.TimerS
	case Climb:
		return a.ClimbM
	case Calories:
		return a.CaloriesKcal
	case Load:
		return a.Load
	}
	return math.NaN()
}

// Where returns the activities for which f is true.
func Where(list []Activity, f func(Activity) bool) []Activity {
	var out []Activity
	for _, a := range list {
		if f(a) {
			out = append(out, a)
		}
	}
	return out
}

// Of returns the activities of a sport, or of all sports for "".
func Of(list []Activity, sport string) []Activity {
	return Where(list, func(a Activity) bool { return sport == "" || a.Sport == sport })
}

// inOrder returns the list in order of time.
func inOrder(list []Activity) []Activity {
	out := slices.Clone(list)
	slices.SortFunc(out, earlier)
	return out
}

func earlier(a, b Activity) int { return cmp.Or(a.Start.Compare(b.Start), cmp.Compare(a.ID, b.ID)) }

// thousandths returns an amount for comparison; a missing one is 0.
func thousandths(x float64) int64 {
	if math.IsNaN(x) {
		return 0
	}
	return int64(math.Round(x * 1000))
}

// Nth returns activity n, from 1, in order of time.
func Nth(list []Activity, n int) (Activity, bool) {
	if n < 1 || n > len(list) {
		return Activity{}, false
	}
	return inOrder(list)[n-1], true
}

// Reached returns the activity with which the sum reached an amount. Its day is
// the day of the milestone.
func Reached(list []Activity, m Measure, amount float64) (Activity, bool) {
	sum := int64(0)
	for _, a := range inOrder(list) {
		sum += thousandths(a.Of(m))
		if sum >= thousandths(amount) {
			return a, true
		}
	}
	return Activity{}, false
}

// Best is an activity with the value by which it is ranked.
type Best struct {
	Activity
	Value float64
}

// Ranked returns the activities with a value, highest first, and the earliest
// first of equal ones.
func Ranked(list []Activity, value func(Activity) float64) []Best {
	var out []Best
	for _, a := range inOrder(list) {
		if x := value(a); !math.IsNaN(x) {
			out = append(out, Best{a, x})
		}
	}
	slices.SortStableFunc(out, func(a, b Best) int { return cmp.Compare(b.Value, a.Value) })
	return out
}

// By ranks by a measure.
func By(m Measure) func(Activity) float64 { return func(a Activity) float64 { return a.Of(m) } }

// FastestOver ranks the activities of at least some metres by distance over
// timer time, in m/s.
func FastestOver(metres float64) func(Activity) float64 {
	return func(a Activity) float64 {
		if math.IsNaN(a.DistanceM) || thousandths(a.DistanceM) < thousandths(metres) || !(a.TimerS > 0) {
			return math.NaN()
		}
		return a.DistanceM / a.TimerS
	}
}

// MaxSpeed ranks by the highest speed.
func MaxSpeed(a Activity) float64 { return a.MaxSpeedMPS }

// AvgPower ranks by the mean power.
func AvgPower(a Activity) float64 { return a.AvgPowerW }

// MaxPower ranks by the highest power.
func MaxPower(a Activity) float64 { return a.MaxPowerW }

// Goal is an amount to reach in a period.
type Goal struct {
	Measure Measure
	Target  float64
	Period
}

// Progress is the progress of a goal on a day. Today counts as a whole elapsed
// day; LeftDays are the days after it.
type Progress struct {
	Done                             float64
	Missing                          int // activities of the period without the measure
	ElapsedDays, TotalDays, LeftDays int
	Share                            float64 // the done share of the target
	ExpectedShare, Expected          float64 // the elapsed share of the days, and that share of the target
	Reached, OnPace                  bool    // Done is at least the target; Done is at least Expected
	// The amount needed on each remaining day, without and with today: 0 if the
	// target is reached, NaN if it is not and no days remain.
	PerDayLeft, PerDayWithToday float64
}

// On returns the progress of the goal on a day, with the activities up to it.
// Before the period no day has elapsed, and today is not a remaining day.
func (g Goal) On(list []Activity, today string) Progress {
	p := Progress{
		TotalDays: daysOf(g.From, g.To), ElapsedDays: daysOf(g.From, min(today, g.To)),
		LeftDays: daysOf(max(g.From, Plus(today, 1)), g.To),
	}
	done := int64(0)
	for _, a := range list {
		if !g.Has(a) || a.Day > today {
			continue
		}
		if math.IsNaN(a.Of(g.Measure)) {
			p.Missing++
		}
		done += thousandths(a.Of(g.Measure))
	}
	p.Done = float64(done) / 1000
	p.Share = p.Done / g.Target
	p.ExpectedShare = float64(p.ElapsedDays) / float64(p.TotalDays)
	p.Expected = g.Target * p.ExpectedShare
	p.Reached = done >= thousandths(g.Target)
	p.OnPace = done >= thousandths(p.Expected)
	p.PerDayLeft = g.each(p, p.LeftDays)
	p.PerDayWithToday = g.each(p, daysOf(max(g.From, today), g.To))
	return p
}

func (g Goal) each(p Progress, days int) float64 {
	switch {
	case p.Reached:
		return 0
	case days == 0:
		return math.NaN()
	default:
		return (g.Target - p.Done) / float64(days)
	}
}

// The units of Eddington numbers, in metres.
const (
	Kilometre = 1000.0
	Mile      = 1609.344
)

// Eddington is the number E and the further days with E+1 units needed for E+1.
type Eddington struct{ Number, DaysToNext int }

// EddingtonOf returns the largest E such that the sum of at least E days was at
// least E units each (A. S. Eddington for his cycling, in miles; by
// en.wikipedia.org/wiki/Arthur_Eddington#Eddington_number_for_cycling). Filter
// by sport before.
func EddingtonOf(list []Activity, unitM float64) Eddington {
	e := 0
	for DaysOver(list, float64(e+1)*unitM) >= e+1 {
		e++
	}
	return Eddington{e, e + 1 - DaysOver(list, float64(e+1)*unitM)}
}

// DaysOver returns the number of days with at least the given metres.
func DaysOver(list []Activity, metres float64) int {
	sums := map[string]int64{}
	for _, a := range list {
		sums[a.Day] += thousandths(a.DistanceM)
	}
	n := 0
	for _, sum := range sums {
		if sum >= thousandths(metres) {
			n++
		}
	}
	return n
}

// zones returns time zones where athletes live and travel: with summer time in
// either half of the year, without it, with half hours, and 25 hours apart.
func zones() []string {
	return []string{
		"Europe/Oslo", "America/New_York", "Australia/Sydney", "Australia/Lord_Howe", "Asia/Kolkata", "Asia/Kathmandu", "America/St_Johns",
		"Africa/Cairo", "America/Santiago", "Pacific/Auckland", "Pacific/Kiritimati", "Pacific/Pago_Pago", "UTC",
	}
}

// RandomYears returns some years of an athlete's activities from January 1 of a
// year, in random order, the same for a seed. They are at home and on travels,
// at every hour, more often near midnight and near clock changes, on some days
// none and on some four; with round amounts, amounts exactly at a mile or a
// kilometre, equal and missing amounts, and equal starts.
func RandomYears(seed uint64, firstYear, years int) []Activity {
	r := rand.New(rand.NewPCG(seed, 0x57a7))
	home, away, awayDays := location(r), time.UTC, 0
	lively := 0.25 + 0.7*r.Float64()
	var out []Activity
	for day := time.Date(firstYear, 1, 1, 0, 0, 0, 0, time.UTC); day.Year() < firstYear+years; day = day.AddDate(0, 0, 1) {
		if awayDays--; awayDays < 0 && r.IntN(40) == 0 {
			away, awayDays = location(r), 2+r.IntN(14)
		}
		zone := home
		if awayDays >= 0 {
			zone = away
		}
		if day.Day() == 1 {
			lively = math.Min(0.97, math.Max(0.1, lively+0.25*(r.Float64()-0.5)))
		}
		for n := 0; n < 4 && r.Float64() < lively/(1+0.8*float64(n)); n++ {
			out = append(out, random(r, fmt.Sprintf("a%05d", len(out)), startOn(r, day, zone)))
		}
		if n := len(out); n > 0 && r.IntN(60) == 0 {
			out = append(out, random(r, fmt.Sprintf("a%05d", n), out[n-1].Start)) // two devices at one instant
		}
	}
	r.Shuffle(len(out), func(i, k int) { out[i], out[k] = out[k], out[i] })
	return out
}

func location(r *rand.Rand) *time.Location {
	zone, err := time.LoadLocation(zones()[r.IntN(len(zones()))])
	if err != nil {
		panic(err)
	}
	return zone
}

// startOn returns a time on a local day; one that clocks skip is moved forward.
func startOn(r *rand.Rand, day time.Time, zone *time.Location) time.Time {
	hour, minute, second := 5+r.IntN(16), r.IntN(60), r.IntN(60)
	switch r.IntN(8) {
	case 0:
		hour = 23
	case 1:
		hour, minute = 0, r.IntN(10)
	case 2:
		hour = 1 + r.IntN(3)
	}
	return time.Date(day.Year(), day.Month(), day.Day(), hour, minute, second, 0, zone)
}

func random(r *rand.Rand, id string, start time.Time) Activity {
	a := Activity{ID: id, Sport: []string{"cycling", "cycling", "cycling", "running", "swimming", "strength"}[r.IntN(6)], Start: start}
	a.Day = start.Format(time.DateOnly)
	speed := map[string]float64{"cycling": 7, "running": 3, "swimming": 0.9, "strength": 0}[a.Sport] * (0.8 + 0.4*r.Float64())
	a.TimerS = math.Round(600 * math.Exp(2.6*r.Float64()))
	a.ElapsedS = a.TimerS + math.Round(600*r.Float64()*r.Float64())
	a.DistanceM = math.Round(a.TimerS*speed*100) / 100
	switch r.IntN(6) {
	case 0:
		a.DistanceM = 1000 * math.Round(a.DistanceM/1000)
	case 1:
		a.DistanceM = Mile * math.Round(a.DistanceM/Mile)
	case 2:
		a.DistanceM = math.Max(0, 1000*math.Round(a.DistanceM/1000)-0.01)
	}
	a.ClimbM, a.CaloriesKcal, a.Load = math.Round(a.DistanceM*0.02*r.Float64()), math.Round(a.TimerS/5), math.Round(a.TimerS/60)
	a.MaxSpeedMPS, a.AvgPowerW, a.MaxPowerW = math.Round(speed*20)/10, float64(150+10*r.IntN(10)), float64(400+50*r.IntN(10))
	for _, x := range []*float64{
		&a.DistanceM, &a.ElapsedS, &a.TimerS, &a.ClimbM, &a.CaloriesKcal, &a.Load, &a.MaxSpeedMPS, &a.AvgPowerW, &a.MaxPowerW,
	} {
		if r.IntN(15) == 0 {
			*x = math.NaN()
		}
	}
	a.Commute, a.Race, a.Indoor = r.IntN(5) == 0, r.IntN(30) == 0, r.IntN(6) == 0
	for _, gear := range []string{"road bike", "gravel bike", "shoes"} {
		if r.IntN(3) == 0 {
			a.Gear = append(a.Gear, gear)
		}
	}
	a.Tags = slices.Clone([]string{"easy", "with the club", "intervals"}[:r.IntN(4)])
	return a
}
