package stream_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
)

func ride(n int) *training.Recording {
	r := metricstest.Recording(training.Cycling, n)
	metricstest.Put(r, training.Power, metricstest.Repeat(200, n))
	metricstest.Put(r, training.HeartRate, metricstest.Repeat(140, n))
	return r
}

func sum(w []int32) (s int) {
	for _, x := range w {
		s += int(x)
	}
	return s
}

func TestWeightsAddUpToTimerTime(t *testing.T) {
	t.Parallel()
	paused := ride(600)
	metricstest.Pause(paused, 100, 250)
	metricstest.Pause(paused, 400, 420)
	gap := ride(600)
	metricstest.Drop(gap, func(s int) bool { return s > 300 && s < 360 })
	for _, c := range []struct {
		name string
		r    *training.Recording
		want int
	}{
		{"whole", ride(600), 600}, {"paused", paused, 430}, {"gap counts a second", gap, 600 - 59}, {"empty", ride(0), 0},
	} {
		v := stream.Of(c.r, stream.Limits{})
		if got := sum(v.WeightS); got != c.want || v.Smart {
			t.Errorf("%s: %d s, smart %v; want %d s", c.name, got, v.Smart, c.want)
		}
	}
}

func TestPauseEdgesRun(t *testing.T) {
	t.Parallel()
	r := ride(100)
	r.Pauses = []training.Span{{FromS: 20, ToS: 30}} // the device went on recording
	v := stream.Of(r, stream.Limits{})
	for row, want := range map[int]bool{19: true, 20: true, 21: false, 29: false, 30: true} {
		if got := v.Running.Get(row); got != want {
			t.Errorf("row %d runs: %v", row, got)
		}
		if _, ok := v.At(training.Power, row); ok != want {
			t.Errorf("row %d has power: %v", row, ok)
		}
	}
	if v.WeightS[20] != 0 || v.WeightS[19] != 1 || !v.PauseBetween(20) || v.PauseBetween(18) || v.PauseBetween(99) {
		t.Errorf("weights at the stop: %v", v.WeightS[18:22])
	}
	if got := v.TimerIn(training.Span{FromS: 10, ToS: 40}); got != 20 {
		t.Errorf("timer time over the pause is %v", got)
	}
}

func TestSmartRecordingIsDetected(t *testing.T) {
	t.Parallel()
	sparse := ride(900)
	metricstest.Drop(sparse, func(s int) bool { return s%3 != 0 })
	mixed := ride(900)
	metricstest.Drop(mixed, func(s int) bool { return s%5 == 0 })
	pauses := ride(900)
	for s := 10; s < 880; s += 12 {
		metricstest.Pause(pauses, s, s+8)
	}
	few := ride(6)
	metricstest.Drop(few, func(s int) bool { return s%2 == 1 })
	for _, c := range []struct {
		name string
		r    *training.Recording
		want bool
	}{{"every third", sparse, true}, {"a fifth lost", mixed, true}, {"only pauses", pauses, false}, {"too few", few, false}} {
		if v := stream.Of(c.r, stream.Limits{}); v.Smart != c.want {
			t.Errorf("%s: smart %v", c.name, v.Smart)
		}
	}
}

func TestSpikesAreMaskedNotChanged(t *testing.T) {
	t.Parallel()
	r := ride(20)
	r.Columns.Data[training.Power].Values[3] = 62854
	r.Columns.Data[training.Power].Values[4] = 2500
	r.Columns.Data[training.Power].Values[5] = -1
	r.Columns.Data[training.HeartRate].Values[6] = 0
	r.Columns.Data[training.HeartRate].Values[7] = 255
	before := slices.Clone(r.Columns.Data[training.Power].Values)
	v := stream.Of(r, stream.Limits{})
	for _, c := range []struct {
		ch  training.Channel
		row int
		ok  bool
	}{
		{training.Power, 3, false},
		{training.Power, 4, true},
		{training.Power, 5, false},
		{training.HeartRate, 6, false},
		{training.HeartRate, 7, false},
		{training.HeartRate, 8, true},
	} {
		if _, ok := v.At(c.ch, c.row); ok != c.ok {
			t.Errorf("%s of row %d is there: %v", c.ch, c.row, ok)
		}
	}
	if v.Masked[training.Power] != 1 || v.Masked[training.HeartRate] != 1 {
		t.Errorf("masked %v", v.Masked)
	}
	if !slices.Equal(before, r.Columns.Data[training.Power].Values) || r.Columns.Data[training.Power].Valid.Count() != 20 {
		t.Error("the recording was changed")
	}
	if low := stream.Of(r, stream.Limits{PowerW: 100}); low.Has(training.Power) {
		t.Error("a lower limit lets power through")
	}
}

func TestMeansAndCoverage(t *testing.T) {
	t.Parallel()
	r := ride(100)
	for i := 40; i < 60; i++ {
		r.Columns.Data[training.HeartRate].Valid.Clear(i)
	}
	r.Columns.Data[training.HeartRate].Values[99] = 240
	v := stream.Of(r, stream.Limits{})
	if c := v.Coverage(training.HeartRate); c != 0.8 {
		t.Errorf("coverage %v", c)
	}
	mean, seconds, ok := v.MeanOf(training.HeartRate)
	if !ok || seconds != 80 || mean != (79*140.0+240)/80 {
		t.Errorf("mean %v over %v s", mean, seconds)
	}
	top, ok := v.MaxIn(training.HeartRate, training.Span{FromS: 0, ToS: 99})
	if !ok || top != 140 {
		t.Errorf("max %v before the last row", top)
	}
	if _, _, ok := v.MeanOf(training.Cadence); ok || v.Coverage(training.Cadence) != 0 {
		t.Error("an absent channel has a mean")
	}
	if _, ok := v.MaxIn(training.HeartRate, training.Span{FromS: 45, ToS: 50}); ok {
		t.Error("rows without a value have a maximum")
	}
	r.TimerS = 0
	if c := v.Coverage(training.HeartRate); c != 0 {
		t.Errorf("coverage of no time is %v", c)
	}
}

// TestSlowChannelsHold checks the devices' rule of averages: under half a minute
// where every second is a row, up to a minute where rows come on change alone.
func TestSlowChannelsHold(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		times []int32
		want  []int32
	}{
		"every second": {
			[]int32{0, 29, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79}, []int32{29, 0, 1, 1},
		},
		"on change": {[]int32{0, 2, 4, 6, 8, 37, 97, 158, 161}, []int32{2, 2, 2, 2, 29, 60, 0, 3}},
	} {
		r := metricstest.Recording(training.Running, len(c.times))
		r.Columns.TimeS = c.times
		r.ElapsedS = float64(c.times[len(c.times)-1] + 1)
		r.TimerS = r.ElapsedS
		metricstest.Put(r, training.HeartRate, metricstest.Repeat(130, len(c.times)))
		v := stream.Of(r, stream.Limits{})
		for i, want := range c.want {
			if got := v.SlowWeightS(i); got != want {
				t.Errorf("%s: row %d counts %d s, want %d", name, i, got, want)
			}
		}
	}
}

func TestEnergyGap(t *testing.T) {
	t.Parallel()
	r := ride(1000)
	r.DeviceValues = training.Values{training.MetricWorkKJ: 250}
	gap, ok := stream.Of(r, stream.Limits{}).EnergyGapPct()
	if !ok || gap != -20 {
		t.Errorf("gap %v %v", gap, ok)
	}
	r.DeviceValues = nil
	if _, ok := stream.Of(r, stream.Limits{}).EnergyGapPct(); ok {
		t.Error("a gap without the device's work")
	}
}

// TestViewsHoldTogether: whatever the rows and pauses, weights lie between 0
// and the cap, never sum above the time there is, and a row that does not run
// has no value.
func TestViewsHoldTogether(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		steps := rapid.SliceOfN(rapid.Int32Range(0, 40), 0, 80).Draw(t, "steps")
		r := &training.Recording{Sport: training.Cycling}
		at := int32(0)
		for i, s := range steps {
			at += s
			r.Columns.TimeS = append(r.Columns.TimeS, at)
			r.Columns.Put(training.Power, i, rapid.Int32().Draw(t, "watts"))
		}
		r.ElapsedS = float64(at) + float64(rapid.IntRange(0, 100).Draw(t, "tail"))
		from := 0.0
		for range rapid.IntRange(0, 3).Draw(t, "pauses") {
			from += float64(rapid.IntRange(0, 60).Draw(t, "to the pause"))
			to := from + float64(rapid.IntRange(0, 60).Draw(t, "pause"))
			r.Pauses = append(r.Pauses, training.Span{FromS: from, ToS: to})
			from = to
		}
		v := stream.Of(r, stream.Limits{})
		total := 0
		for i, w := range v.WeightS {
			total += int(w)
			if w < 0 || w > v.CapS {
				t.Fatalf("row %d weighs %d", i, w)
			}
			if p, ok := v.At(training.Power, i); ok && (!v.Running.Get(i) || p < 0 || p > 2500) {
				t.Fatalf("row %d has %d W", i, p)
			}
		}
		if float64(total) > r.ElapsedS+1 {
			t.Fatalf("%d s of weights in %v s", total, r.ElapsedS)
		}
		for _, piece := range v.PowerPieces() {
			if len(piece) == 0 {
				t.Fatal("an empty piece")
			}
		}
		if m, missing := v.Moving(); missing == "" && (m < 0 || m > r.ElapsedS+1 || math.IsNaN(m)) {
			t.Fatalf("moved for %v s", m)
		}
		movingAt(t, v)
	})
}

// TestHeldMeanIsByTimeAndOfNothingNone: a row stands for those lost after it,
// for ten seconds at most, and a span without a value has no mean.
func TestHeldMeanIsByTimeAndOfNothingNone(t *testing.T) {
	t.Parallel()
	r := metricstest.Recording(training.Cycling, 100)
	watts := append(metricstest.Repeat(100, 50), metricstest.Repeat(300, 50)...)
	metricstest.Put(r, training.Power, watts)
	metricstest.Drop(r, func(s int) bool { return s > 20 && s < 50 })
	v := stream.Of(r, stream.Limits{})
	mean, ok := v.HeldMeanIn(training.Power, training.Span{ToS: 100})
	if want := (100.0*20 + 100*10 + 300*50) / 80; !ok || math.Abs(mean-want) > 1e-9 {
		t.Errorf("%v %v, want %v", mean, ok, want)
	}
	if mean, ok := v.HeldMeanIn(training.Power, training.Span{FromS: 25, ToS: 45}); ok {
		t.Errorf("of no rows it is %v", mean)
	}
	if mean, ok := v.HeldMeanIn(training.HeartRate, training.Span{ToS: 100}); ok {
		t.Errorf("of no values it is %v", mean)
	}
}

func TestActiveTimeVectors(t *testing.T) {
	t.Parallel()
	for _, v := range metricstest.Vectors(t, "activetime/sauce") {
		var in struct{ Cases [][2]json.RawMessage }
		v.Read(t, &in, &struct{}{})
		if len(in.Cases) == 0 {
			t.Fatal("no cases")
		}
		for _, c := range in.Cases {
			var times []int32
			var want int32
			if err := json.Unmarshal(c[0], &times); err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(c[1], &want); err != nil {
				t.Fatal(err)
			}
			if got := stream.ActiveS(times); got != want {
				t.Errorf("%v is active for %d s, want %d", times, got, want)
			}
		}
	}
	for _, few := range [][]int32{nil, {7}} {
		if got := stream.ActiveS(few); got != 0 {
			t.Errorf("%v is active for %d s", few, got)
		}
	}
}

// TestActiveTimeLeavesLongGapsOut: four times the median step still counts.
func TestActiveTimeLeavesLongGapsOut(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		at   []int32
		want int32
	}{
		{nil, 0},
		{[]int32{5}, 0},
		{[]int32{0, 1, 2, 3, 7, 8}, 8},
		{[]int32{0, 1, 2, 3, 8, 9}, 4},
		{[]int32{0, 2, 4, 6, 14, 23}, 14},
	} {
		if got := stream.ActiveS(c.at); got != c.want {
			t.Errorf("%v: %d, want %d", c.at, got, c.want)
		}
	}
}

// far returns a constant effort of an hour with rows at the given steps in
// turn.
func far(sport training.Sport, steps ...int32) *training.Recording {
	r := &training.Recording{Sport: sport}
	for at, k := int32(0), 0; at <= 3600; k++ {
		i := len(r.Columns.TimeS)
		r.Columns.TimeS = append(r.Columns.TimeS, at)
		r.Columns.Put(training.Power, i, 215)
		r.Columns.Put(training.HeartRate, i, 140)
		r.Columns.Put(training.Distance, i, at*80) // 0.8 m/s
		at += steps[k%len(steps)]
	}
	r.Columns.Pad()
	r.ElapsedS = float64(r.Columns.TimeS[r.Columns.Len()-1])
	r.TimerS = r.ElapsedS
	return r
}

func drawnSteps(low, high int32) []int32 {
	rnd := rand.New(rand.NewPCG(1, 2))
	out := make([]int32, 500)
	for i := range out {
		out[i] = low + rnd.Int32N(high-low+1)
	}
	return out
}

// TestRowsFarApart: a constant effort is the same however far apart its rows
// are, and the athlete moved all the time.
func TestRowsFarApart(t *testing.T) {
	t.Parallel()
	for name, steps := range map[string][]int32{
		"every second": {1}, "3 s": {3}, "6 s": {6}, "10 s": {10}, "12 s": {12}, "15 s": {15}, "46 s": {46}, "2 min": {120}, "5 min": {300},
		"5 or 6 s": {5, 6}, "8 to 20 s": drawnSteps(8, 20), "5 to 60 s": drawnSteps(5, 60),
		"10 s with breaks": {10, 10, 10, 10, 10, 10, 10, 10, 10, 200},
	} {
		v := stream.Of(far(training.Swimming, steps...), stream.Limits{})
		moved, why := v.Moving()
		if why != "" || moved < 0.99*v.Recording.TimerS {
			t.Errorf("%s: moved for %v of %v s %q", name, moved, v.Recording.TimerS, why)
		}
		s := v.Power()
		if mean := s.SumJ() / float64(len(s.Watts)); math.Abs(mean-215) > 0.01*215 {
			t.Errorf("%s: %v W", name, mean)
		}
		for _, ch := range []training.Channel{training.Power, training.HeartRate} {
			if c := v.Coverage(ch); name != "10 s with breaks" && name != "5 to 60 s" && c < 0.97 {
				t.Errorf("%s: %v covers %v", name, ch, c)
			}
		}
		if name == "every second" != (v.CapS == 1) || v.CapS > 600 {
			t.Errorf("%s: a row stands for %d s", name, v.CapS)
		}
	}
}

// TestStopsBetweenRowsFarApart: what distance does not say was moved is not.
func TestStopsBetweenRowsFarApart(t *testing.T) {
	t.Parallel()
	r := far(training.Swimming, 30)
	r.Columns.Data[training.Power] = training.Column{}
	d := r.Columns.Data[training.Distance].Values
	for i := 61; i < len(d); i++ {
		d[i] = d[60] // half an hour on the shore
	}
	if moved, _ := stream.Of(r, stream.Limits{}).Moving(); math.Abs(moved-1800) > 31 {
		t.Errorf("moved for %v s", moved)
	}
}

// TestGapsThatWereCovered: a recorder of one row a second that loses its rows
// in a tunnel has covered its distance; one that stood in it has not.
func TestGapsThatWereCovered(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		mps, want float64
	}{"through": {10, 1200}, "stood": {0, 901}} {
		r := metricstest.Recording(training.Cycling, 1200)
		dist, m := make([]float64, 1200), 0.0
		for i := range dist {
			dist[i] = m
			if i >= 600 && i < 900 {
				m += c.mps
			} else {
				m += 10
			}
		}
		metricstest.Put(r, training.Distance, dist)
		metricstest.Drop(r, func(s int) bool { return s > 600 && s < 900 })
		if moved, _ := stream.Of(r, stream.Limits{}).Moving(); math.Abs(moved-c.want) > 3 {
			t.Errorf("%s: moved for %v s, want %v", name, moved, c.want)
		}
	}
}

// TestPatchyRecordingsHoldNoLongerThanBefore: gaps in a recording of mostly
// one row a second are stops that the file does not tell, not its cadence.
func TestPatchyRecordingsHoldNoLongerThanBefore(t *testing.T) {
	t.Parallel()
	if v := stream.Of(far(training.Running, 1, 1, 2, 1, 1, 60), stream.Limits{}); !v.Smart || v.CapS != 10 {
		t.Errorf("smart %v, a row stands for %d s", v.Smart, v.CapS)
	}
}
