package efforts

import (
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// filler takes the means of stretches from a recording.
type filler struct{ v *stream.View }

func newFiller(v *stream.View) filler { return filler{v} }

// means are those of what was recorded in [start, end).
func (f filler) means(startS, endS int32) Means {
	span := training.Span{FromS: float64(startS), ToS: float64(endS)}
	out := Means{
		PowerW: f.mean(training.Power, span), HRBpm: f.mean(training.HeartRate, span),
		SpeedMPS: f.mean(training.Speed, span), CadenceRPM: f.mean(training.Cadence, span),
		DistanceM: f.metres(startS, endS), ClimbM: f.climb(span),
	}
	if top, ok := f.v.MaxIn(training.HeartRate, span); ok {
		out.MaxHRBpm = float64(top)
	}
	return out
}

func (f filler) mean(ch training.Channel, span training.Span) float64 {
	if !f.v.Has(ch) {
		return 0
	}
	mean, _, _ := f.v.MeanIn(ch, span)
	return mean / ch.Scale()
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

// climb is the rise of a span from its start to its end.
func (f filler) climb(span training.Span) float64 {
	a, okA := f.at(training.Altitude, int32(span.FromS))
	b, okB := f.at(training.Altitude, int32(span.ToS))
	if !okA || !okB {
		return 0
	}
	return max(0, b-a) / training.Altitude.Scale()
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
