package curve_test

import (
	"math"
	"math/rand/v2"
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

// TestNormalizedIsTheBestNPOfAnyStretch takes the NP of every stretch by itself.
func TestNormalizedIsTheBestNPOfAnyStretch(t *testing.T) {
	t.Parallel()
	spike := make([]int32, 400)
	spike[200] = 65535
	for name, watts := range map[string][]int32{
		"ride": realLike(450, 11), "flat": flat(400, 0), "intervals": alternating(440), "spike": spike, "five minutes": realLike(300, 2),
	} {
		points := curve.Normalized(watts, 7)
		for _, p := range points {
			d, want := int(p.DurationS), math.Inf(-1)
			for i := 0; i+d <= len(watts); i++ {
				np, _ := naive.NP(metricstest.Floats(watts[i:i+d]), nil)
				want = max(want, np)
			}
			metricstest.Close(t, name, p.Value, want, 1e-9)
			from := int(p.StartS) - 7
			np, _ := naive.NP(metricstest.Floats(watts[from:from+d]), nil)
			metricstest.Close(t, name+" window", np, p.Value, 1e-9)
			one, ok := curve.NormalizedOf(watts, p.DurationS)
			if !ok || one.Value != p.Value {
				t.Errorf("%s: %d s by itself: %v, %v", name, d, one, ok)
			}
		}
		if points[0].DurationS != 300 || int(points[len(points)-1].DurationS) > len(watts) {
			t.Errorf("%s: from %v", name, points)
		}
	}
	if p := curve.Normalized(flat(299, 0), 0); p != nil {
		t.Errorf("299 s: %v", p)
	}
	for _, d := range []int32{0, 299, 301} {
		if p, ok := curve.NormalizedOf(flat(300, 0), d); ok {
			t.Errorf("%d s of 300: %v", d, p)
		}
	}
}

// TestNormalizedDoesNotCutRestsOut: the hour around a rest holds it.
func TestNormalizedDoesNotCutRestsOut(t *testing.T) {
	t.Parallel()
	watts := append(append(flat(600, 0), make([]int32, 600)...), flat(600, 0)...)
	points := curve.Normalized(watts, 0)
	if ten, _ := at(points, 600); ten.Value != 250 {
		t.Errorf("ten minutes: %v", ten)
	}
	if half, _ := at(points, 1800); half.Value > 230 {
		t.Errorf("half an hour with ten minutes of rest: %v", half)
	}
}

// moved returns a recording of a sport that covers cm[i] in second i.
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
