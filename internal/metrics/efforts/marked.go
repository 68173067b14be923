package efforts

import (
	"math"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// Marked are the intervals that the athlete marked, with the values that those
// which [Of] finds have. They may overlap, and what lies between is no rest. The
// level is missing where no channel says how hard the sport is.
func Marked(v *stream.View, all []training.Marked) Session {
	basis, series := basisOf(v)
	pool := v.Recording.DeviceValues[training.MetricPoolLengthM]
	inPool := pool > 0 && len(v.Recording.Lengths) > 0
	if inPool {
		basis = ByLengths
	}
	out, fill := Session{Basis: basis}, newFiller(v)
	for _, m := range all {
		iv := Interval{StartS: second(m.StartS), EndS: second(m.EndS), Kind: Work}
		iv.Means = fill.means(iv.StartS, iv.EndS)
		switch {
		case inPool:
			iv.DistanceM, iv.SpeedMPS = swum(v.Recording, pool, m)
			iv.Level = iv.SpeedMPS
		case series != nil:
			iv.Level = max(0, series.Mean(series.Index(float64(m.StartS)), series.Index(float64(m.EndS))))
		}
		iv.FirstLevel, iv.LastLevel = iv.Level, iv.Level
		out.Intervals = append(out.Intervals, iv)
	}
	out.settle()
	return out
}

func second(s int) int32 { return int32(min(max(s, 0), math.MaxInt32)) } //nolint:gosec // bounded

// swum is the distance of the lengths that began in an interval, and their speed:
// in a pool they say what was swum, and rows catch up only after a length.
func swum(r *training.Recording, lengthM float64, m training.Marked) (metres, mps float64) {
	seconds := 0.0
	for _, l := range r.Lengths {
		if l.Active && l.ElapsedS > 0 && l.StartS >= float64(m.StartS) && l.StartS < float64(m.EndS) {
			metres, seconds = metres+lengthM, seconds+l.ElapsedS
		}
	}
	if seconds > 0 {
		mps = metres / seconds
	}
	return metres, mps
}
