package curve_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

// track is a recording with these metres, one row a second.
func track(sport training.Sport, metres []float64) *stream.View {
	r := metricstest.Recording(sport, len(metres))
	metricstest.Put(r, training.Distance, metres)
	return stream.Of(r, stream.Limits{})
}

func steady(n int, mps float64) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = float64(i) * mps
	}
	return out
}

func TestEffortsInterpolate(t *testing.T) {
	t.Parallel()
	metres := slices.Concat(steady(301, 3), nil)
	for i := range 200 {
		metres = append(metres, 900+float64(i+1)*4.5)
	}
	efforts, missing := curve.Efforts(track(training.Running, metres), []float64{400, 800, 1000, 5000})
	if missing != "" || len(efforts) != 3 {
		t.Fatal(missing, efforts)
	}
	metricstest.Close(t, "400 m", efforts[0].TimeS, 400/4.5, 1e-9)
	metricstest.Close(t, "800 m", efforts[1].TimeS, 800/4.5, 1e-9)
	metricstest.Close(t, "1000 m", efforts[2].TimeS, 200+100.0/3, 1e-9)
	metricstest.Close(t, "start", efforts[2].StartS, 500-200-100.0/3, 1e-9)
}

func TestEffortsAgreeWithTheReference(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		steps := rapid.SliceOfN(rapid.IntRange(0, 900), 2, 120).Draw(t, "cm a second")
		times, metres, cm := []float64{0}, []float64{0}, 0
		for i, s := range steps {
			cm += s
			times, metres = append(times, float64(i+1)), append(metres, float64(cm)/100)
		}
		goal := float64(rapid.IntRange(1, 300).Draw(t, "metres"))
		efforts, _ := curve.Efforts(track(training.Other, metres), []float64{goal})
		want, _ := naive.BestEffort(times, metres, goal)
		switch {
		case math.IsNaN(want) != (len(efforts) == 0):
			t.Fatalf("%v, want %v", efforts, want)
		case len(efforts) > 0 && math.Abs(efforts[0].TimeS-want) > 1e-6*max(1, want):
			t.Fatalf("%v, want %v", efforts[0].TimeS, want)
		}
	})
}

// TestEffortsDoNotBelieveJumps: a jump of the position cuts the track, and a
// time that nobody runs is left out.
func TestEffortsDoNotBelieveJumps(t *testing.T) {
	t.Parallel()
	metres := steady(1000, 3)
	for i := 500; i < len(metres); i++ {
		metres[i] += 700
	}
	efforts, _ := curve.Efforts(track(training.Running, metres), []float64{1000})
	metricstest.Close(t, "1000 m", efforts[0].TimeS, 1000.0/3, 1e-9)

	fast := steady(400, 12) // below the limit of a step, above that of a kilometre
	if _, missing := curve.Efforts(track(training.Running, fast), []float64{1000}); missing == "" {
		t.Error("a kilometre in 83 s is believed")
	}
	if e, missing := curve.Efforts(track(training.Cycling, fast), []float64{1000}); missing != "" || len(e) != 1 {
		t.Error("on a bike it is not")
	}
}

func TestEffortsOverOddTracks(t *testing.T) {
	t.Parallel()
	back := steady(100, 3)
	for i := 50; i < 100; i++ {
		back[i] -= 120 // the distance starts again
	}
	twice := metricstest.Recording(training.Running, 100)
	metricstest.Put(twice, training.Distance, steady(100, 3))
	for i := range twice.Columns.TimeS {
		twice.Columns.TimeS[i] /= 2 // two rows a second
	}
	for name, v := range map[string]*stream.View{
		"none": track(training.Running, nil), "still": track(training.Running, make([]float64, 50)),
		"back": track(training.Running, back),
	} {
		if e, missing := curve.Efforts(v, []float64{400}); missing == "" {
			t.Errorf("%s: %v", name, e)
		}
	}
	e, _ := curve.Efforts(stream.Of(twice, stream.Limits{}), []float64{100})
	if len(e) != 1 || e[0].TimeS < 16 {
		t.Errorf("two rows a second: %v", e)
	}
}

func TestDistancesAreAscending(t *testing.T) {
	t.Parallel()
	for _, s := range training.Sports() {
		if d := curve.Distances(s); len(d) == 0 || !slices.IsSorted(d) {
			t.Errorf("%s: %v", s, d)
		}
	}
}
