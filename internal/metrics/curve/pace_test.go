package curve_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

// moved is a recording of a sport that covers cm[i] in second i.
func moved(sport training.Sport, cm []int32) *training.Recording {
	r := metricstest.Recording(sport, len(cm)+1)
	metres := make([]float64, len(cm)+1)
	total := int64(0)
	for i, x := range cm {
		total += int64(x)
		metres[i+1] = float64(total) / 100
	}
	metricstest.Put(r, training.Distance, metres)
	return r
}

// perCM is the units of a speed in 1 cm/s.
const perCM = curve.PerMPS / 100

func speeds(n int, level float64, seed uint64) []int32 {
	rng := rand.New(rand.NewPCG(seed, 3))
	out := make([]int32, n)
	for i := range out {
		out[i] = int32(max(0, level+level/3*math.Sin(float64(i)/200)+level/10*rng.NormFloat64()))
	}
	return out
}

func TestPaceIsTheSlowMeanMax(t *testing.T) {
	t.Parallel()
	for name, cm := range map[string][]int32{
		"run": speeds(2000, 330, 1), "steady": speeds(500, 300, 2),
		"rest": append(append(speeds(300, 400, 3), make([]int32, 200)...), speeds(300, 380, 4)...),
	} {
		points, missing := curve.TracksOf(stream.Of(moved(training.Running, cm), stream.Limits{})).Pace()
		if missing != "" || points[0].DurationS != 1 {
			t.Fatal(name, missing, points)
		}
		want := naive.MeanMax(metricstest.Floats(cm))
		for _, p := range points {
			metricstest.Close(t, name, p.Value/perCM, want[p.DurationS-1], 1e-9)
			from := int(p.StartS)
			metricstest.Close(t, name+" window", naive.Mean(metricstest.Floats(cm[from:from+int(p.DurationS)])), p.Value/perCM, 1e-9)
		}
	}
}

// TestPaceAcrossMissingRows: without rows distance is a straight line, so
// that the windows at the line's ends are what they were.
func TestPaceAcrossMissingRows(t *testing.T) {
	t.Parallel()
	cm := speeds(600, 300, 5)
	for i := 200; i < 208; i++ {
		cm[i] = 280
	}
	whole, _ := curve.TracksOf(stream.Of(moved(training.Running, cm), stream.Limits{})).Pace()
	r := moved(training.Running, cm)
	metricstest.Drop(r, func(s int) bool { return s > 200 && s < 208 })
	holed, missing := curve.TracksOf(stream.Of(r, stream.Limits{})).Pace()
	if missing != "" || len(holed) != len(whole) {
		t.Fatal(missing, holed)
	}
	for i, p := range holed {
		metricstest.Close(t, "with a hole", p.Value, whole[i].Value, 1e-9)
	}
}

func TestPaceRefusesWhatNobodyRuns(t *testing.T) {
	t.Parallel()
	cm := speeds(1200, 300, 6)
	for i := 600; i < 700; i++ {
		cm[i] = 1150 // under the sport's limit for a step, over its records for a hundred seconds
	}
	points, _ := curve.TracksOf(stream.Of(moved(training.Running, cm), stream.Limits{})).Pace()
	if p, ok := at(points, 90); !ok || p.Value != 0 {
		t.Errorf("90 s at %v cm/s are believed", p.Value)
	}
	if p, ok := at(points, 1200); !ok || p.Value == 0 || p.Value/perCM > 450 {
		t.Errorf("20 min: %v %v", p, ok)
	}
	fast, missing := curve.TracksOf(stream.Of(moved(training.Cycling, cm), stream.Limits{})).Pace()
	if p, ok := at(fast, 90); missing != "" || !ok || p.Value/perCM != 1150 {
		t.Errorf("on a bicycle: %v %q", p, missing)
	}
	for _, cm := range [][]int32{nil, speeds(20, 300, 7), make([]int32, 100)} {
		if points, missing := curve.TracksOf(stream.Of(moved(training.Running, cm), stream.Limits{})).Pace(); missing == "" {
			t.Errorf("%d s: %v", len(cm), points)
		}
	}
	if _, missing := curve.TracksOf(stream.Of(metricstest.Recording(training.Running, 99),
		stream.Limits{})).Pace(); missing != "no distance was recorded" {
		t.Error(missing)
	}
}

func TestCoarseIsPartOfTheGrid(t *testing.T) {
	t.Parallel()
	grid := map[int32]bool{}
	for _, d := range curve.Grid() {
		grid[d] = true
	}
	last := int32(0)
	for _, d := range curve.Coarse() {
		if !grid[d] || d <= last {
			t.Errorf("%d s after %d s is not on the grid", d, last)
		}
		last = d
	}
}
