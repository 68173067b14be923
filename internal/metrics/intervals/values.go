package intervals

import (
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// filler takes the values of stretches from a recording.
type filler struct{ v *stream.View }

func newFiller(v *stream.View) filler { return filler{v} }

// values are the means of what was recorded in [start, end).
func (f filler) values(startS, endS int32) training.Values {
	span := training.Span{FromS: float64(startS), ToS: float64(endS)}
	out := training.Values{}
	for _, c := range []struct {
		ch    training.Channel
		m     training.Metric
		times float64
	}{
		{training.Power, training.MetricAvgPowerW, 1},
		{training.HeartRate, training.MetricAvgHRBpm, 1},
		{training.Speed, training.MetricAvgSpeedKMH, 3.6},
		{training.Cadence, training.MetricAvgCadenceRPM, 1},
	} {
		if !f.v.Has(c.ch) {
			continue
		}
		if mean, _, ok := f.v.MeanIn(c.ch, span); ok {
			out[c.m] = mean / c.ch.Scale() * c.times
		}
	}
	if top, ok := f.v.MaxIn(training.HeartRate, span); ok {
		out[training.MetricMaxHRBpm] = float64(top)
	}
	if m := f.metres(startS, endS); m > 0 {
		out[training.MetricDistanceKM] = m / 1000
	}
	if up, ok := f.climb(span); ok && up > 0 {
		out[training.MetricElevationGainM] = up
	}
	return out
}

// metres is the distance covered in [start, end), 0 if it is not known.
func (f filler) metres(startS, endS int32) float64 {
	a, okA := f.at(training.Distance, startS)
	b, okB := f.at(training.Distance, endS)
	if !okA || !okB {
		return 0
	}
	return max(0, b-a) / training.Distance.Scale()
}

// climb is the difference of altitude between the ends of a span.
func (f filler) climb(span training.Span) (float64, bool) {
	a, okA := f.at(training.Altitude, int32(span.FromS))
	b, okB := f.at(training.Altitude, int32(span.ToS))
	return (b - a) / training.Altitude.Scale(), okA && okB
}

// searchRows is how far around a moment a value is looked for.
const searchRows = 30

// at is the value of a channel at a moment or nearest to it.
func (f filler) at(ch training.Channel, timeS int32) (float64, bool) {
	i, _ := f.v.Rows(training.Span{FromS: float64(timeS), ToS: float64(timeS)})
	n := f.v.Columns.Len()
	for k := range searchRows {
		for _, j := range []int{i + k, i - k} {
			if j >= 0 && j < n {
				if x, ok := f.v.At(ch, j); ok {
					return float64(x), true
				}
			}
		}
	}
	return 0, false
}
