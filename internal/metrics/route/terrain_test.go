package route_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

func terrainHills(sport training.Sport, alt []float64) *training.Recording {
	r := metricstest.Recording(sport, len(alt))
	metricstest.Put(r, training.Altitude, alt)
	return r
}

func whole(r *training.Recording) (route.Elevation, i18n.Sentence) {
	v := stream.Of(r, stream.Limits{})
	return route.ReliefOf(v).Elevation(route.Whole(v))
}

func TestReversalsAgreeWithTheReference(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var alt []float64
		for _, a := range rapid.SliceOfN(rapid.IntRange(0, 80), 0, 100).Draw(t, "half metres") {
			alt = append(alt, float64(a)/2)
		}
		h := rapid.SampledFrom([]float64{0, 1, 2, 5}).Draw(t, "hysteresis")
		got := route.Reversals(alt, h)
		gain, loss := naive.Reversals(alt, h)
		if math.Abs(got.GainM-gain) > 1e-9 || math.Abs(got.LossM-loss) > 1e-9 {
			t.Fatalf("%v: %+v, want %v and %v", alt, got, gain, loss)
		}
	})
}

func TestElevationIsSmoothedReversals(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		alt := []float64{300}
		for _, step := range rapid.SliceOfN(rapid.IntRange(-30, 30), 1, 200).Draw(t, "decimetres") {
			alt = append(alt, math.Round(alt[len(alt)-1]*10+float64(step))/10)
		}
		got, missing := whole(terrainHills(training.Cycling, alt))
		// A turn of exactly the hysteresis may fall to either side in the
		// reference, whose means are rounded.
		smooth, agrees := naive.Centred(alt, 2), false
		for _, h := range []float64{route.HysteresisM - 1e-9, route.HysteresisM + 1e-9} {
			gain, loss := naive.Reversals(smooth, h)
			agrees = agrees || math.Abs(got.GainM-gain) < 1e-6 && math.Abs(got.LossM-loss) < 1e-6
		}
		if missing != "" || !agrees {
			t.Fatalf("%+v %q of %v", got, missing, smooth)
		}
	})
}

func TestStepRuleVector(t *testing.T) {
	t.Parallel()
	for _, v := range metricstest.Vectors(t, "elevation/") {
		var in struct{ Alt []float64 }
		var want struct{ H0, H2, H3 float64 }
		v.Read(t, &in, &want)
		metricstest.Close(t, "h 0", route.StepRule(in.Alt, 0), want.H0, v.Tol)
		metricstest.Close(t, "h 2", route.StepRule(in.Alt, 2), want.H2, v.Tol)
		metricstest.Close(t, "h 3", route.StepRule(in.Alt, 3), want.H3, v.Tol)
	}
	if route.StepRule(nil, 2) != 0 {
		t.Error("nothing climbs")
	}
}

// TestErrorsOfTheSensorAreNotClimbed: a calibration, a spike and what happens
// in a pause are no climb; a steady climb is.
func TestErrorsOfTheSensorAreNotClimbed(t *testing.T) {
	t.Parallel()
	level := metricstest.Repeat(100, 600)
	calibrated := append(metricstest.Repeat(100, 300), metricstest.Repeat(180, 300)...)
	spike := append([]float64(nil), level...)
	spike[200] = 900
	lift := terrainHills(training.Cycling, append(metricstest.Repeat(100, 300), metricstest.Repeat(500, 300)...))
	metricstest.Pause(lift, 250, 350)
	var climb []float64
	for i := range 601 {
		climb = append(climb, 100+float64(i)/2)
	}
	for _, c := range []struct {
		name string
		r    *training.Recording
		gain float64
	}{
		{"level", terrainHills(training.Cycling, level), 0},
		{"calibrated", terrainHills(training.Cycling, calibrated), 0},
		{"spike", terrainHills(training.Cycling, spike), 0},
		{"cable car in a pause", lift, 0},
		{"climb", terrainHills(training.Cycling, climb), 299},
		{"piste", terrainHills(training.AlpineSki, calibrated), 0},
	} {
		got, missing := whole(c.r)
		if missing != "" || math.Abs(got.GainM-c.gain) > 0.01 || got.LossM > 0.01 {
			t.Errorf("%s: %+v %q, want %v", c.name, got, missing, c.gain)
		}
	}
	if _, missing := whole(terrainHills(training.Cycling, nil)); missing != "no altitude was recorded" {
		t.Error(missing)
	}
}

func TestGrade(t *testing.T) {
	t.Parallel()
	var alt, dist []float64
	for i := range 400 {
		dist = append(dist, float64(i)*4)
		alt = append(alt, 50+0.05*4*math.Min(float64(i), 200)) // 5 % for 800 m, then level
	}
	r := terrainHills(training.Running, alt)
	metricstest.Put(r, training.Distance, dist)
	pct, ok := route.Grade(stream.Of(r, stream.Limits{}))
	for row, want := range map[int]float64{100: 5, 150: 5, 300: 0} {
		if !ok.Get(row) || math.Abs(float64(pct[row])-want) > 0.05 {
			t.Errorf("row %d: %v %%", row, pct[row])
		}
	}
	cliff := terrainHills(training.Running, []float64{0, 4, 8, 12, 16})
	metricstest.Put(cliff, training.Distance, []float64{0, 3, 6, 9, 12})
	if pct, ok := route.Grade(stream.Of(cliff, stream.Limits{})); !ok.Get(2) || pct[2] != 45 {
		t.Errorf("a cliff has %v", pct)
	}
	still := terrainHills(training.Running, []float64{1, 2, 3})
	metricstest.Put(still, training.Distance, []float64{5, 5, 5})
	if _, ok := route.Grade(stream.Of(still, stream.Limits{})); ok.Count() != 0 {
		t.Error("standing has a grade")
	}
}

func TestSplitsAgreeWithTheReference(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var times, metres []float64
		cm := 0
		for i, s := range rapid.SliceOfN(rapid.IntRange(0, 900), 2, 200).Draw(t, "cm a second") {
			cm += s
			times, metres = append(times, float64(i)), append(metres, float64(cm)/100)
		}
		r := metricstest.Recording(training.Running, len(metres))
		metricstest.Put(r, training.Distance, metres)
		length := float64(rapid.IntRange(20, 400).Draw(t, "metres"))
		got, _ := route.Splits(stream.Of(r, stream.Limits{}), length)
		want := naive.Splits(times, metres, length)
		if len(got) != len(want) {
			t.Fatalf("%d splits, want %d", len(got), len(want))
		}
		for i, w := range want {
			g := got[i]
			if math.Abs(g.Span.ToS-g.Span.FromS-w.Seconds) > 1e-6 || math.Abs(g.DistanceM-(w.ToM-w.FromM)) > 1e-6 {
				t.Fatalf("split %d is %+v, want %+v", i, g, w)
			}
		}
	})
}

func TestSplitsLeaveOutPauses(t *testing.T) {
	t.Parallel()
	var metres []float64
	for i := range 1001 {
		metres = append(metres, 4*float64(min(i, 300)+max(0, i-500)))
	}
	r := metricstest.Recording(training.Running, len(metres))
	metricstest.Put(r, training.Distance, metres)
	metricstest.Pause(r, 300, 500)
	splits, missing := route.Splits(stream.Of(r, stream.Limits{}), route.KilometreM)
	if missing != "" || len(splits) != 4 {
		t.Fatal(missing, splits)
	}
	if s := splits[1]; s.Span.ToS-s.Span.FromS != 450 || s.TimerS != 250 {
		t.Errorf("the split with the pause: %+v", s)
	}
	if last := splits[3]; last.DistanceM != 200 {
		t.Errorf("the last split: %+v", last)
	}
	if _, missing := route.Splits(stream.Of(r, stream.Limits{}), 0); missing == "" {
		t.Error("splits of no length")
	}
	still := metricstest.Recording(training.Running, 5)
	metricstest.Put(still, training.Distance, []float64{7, 7, 7, 7, 7})
	if _, missing := route.Splits(stream.Of(still, stream.Limits{}), 1000); missing != "no distance was covered" {
		t.Error(missing)
	}
}

// TestStepRuleFollowsStepsAlone: what is as far away as the step stays where it
// is, and a way down only lowers the reference.
func TestStepRuleFollowsStepsAlone(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		alt  []float64
		want float64
	}{
		{nil, 0},
		{[]float64{100, 102, 103, 103}, 0},
		{[]float64{100, 102, 104, 106, 108}, 8},
		{[]float64{100, 96, 98, 100}, 4},
		{[]float64{100, 97, 104}, 4},
	} {
		if got := route.StepRule(c.alt, 3); got != c.want {
			t.Errorf("%v: %v, want %v", c.alt, got, c.want)
		}
	}
}

// elevation follows the rule of [route.Relief.Elevation] row by row.
func elevation(v *stream.View, from, to int) route.Elevation {
	var rows []int
	var cm []int64
	shift, last := int64(0), -1
	for i := from; i < to; i++ {
		x, ok := v.At(training.Altitude, i)
		if !ok {
			continue
		}
		if last >= 0 {
			before, _ := v.At(training.Altitude, last)
			step, paused := int64(x-before), false
			for k := last; k < i; k++ {
				paused = paused || v.PauseBetween(k)
			}
			if seconds := int64(max(1, v.Columns.TimeS[i]-v.Columns.TimeS[last])); paused || max(step, -step) > 500*seconds {
				shift -= step
			}
		}
		last = i
		rows, cm = append(rows, i), append(cm, int64(x)+shift)
	}
	alt := make([]float64, len(rows))
	for i := range rows {
		sum, n := int64(0), int64(0)
		for k := range rows {
			if d := v.Columns.TimeS[rows[k]] - v.Columns.TimeS[rows[i]]; -2 <= d && d <= 2 {
				sum, n = sum+cm[k], n+1
			}
		}
		alt[i] = float64(sum) / float64(100*n)
	}
	return route.Reversals(alt, route.HysteresisM)
}

// A stretch climbs what its own rows say, to the bit, wherever it is cut and
// whatever was before it: jumps, pauses, gaps, rows in the same second.
func TestReliefIsThatOfEachStretch(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "rows")
		r := metricstest.Recording(training.Cycling, n)
		col := training.Column{Values: make([]int32, n), Valid: training.NewBitmap(n)}
		at, cm := int32(0), int32(10_000)
		for i := range n {
			at += rapid.SampledFrom([]int32{0, 1, 1, 1, 1, 1, 2, 3, 20}).Draw(t, "step")
			cm += rapid.SampledFrom([]int32{-200, -90, 0, 30, 120, 260, 4000}).Draw(t, "rise")
			r.Columns.TimeS[i], col.Values[i] = at, cm
			if rapid.IntRange(0, 9).Draw(t, "there") > 0 {
				col.Valid.Set(i)
			}
		}
		r.ElapsedS = float64(at) + 1
		r.Columns.Data[training.Altitude] = col
		if from := rapid.IntRange(0, int(at)).Draw(t, "pause"); from%2 == 0 {
			r.Pauses = []training.Span{{FromS: float64(from), ToS: float64(from) + 3}}
		}
		v := stream.Of(r, stream.Limits{})
		relief := route.ReliefOf(v)
		for range 5 {
			from := rapid.IntRange(0, int(at)).Draw(t, "from")
			span := training.Span{FromS: float64(from), ToS: float64(rapid.IntRange(from, int(at)+2).Draw(t, "to"))}
			a, b := v.Rows(span)
			got, missing := relief.Elevation(span)
			if want := elevation(v, a, b); got != want {
				t.Fatalf("%+v: %+v %q, want %+v", span, got, missing, want)
			}
		}
	})
}

// TestASensorThatSettlesClimbsNothing: altitude that comes to its height over
// several rows, faster than anybody climbs, is no climb in a recording of any
// length; leaps back and forth are noise, and stay.
func TestASensorThatSettlesClimbsNothing(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		off  func(s float64) float64
		most float64
	}{
		"from below": {func(s float64) float64 { return -1000 * math.Exp(-s) }, 30},
		"from above": {func(s float64) float64 { return 800 * math.Exp(-s) }, 30},
		"in steps":   {func(s float64) float64 { return 40 * min(0, s-12) }, 30},
	} {
		for _, rows := range []int{310, 486, 3600} {
			r := metricstest.Recording(training.Running, rows)
			alt := make([]float64, rows)
			for i := range alt {
				alt[i] = 2257 + c.off(float64(i)) + 5*math.Sin(float64(i)/600)
			}
			metricstest.Put(r, training.Altitude, alt)
			v := stream.Of(r, stream.Limits{})
			if e, _ := route.ReliefOf(v).Elevation(route.Whole(v)); e.GainM > c.most || e.LossM > c.most {
				t.Errorf("%s in %d rows: %+v", name, rows, e)
			}
		}
	}
}
