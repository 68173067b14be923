package pace_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/pace"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

// TestGradedHistogramAgreesWithTheReference counts second by second what each
// row is worth on the flat, by the other implementation of the cost.
func TestGradedHistogramAgreesWithTheReference(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(60, 300).Draw(t, "seconds")
		speed := rapid.SliceOfN(rapid.IntRange(0, 600), n, n).Draw(t, "cm/s")
		climb := rapid.SliceOfN(rapid.IntRange(-80, 80), n, n).Draw(t, "climbed cm/s")
		r := hills(speed, climb)
		if rapid.Bool().Draw(t, "paused") {
			metricstest.Pause(r, n/3, n/2)
		}
		v := view(r)
		h, missing := pace.Histogram(v)
		if missing != "" {
			t.Skip(missing)
		}
		pct, ok := route.Grade(v)
		want := map[int32]uint32{}
		total := uint32(0)
		for i, w := range v.WeightS {
			mms, has := v.At(training.Speed, i)
			if !has {
				continue
			}
			flat := float64(mms)
			if ok.Get(i) {
				flat = 1000 * possible(flat/1000, naive.GAP(flat/1000, float64(pct[i])/100))
			}
			want[int32(math.Floor(flat+0.5))] += uint32(w)
			total += uint32(w)
		}
		moved := uint32(0) // a speed at the very edge of a bin may fall on either side
		for i, s := range h.Seconds {
			if x := want[h.First+int32(i)]; s > x {
				moved += s - x
			}
		}
		if h.TotalS() != float64(total) || moved > total/100 {
			t.Fatalf("%v s in all, want %d; %d in another bin", h.TotalS(), total, moved)
		}
	})
}

// TestGradedHistogramOfASteadyHill: 20 minutes at 3 m/s up 10 % stand at the
// speed that Minetti's cost gives, and on the flat at 3 m/s.
func TestGradedHistogramOfASteadyHill(t *testing.T) {
	t.Parallel()
	for climb, pct := range map[int]float64{0: 0, 30: 10, -30: -10} {
		h, missing := pace.Histogram(view(steady(300, climb, 1200)))
		if missing != "" {
			t.Fatal(missing)
		}
		want, near := 3000*naive.MinettiCost(pct/100)/3.6, 0.0
		for i, s := range h.Seconds {
			if math.Abs(float64(h.First)+float64(i)-want) <= 15 {
				near += float64(s)
			}
		}
		if near < 1180 || h.TotalS() < 1200 {
			t.Errorf("%v %%: %v of %v s near %v mm/s", pct, near, h.TotalS(), want)
		}
	}
}

func TestGradedHistogramRefuses(t *testing.T) {
	t.Parallel()
	treadmill := metricstest.Recording(training.Running, 600)
	metricstest.Put(treadmill, training.Distance, metricstest.Repeat(3, 600))
	metricstest.Put(treadmill, training.Speed, metricstest.Repeat(3, 600))
	patchy := steady(300, 0, 600)
	for i := range 500 {
		patchy.Columns.Data[training.Altitude].Valid.Clear(i)
	}
	still := metricstest.Recording(training.Running, 600)
	metricstest.Put(still, training.HeartRate, metricstest.Repeat(120, 600))
	for want, r := range map[string]*training.Recording{
		"no altitude was recorded": treadmill, "no speed was recorded": still,
		"the grade is known for only 17 % of the distance": patchy,
	} {
		if h, why := pace.Histogram(view(r)); why.String() != want || len(h.Seconds) != 0 {
			t.Errorf("%q, want %q: %v", why, want, h)
		}
	}
}
