package summary

import (
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// swum makes the average heart rate of a pool swim that of the lengths swum,
// as devices have it: what the heart did at the wall is in its histogram. A
// row speaks for the time up to it.
func (r *Result) swum(v *stream.View) {
	if _, ok := r.Values[training.MetricAvgHRBpm]; !ok {
		return
	}
	var sum, weight float64
	i, times := 0, v.Columns.TimeS
	for _, l := range v.Recording.Lengths {
		end := l.StartS + max(l.ElapsedS, l.TimerS)
		for ; i < len(times) && float64(times[i]) <= end; i++ {
			bpm, ok := v.At(training.HeartRate, i)
			if !ok || !l.Active || float64(times[i]) <= l.StartS {
				continue
			}
			w := float64(max(1, v.SlowWeightS(i)))
			sum, weight = sum+w*float64(bpm), weight+w
		}
	}
	if weight > 0 {
		r.Values[training.MetricAvgHRBpm] = sum / weight
	}
}
