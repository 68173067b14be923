package efforts

import "lapkeep/internal/training"

const (
	// wallS is a stand at the wall that parts two swims.
	wallS = 4
	// leastSwims is how many swims make a session of intervals.
	leastSwims = 2
)

// poolOf is the swims of a pool session: lengths without a rest between them;
// none if everything was swum in one go. It is false where there are no lengths.
func poolOf(r *training.Recording) (Session, bool) {
	length := r.DeviceValues[training.MetricPoolLengthM]
	if length <= 0 || len(r.Lengths) == 0 {
		return Session{}, false
	}
	out := Session{Basis: ByLengths, EndS: int32(r.ElapsedS)}
	lengths, end := 0, 0.0
	for _, l := range r.Lengths {
		if !l.Active || l.ElapsedS <= 0 {
			continue
		}
		n := len(out.Intervals)
		if n == 0 || l.StartS-end >= wallS {
			out.Intervals = append(out.Intervals, Interval{StartS: int32(l.StartS), Kind: Work})
			lengths, n = 0, n+1
		}
		iv := &out.Intervals[n-1]
		end = l.StartS + l.ElapsedS
		lengths++
		iv.EndS = max(iv.StartS+1, int32(end+0.5))
		m := float64(lengths) * length
		iv.Level = m / (end - float64(iv.StartS))
		iv.FirstLevel, iv.LastLevel = iv.Level, iv.Level
		iv.Means = Means{DistanceM: m, SpeedMPS: iv.Level}
	}
	if len(out.Intervals) < leastSwims {
		out.Intervals = nil
	}
	return out, true
}
