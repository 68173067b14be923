package curves_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/curves"
	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
	"lapkeep/test/naive"
)

// predictOuting adds an activity with several bests by distance.
func predictOuting(s *answerstest.FitnessStore, id string, sport training.Sport, day training.Day, efforts ...curve.Effort) {
	long := efforts[len(efforts)-1]
	s.Add(store.LoadInput{ID: training.ActivityID(id), Sport: sport, Day: day, DistanceM: long.DistanceM, TimerS: long.TimeS},
		map[string][]byte{derive.Efforts: derive.EncodeEfforts(efforts)})
}

// TestAnEvenRaceIsOneEffort: the kilometres within a half marathon at an even
// pace are no races of their own. Tools that fit them find athletes who do not
// tire, and slow ones over short races.
func TestAnEvenRaceIsOneEffort(t *testing.T) {
	t.Parallel()
	const half = 21_097.5
	s := &answerstest.FitnessStore{}
	var even []curve.Effort
	for _, m := range []float64{3000, 5000, 10_000, 15_000, half} {
		even = append(even, curve.Effort{DistanceM: m, TimeS: 5700 * m / half * math.Pow(m/half, 0.005)})
	}
	predictOuting(s, "half", training.Running, predictToday-9, even...)
	v := ask(t, s, curves.PredictQuery{Targets: []float64{5000, half}})
	if len(v.Efforts) != 1 || v.Efforts[0].DistanceM != half || v.Missing["power_law"] == "" || v.Missing["critical_speed"] == "" {
		t.Fatalf("%+v %v", v.Efforts, v.Missing)
	}
	if got, want := *modelOf(t, v, "riegel").TimeS[0], naive.Riegel(5700, half, 5000); math.Abs(got-want) > 1 {
		t.Errorf("5 km in %v, want %v", got, want)
	}
	// A fast start is an effort of its own, and so is another day's.
	even[1].TimeS = 5700 * naive.Riegel(1, half, 5000)
	predictOuting(s, "fast start", training.Running, predictToday-5, even[1], even[4])
	predictOuting(s, "ten", training.Running, predictToday-3, curve.Effort{DistanceM: 10_000, TimeS: naive.Riegel(5700, half, 10_000)})
	if v := ask(t, s, curves.PredictQuery{}); len(v.Efforts) != 3 || math.Abs(modelOf(t, v, "power_law").Parameters["exponent"]-1.06) > 0.005 {
		t.Errorf("%+v", v.Efforts)
	}
}

// TestACriticalSwimSpeedTest is two swims of one session.
func TestACriticalSwimSpeedTest(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	predictOuting(s, "test", training.Swimming, predictToday-2, curve.Effort{DistanceM: 200, TimeS: 160},
		curve.Effort{DistanceM: 400, TimeS: 335})
	cs := modelOf(t, ask(t, s, curves.PredictQuery{Sport: training.Swimming, Targets: []float64{800}}), "critical_speed")
	if cs.Parameters["critical_speed_mps"] != 1.143 {
		t.Errorf("%+v", cs)
	}
	even := &answerstest.FitnessStore{}
	predictOuting(even, "even", training.Swimming, predictToday-2, curve.Effort{DistanceM: 200, TimeS: 166},
		curve.Effort{DistanceM: 400, TimeS: 333})
	if v := ask(t, even, curves.PredictQuery{Sport: training.Swimming}); len(v.Models) != 0 {
		t.Errorf("an even 400 m alone predicts %+v", v.Models)
	}
}

// TestASteadyHourIsOneEffort on the bike too.
func TestASteadyHourIsOneEffort(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		watts := rapid.Float64Range(150, 350).Draw(rt, "watts")
		s := &answerstest.FitnessStore{}
		codec := derive.NewCurves()
		var points []curve.Point
		for _, d := range codec.Grid() {
			if d <= 3600 {
				points = append(points, curve.Point{DurationS: d, Value: math.Round(watts * (1 + 20/float64(d+1000)))})
			}
		}
		s.Add(store.LoadInput{ID: "steady", Sport: training.Cycling, Day: predictToday - 4},
			map[string][]byte{derive.PowerCurve: codec.Encode(points)})
		v := ask(t, s, curves.PredictQuery{Sport: training.Cycling})
		if len(v.Efforts) != 1 || v.Efforts[0].DurationS != 3600 || len(v.Models) != 0 || v.Missing["models"] == "" {
			rt.Fatalf("%+v", v)
		}
	})
}
