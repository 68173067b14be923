package efforts

import (
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// The reasons why a recording has no intervals.
const (
	NoBasis   = "no power, pace or heart rate was recorded to find intervals in"
	NoneFound = "no work stands out from the rest, so there are no intervals"
	TooShort  = "the recording is shorter than five minutes"
)

// least is how long a recording has to be, in seconds of its basis.
const least = 300

// rules differ from basis to basis.
type rules struct {
	basis Basis
	// contrast is how many times the easy level the work has to be on average.
	contrast float64
	// rough is the largest coefficient of variation within an interval, of
	// means over ten seconds, that is still one effort.
	rough float64
	// shortest is the seconds an interval takes at least.
	shortest int
	// apart is how much neighbouring parts of a block differ at least, as a
	// share of their level, to be told apart.
	apart float64
	// rampS is the seconds that a ramp takes at least.
	rampS int
	// bridgeS is a dip in work that is no rest.
	bridgeS int
}

func rulesOf(b Basis) rules {
	switch b {
	case BySpeed:
		return rules{basis: b, contrast: 1.15, rough: 0.09, shortest: 12, apart: 0.06, rampS: 300, bridgeS: 8}
	case ByHR:
		return rules{basis: b, contrast: 1.10, rough: 0.06, shortest: 40, apart: 0.06, rampS: 300, bridgeS: 25}
	default:
		return rules{basis: b, contrast: 1.22, rough: 0.16, shortest: 8, apart: 0.08, rampS: 120, bridgeS: 8}
	}
}

// basisOf chooses the channel that a sport is steered by and that covers the
// recording. Speed on wheels and skis follows the terrain and is never taken.
func basisOf(v *stream.View) (Basis, *Series) {
	var order []Basis
	switch v.Recording.Sport {
	case training.Running, training.Walking, training.Hiking:
		order = []Basis{BySpeed, ByPower, ByHR}
	case training.Cycling, training.Fitness:
		order = []Basis{ByPower, ByHR}
	case training.Rowing, training.Paddling, training.Swimming:
		order = []Basis{ByPower, BySpeed, ByHR}
	case training.CrossCountry, training.Skating:
		order = []Basis{ByPower, ByHR}
	}
	channels := map[Basis]training.Channel{ByPower: training.Power, BySpeed: training.Speed, ByHR: training.HeartRate}
	for _, b := range order {
		ch := channels[b]
		if !v.Has(ch) || v.Coverage(ch) < coverage {
			continue
		}
		s := SegmentOf(v, ch)
		if b == ByHR {
			s = demand(s)
		}
		return b, s
	}
	return "", nil
}

// coverage is the share of the time in which a basis has to be there.
const coverage = 0.8

// The time constants in s with which heart rate follows work: it rises faster
// than it falls.
const (
	riseS = 25
	fallS = 45
)

// slopeS is the seconds on each side that the slope of heart rate is taken over.
const slopeS = 5

// demand is the heart rate that the work of each second would lead to: the
// rate plus its slope times its lag. It turns the slow rise and fall into steps.
func demand(hr *Series) *Series {
	x := make([]float64, hr.Len())
	for i := range x {
		a, b := max(0, i-slopeS), min(hr.Len()-1, i+slopeS)
		slope := 0.0
		if dt := hr.TimeS[b] - hr.TimeS[a]; dt > 0 && dt <= 2*slopeS+PauseS {
			slope = (hr.X[b] - hr.X[a]) / float64(dt)
		}
		lag := float64(riseS)
		if slope < 0 {
			lag = fallS
		}
		x[i] = hr.X[i] + lag*slope
	}
	return hr.With(x)
}
