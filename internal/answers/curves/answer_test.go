package curves_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/curves"
	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

const today training.Day = 20000

var here = answers.Frame{Today: today, TimeZone: "Australia/Sydney", Week: 1}

func days(n int) training.DayRange {
	return training.DayRange{From: today - training.Day(n) + 1, To: today}
}

func answer(t testing.TB, s *answerstest.FitnessStore, q curves.Query) *curves.View {
	t.Helper()
	v, err := curves.New(s).Answer(t.Context(), answerstest.FitnessModel, here, q)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// ride adds a ride whose power curve is that of the seconds given.
func ride(s *answerstest.FitnessStore, id training.ActivityID, sport training.Sport, day training.Day, watts []int32) {
	codec := derive.NewCurves()
	exact := curve.MeanMax(watts)
	var points []curve.Point
	for _, d := range codec.Grid() {
		if int(d) <= len(watts) {
			points = append(points, curve.Point{DurationS: d, Value: exact.Mean(int(d))})
		}
	}
	s.Add(store.LoadInput{ID: id, Sport: sport, Day: day}, map[string][]byte{derive.PowerCurve: codec.Encode(points)})
}

func steady(watts int32, seconds int) []int32 {
	out := make([]int32, seconds)
	for i := range out {
		out[i] = watts
	}
	return out
}

func cells[T any](in []*T) (out []T) {
	for _, c := range in {
		var v T
		if c != nil {
			v = *c
		}
		out = append(out, v)
	}
	return out
}

func TestCurvesFollowTheSlowMeanMax(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		s := &answerstest.FitnessStore{}
		steps := []float64{1, 5, 10, 30, 60}
		want := make([]float64, len(steps))
		for i := range rapid.IntRange(1, 6).Draw(rt, "rides") {
			watts := rapid.SliceOfN(rapid.Int32Range(0, 900), 60, 120).Draw(rt, "watts")
			day := today - training.Day(rapid.IntRange(0, 60).Draw(rt, "day"))
			ride(s, training.ActivityID(rune('a'+i)), training.Cycling, day, watts)
			if day < today-29 {
				continue
			}
			values := make([]float64, len(watts))
			for j, w := range watts {
				values[j] = float64(w)
			}
			best := naive.MeanMax(values)
			for j, at := range steps {
				want[j] = max(want[j], answers.Round(best[int(at)-1], 2))
			}
		}
		v := answer(t, s, curves.Query{Kind: curves.Power, Days: days(30), Steps: steps})
		if v.Curve == nil {
			if want[0] != 0 {
				rt.Fatalf("no curve, want %v", want)
			}
			return
		}
		if d := cmp.Diff(want, cells(v.Curve.PowerW)); d != "" {
			rt.Fatalf("(-slow +answer):\n%s", d)
		}
	})
}

func TestWhoseBestAndAgainstWhat(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{Past: training.History{
		{Key: training.KeyWeight, From: today - 100, Values: []float64{80}},
		{Key: training.KeyWeight, From: today - 10, Values: []float64{75}},
	}}
	ride(s, "long", training.Cycling, today-2, steady(200, 4000))
	ride(s, "hard", training.Cycling, today-1, steady(300, 400))
	ride(s, "old", training.Cycling, today-50, steady(320, 400))
	ride(s, "run", training.Running, today, steady(500, 400))
	before := training.DayRange{From: today - 60, To: today - 30}
	q := curves.Query{Kind: curves.Power, Days: days(20), Compare: &before, PerKg: true, Steps: []float64{60, 3600}}
	v := answer(t, s, q)
	c := v.Curve
	if d := cmp.Diff([]string{"hard", "long"}, cells(c.IDs)); d != "" || *c.PowerW[0] != 300 ||
		*c.Dates[1] != (today-2).String() || c.Activities != 2 {
		t.Errorf("whose: %s %+v", d, cells(c.PowerW))
	}
	if v.Compare.PowerW[1] != nil || *v.Change[0] != -20 || v.Change[1] != nil {
		t.Errorf("compared: %v, change %v", cells(v.Compare.PowerW), cells(v.Change))
	}
	if c.WPerKg != nil || !strings.Contains(v.Missing["power_w_per_kg"].String(), "share") {
		t.Errorf("a model saw %v without being allowed to (%v)", cells(c.WPerKg), v.Missing)
	}
	s.Who.Sharing.Weight = true
	if kg := answer(t, s, q); *kg.Curve.WPerKg[0] != 4 || *kg.Compare.WPerKg[0] != 4 {
		t.Errorf("by the weight of the day: %v and %v", cells(kg.Curve.WPerKg), cells(kg.Compare.WPerKg))
	}
	if run := answer(t, s, curves.Query{
		Kind: curves.Power, Days: days(20),
		Sports: []training.Sport{training.Running},
	}); *run.Curve.PowerW[0] != 500 {
		t.Errorf("running power is %v", cells(run.Curve.PowerW))
	}
}

func TestStandardAndNearestSteps(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	record(s, "a", training.Cycling, today, map[training.Channel][]float64{training.Power: metricstest.Repeat(200, 700)})
	v := answer(t, s, curves.Query{Kind: curves.Power, Days: days(5)})
	if last := len(v.Curve.DurationS) - 1; v.Curve.DurationS[last] != 600 || v.Curve.PowerW[last] == nil {
		t.Errorf("standard durations end at %v", v.Curve.DurationS)
	}
	v = answer(t, s, curves.Query{Kind: curves.Power, Days: days(5), Steps: []float64{300, 437.5, 5000, 300}})
	if len(v.Curve.DurationS) != 3 || len(v.Notes) < 2 || !strings.Contains(v.Notes[0].String(), "nearest") {
		t.Errorf("asked: %v, notes %q", v.Curve.DurationS, v.Notes)
	}
	if d := v.Curve.DurationS[1]; math.Abs(d/437.5-1) > 0.011 || *v.Curve.PowerW[1] != 200 || v.Curve.PowerW[2] != nil {
		t.Errorf("437.5 s is answered at %g s with %v", d, cells(v.Curve.PowerW))
	}
}

func TestBestTimesByDistance(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	run := func(id training.ActivityID, sport training.Sport, day training.Day, e ...curve.Effort) {
		s.Add(store.LoadInput{ID: id, Sport: sport, Day: day}, map[string][]byte{derive.Efforts: derive.EncodeEfforts(e)})
	}
	run("slow", training.Running, today, curve.Effort{DistanceM: 1000, TimeS: 250}, curve.Effort{DistanceM: 5000, TimeS: 1301.25})
	run("fast", training.Running, today-1, curve.Effort{DistanceM: 1000, TimeS: 240.5})
	run("swim", training.Swimming, today-1, curve.Effort{DistanceM: 400, TimeS: 360})
	v := answer(t, s, curves.Query{Kind: curves.Distance, Days: days(9)})
	c := v.Curve
	if d := cmp.Diff([]float64{240.5, 1301.25}, cells(c.TimeS)); d != "" || *c.IDs[0] != "fast" || *c.PaceKM[1] != 260.25 {
		t.Errorf("runs: %s %v %v", d, cells(c.IDs), cells(c.PaceKM))
	}
	swim := answer(t, s, curves.Query{Kind: curves.Distance, Days: days(9), Sports: []training.Sport{training.Swimming}})
	if *swim.Curve.Pace100M[0] != 90 || swim.Curve.PaceKM != nil {
		t.Errorf("swim: %+v", swim.Curve)
	}
	older := training.DayRange{From: today - 1, To: today - 1}
	if v := answer(t, s, curves.Query{
		Kind: curves.Distance, Days: training.DayRange{From: today, To: today},
		Compare: &older,
	}); *v.Change[0] != 9.5 || !strings.Contains(v.Words[1].String(), "worse at 1") {
		t.Errorf("slower is %v: %q", cells(v.Change), v.Words)
	}
}

func TestNothingToShowAndBadQuestions(t *testing.T) {
	t.Parallel()
	v := answer(t, &answerstest.FitnessStore{}, curves.Query{Kind: curves.HR, Days: days(9)})
	if v.Curve != nil || v.Missing["curve"] == "" || len(v.Words) == 0 {
		t.Errorf("an empty store: %+v", v)
	}
	turned := training.DayRange{From: 2, To: 1}
	for name, q := range map[string]curves.Query{
		"turned":  {Kind: curves.Power, Days: turned},
		"turned2": {Kind: curves.Power, Days: days(3), Compare: &turned},
		"many":    {Kind: curves.Power, Days: days(3), Steps: make([]float64, curves.MaxSteps+1)},
		"bpm/kg":  {Kind: curves.HR, Days: days(3), PerKg: true},
		"mixed":   {Kind: curves.Distance, Days: days(3), Sports: []training.Sport{training.Running, training.Swimming}},
	} {
		_, err := curves.New(&answerstest.FitnessStore{}).Answer(t.Context(), answerstest.FitnessModel, here, q)
		var e *training.Error
		if !errors.As(err, &e) || e.Fix == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := curves.New(&answerstest.FitnessStore{}).Answer(ctx, answerstest.FitnessModel, here,
		curves.Query{Kind: curves.Power, Days: days(3)}); training.KindOf(err) != training.KindCanceled {
		t.Errorf("cancelled: %v", err)
	}
}
