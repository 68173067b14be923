package pace_test

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/pace"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

func TestMinettiVectors(t *testing.T) {
	t.Parallel()
	for _, v := range metricstest.Vectors(t, "gap/minetti") {
		var in map[string]any
		var want map[string]float64
		v.Read(t, &in, &want)
		if len(want) != 12 {
			t.Fatalf("%d costs", len(want))
		}
		for grade, ratio := range want {
			g, err := strconv.ParseFloat(grade, 64)
			if err != nil {
				t.Fatal(err)
			}
			metricstest.Close(t, "minetti "+grade, pace.Minetti.Factor(g), ratio, v.Tol)
			metricstest.Close(t, "damped "+grade, pace.Damped.Factor(g), math.Pow(ratio, 0.83), 2*v.Tol)
		}
	}
}

func TestHeartRateBasedVectors(t *testing.T) {
	t.Parallel()
	for _, v := range metricstest.Vectors(t, "gap/strava2017") {
		var in any
		var want map[string]float64
		v.Read(t, &in, &want)
		var xs, ys []float64
		for grade := range want {
			pct, err := strconv.ParseFloat(grade, 64)
			if err != nil {
				t.Fatal(err)
			}
			xs = append(xs, pct)
		}
		slices.Sort(xs)
		for _, pct := range xs {
			ys = append(ys, want[strconv.FormatFloat(pct, 'f', -1, 64)])
		}
		for pct := -50.0; pct <= 50; pct += 0.25 {
			metricstest.Close(t, fmt.Sprint("at ", pct), pace.HeartRateBased.Factor(pct/100), naive.Tabled(xs, ys, pct), 1e-9)
		}
	}
}

// TestModelsAreLevelOnTheFlat: every model leaves level running as it is,
// makes climbing worth more, and stays positive and finite anywhere.
func TestModelsAreLevelOnTheFlat(t *testing.T) {
	t.Parallel()
	for _, m := range pace.Models() {
		metricstest.Close(t, string(m), m.Factor(0), 1, 1e-12)
		for g := -1.0; g <= 1; g += 0.01 {
			f := m.Factor(g)
			if !(f > 0.3) || f > 10 || g > 0.005 && f <= 1 {
				t.Errorf("%s: %v at %v", m, f, g)
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		g := rapid.Float64Range(-1, 1).Draw(t, "grade")
		if got, want := pace.Minetti.Factor(g)*3, naive.GAP(3, g); math.Abs(got-want) > 1e-9 {
			t.Fatalf("%v at %v, want %v", got, g, want)
		}
	})
}

// hills returns a run with a speed in cm/s and a climb in cm each second.
func hills(speed, climb []int) *training.Recording {
	r := metricstest.Recording(training.Running, len(speed)+1)
	metres, alt, mps := []float64{0}, []float64{200}, []float64{0}
	for i := range speed {
		metres = append(metres, math.Round(metres[i]*100+float64(speed[i]))/100)
		alt = append(alt, math.Round(alt[i]*100+float64(climb[i]))/100)
		mps = append(mps, float64(speed[i])/100)
	}
	metricstest.Put(r, training.Distance, metres)
	metricstest.Put(r, training.Altitude, alt)
	metricstest.Put(r, training.Speed, mps)
	return r
}

func view(r *training.Recording) *stream.View { return stream.Of(r, stream.Limits{}) }

func all(v *stream.View) training.Span { return route.Whole(v) }

// possible bounds the worth on the flat of a speed in m/s: 8 m/s at most, or itself.
func possible(mps, flat float64) float64 { return min(flat, max(mps, 8)) }

// TestGradedAgreesWithTheReference adds up row by row what the walk holds in
// running sums, on random hills.
func TestGradedAgreesWithTheReference(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(320, 500).Draw(t, "seconds")
		speed := rapid.SliceOfN(rapid.IntRange(0, 600), n, n).Draw(t, "cm/s")
		climb := rapid.SliceOfN(rapid.IntRange(-80, 80), n, n).Draw(t, "climbed cm/s")
		v := view(hills(speed, climb))
		g, missing := pace.Grade(v, pace.Minetti)
		if missing != "" {
			t.Skip(missing)
		}
		from, to := rapid.IntRange(0, n/2).Draw(t, "from"), rapid.IntRange(n/2+1, n+1).Draw(t, "to")
		pct, ok := route.Grade(v)
		var covered, known, flat float64
		var graded []float64
		for i := range n + 1 {
			gap := 0.0
			if i > 0 {
				gap = float64(speed[i-1]) / 100
			}
			step := gap
			if ok.Get(i) {
				gap = possible(gap, naive.GAP(gap, float64(pct[i])/100))
			}
			graded = append(graded, math.Round(gap*1000))
			if i < from || i >= to || step <= 0 {
				continue
			}
			covered += step
			if ok.Get(i) {
				known, flat = known+step, flat+gap
			}
		}
		factor, missing := g.Factor(training.Span{FromS: float64(from), ToS: float64(to)})
		if (missing == "") != (covered > 0 && known >= 0.8*covered) {
			t.Fatalf("missing %q with %v of %v m", missing, known, covered)
		}
		if missing == "" && math.Abs(factor-flat/known) > 1e-9 {
			t.Fatalf("%v, want %v", factor, flat/known)
		}
		np, _ := naive.NP(graded, nil)
		if mps, why := g.Normalized(); why == "" && math.Abs(mps*1000-np) > 1e-6 || why != "" && np > 0 {
			t.Fatalf("normalized %v %q, want %v", mps*1000, why, np)
		}
	})
}

func steady(speed, climb, n int) *training.Recording {
	return hills(slices.Repeat([]int{speed}, n), slices.Repeat([]int{climb}, n))
}

func TestASteadyHillHasItsCost(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ climb, pct int }{{0, 0}, {30, 10}, {-30, -10}, {12, 4}} {
		v := view(steady(300, c.climb, 1200))
		g, _ := pace.Grade(v, pace.Canonical)
		want := naive.MinettiCost(float64(c.pct)/100) / 3.6
		factor, missing := g.Factor(all(v))
		mps, why := g.Normalized()
		if missing != "" || why != "" {
			t.Fatal(missing, why)
		}
		metricstest.Close(t, fmt.Sprintf("%d %%", c.pct), factor, want, 0.002)
		metricstest.Close(t, fmt.Sprintf("normalized at %d %%", c.pct), mps, 3*want, 0.002)
	}
}

func TestGradedPaceRefuses(t *testing.T) {
	t.Parallel()
	level := steady(300, 0, 600)
	treadmill := metricstest.Recording(training.Running, 600)
	metricstest.Put(treadmill, training.Speed, metricstest.Repeat(3, 600))
	nowhere := metricstest.Recording(training.Running, 600)
	metricstest.Put(nowhere, training.Altitude, metricstest.Repeat(3, 600))
	metricstest.Put(nowhere, training.HeartRate, metricstest.Repeat(130, 600))
	patchy := steady(300, 0, 600)
	for i := range 500 {
		patchy.Columns.Data[training.Altitude].Valid.Clear(i)
	}
	short := steady(300, 0, 200)
	for name, c := range map[string]struct {
		r        *training.Recording
		gap, ngp string
	}{
		"level": {level, "", ""}, "treadmill": {treadmill, "no altitude was recorded", "no altitude was recorded"},
		"no distance": {nowhere, "no distance was recorded", "no distance was recorded"},
		"patchy":      {patchy, "the grade is known for only 17 % of the distance", "the grade is known for only 17 % of the distance"},
		"short":       {short, "", "less than 5 minutes of speed"},
	} {
		values, missing := training.Values{training.MetricPaceSPerKM: 300}, map[training.Metric]i18n.Sentence{}
		v := view(c.r)
		pace.NewFoot(v).Whole(values, missing, all(v))
		if missing[training.MetricGAPSPerKM].String() != c.gap || missing[training.MetricNGPSPerKM].String() != c.ngp {
			t.Errorf("%s: missing %v", name, missing)
		}
		_, gap := values[training.MetricGAPSPerKM]
		if _, ngp := values[training.MetricNGPSPerKM]; gap != (c.gap == "") || ngp != (c.ngp == "") {
			t.Errorf("%s: %v", name, values)
		}
	}
	values, missing := training.Values{}, map[training.Metric]i18n.Sentence{}
	v := view(level)
	pace.NewFoot(v).Whole(values, missing, all(v))
	if missing[training.MetricGAPSPerKM].String() != "there is no pace" {
		t.Errorf("without a pace: %v %v", values, missing)
	}
}

// TestPausesAndJumpsAreNotRun: what a pause or a jump of the position covers
// counts neither as distance nor as climb.
func TestPausesAndJumpsAreNotRun(t *testing.T) {
	t.Parallel()
	r := steady(300, 0, 1200)
	for i := 700; i <= 1200; i++ { // a lift of 300 m in the pause, and a kilometre on the map
		r.Columns.Data[training.Altitude].Values[i] += 300_00
		r.Columns.Data[training.Distance].Values[i] += 1000_00
	}
	metricstest.Pause(r, 600, 700)
	v := view(r)
	g, _ := pace.Grade(v, pace.Canonical)
	if factor, missing := g.Factor(all(v)); missing != "" || math.Abs(factor-1) > 0.001 {
		t.Errorf("a pause is worth %v %q", factor, missing)
	}
}

// TestNoiseOfTheAltitudeIsNoHill: cost rises both ways from the flat, so that
// noise adds to it. Tools that take the grade from row to row make a hill of
// a barometer on a flat road; over 40 m it stays flat.
func TestNoiseOfTheAltitudeIsNoHill(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := steady(300, 0, 1200)
		noise := rapid.SliceOfN(rapid.IntRange(-40, 40), 1201, 1201).Draw(t, "cm")
		rowByRow := 0.0
		for i, cm := range noise {
			r.Columns.Data[training.Altitude].Values[i] += int32(cm)
			if i > 0 {
				rowByRow += naive.GAP(1, float64(cm-noise[i-1])/300) / 1200
			}
		}
		v := view(r)
		g, _ := pace.Grade(v, pace.Canonical)
		factor, missing := g.Factor(all(v))
		if missing != "" || math.Abs(factor-1) > 0.02 || math.Abs(factor-1) > max(0.003, math.Abs(rowByRow-1)) {
			t.Fatalf("flat is worth %v %q; from row to row %v", factor, missing, rowByRow)
		}
	})
}

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
