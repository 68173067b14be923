package power_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

// ride draws a second-by-second power with gaps and pauses, as a recording
// and as the plain series that the reference takes.
func ride(t *rapid.T) (v *stream.View, watts []float64, running []bool) {
	n := rapid.IntRange(1, 400).Draw(t, "seconds")
	for range n {
		w := float64(rapid.IntRange(-60, 1800).Draw(t, "watts"))
		if w < -30 {
			w = math.NaN()
		}
		watts, running = append(watts, max(w, 0)), append(running, true)
		if math.IsNaN(w) {
			watts[len(watts)-1] = w
		}
	}
	r := metricstest.Recording(training.Cycling, n)
	metricstest.Put(r, training.Power, watts)
	at := 0
	for range rapid.IntRange(0, 3).Draw(t, "pauses") {
		from := at + rapid.IntRange(1, 100).Draw(t, "ride")
		to := from + rapid.IntRange(2, 50).Draw(t, "rest")
		if to >= n {
			break
		}
		metricstest.Pause(r, from, to)
		for s := from + 1; s < to; s++ {
			running[s] = false
		}
		at = to
	}
	return stream.Of(r, stream.Limits{}), watts, running
}

func TestVariantsAgreeWithTheReference(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		v, watts, running := ride(t)
		if !v.Has(training.Power) {
			t.Skip("no power")
		}
		for _, c := range []struct {
			variant power.Variant
			naive   func([]float64, []bool) (float64, int)
		}{
			{power.Canonical, naive.NP},
			{power.Garmin, naive.NPGarmin},
			{power.Wahoo, naive.NPWahoo},
		} {
			np, ok := power.Of(v, c.variant)
			want, windows := c.naive(watts, running)
			if ok != (windows > 0) || np.Windows != windows {
				t.Fatalf("%s: %v %v, want %d windows", c.variant, np, ok, windows)
			}
			if ok && math.Abs(np.Watts-want) > 1e-9*max(1, want) {
				t.Fatalf("%s: %v, want %v", c.variant, np.Watts, want)
			}
		}
		x, _ := power.XPower(v.Power().Watts, power.AlphaGoldenCheetah)
		if want := naive.XPower(watts, running, naive.XPowerAlphaStep); math.Abs(x-want) > 1e-9*max(1, want) {
			t.Fatalf("xPower %v, want %v", x, want)
		}
	})
}

func TestRunningBetweenAgreesWithTheReference(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		watts := rapid.SliceOfN(rapid.Int32Range(0, 1500), 30, 200).Draw(t, "watts")
		from := rapid.IntRange(0, len(watts)).Draw(t, "from")
		to := rapid.IntRange(from, len(watts)).Draw(t, "to")
		np, ok := power.NewRunning(watts).Between(from, to)
		want, windows := naive.LapNP(metricstest.Floats(watts), nil, from, to)
		if ok != (windows > 0) || np.Windows != windows {
			t.Fatalf("%v %v, want %d windows", np, ok, windows)
		}
		if ok && math.Abs(np.Watts-want) > 1e-9*max(1, want) {
			t.Fatalf("%v, want %v", np.Watts, want)
		}
	})
}

func TestNormalizedIsExactAtTheEdges(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		watts []int32
		want  float64
	}{
		{"greatest of the format", steps(65535, 86400), 65535},
		{"greatest of a column", steps(math.MaxInt32, 100), math.MaxInt32},
		{"negative is zero", steps(-5, 100), 0},
		{"one negative", append(steps(-100, 1), steps(200, 59)...), 0},
	} {
		np, ok := power.Normalized(c.watts)
		if !ok {
			t.Fatalf("%s: no value", c.name)
		}
		if c.name == "one negative" {
			want, _ := power.Normalized(append(steps(0, 1), steps(200, 59)...))
			c.want = want.Watts
		}
		metricstest.Close(t, c.name, np.Watts, c.want, 1e-12)
	}
	if _, ok := power.Normalized(nil); ok {
		t.Error("nothing has a value")
	}
}

// TestNormalizedLaws checks every ride's laws: NP is at least the mean of its
// windows, at most their highest, and scales with power.
func TestNormalizedLaws(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		watts := rapid.SliceOfN(rapid.Int32Range(0, 2000), 30, 300).Draw(t, "watts")
		np, _ := power.Normalized(watts)
		doubled := make([]int32, len(watts))
		top := int32(0)
		for i, w := range watts {
			doubled[i], top = 2*w, max(top, w)
		}
		two, _ := power.Normalized(doubled)
		if math.Abs(two.Watts-2*np.Watts) > 1e-9*max(1, two.Watts) {
			t.Fatalf("doubled power gives %v, not twice %v", two.Watts, np.Watts)
		}
		sum, n := 0.0, 0.0
		for i := power.WindowS; i <= len(watts); i++ {
			window := 0.0
			for _, w := range watts[i-power.WindowS : i] {
				window += float64(w)
			}
			sum, n = sum+window/power.WindowS, n+1
		}
		if np.Watts < sum/n-1e-9*max(1, sum/n) || np.Watts > float64(top)+1e-9 {
			t.Fatalf("NP %v outside mean %v and max %d", np.Watts, sum/n, top)
		}
	})
}

func BenchmarkNormalizedPower4h(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	watts := make([]int32, 4*3600)
	for i := range watts {
		watts[i] = int32(max(0, 210+60*math.Sin(float64(i)/200)+r.NormFloat64()*40))
	}
	b.ReportAllocs()
	for b.Loop() {
		power.Normalized(watts)
	}
}
