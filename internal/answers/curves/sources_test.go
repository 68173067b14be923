package curves_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/curves"
	"lapkeep/internal/derive"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

// run adds a run with power from a source.
func run(s *answerstest.FitnessStore, id training.ActivityID, day training.Day, source string, watts int32) {
	codec := derive.NewCurves()
	var points []curve.Point
	for _, d := range codec.Grid() {
		if d <= 1300 {
			points = append(points, curve.Point{DurationS: d, Value: float64(watts)})
		}
	}
	prims := map[string][]byte{derive.PowerCurve: codec.Encode(points)}
	if source != "" {
		prims[derive.PowerSource] = derive.EncodeSource(source)
	}
	s.Add(store.LoadInput{ID: id, Sport: training.Running, Day: day}, prims)
}

// runner returns an athlete with three runs with a Stryd, one with the watch,
// and a ride.
func runner() *answerstest.FitnessStore {
	s := &answerstest.FitnessStore{}
	for i, id := range []training.ActivityID{"s1", "s2", "s3"} {
		run(s, id, today-training.Day(i), "stryd", 280+int32(i))
	}
	run(s, "w", today-40, "garmin", 350)
	ride(s, "bike", training.Cycling, today, steady(240, 1300))
	return s
}

func TestPowerOfSourcesNeverMixes(t *testing.T) {
	t.Parallel()
	s := runner()
	running := []training.Sport{training.Running}
	for _, c := range []struct {
		name   string
		q      curves.Query
		source string
		watts  float64
		id     string
		note   string
	}{
		{"the most frequent", curves.Query{Sports: running, Days: days(90)}, "stryd", 282, "s3", "garmin (1 activity)"},
		{"asked for", curves.Query{Sports: running, Days: days(90), PowerSource: " Garmin"}, "garmin", 350, "w", "stryd (3 activities)"},
		{"the only one of the days", curves.Query{
			Sports: running,
			Days:   training.DayRange{From: today - 60, To: today - 30},
		}, "garmin", 350, "w", ""},
		{"a bicycle", curves.Query{Days: days(90)}, "", 240, "bike", ""},
	} {
		c.q.Kind, c.q.Steps = curves.Power, []float64{300, 1201}
		v := answer(t, s, c.q)
		if v.Curve == nil || *v.Curve.PowerW[0] != c.watts || *v.Curve.IDs[0] != c.id || v.PowerSource != c.source {
			t.Errorf("%s: %+v by %q", c.name, v.Curve, v.PowerSource)
		}
		left := strings.Join(phrasetest.Texts(v.Notes), " ")
		if strings.Contains(left, c.note) != true || (c.note == "") == strings.Contains(left, "left out") {
			t.Errorf("%s: %q", c.name, v.Notes)
		}
		if d := cmp.Diff(len(v.Sports), 1); d != "" || strings.Contains(v.Sports[0].String(), "@") {
			t.Errorf("%s: sports %v", c.name, v.Sports)
		}
	}
}

func TestSeriesOfPowerHaveOneSource(t *testing.T) {
	t.Parallel()
	c := curves.New(runner())
	for _, tt := range []struct {
		sports []training.Sport
		watts  float64
		n      int
	}{
		{[]training.Sport{training.Running}, 282, 3},
		{[]training.Sport{training.Cycling}, 240, 1},
		{nil, 240, 1},
	} {
		points, n, err := c.Series(t.Context(), answerstest.FitnessModel, curves.Power, days(90), tt.sports)
		if err != nil || n != tt.n || points[0].Value != tt.watts || strings.Contains(string(points[0].Ref.Sport), "@") {
			t.Errorf("%v: %d activities, %+v (%v)", tt.sports, n, points[0], err)
		}
	}
}

// TestSourcesFollowTheStore checks that later activities count, and that damage
// hides nothing.
func TestSourcesFollowTheStore(t *testing.T) {
	t.Parallel()
	s := runner()
	c := curves.New(s)
	ask := func() *curves.View {
		t.Helper()
		v, err := c.Answer(t.Context(), answerstest.FitnessModel, here, curves.Query{
			Kind: curves.Power, Days: days(90), Sports: []training.Sport{training.Running}, Steps: []float64{300},
		})
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	ask()
	for i := range 4 {
		run(s, training.ActivityID(rune('A'+i)), today-training.Day(i), "garmin", 340)
	}
	if v := ask(); v.PowerSource != "garmin" || *v.Curve.PowerW[0] != 350 {
		t.Errorf("after four more: %q, %+v", v.PowerSource, v.Curve)
	}
	s.Remove("w")
	if v := ask(); *v.Curve.PowerW[0] != 340 {
		t.Errorf("after one went: %+v", v.Curve)
	}
	s.Add(store.LoadInput{ID: "bad", Sport: training.Running, Day: today}, map[string][]byte{derive.PowerSource: {9}})
	if v := ask(); v.Curve == nil || *v.Curve.PowerW[0] != 340 {
		t.Errorf("beside a damaged one: %+v", v)
	}
}

func TestBadSources(t *testing.T) {
	t.Parallel()
	s := runner()
	running := []training.Sport{training.Running}
	for name, q := range map[string]curves.Query{
		"unknown":    {Kind: curves.Power, Sports: running, PowerSource: "coros"},
		"none":       {Kind: curves.Power, Sports: []training.Sport{training.Rowing}, PowerSource: "stryd"},
		"a bicycle":  {Kind: curves.Power, PowerSource: "stryd"},
		"heart rate": {Kind: curves.HR, Sports: running, PowerSource: "stryd"},
		"mixed":      {Kind: curves.Power, Sports: []training.Sport{training.Running, training.Cycling}},
	} {
		q.Days = days(90)
		_, err := curves.New(s).Answer(t.Context(), answerstest.FitnessModel, here, q)
		if training.KindOf(err) != training.KindInvalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	old := &answerstest.FitnessStore{}
	run(old, "o", today, "", 300)
	if v := answer(t, old, curves.Query{Kind: curves.Power, Days: days(9), Sports: running}); v.PowerSource != "" || v.Curve == nil {
		t.Errorf("a run whose source is not known: %+v", v)
	}
}

// record stores a recording with one row per second and all derived values.
func record(s *answerstest.FitnessStore, id training.ActivityID, sport training.Sport, day training.Day,
	channels map[training.Channel][]float64,
) {
	n := 0
	for _, values := range channels {
		n = max(n, len(values))
	}
	rec := metricstest.Recording(sport, n)
	for ch, values := range channels {
		metricstest.Put(rec, ch, values)
	}
	s.Record(id, sport, day, rec)
}

// noisy returns a series that varies around a level.
func noisy(rng *rand.Rand, n int, level, swing float64) []float64 {
	out := make([]float64, n)
	x := level
	for i := range out {
		if rng.IntN(60) == 0 {
			x = level + swing*(2*rng.Float64()-1)
		}
		out[i] = math.Round(max(0, x+swing/5*rng.NormFloat64()))
	}
	return out
}

// summed returns distances in m from speeds in cm/s.
func summed(cm []float64) []float64 {
	out := make([]float64, len(cm)+1)
	total := 0.0
	for i, x := range cm {
		total += x
		out[i+1] = total / 100
	}
	return out
}

const rides = 12

// seasonOf returns a dozen rides of different lengths on the last days.
func seasonOf(seed uint64, sport training.Sport) (s *answerstest.FitnessStore, watts, bpm, cm [][]float64) {
	rng := rand.New(rand.NewPCG(seed, 5))
	s = &answerstest.FitnessStore{}
	for i := range rides {
		n := 400 + rng.IntN(1400)
		watts = append(watts, noisy(rng, n, 200, 150))
		bpm = append(bpm, noisy(rng, n, 140, 20))
		cm = append(cm, noisy(rng, n-1, 350, 100))
		record(s, training.ActivityID(fmt.Sprint("r", i)), sport, today-training.Day(i), map[training.Channel][]float64{
			training.Power: watts[i], training.HeartRate: bpm[i], training.Distance: summed(cm[i]),
		})
	}
	return s, watts, bpm, cm
}

// means returns the brute-force best of all series at every duration.
func means(series [][]float64) []float64 {
	var best []float64
	for _, x := range series {
		for i, m := range naive.MeanMax(x) {
			if i == len(best) {
				best = append(best, m)
			}
			best[i] = max(best[i], m)
		}
	}
	return best
}

// TestAnyDurationIsExact checks durations and distances that are not stored.
func TestAnyDurationIsExact(t *testing.T) {
	t.Parallel()
	s, watts, bpm, cm := seasonOf(1, training.Running)
	x := curves.New(s)
	run := []training.Sport{training.Running}
	ask := func(kind string, steps ...float64) *curves.Curve {
		v, err := x.Answer(t.Context(), answerstest.FitnessPage, here, curves.Query{Kind: kind, Days: days(rides), Sports: run, Steps: steps})
		if err != nil || v.Curve == nil {
			t.Fatal(kind, err, v)
		}
		return v.Curve
	}
	steps := []float64{63, 101, 311, 437, 689}
	power, hr, pace, np := ask(curves.Power, steps...), ask(curves.HR, steps...), ask(curves.Pace, steps...), ask(curves.NP, steps[2:]...)
	w, h, p := means(watts), means(bpm), means(cm)
	for i, at := range steps {
		d := int(at)
		metricstest.Close(t, fmt.Sprint("power ", d), *power.PowerW[i], w[d-1], 0.0051)
		metricstest.Close(t, fmt.Sprint("hr ", d), *hr.HRBpm[i], h[d-1], 0.0051)
		metricstest.Close(t, fmt.Sprint("pace ", d), *pace.PaceKM[i], 100_000/p[d-1], 0.0051)
		if i < 2 {
			continue
		}
		want := 0.0
		for _, w := range watts[:3] {
			for from := 0; from+d <= len(w); from += 5 {
				one, _ := naive.NP(w[from:from+d], nil)
				want = max(want, one)
			}
		}
		if got := *np.NPW[i-2]; got < want-0.1 || got > *power.PowerW[0] {
			t.Errorf("np %d s: %v, want at least %v", d, got, want)
		}
	}
	far := ask(curves.Distance, 1234, 2999)
	for i, m := range []float64{1234, 2999} {
		want := math.Inf(1)
		for _, c := range cm {
			d := summed(c)
			seconds := make([]float64, len(d))
			for k := range seconds {
				seconds[k] = float64(k)
			}
			if best, _ := naive.BestEffort(seconds, d, m); best < want {
				want = best
			}
		}
		metricstest.Close(t, fmt.Sprint(m, " m"), *far.TimeS[i], want, 0.0056)
	}
	if n := s.Streams.Load(); n > 6*rides {
		t.Errorf("%d recordings were read", n)
	}
	n := s.Streams.Load()
	ask(curves.Power, steps...)
	if again := s.Streams.Load(); again != n {
		t.Errorf("%d recordings were read again", again-n)
	}
}

// afterWork returns the brute-force best of windows that begin after some work.
func afterWork(series [][]float64, d int, workJ func(i int) float64) float64 {
	best := math.Inf(-1)
	for i, w := range series {
		done, sum := 0.0, 0.0
		for from := range w {
			sum += w[from]
			if from >= d {
				sum -= w[from-d]
				done += w[from-d]
			}
			if from+1 >= d && done >= workJ(i) {
				best = max(best, sum/float64(d))
			}
		}
	}
	return best
}

func TestFatiguedAfterAnyWorkIsExact(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(9, 9))
	s := &answerstest.FitnessStore{Past: training.History{
		{Key: training.KeyWeight, From: today - 100, Values: []float64{80}},
		{Key: training.KeyWeight, From: today - 5, Values: []float64{60}},
	}}
	var watts [][]float64
	for i := range rides {
		watts = append(watts, noisy(rng, 2000+rng.IntN(3000), 280, 150))
		record(s, training.ActivityID(fmt.Sprint("r", i)), training.Cycling, today-training.Day(i),
			map[training.Channel][]float64{training.Power: watts[i]})
	}
	x, fresh := curves.New(s), means(watts)
	kg := func(i int) float64 {
		if i <= 5 {
			return 60
		}
		return 80
	}
	for name, c := range map[string]struct {
		q     curves.Query
		workJ func(i int) float64
	}{
		"a kept level":     {curves.Query{AfterKJ: 1000}, func(int) float64 { return 1e6 }},
		"between levels":   {curves.Query{AfterKJ: 720}, func(int) float64 { return 720e3 }},
		"below the first":  {curves.Query{AfterKJ: 130}, func(int) float64 { return 130e3 }},
		"by weight":        {curves.Query{AfterKJPerKg: 15}, func(i int) float64 { return 15e3 * kg(i) }},
		"a little by it":   {curves.Query{AfterKJPerKg: 3}, func(i int) float64 { return 3e3 * kg(i) }},
		"a lot of it":      {curves.Query{AfterKJPerKg: 17.5}, func(i int) float64 { return 17.5e3 * kg(i) }},
		"nobody does that": {curves.Query{AfterKJ: 5999}, nil},
	} {
		c.q.Kind, c.q.Days, c.q.Steps = curves.Power, days(rides), []float64{5, 60, 97, 300}
		v, err := x.Answer(t.Context(), answerstest.FitnessPage, here, c.q)
		if err != nil {
			t.Fatal(name, err)
		}
		if c.workJ == nil {
			if v.Curve != nil || v.Missing["curve"] == "" {
				t.Errorf("%s: %v", name, v.Curve)
			}
			continue
		}
		for i, at := range c.q.Steps {
			want, whole := afterWork(watts, int(at), c.workJ), fresh[int(at)-1]
			metricstest.Close(t, fmt.Sprint(name, " ", at), *v.Curve.PowerW[i], want, 0.0051)
			metricstest.Close(t, fmt.Sprint(name, " fresh ", at), *v.Curve.FreshW[i], whole, 0.0051)
			metricstest.Close(t, fmt.Sprint(name, " index ", at), *v.Curve.Durability[i], want/whole, 0.002)
		}
	}
}

// TestRecordingsThatAreGoneAreSkipped checks that a recording that is missing
// or hidden counts with its stored values, and that the answer says so.
func TestRecordingsThatAreGoneAreSkipped(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	ride(s, "bare", training.Cycling, today, steady(250, 1000))
	record(s, "whole", training.Cycling, today-1, map[training.Channel][]float64{training.Power: metricstest.Floats(steady(240, 1000))})
	s.Hidden = map[training.ActivityID]bool{"bare": true}
	v := answer(t, s, curves.Query{Kind: curves.Power, Days: days(5), Steps: []float64{437}})
	if *v.Curve.PowerW[0] != 240 || *v.Curve.IDs[0] != "whole" {
		t.Errorf("%v W of %v", *v.Curve.PowerW[0], *v.Curve.IDs[0])
	}
	s.Hidden = nil
	v = answer(t, s, curves.Query{Kind: curves.Power, Days: days(5), Steps: []float64{437}})
	if *v.Curve.PowerW[0] != 240 || !strings.Contains(strings.Join(phrasetest.Texts(v.Notes), " "), "1 activity may have better values") {
		t.Errorf("without its recording: %v W of %v, %q", *v.Curve.PowerW[0], *v.Curve.IDs[0], v.Notes)
	}
	for _, q := range []curves.Query{
		{Kind: curves.HR, AfterKJ: 100},
		{Kind: curves.Power, AfterKJ: 100, AfterKJPerKg: 2},
		{Kind: curves.Pace, Sports: []training.Sport{training.Running, training.Cycling}},
	} {
		q.Days = days(3)
		if _, err := curves.New(s).Answer(t.Context(), answerstest.FitnessModel, here, q); training.KindOf(err) != training.KindInvalid {
			t.Errorf("%+v: %v", q, err)
		}
	}
	if v := answer(t, s, curves.Query{Kind: curves.Power, Days: days(3), AfterKJPerKg: 10}); v.Curve != nil || v.Missing["curve"] == "" {
		t.Errorf("without a weight: %+v", v.Curve)
	}
}

func TestLevelsAreCoarse(t *testing.T) {
	t.Parallel()
	for _, d := range curves.StandardDurations() {
		if !slices.Contains(curve.Coarse(), int32(d)) {
			t.Errorf("%g s after work is not kept", d)
		}
	}
}
