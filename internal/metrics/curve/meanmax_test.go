package curve_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/curve"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

// realLike is a ride with intervals, sprints, coasting and noise.
func realLike(n int, seed uint64) []int32 {
	r := rand.New(rand.NewPCG(seed, 7))
	out := make([]int32, n)
	level, left, x := 180.0, 0, 180.0
	for i := range out {
		if left == 0 {
			level, left = 60+r.Float64()*260, 20+r.IntN(600)
			switch {
			case r.IntN(8) == 0:
				level, left = 0, 5+r.IntN(60)
			case r.IntN(30) == 0:
				level, left = 500+r.Float64()*400, 5+r.IntN(20)
			}
		}
		left--
		x += (level - x) * 0.25
		if level > 0 {
			out[i] = int32(max(0, x+r.NormFloat64()*35))
		}
	}
	return out
}

// flat is an hour on a trainer that holds the power within sigma.
func flat(n int, sigma float64) []int32 {
	r := rand.New(rand.NewPCG(3, 7))
	out := make([]int32, n)
	for i := range out {
		out[i] = int32(250 + r.NormFloat64()*sigma)
	}
	return out
}

// alternating is 30 s on, 30 s off: many windows are equally good.
func alternating(n int) []int32 {
	out := make([]int32, n)
	for i := range out {
		if i/30%2 == 1 {
			out[i] = 400
		}
	}
	return out
}

func scaled(x []int32, by int32) []int32 {
	for i := range x {
		x[i] *= by
	}
	return x
}

// checkExact compares with brute force and asks that each window is where the
// result says it is.
func checkExact(t interface {
	Helper()
	Fatalf(string, ...any)
}, values []int32,
) {
	t.Helper()
	e := curve.MeanMax(values)
	want := naive.MeanMax(metricstest.Floats(values))
	if len(e.Sums) != len(values) || len(e.Starts) != len(values) {
		t.Fatalf("%d and %d results for %d values", len(e.Sums), len(e.Starts), len(values))
	}
	for d := 1; d <= len(values); d++ {
		if got := e.Mean(d); math.Abs(got-want[d-1]) > 1e-9*max(1, math.Abs(want[d-1])) {
			t.Fatalf("%d values, duration %d: %v, want %v", len(values), d, got, want[d-1])
		}
		sum := int64(0)
		for _, v := range values[e.Starts[d-1]:][:d] {
			sum += int64(v)
		}
		if sum != e.Sums[d-1] {
			t.Fatalf("duration %d: the window at %d sums to %d, not %d", d, e.Starts[d-1], sum, e.Sums[d-1])
		}
	}
}

func TestMeanMaxIsBruteForce(t *testing.T) {
	t.Parallel()
	for name, values := range map[string][]int32{
		"real": realLike(2500, 1), "flat": flat(1500, 0), "erg": flat(1500, 4), "alternating": alternating(1500),
		"zeros": make([]int32, 300), "rising": ramp(1000, 1), "falling": ramp(1000, -1),
		"beyond 32 bits": scaled(realLike(1200, 2), 3_000_000),
		"one":            {7}, "two": {7, 9}, "block": realLike(16, 3), "block and one": realLike(17, 3), "none": nil,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkExact(t, values)
		})
	}
}

func ramp(n int, way int32) []int32 {
	out := make([]int32, n)
	for i := range out {
		out[i] = 1000 + way*int32(i)
	}
	return out
}

func TestMeanMaxOnRandomSeries(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		top := rapid.SampledFrom([]int32{1, 3, 500, math.MaxInt32}).Draw(t, "top")
		checkExact(t, rapid.SliceOfN(rapid.Int32Range(-top, top), 0, 150).Draw(t, "values"))
	})
}

// TestMeanMaxLaws: with power that is not negative, a longer best never holds
// less energy, and two shorter bests hold at least as much as one that is as
// long as both.
func TestMeanMaxLaws(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		e := curve.MeanMax(rapid.SliceOfN(rapid.Int32Range(0, 2000), 2, 200).Draw(t, "watts"))
		for d := 1; d < len(e.Sums); d++ {
			if e.Sums[d] < e.Sums[d-1] {
				t.Fatalf("%d s hold less than %d s", d+1, d)
			}
		}
		a := rapid.IntRange(1, len(e.Sums)-1).Draw(t, "a")
		b := rapid.IntRange(1, len(e.Sums)-a).Draw(t, "b")
		if e.Sums[a+b-1] > e.Sums[a-1]+e.Sums[b-1] {
			t.Fatalf("%d s hold more than %d s and %d s", a+b, a, b)
		}
	})
}

func TestMeanMaxVector(t *testing.T) {
	t.Parallel()
	for _, v := range metricstest.Vectors(t, "mmp/arange101") {
		var in struct{ Power string }
		var want struct{ D1, D50, D101 float64 }
		v.Read(t, &in, &want)
		values := make([]int32, 101)
		for i := range values {
			values[i] = int32(i)
		}
		e := curve.MeanMax(values)
		metricstest.Close(t, "d1", e.Mean(1), want.D1, 0)
		metricstest.Close(t, "d50", e.Mean(50), want.D50, 0)
		metricstest.Close(t, "d101", e.Mean(101), want.D101, 0)
	}
}

func BenchmarkMeanMax4h(b *testing.B) {
	for _, c := range []struct {
		name   string
		values []int32
	}{{"real", realLike(4*3600, 1)}, {"flat", flat(4*3600, 0)}, {"erg", flat(4*3600, 4)}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				curve.MeanMax(c.values)
			}
		})
	}
}
