package curve_test

import (
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
)

// TestWorthIsTheTrackOfTheWorth: tracks whose steps are multiplied have the
// bests of a recording that covered the products, holes and a jump included.
func TestWorthIsTheTrackOfTheWorth(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(120, 400).Draw(t, "seconds")
		halves := rapid.SliceOfN(rapid.IntRange(1, 150), n, n).Draw(t, "cm/s / 2")
		factors := rapid.SliceOfN(rapid.IntRange(1, 4), n, n).Draw(t, "factors · 2")
		jump := rapid.IntRange(0, n-1).Draw(t, "jump")
		hole := rapid.IntRange(1, n-1).Draw(t, "hole")
		factors[hole-1] = factors[hole] // the step over a hole takes the factor of the row that ends it
		recorded, worth := make([]int32, n), make([]int32, n)
		for i := range n {
			recorded[i], worth[i] = int32(2*halves[i]), int32(halves[i]*factors[i])
		}
		recorded[jump], worth[jump] = 1_000_00, 1_000_00
		tracks := func(cm []int32) (curve.Tracks, *stream.View) {
			r := moved(training.Running, cm)
			metricstest.Drop(r, func(s int) bool { return s == hole })
			v := stream.Of(r, stream.Limits{})
			return curve.TracksOf(v), v
		}
		asRecorded, v := tracks(recorded)
		row := func(i int) float64 { // row i ends the step of second TimeS[i] − 1
			return float64(factors[max(0, v.Columns.TimeS[i]-1)]) / 2
		}
		got := asRecorded.Worth(v, row)
		want, _ := tracks(worth)
		gotPoints, _ := got.Pace()
		wantPoints, _ := want.Pace()
		if len(gotPoints) != len(wantPoints) {
			t.Fatalf("%v, want %v", gotPoints, wantPoints)
		}
		for i, p := range gotPoints { // on the line over the hole a centimetre may fall to either side
			if cm := (p.Value - wantPoints[i].Value) * float64(p.DurationS); cm > 1.001 || cm < -1.001 {
				t.Fatalf("%v, want %v", p, wantPoints[i])
			}
		}
		distances := []float64{50, 100, 200, 400}
		gotEfforts, _ := got.Efforts(distances)
		wantEfforts, _ := want.Efforts(distances)
		both := min(len(gotEfforts), len(wantEfforts))
		for _, e := range append(gotEfforts[both:], wantEfforts[both:]...) {
			if e.TimeS < float64(n)-1 { // a centimetre may decide whether the whole track is as long
				t.Fatalf("%v, want %v", gotEfforts, wantEfforts)
			}
		}
		for i, e := range gotEfforts[:both] {
			if d := e.TimeS - wantEfforts[i].TimeS; d <= 1e-9 && d >= -1e-9 {
				continue
			}
			// where a second is worth a centimetre, that may be a second
			near, _ := want.Efforts([]float64{e.DistanceM - 0.01, e.DistanceM + 0.01})
			if len(near) < 2 || e.TimeS < near[0].TimeS-1e-9 || e.TimeS > near[1].TimeS+1e-9 {
				t.Fatalf("%v, want %v or between %v", e, wantEfforts[i], near)
			}
		}
	})
}
