package terrain

import (
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// SplitsVersion is the version of the rule of [Splits].
const SplitsVersion = 1

// The lengths of splits.
const (
	KilometreM = 1000.0
	MileM      = 1609.344
)

// maxSplits bounds what a broken distance can ask for.
const maxSplits = 10_000

// Split is one stretch of equal distance.
type Split struct {
	Span      training.Span
	DistanceM float64
	TimerS    float64
}

// Splits cuts a recording each lengthM of distance, at the first moment that
// each mark is reached, interpolated below the second; the last may be
// shorter.
func Splits(v *stream.View, lengthM float64) (splits []Split, missing string) {
	t := trackOf(v)
	if len(t.timeS) < 2 || lengthM <= 0 {
		return nil, "no distance was recorded"
	}
	last := len(t.timeS) - 1
	from, fromM := t.timeS[0], t.distM[0]
	for k := 1; len(splits) < maxSplits; k++ {
		mark := t.distM[0] + float64(k)*lengthM
		if mark > t.distM[last] {
			break
		}
		at := t.reach(mark)
		splits = append(splits, newSplit(v, from, at, mark-fromM))
		from, fromM = at, mark
	}
	if rest := t.distM[last] - fromM; rest > 0 {
		splits = append(splits, newSplit(v, from, t.timeS[last], rest))
	}
	if len(splits) == 0 {
		return nil, "no distance was covered"
	}
	return splits, ""
}

func newSplit(v *stream.View, from, to, distanceM float64) Split {
	span := training.Span{FromS: from, ToS: to}
	return Split{Span: span, DistanceM: distanceM, TimerS: v.TimerIn(span)}
}

// track is distance over time, never falling; next is where the search for
// the following mark begins.
type track struct {
	timeS, distM []float64
	next         int
}

func trackOf(v *stream.View) *track {
	t := &track{}
	for i, s := range v.Columns.TimeS {
		cm, ok := v.At(training.Distance, i)
		d := float64(cm) / 100
		if ok && (len(t.distM) == 0 || d >= t.distM[len(t.distM)-1]) {
			t.timeS, t.distM = append(t.timeS, float64(s)), append(t.distM, d)
		}
	}
	return t
}

// reach is the first time at which the distance is mark, which is not beyond
// the last; marks come in rising order.
func (t *track) reach(mark float64) float64 {
	for t.distM[t.next] < mark {
		t.next++
	}
	j := t.next
	if j == 0 {
		return t.timeS[0]
	}
	share := (mark - t.distM[j-1]) / (t.distM[j] - t.distM[j-1])
	return t.timeS[j-1] + share*(t.timeS[j]-t.timeS[j-1])
}
