package statistics

import (
	"cmp"
	"math"
	"slices"
	"time"
)

// Activity is what the statistics know of one. Start has its zone, and Day is
// the day there.
type Activity struct {
	ID, Sport string
	Day       string
	Start     time.Time

	DistanceM, ElapsedS, TimerS, ClimbM, CaloriesKcal, Load float64
	MaxSpeedMPS, AvgPowerW, MaxPowerW                       float64

	Commute, Race, Indoor bool
	Gear, Tags            []string
}

// Measure is what is added up.
type Measure string

// The measures. Count is one an activity.
const (
	Count    Measure = "count"
	Distance Measure = "distance_m"
	Elapsed  Measure = "elapsed_s"
	Timer    Measure = "timer_s"
	Climb    Measure = "climb_m"
	Calories Measure = "calories_kcal"
	Load     Measure = "load"
)

// Measures lists all of them.
func Measures() []Measure {
	return []Measure{Count, Distance, Elapsed, Timer, Climb, Calories, Load}
}

// Of is the activity's amount, NaN if it is missing.
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

// Where keeps the activities of which f says so.
func Where(list []Activity, f func(Activity) bool) []Activity {
	var out []Activity
	for _, a := range list {
		if f(a) {
			out = append(out, a)
		}
	}
	return out
}

// Of keeps the activities of a sport; of all sports for "".
func Of(list []Activity, sport string) []Activity {
	return Where(list, func(a Activity) bool { return sport == "" || a.Sport == sport })
}

// inOrder is the list as it happened.
func inOrder(list []Activity) []Activity {
	out := slices.Clone(list)
	slices.SortFunc(out, earlier)
	return out
}

func earlier(a, b Activity) int { return cmp.Or(a.Start.Compare(b.Start), cmp.Compare(a.ID, b.ID)) }

// thousandths is an amount as it is compared; a missing one is nothing.
func thousandths(x float64) int64 {
	if math.IsNaN(x) {
		return 0
	}
	return int64(math.Round(x * 1000))
}
