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

// furtherOf wants every further effort to be the best that brute force finds
// beside those before it, and no more or fewer of them.
func furtherOf(t *rapid.T, series curve.Series, values []float64, best curve.Point, n int) {
	d := int(best.DurationS)
	taken := []naive.Span{{FromS: float64(best.StartS), ToS: float64(int(best.StartS) + d)}}
	got := series.Further(best, n)
	for i := range n {
		mean, start := naive.NextMean(values, d, taken)
		switch {
		case start < 0 && i == len(got):
			return
		case start < 0 || i >= len(got):
			t.Fatalf("%d s: %d further ones, brute force finds the one at %d as number %d", d, len(got), start, i)
		case int(got[i].StartS) != start || math.Abs(got[i].Value-mean) > 1e-9*max(1, mean) || got[i].DurationS != best.DurationS:
			t.Fatalf("%d s, number %d: %+v, want %v at %d", d, i, got[i], mean, start)
		}
		taken = append(taken, naive.Span{FromS: float64(start), ToS: float64(start + d)})
	}
	if len(got) != n {
		t.Fatalf("%d s: %d further ones, not %d", d, len(got), n)
	}
}

func TestFurtherPowerIsBruteForce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		top := rapid.SampledFrom([]int32{1, 3, 900}).Draw(t, "top")
		watts := rapid.SliceOfN(rapid.Int32Range(0, top), 2, 120).Draw(t, "watts")
		v := metricstest.Power(metricstest.Floats(watts))
		points, _ := curve.Power(v)
		best := rapid.SampledFrom(points).Draw(t, "best")
		furtherOf(t, curve.PowerSeconds(v), metricstest.Floats(watts), best, rapid.IntRange(0, 4).Draw(t, "n"))
	})
}

// TestFurtherHeartRateIsBruteForce has gaps that no window crosses: of more
// than 10 s without a rate.
func TestFurtherHeartRateIsBruteForce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var values []float64
		for range rapid.IntRange(1, 4).Draw(t, "stretches") {
			for range 12 {
				values = append(values, math.NaN())
			}
			for _, b := range rapid.SliceOfN(rapid.IntRange(60, 190), 1, 40).Draw(t, "bpm") {
				values = append(values, float64(b))
			}
		}
		r := metricstest.Recording(training.Cycling, len(values))
		metricstest.Put(r, training.HeartRate, values)
		v := stream.Of(r, stream.Limits{})
		points, missing := curve.HeartRate(v)
		if missing != "" {
			t.Fatal(missing)
		}
		best := rapid.SampledFrom(points).Draw(t, "best")
		furtherOf(t, curve.HeartRateSeconds(v), values, best, 3)
	})
}

// randomTrack returns a track by the second.
func randomTrack(t *rapid.T) (v *stream.View, times, metres []float64) {
	steps := rapid.SliceOfN(rapid.IntRange(0, 900), 2, 80).Draw(t, "cm a second")
	metres, cm := []float64{0}, 0
	times = []float64{0}
	for i, s := range steps {
		cm += s
		times, metres = append(times, float64(i+1)), append(metres, float64(cm)/100)
	}
	return track(training.Other, metres), times, metres
}

func TestFurtherDistanceIsBruteForce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		v, times, metres := randomTrack(t)
		goal := float64(rapid.IntRange(1, 150).Draw(t, "metres"))
		tracks := curve.TracksOf(v)
		efforts, _ := tracks.Efforts([]float64{goal})
		got := tracks.Further(goal, 3)
		if len(efforts) == 0 {
			if len(got) > 0 {
				t.Fatalf("no best, and further ones: %v", got)
			}
			return
		}
		taken := []naive.Span{{FromS: efforts[0].StartS, ToS: efforts[0].StartS + efforts[0].TimeS}}
		for i := range 3 {
			want := naive.NextEffort(times, metres, goal, taken)
			// what is left in one place may be just as long, but for rounding
			least := naive.NextEffort(times, metres, goal+1e-6, taken)
			if i >= len(got) {
				if !math.IsNaN(want) && !math.IsNaN(least) {
					t.Fatalf("%d further ones of %v m, brute force finds one of %v s", len(got), goal, want)
				}
				return
			}
			e := got[i]
			if small := 1e-6 * max(1, want); e.TimeS < want-small || e.TimeS > least+small || e.DistanceM != goal {
				t.Fatalf("number %d: %+v, want %v to %v s", i, e, want, least)
			}
			own := naive.Span{FromS: e.StartS, ToS: e.StartS + e.TimeS}
			for _, s := range taken {
				if own.FromS < s.ToS-1e-9 && own.ToS > s.FromS+1e-9 {
					t.Fatalf("%+v overlaps %+v", own, s)
				}
			}
			if covered := naive.Metres(times, metres, own.ToS) - naive.Metres(times, metres, own.FromS); math.Abs(covered-goal) > 1e-6 {
				t.Fatalf("%+v covers %v m, not %v", own, covered, goal)
			}
			taken = append(taken, own)
		}
	})
}

func TestCoveredIsBruteForce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		v, times, metres := randomTrack(t)
		end := int(times[len(times)-1])
		from := rapid.IntRange(0, end-1).Draw(t, "from")
		to := rapid.IntRange(from+1, end+1).Draw(t, "to")
		want := naive.Metres(times, metres, float64(min(to, end))) - naive.Metres(times, metres, float64(from))
		if got, ok := curve.TracksOf(v).Covered(float64(from), float64(to)); !ok || math.Abs(got-want) > 1e-9*max(1, want) {
			t.Fatalf("%d to %d s: %v %v, want %v", from, to, got, ok, want)
		}
	})
}

func TestWhatIsCoveredMayNotBeKnown(t *testing.T) {
	t.Parallel()
	metres := steady(100, 3)
	for i := 50; i < 100; i++ {
		metres[i] += 40 // faster than anybody runs, after 49 s
	}
	cut := curve.TracksOf(track(training.Running, metres))
	late := steady(100, 3)
	for i := range 20 {
		late[i] = math.NaN()
	}
	for name, tt := range map[string]struct {
		of       curve.Tracks
		from, to float64
		metres   float64
		ok       bool
	}{
		"before the cut":         {cut, 10, 20, 30, true},
		"over it":                {cut, 40, 60, 0, false},
		"to the end of a part":   {cut, 40, 49, 27, true},
		"a second behind it":     {cut, 40, 50, 0, false},
		"after it":               {cut, 50, 60, 30, true},
		"with the last second":   {cut, 90, 100, 27, true},
		"longer than that":       {cut, 90, 101, 0, false},
		"the last second":        {cut, 99, 100, 0, false},
		"before there is any":    {curve.TracksOf(track(training.Running, late)), 10, 30, 0, false},
		"once there is some":     {curve.TracksOf(track(training.Running, late)), 20, 30, 30, true},
		"of nothing":             {curve.TracksOf(track(training.Running, nil)), 0, 1, 0, false},
		"no distance":            {curve.TracksOf(metricstest.Power([]float64{1, 2, 3})), 0, 1, 0, false},
		"a part that is not one": {cut, 20, 10, 0, false},
	} {
		if got, ok := tt.of.Covered(tt.from, tt.to); ok != tt.ok || math.Abs(got-tt.metres) > 1e-9 {
			t.Errorf("%s: %v %v", name, got, ok)
		}
	}
}

// TestWhatIsNotBelievedHasNoFurtherOnes: a slower one could hold a part of the
// same fault.
func TestWhatIsNotBelievedHasNoFurtherOnes(t *testing.T) {
	t.Parallel()
	metres := steady(2000, 3)
	for i := 1000; i < 1100; i++ {
		metres[i] = metres[i-1] + 12 // below the limit of a step, above that of a kilometre
	}
	for i := 1100; i < 2000; i++ {
		metres[i] = metres[i-1] + 3
	}
	tracks := curve.TracksOf(track(training.Running, metres))
	if e, _ := tracks.Efforts([]float64{1000}); len(e) != 0 {
		t.Fatalf("a kilometre is believed: %v", e)
	}
	if got := tracks.Further(1000, 2); len(got) > 0 {
		t.Errorf("%v", got)
	}
	if got := curve.TracksOf(track(training.Cycling, metres)).Further(1000, 2); len(got) != 2 {
		t.Errorf("on a bike: %v", got)
	}
}

// TestFurtherLeavesTheTracks: of several tracks too, asking again says the same.
func TestFurtherLeavesTheTracks(t *testing.T) {
	t.Parallel()
	metres := steady(900, 3)
	for i := range metres {
		metres[i] += float64(i/300) * 40 // faster than anybody runs, twice
	}
	tracks := curve.TracksOf(track(training.Running, metres))
	first := tracks.Further(400, 4)
	if len(first) != 4 {
		t.Fatalf("%v", first)
	}
	if again := tracks.Further(400, 4); !slices.Equal(first, again) {
		t.Errorf("%v, then %v", first, again)
	}
	if got := tracks.Further(1000, 4); len(got) > 0 {
		t.Errorf("over a cut: %v", got)
	}
}

// BenchmarkFurther4h measures the further efforts of all lengths that are
// shown.
func BenchmarkFurther4h(b *testing.B) {
	v := metricstest.Power(metricstest.Floats(realLike(4*3600, 1)))
	points, _ := curve.Power(v)
	b.ReportAllocs()
	for b.Loop() {
		s := curve.PowerSeconds(v)
		for _, p := range points {
			switch p.DurationS {
			case 1, 5, 15, 30, 60, 120, 300, 480, 600, 1200, 1800, 3600, 5400, 7200, 10800, 14400:
				s.Further(p, 2)
			}
		}
	}
}

func TestBackwardVectors(t *testing.T) {
	t.Parallel()
	for _, v := range metricstest.Vectors(t, "peak/sauce") {
		var in struct {
			Times, Values []int32
			Period        int32
		}
		var want struct {
			Avg     float64
			Elapsed int32
		}
		v.Read(t, &in, &want)
		got, ok := curve.Backward(in.Times, in.Values, max(in.Period, want.Elapsed))
		if !ok {
			t.Errorf("%s: nothing", v.ID)
		}
		metricstest.Close(t, v.ID, got, want.Avg, v.Tol)
	}
}

// TestBackwardFillsGapsAsPublished has the cases with gaps of the published
// tests (sauce4strava, test/peakpower.js; the facts of it).
func TestBackwardFillsGapsAsPublished(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		times, values []int32
		leastS        int32
		want          float64
	}{
		"a break":          {[]int32{0, 1, 2, 3, 100, 101, 102, 103}, []int32{1, 1, 1, 1, 1, 1, 1, 1}, 5, 0.8},
		"gaps throughout":  {[]int32{0, 240, 420, 600, 1200, 1800}, []int32{200, 300, 400, 600, 800, 1000}, 5, 1000},
		"every 2 s":        {[]int32{0, 2, 4, 6, 8}, []int32{1, 1, 1, 1, 1}, 5, 1},
		"a late start":     {[]int32{5, 6, 7, 8, 9, 10}, []int32{1, 1, 1, 1, 1, 1}, 5, 1},
		"longer by a row":  {[]int32{5, 6, 7, 8, 9}, []int32{1, 1, 1, 1, 1}, 4, 1},
		"irregular, whole": {[]int32{0, 1, 3}, []int32{100, 200, 300}, 3, 800.0 / 3},
		"two rows":         {[]int32{0, 1}, []int32{100, 200}, 1, 200},
	} {
		if got, ok := curve.Backward(c.times, c.values, c.leastS); !ok || math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s: %v %v, want %v", name, got, ok, c.want)
		}
	}
	for name, times := range map[string][]int32{
		"nothing": nil, "one row": {0}, "too short": {0, 1, 2, 3, 4}, "a clock gone wrong": {0, 1 << 30},
	} {
		if got, ok := curve.Backward(times, make([]int32, len(times)), 6); ok {
			t.Errorf("%s has %v", name, got)
		}
	}
}

// TestBackwardTriesEveryStretch: the shortest stretch from each row that is
// long enough, each added up by itself.
func TestBackwardTriesEveryStretch(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 60).Draw(t, "rows")
		times, values := make([]int32, n), make([]int32, n)
		at := int32(0)
		for i := range n {
			times[i], values[i] = at, rapid.Int32Range(0, 1000).Draw(t, "value")
			at += rapid.SampledFrom([]int32{1, 1, 1, 2, 3, 9, 40}).Draw(t, "step")
		}
		least := rapid.Int32Range(1, 90).Draw(t, "least")
		got, ok := curve.Backward(times, values, least)
		times, values = bySauce(times, values)
		n = len(times)
		best, has := 0.0, false
		for i := range n {
			for j := i; j >= 0; j-- {
				if times[i]-times[j] < least {
					continue
				}
				sum := int32(0)
				for k := j + 1; k <= i; k++ {
					sum += values[k] * (times[k] - times[k-1])
				}
				best, has = max(best, float64(sum)/float64(times[i]-times[j])), true
				break
			}
		}
		if ok != has || got-best > 1e-9 || best-got > 1e-9 {
			t.Fatalf("%v %v, every stretch by itself has %v %v", got, ok, best, has)
		}
	})
}

// bySauce fills gaps the slow way: by counting each step, and second by second.
func bySauce(times, values []int32) (filledTimes, filledValues []int32) {
	often, steps := map[int32]int{}, []int32{}
	for i := 1; i < len(times); i++ {
		often[times[i]-times[i-1]]++
		steps = append(steps, times[i]-times[i-1])
	}
	usual := int32(1)
	for step, n := range often {
		if n > often[usual] || n == often[usual] && step < usual {
			usual = step
		}
	}
	slices.Sort(steps)
	longest := 4 * usual
	if n := len(steps); n > 0 {
		longest = 4 * max(usual, int32(math.Round(float64(steps[n/2]+steps[(n-1)/2])/2)))
	}
	for i, at := range times {
		for s := int32(1); i > 0 && times[i-1]+s < at; s++ {
			if s%usual != 0 {
				continue
			}
			filledTimes = append(filledTimes, times[i-1]+s)
			if at-times[i-1] > longest {
				filledValues = append(filledValues, 0)
			} else {
				filledValues = append(filledValues, values[i])
			}
		}
		filledTimes, filledValues = append(filledTimes, at), append(filledValues, values[i])
	}
	return filledTimes, filledValues
}
