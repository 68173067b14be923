package curve_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

// track returns a recording with these metres, one row a second.
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

// BenchmarkOneHour measures each curve of an hour's ride that is stored beside the power curve.
func BenchmarkOneHour(b *testing.B) {
	r := metricstest.Recording(training.Cycling, 3600)
	watts := realLike(3600, 1)
	metricstest.Put(r, training.Power, metricstest.Floats(watts))
	metres := make([]float64, len(watts))
	for i := range metres[1:] {
		metres[i+1] = metres[i] + 4 + float64(watts[i])/40
	}
	metricstest.Put(r, training.Distance, metres)
	v := stream.Of(r, stream.Limits{})
	for name, f := range map[string]func(){
		"grid":       func() { curve.Grid() },
		"power":      func() { curve.PowerOf(watts, 0, curve.Grid()) },
		"fatigued":   func() { curve.Fatigued(watts, 0) },
		"normalized": func() { curve.Normalized(watts, 0) },
		"pace":       func() { curve.TracksOf(v).Pace() },
		"efforts":    func() { curve.TracksOf(v).Efforts(curve.Distances(training.Cycling)) },
		"tracks":     func() { curve.TracksOf(v) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f()
			}
		})
	}
}

// realLike returns a ride with intervals, sprints, coasting and noise.
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

// flat returns an hour on a trainer that holds the power within sigma.
func flat(n int, sigma float64) []int32 {
	r := rand.New(rand.NewPCG(3, 7))
	out := make([]int32, n)
	for i := range out {
		out[i] = int32(250 + r.NormFloat64()*sigma)
	}
	return out
}

// alternating returns 30 s on, 30 s off: many windows are equally good.
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

// TestWorthIsTheTrackOfTheWorth: tracks whose steps are multiplied have the
// bests of a recording that covered the products, holes and a jump included.
func TestWorthIsTheTrackOfTheWorth(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(120, 400).Draw(t, "seconds")
		halves := rapid.SliceOfN(rapid.IntRange(1, 150), n, n).Draw(t, "cm/s / 2")
		factors := rapid.SliceOfN(rapid.IntRange(1, 4), n, n).Draw(t, "factors · 2")
		jump := rapid.IntRange(0, n-1).Draw(t, "jump")
		hole := rapid.IntRange(1, n-1).Draw(t, "hole")
		factors[hole-1] = factors[hole] // the step over a hole takes the factor of the row that ends it
		recorded, worth := make([]int32, n), make([]int32, n)
		for i := range n {
			recorded[i], worth[i] = int32(2*halves[i]), int32(halves[i]*factors[i])
		}
		recorded[jump], worth[jump] = 1_000_00, 1_000_00
		tracks := func(cm []int32) (curve.Tracks, *stream.View) {
			r := moved(training.Running, cm)
			metricstest.Drop(r, func(s int) bool { return s == hole })
			v := stream.Of(r, stream.Limits{})
			return curve.TracksOf(v), v
		}
		asRecorded, v := tracks(recorded)
		row := func(i int) float64 { // row i ends the step of second TimeS[i] − 1
			return float64(factors[max(0, v.Columns.TimeS[i]-1)]) / 2
		}
		got := asRecorded.Worth(v, row)
		want, _ := tracks(worth)
		gotPoints, _ := got.Pace()
		wantPoints, _ := want.Pace()
		if len(gotPoints) != len(wantPoints) {
			t.Fatalf("%v, want %v", gotPoints, wantPoints)
		}
		for i, p := range gotPoints { // on the line over the hole a centimetre may fall to either side
			if cm := (p.Value - wantPoints[i].Value) * float64(p.DurationS); cm > 1.001 || cm < -1.001 {
				t.Fatalf("%v, want %v", p, wantPoints[i])
			}
		}
		distances := []float64{50, 100, 200, 400}
		gotEfforts, _ := got.Efforts(distances)
		wantEfforts, _ := want.Efforts(distances)
		both := min(len(gotEfforts), len(wantEfforts))
		for _, e := range append(gotEfforts[both:], wantEfforts[both:]...) {
			if e.TimeS < float64(n)-1 { // a centimetre may decide whether the whole track is as long
				t.Fatalf("%v, want %v", gotEfforts, wantEfforts)
			}
		}
		for i, e := range gotEfforts[:both] {
			if d := e.TimeS - wantEfforts[i].TimeS; d <= 1e-9 && d >= -1e-9 {
				continue
			}
			// where a second is worth a centimetre, that may be a second
			near, _ := want.Efforts([]float64{e.DistanceM - 0.01, e.DistanceM + 0.01})
			if len(near) < 2 || e.TimeS < near[0].TimeS-1e-9 || e.TimeS > near[1].TimeS+1e-9 {
				t.Fatalf("%v, want %v or between %v", e, wantEfforts[i], near)
			}
		}
	})
}

// TestEffortsReachFromTheStartToTheEnd: a leg of just over a distance has a time
// over it, although its first row already counts a second's way and the device's
// total ends after its last row.
func TestEffortsReachFromTheStartToTheEnd(t *testing.T) {
	t.Parallel()
	const mps, seconds = 3.8, 2633
	leg := func(row func(second int) float64, totalKM float64) *stream.View {
		r := metricstest.Recording(training.Running, seconds)
		metres := make([]float64, seconds)
		for i := range metres {
			metres[i] = row(i)
		}
		metricstest.Put(r, training.Distance, metres)
		if totalKM > 0 {
			r.DeviceValues = training.Values{training.MetricDistanceKM: totalKM}
		}
		return stream.Of(r, stream.Limits{})
	}
	ends := func(i int) float64 { return mps * float64(i+1) }
	begins := func(i int) float64 { return mps * float64(i) }
	late := func(i int) float64 { return 30 + begins(i) }
	whole := mps * seconds
	for name, tt := range map[string]struct {
		v     *stream.View
		goalM float64
		wantS float64 // 0 for none
	}{
		"the first row has its second's way":   {leg(ends, 0), whole - 1, seconds - 1/mps},
		"the whole":                            {leg(ends, 0), whole, seconds},
		"more than the whole":                  {leg(ends, 0), whole + 2, 0},
		"the total is beyond the last row":     {leg(begins, whole/1000), whole - 1, seconds - 1/mps},
		"no total, and nothing after the rows": {leg(begins, 0), whole, 0},
		"the way before the rows is too long":  {leg(func(i int) float64 { return 60 + mps*float64(i) }, 0), whole, 0},
		"a counter that began before the rows": {leg(late, 0), whole + 20, 0},
		"and the total contains its metres":    {leg(late, (whole+30)/1000), whole + 20, seconds + 20/mps},
		"what is within the rows is as it was": {leg(ends, 0), 5000, 5000 / mps},
	} {
		got, _ := curve.Efforts(tt.v, []float64{tt.goalM})
		if (len(got) > 0) != (tt.wantS > 0) {
			t.Errorf("%s: %v", name, got)
			continue
		}
		if tt.wantS > 0 {
			metricstest.Close(t, name, got[0].TimeS, tt.wantS, 1e-6)
			if got[0].StartS < 0 {
				t.Errorf("%s: it starts at %v s", name, got[0].StartS)
			}
		}
	}
}

// TestEffortsAfterASlowEnd: a run of five minutes at 4 m/s and one at 1 m/s whose
// counter says 30 m at its start and whose device has no total. Nine seconds at the
// mean speed would bring these metres into the best kilometre.
func TestEffortsAfterASlowEnd(t *testing.T) {
	t.Parallel()
	const quickS, slowS = 240, 60
	r := metricstest.Recording(training.Running, quickS+slowS)
	metres := make([]float64, quickS+slowS)
	for i := range metres {
		metres[i] = 30 + 4*float64(min(i, quickS)) + float64(max(0, i-quickS))
	}
	metricstest.Put(r, training.Distance, metres)
	got, _ := curve.Efforts(stream.Of(r, stream.Limits{}), []float64{1000})
	if len(got) != 1 {
		t.Fatal(got)
	}
	metricstest.Close(t, "time over a kilometre", got[0].TimeS, quickS+(1000-4*quickS), 1e-6)
}

// TestTheTailEndsWhereTheTimerStops: what the timer ran on for after a break
// that follows the last row is no part of a way that begins at it.
func TestTheTailEndsWhereTheTimerStops(t *testing.T) {
	t.Parallel()
	const mps, seconds = 3, 100
	tail := func(pauses ...training.Span) (s, m float64) {
		r := metricstest.Recording(training.Running, seconds)
		metricstest.Put(r, training.Distance, steady(seconds, mps))
		metricstest.Put(r, training.Speed, slices.Repeat([]float64{mps}, seconds))
		last := float64(seconds - 1)
		r.ElapsedS, r.Pauses = last+66, nil
		for _, p := range pauses {
			r.Pauses = append(r.Pauses, training.Span{FromS: last + p.FromS, ToS: last + p.ToS})
		}
		r.TimerS = r.ElapsedS
		for _, p := range r.Pauses {
			r.TimerS -= p.ToS - p.FromS
		}
		return stream.Of(r, stream.Limits{}).Tail()
	}
	if s, m := tail(training.Span{FromS: 4, ToS: 66}); s != 4 || m != 4*mps {
		t.Errorf("it stops after four seconds: %v s, %v m", s, m)
	}
	if s, m := tail(training.Span{FromS: 1, ToS: 61}); s != 0 || m != 0 {
		t.Errorf("it stops after the last row and runs again: %v s, %v m", s, m)
	}
}

// TestWorthOfTheEdges: the way before the first row with a distance has that
// row's factor, and the way after the last one that one's, although rows
// without a distance come before and after them.
func TestWorthOfTheEdges(t *testing.T) {
	t.Parallel()
	const mps, seconds, first, last = 2, 400, 2, 396
	r := metricstest.Recording(training.Running, seconds)
	metricstest.Put(r, training.Distance, steady(seconds, mps))
	metricstest.Put(r, training.Speed, slices.Repeat([]float64{mps}, seconds))
	for i := range seconds {
		if i < first || i > last {
			r.Columns.Data[training.Distance].Valid.Clear(i)
		}
	}
	r.DeviceValues = training.Values{training.MetricDistanceKM: mps * seconds / 1000.0}
	v := stream.Of(r, stream.Limits{})
	worth := curve.TracksOf(v).Worth(v, func(row int) float64 {
		if row < first || row > last {
			return 1
		}
		return 2
	})
	const whole = 2 * mps * seconds
	if got, _ := worth.Efforts([]float64{whole + 1}); len(got) > 0 {
		t.Errorf("more than the whole: %v", got)
	}
	got, why := worth.Efforts([]float64{whole - 1})
	if len(got) == 0 {
		t.Fatal("nothing over the whole: ", why)
	}
	metricstest.Close(t, "the whole", got[0].TimeS, seconds-1.0/(2*mps), 1e-6)
}
