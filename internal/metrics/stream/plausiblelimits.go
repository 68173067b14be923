package stream

import (
	"math"
	"slices"

	"lapkeep/internal/training"
)

// most is the best that is known over some seconds.
type most struct{ seconds, value float64 }

// limits are the best efforts of a kind over ever longer times, and by how
// much more is still believed: with a tailwind, a current, a descent, fins.
type limits struct {
	margin float64
	best   []most
}

var (
	// Of power there is no record; the best are those of the table of power
	// profiles (A. Coggan: 11.5 W/kg over a minute, 7.6 over five, 6.4 over an
	// hour) for 100 kg, and over longer times three quarters and a half of it.
	power = limits{1.1, []most{{60, 1150}, {300, 760}, {3600, 640}, {14_400, 480}, {dayS, 320}}}

	// Speeds are in m/s, of records as they stood in 2024.

	// Alpine descents at 90 km/h; the hour, 56.792 km (UCI, 2022); 24 hours,
	// 1026.2 km (WUCA, 2021); across America in 7 d 15 h (2014).
	cycling = limits{1.3, []most{{600, 25}, {3600, 15.78}, {dayS, 11.88}, {660_000, 7.3}}}
	// 400 m, 1500 m, 10,000 m, the hour (21.33 km) and the marathon of World
	// Athletics; 24 hours (319.6 km) and six days (1036.8 km) of IAU and GOMU.
	onFoot = limits{1.25, []most{{43, 9.3}, {206, 7.28}, {1571, 6.37}, {3600, 5.93}, {7235, 5.83}, {dayS, 3.7}, {6 * dayS, 2}}}
	// 1500 m (World Aquatics) and 10 km in open water; 24 hours in a pool.
	swimming = limits{1.6, []most{{60, 2.2}, {870, 1.72}, {6480, 1.55}, {dayS, 1.2}}}
	// The eight over 2000 m (World Rowing); 24 hours down a river.
	rowing = limits{1.4, []most{{318, 6.28}, {3600, 5.8}, {dayS, 5.5}}}
	// A sprint and 50 km of the World Cup; 24 hours on a loop (483 km).
	skiing = limits{1.5, []most{{180, 9}, {6480, 7.7}, {dayS, 5.6}}}
	// 10,000 m and the hour on ice (ISU); 24 hours on wheels.
	skating = limits{1.3, []most{{750, 13.3}, {3600, 11.8}, {dayS, 6.8}}}

	// Ascents are in metres an hour: up stairs, the vertical kilometre on foot
	// (28:53, 2014), an hour on a bike, an everesting (8848 m in 6:40) and 24 hours
	// on a bike (29,623 m).
	ascents = limits{1.1, []most{{120, 2300}, {1733, 2077}, {3600, 1850}, {24_000, 1330}, {dayS, 1235}}}
)

func speeds(s training.Sport) limits {
	switch s {
	case training.Cycling:
		return cycling
	case training.Running, training.Walking, training.Hiking:
		return onFoot
	case training.Swimming:
		return swimming
	case training.Rowing, training.Paddling:
		return rowing
	case training.CrossCountry:
		return skiing
	case training.Skating:
		return skating
	default: // lifts, sails and engines carry people in the others
		return limits{}
	}
}

// PowerW is the power that nobody exceeds over some seconds.
func PowerW(seconds float64) float64 { return power.at(seconds) }

// AscentMPH is the climbing speed in metres an hour that nobody exceeds over
// some seconds.
func AscentMPH(seconds float64) float64 { return ascents.at(seconds) }

// TSS is the load that nobody exceeds over some seconds: that of 16 hours at
// threshold, which leaves room for a threshold that is set far too low, or of
// the whole time at it.
func TSS(seconds float64) float64 {
	const hours, perHour = 16, 100
	return perHour * max(hours, seconds/3600)
}

// next is the first known best over no less time, -1 if there is none.
func (l limits) next(seconds float64) int {
	return slices.IndexFunc(l.best, func(b most) bool { return seconds <= b.seconds })
}

// allow reports whether a value is believed over some seconds. One within the
// next known best is, and needs no logarithm.
func (l limits) allow(value, seconds float64) bool {
	i := l.next(seconds)
	return i >= 0 && value <= l.margin*l.best[i].value || value <= l.at(seconds)
}

// at is the limit over some seconds: between two times on a line over the
// logarithm of time, and beyond the first and the last as there.
func (l limits) at(seconds float64) float64 {
	i := l.next(seconds)
	switch {
	case len(l.best) == 0:
		return 0
	case i < 0:
		return l.margin * l.best[len(l.best)-1].value
	case i == 0:
		return l.margin * l.best[0].value
	}
	a, b := l.best[i-1], l.best[i]
	share := math.Log(seconds/a.seconds) / math.Log(b.seconds/a.seconds)
	return l.margin * (a.value + share*(b.value-a.value))
}
