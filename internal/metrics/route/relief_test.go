package route_test

import (
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
)

// elevation follows the rule of [route.Relief.Elevation] row by row.
func elevation(v *stream.View, from, to int) route.Elevation {
	var rows []int
	var cm []int64
	shift, last := int64(0), -1
	for i := from; i < to; i++ {
		x, ok := v.At(training.Altitude, i)
		if !ok {
			continue
		}
		if last >= 0 {
			before, _ := v.At(training.Altitude, last)
			step, paused := int64(x-before), false
			for k := last; k < i; k++ {
				paused = paused || v.PauseBetween(k)
			}
			if seconds := int64(max(1, v.Columns.TimeS[i]-v.Columns.TimeS[last])); paused || max(step, -step) > 500*seconds {
				shift -= step
			}
		}
		last = i
		rows, cm = append(rows, i), append(cm, int64(x)+shift)
	}
	alt := make([]float64, len(rows))
	for i := range rows {
		sum, n := int64(0), int64(0)
		for k := range rows {
			if d := v.Columns.TimeS[rows[k]] - v.Columns.TimeS[rows[i]]; -2 <= d && d <= 2 {
				sum, n = sum+cm[k], n+1
			}
		}
		alt[i] = float64(sum) / float64(100*n)
	}
	return route.Reversals(alt, route.HysteresisM)
}

// A stretch climbs what its own rows say, to the bit, wherever it is cut and
// whatever was before it: jumps, pauses, gaps, rows in the same second.
func TestReliefIsThatOfEachStretch(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "rows")
		r := metricstest.Recording(training.Cycling, n)
		col := training.Column{Values: make([]int32, n), Valid: training.NewBitmap(n)}
		at, cm := int32(0), int32(10_000)
		for i := range n {
			at += rapid.SampledFrom([]int32{0, 1, 1, 1, 1, 1, 2, 3, 20}).Draw(t, "step")
			cm += rapid.SampledFrom([]int32{-200, -90, 0, 30, 120, 260, 4000}).Draw(t, "rise")
			r.Columns.TimeS[i], col.Values[i] = at, cm
			if rapid.IntRange(0, 9).Draw(t, "there") > 0 {
				col.Valid.Set(i)
			}
		}
		r.ElapsedS = float64(at) + 1
		r.Columns.Data[training.Altitude] = col
		if from := rapid.IntRange(0, int(at)).Draw(t, "pause"); from%2 == 0 {
			r.Pauses = []training.Span{{FromS: float64(from), ToS: float64(from) + 3}}
		}
		v := stream.Of(r, stream.Limits{})
		relief := route.ReliefOf(v)
		for range 5 {
			from := rapid.IntRange(0, int(at)).Draw(t, "from")
			span := training.Span{FromS: float64(from), ToS: float64(rapid.IntRange(from, int(at)+2).Draw(t, "to"))}
			a, b := v.Rows(span)
			got, missing := relief.Elevation(span)
			if want := elevation(v, a, b); got != want {
				t.Fatalf("%+v: %+v %q, want %+v", span, got, missing, want)
			}
		}
	})
}
