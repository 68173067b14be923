package curve_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

func at(points []curve.Point, d int32) (curve.Point, bool) {
	i := slices.IndexFunc(points, func(p curve.Point) bool { return p.DurationS == d })
	if i < 0 {
		return curve.Point{}, false
	}
	return points[i], true
}

func TestGrid(t *testing.T) {
	t.Parallel()
	g := curve.Grid()
	if !slices.IsSorted(g) || len(slices.Compact(slices.Clone(g))) != len(g) || g[len(g)-1] != 86400 {
		t.Errorf("the grid is not ascending to a day: %v", g)
	}
	for _, d := range []int32{1, 5, 37, 60, 300, 1200, 3600, 7200, 86400} {
		if !slices.Contains(g, d) {
			t.Errorf("%d s is not on the grid", d)
		}
	}
	for i := 1; i < len(g); i++ {
		if step := float64(g[i]) / float64(g[i-1]); g[i] > 60 && step > 1.0205+1/float64(g[i-1]) {
			t.Errorf("from %d to %d is more than 2 %%", g[i-1], g[i])
		}
	}
}

func TestPowerCurveIsTheExactOne(t *testing.T) {
	t.Parallel()
	watts := realLike(4000, 9)
	points, missing := curve.Power(metricstest.Power(metricstest.Floats(watts)))
	if missing != "" || points[len(points)-1].DurationS > 4000 {
		t.Fatal(missing, points)
	}
	e := curve.MeanMax(watts)
	for _, p := range points {
		metricstest.Close(t, "best", p.Value, e.Mean(int(p.DurationS)), 1e-12)
	}
}

// TestPowerCurveCountsRests puts a pause between two efforts: the window over
// both holds the rest as zeros.
func TestPowerCurveCountsRests(t *testing.T) {
	t.Parallel()
	r := metricstest.Recording(training.Cycling, 901)
	metricstest.Put(r, training.Power, metricstest.Repeat(300, 901))
	metricstest.Pause(r, 299, 600)
	points, _ := curve.Power(stream.Of(r, stream.Limits{}))
	five, _ := at(points, 300)
	ten, _ := at(points, 600)
	if five.Value != 300 || ten.Value != 301*300.0/600 {
		t.Errorf("5 min %v, 10 min %v", five.Value, ten.Value)
	}
}

func TestPowerCurveUnderSmartRecording(t *testing.T) {
	t.Parallel()
	r := metricstest.Recording(training.Cycling, 601)
	metricstest.Put(r, training.Power, metricstest.Repeat(200, 601))
	metricstest.Drop(r, func(s int) bool { return s%4 != 0 && s < 400 || s%8 != 0 && s > 400 })
	points, _ := curve.Power(stream.Of(r, stream.Limits{}))
	if p, _ := at(points, 300); p.Value != 200 {
		t.Errorf("steps of 4 s do not hold: %v", p.Value)
	}
	if p, _ := at(points, 600); p.Value > 150 || p.Value < 130 {
		t.Errorf("steps of 8 s hold: %v", p.Value)
	}
}

func TestCurvesRefuse(t *testing.T) {
	t.Parallel()
	none := metricstest.Recording(training.Cycling, 10)
	far := metricstest.Recording(training.Cycling, 3)
	metricstest.Put(far, training.Power, []float64{1, 2, 3})
	far.Columns.TimeS[2] = math.MaxInt32
	if _, missing := curve.Power(stream.Of(none, stream.Limits{})); missing != "no power was recorded" {
		t.Error(missing)
	}
	if _, missing := curve.HeartRate(stream.Of(none, stream.Limits{})); missing != "no heart rate was recorded" {
		t.Error(missing)
	}
	if _, missing := curve.Power(stream.Of(far, stream.Limits{})); !strings.Contains(missing.String(), "24 days") {
		t.Error(missing)
	}
}

// TestHeartRateCurveBreaksAtGaps compares with the reference on the series
// with short gaps held, long ones missing.
func TestHeartRateCurveBreaksAtGaps(t *testing.T) {
	t.Parallel()
	bpm := make([]float64, 1500)
	for i := range bpm {
		bpm[i] = 130 + 20*math.Sin(float64(i)/90)
		bpm[i] = math.Round(bpm[i])
	}
	held := slices.Clone(bpm)
	for i := 200; i < 210; i++ { // ten seconds: held
		bpm[i], held[i] = math.NaN(), held[199]
	}
	for i := 700; i < 711; i++ { // eleven: a break
		bpm[i], held[i] = math.NaN(), math.NaN()
	}
	r := metricstest.Recording(training.Running, len(bpm))
	metricstest.Put(r, training.HeartRate, bpm)
	points, missing := curve.HeartRate(stream.Of(r, stream.Limits{}))
	if missing != "" {
		t.Fatal(missing)
	}
	want := naive.MeanMax(held)
	for _, p := range points {
		metricstest.Close(t, "best", p.Value, want[p.DurationS-1], 1e-9)
		from := int(p.StartS)
		metricstest.Close(t, "mean at the start", naive.Mean(held[from:from+int(p.DurationS)]), p.Value, 1e-9)
	}
	if last := points[len(points)-1].DurationS; last > 789 {
		t.Errorf("a window of %d s crosses the gap", last)
	}
}
