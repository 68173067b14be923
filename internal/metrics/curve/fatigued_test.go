package curve_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/curve"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

// naiveAfter is the best mean of d seconds of the windows that begin once
// workJ has been done, NaN if there is none.
func naiveAfter(watts []int32, workJ int64, d int) float64 {
	best, done := math.NaN(), int64(0)
	for i := 0; i+d <= len(watts); i++ {
		if done >= workJ {
			if m := naive.Mean(metricstest.Floats(watts[i : i+d])); math.IsNaN(best) || m > best {
				best = m
			}
		}
		done += int64(watts[i])
	}
	return best
}

func TestFatiguedIsTheSlowScan(t *testing.T) {
	t.Parallel()
	for name, watts := range map[string][]int32{
		"ride": realLike(4000, 4), "flat": flat(3000, 0), "intervals": alternating(3000), "huge": ramp(1500, 1),
		"dead start": append(make([]int32, 900), realLike(3000, 6)...),
	} {
		byLevel := curve.Fatigued(watts, 100)
		if len(byLevel) == 0 {
			t.Errorf("%s: no level", name)
		}
		for k, points := range byLevel {
			workJ := int64(curve.FatigueLevelsKJ()[k]) * 1000
			for _, p := range points {
				if p.DurationS != 1 && p.DurationS != 30 && p.DurationS != 300 {
					continue // brute force is slow
				}
				metricstest.Close(t, name, p.Value, naiveAfter(watts, workJ, int(p.DurationS)), 1e-12)
				from := int(p.StartS) - 100
				metricstest.Close(t, name+" window", naive.Mean(metricstest.Floats(watts[from:from+int(p.DurationS)])), p.Value, 1e-12)
			}
			if d := curve.After(watts, workJ, curve.Coarse()); len(d) != len(points) {
				t.Errorf("%s: %d points after %d J, one by one %d", name, len(points), workJ, len(d))
			}
		}
	}
}

func TestFatiguedLaws(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		watts := rapid.SliceOfN(rapid.Int32Range(0, 2000), 1, 200).Draw(t, "watts")
		a := rapid.Int64Range(0, 200_000).Draw(t, "work")
		b := a + rapid.Int64Range(0, 100_000).Draw(t, "more")
		fresh := curve.PowerOf(watts, 0)
		less, more := curve.After(watts, a, curve.Coarse()), curve.After(watts, b, curve.Coarse())
		if len(more) > len(less) {
			t.Fatalf("%d durations after %d J, %d after %d J", len(less), a, len(more), b)
		}
		for i, p := range less {
			f, _ := at(fresh, p.DurationS)
			if p.Value > f.Value || i < len(more) && more[i].Value > p.Value {
				t.Fatalf("%d s: fresh %v, after %d J %v", p.DurationS, f.Value, a, p.Value)
			}
			if want := naiveAfter(watts, a, int(p.DurationS)); math.Abs(p.Value-want) > 1e-9 {
				t.Fatalf("%d s after %d J: %v, want %v", p.DurationS, a, p.Value, want)
			}
		}
		if zero := curve.After(watts, 0, []int32{1}); zero[0].Value != fresh[0].Value {
			t.Fatalf("after nothing: %v and %v", zero[0], fresh[0])
		}
	})
}

// TestSplittingARideRaisesNothing: the bests of the parts are bests of the
// whole too, and the work of the parts is that of the whole.
func TestSplittingARideRaisesNothing(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		watts := rapid.SliceOfN(rapid.Int32Range(0, 1500), 2, 1000).Draw(t, "watts")
		cut := rapid.IntRange(1, len(watts)-1).Draw(t, "cut")
		whole := curve.MeanMax(watts)
		work := int64(0)
		for _, part := range [][]int32{watts[:cut], watts[cut:]} {
			e := curve.MeanMax(part)
			work += e.Sums[len(part)-1]
			for d := range e.Sums {
				if e.Sums[d] > whole.Sums[d] {
					t.Fatalf("%d s of a part hold %d J, of the whole %d", d+1, e.Sums[d], whole.Sums[d])
				}
			}
			for _, p := range curve.After(part, 1000, curve.Coarse()) {
				if w, ok := at(curve.After(watts, 1000, curve.Coarse()), p.DurationS); !ok || p.Value > w.Value {
					t.Fatalf("%d s after 1 kJ: %v in a part, %v in the whole", p.DurationS, p.Value, w.Value)
				}
			}
		}
		if work != whole.Sums[len(watts)-1] {
			t.Fatalf("the parts hold %d J, the whole %d", work, whole.Sums[len(watts)-1])
		}
	})
}

func TestShortRidesHaveNoFatiguedCurve(t *testing.T) {
	t.Parallel()
	for _, watts := range [][]int32{nil, {300}, flat(600, 0), make([]int32, 9000)} {
		if got := curve.Fatigued(watts, 0); len(got) != 0 {
			t.Errorf("%d s: %v", len(watts), got)
		}
	}
}
