package curves_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/curves"
	"lapkeep/internal/derive"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
	"lapkeep/test/naive"
)

const predictToday training.Day = 20_000

var predictHere = answers.Frame{Today: predictToday, TimeZone: "Europe/Berlin", Week: 1}

func ask(t *testing.T, s *answerstest.FitnessStore, q curves.PredictQuery) *curves.PredictView {
	t.Helper()
	v, err := curves.Answer(t.Context(), curves.New(s), s, answerstest.FitnessModel, predictHere, q)
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(v)
	if err != nil || len(b) > 8<<10 {
		t.Fatalf("%d bytes, %v", len(b), err)
	}
	return v
}

func effort(s *answerstest.FitnessStore, id string, sport training.Sport, day training.Day, metres, seconds float64) {
	s.Add(store.LoadInput{ID: training.ActivityID(id), Sport: sport, Day: day, DistanceM: metres, TimerS: seconds},
		map[string][]byte{derive.Efforts: derive.EncodeEfforts([]curve.Effort{{DistanceM: metres, TimeS: seconds}})})
}

// everyday adds easy training, from which maximal efforts stand out.
func everyday(s *answerstest.FitnessStore, sport training.Sport, mps float64) {
	for i := range 8 {
		s.Add(store.LoadInput{
			ID: training.ActivityID(fmt.Sprint("easy", i)), Sport: sport, Day: predictToday - training.Day(3+5*i),
			DistanceM: 3000 * mps, TimerS: 3000,
		}, nil)
	}
}

func modelOf(t *testing.T, v *curves.PredictView, name string) curves.PredictModel {
	t.Helper()
	for _, m := range v.Models {
		if m.Name == name {
			return m
		}
	}
	t.Fatalf("no %s among %d models; missing %v", name, len(v.Models), v.Missing)
	return curves.PredictModel{}
}

// predictRunner returns a runner who raced 3, 5 and 10 km by an exponent of
// 1.07 and jogged 15 km.
func predictRunner() *answerstest.FitnessStore {
	s := &answerstest.FitnessStore{}
	effort(s, "five", training.Running, predictToday-10, 5000, 1200)
	effort(s, "ten", training.Running, predictToday-60, 10_000, 1200*math.Pow(2, 1.07))
	effort(s, "three", training.Running, predictToday-5, 3000, 1200*math.Pow(0.6, 1.07))
	effort(s, "mile", training.Running, predictToday-15, 1609.344, 1200*math.Pow(0.3218688, 1.07))
	effort(s, "jog", training.Running, predictToday-3, 15_000, 5400)
	everyday(s, training.Running, 2.7)
	effort(s, "old", training.Running, predictToday-300, 5000, 1000)
	effort(s, "ride", training.Cycling, predictToday-2, 10_000, 900)
	return s
}

func TestRunsByEveryModel(t *testing.T) {
	t.Parallel()
	v := ask(t, predictRunner(), curves.PredictQuery{})
	if len(v.DistanceM) != 4 || len(v.Models) != 5 || len(v.Efforts) != 4 || v.Efforts[2].ActivityID != "five" ||
		v.Efforts[2].LocalDate != (predictToday-10).String() {
		t.Fatalf("%+v", v)
	}
	ten := math.Round(1200*math.Pow(2, 1.07)*10) / 10
	for i, want := range map[int]float64{0: 1200, 1: naive.Riegel(ten, 10_000, 10_000), 3: naive.Riegel(ten, 10_000, 42_195)} {
		if got := *modelOf(t, v, "riegel").TimeS[i]; math.Abs(got-want) > 1 {
			t.Errorf("Riegel over %v m: %v, want %v", v.DistanceM[i], got, want)
		}
	}
	law := modelOf(t, v, "power_law")
	if math.Abs(law.Parameters["exponent"]-1.07) > 0.001 || law.TimeS[2] == nil || law.TimeS[3] != nil {
		t.Errorf("the law: %+v", law)
	}
	if cs := modelOf(t, v, "critical_speed"); cs.TimeS[0] == nil || cs.TimeS[2] != nil || cs.Parameters["d_prime_m"] <= 0 {
		t.Errorf("critical speed: %+v", cs)
	}
	if math.Abs(*v.VDOT-naive.VDOT(5000, 20)) > 1 {
		t.Errorf("VDOT %v", *v.VDOT)
	}
	for i := range v.DistanceM {
		for _, m := range v.Models {
			if x := m.TimeS[i]; x != nil && (*x < *v.FastestS[i] || *x > *v.SlowestS[i]) {
				t.Errorf("%s is outside of the range: %v", m.Name, *x)
			}
		}
	}
	if least, most := *v.FastestS[0], *v.SlowestS[0]; least > 1190 || most < 1210 {
		t.Errorf("the range of what was just raced is %v to %v", least, most)
	}
	if c := v.Confidence; c[0] != "high" || c[1] != "medium" || c[3] != "low" {
		t.Errorf("confidence %v", c)
	}
	if !strings.HasPrefix(v.Words[3].String(), "Marathon: 3:") ||
		!strings.Contains(strings.Join(phrasetest.Texts(v.Notes), " "), "Marathon shape is") || v.MarathonShapePct == nil {
		t.Errorf("%q %q", v.Words, v.Notes)
	}
	if short := ask(t, predictRunner(), curves.PredictQuery{Targets: []float64{3000}}); short.MarathonShapePct != nil ||
		len(short.Words) != 1 {
		t.Errorf("3 km: %+v", short)
	}
}

func TestARaceThatTheCallerGives(t *testing.T) {
	t.Parallel()
	v := ask(t, &answerstest.FitnessStore{}, curves.PredictQuery{
		Race:    &curve.PredictEffort{DistanceM: 10_000, TimeS: 2400},
		Targets: []float64{21_097.5},
	})
	if got := *modelOf(t, v, "riegel").TimeS[0]; math.Abs(got-naive.Riegel(2400, 10_000, 21_097.5)) > 1 {
		t.Errorf("%v", got)
	}
	if len(v.Models) != 3 || v.Missing["power_law"] == "" || v.Missing["critical_speed"] == "" ||
		v.Missing["marathon_shape_pct"] == "" || v.Range != nil || v.Confidence[0] != "medium" {
		t.Errorf("%+v", v)
	}
}

func TestSwimsBySeveralEfforts(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	everyday(s, training.Swimming, 0.9)
	for _, m := range []float64{200, 400, 1500} {
		effort(s, fmt.Sprint("s", m), training.Swimming, predictToday-9, m, (m-20)/1.25)
	}
	v := ask(t, s, curves.PredictQuery{Sport: training.Swimming, Targets: []float64{800, 1500, 5000}})
	cs := modelOf(t, v, "critical_speed")
	if cs.Parameters["critical_speed_mps"] != 1.25 || *cs.TimeS[0] != 624 || cs.TimeS[2] != nil {
		t.Errorf("%+v", cs)
	}
	if v.VDOT != nil || modelOf(t, v, "power_law").TimeS[2] == nil {
		t.Errorf("%+v", v)
	}
}

// rider returns a rider with CP 250 W and W′ 20 kJ, slightly less over long durations.
func rider() *answerstest.FitnessStore {
	s := &answerstest.FitnessStore{}
	codec := derive.NewCurves()
	var points []curve.Point
	for _, d := range codec.Grid() {
		if d > 5400 {
			break
		}
		watts := 250 + 20_000/float64(d+15)
		if d > 1800 {
			watts -= 18 * math.Log(float64(d)/1800)
		}
		points = append(points, curve.Point{DurationS: d, Value: math.Round(watts)})
	}
	s.Add(store.LoadInput{ID: "a", Sport: training.Cycling, Day: predictToday - 4}, map[string][]byte{derive.PowerCurve: codec.Encode(points)})
	return s
}

func TestTimeTrialsArePower(t *testing.T) {
	t.Parallel()
	v := ask(t, rider(), curves.PredictQuery{Sport: training.Cycling})
	cp := modelOf(t, v, "critical_power")
	if math.Abs(cp.Parameters["critical_power_w"]-251) > 4 || math.Abs(*cp.PowerW[1]-266) > 4 || cp.PowerW[3] != nil {
		t.Errorf("%+v", cp)
	}
	if modelOf(t, v, "power_law").PowerW[3] == nil || v.FastestS != nil || *v.LowestW[1] > *v.HighestW[1] || v.Confidence[3] != "high" {
		t.Errorf("%+v", v)
	}
	if !strings.Contains(strings.Join(phrasetest.Texts(v.Notes), " "), "air") || !strings.HasPrefix(v.Words[3].String(), "1:00:00: ") {
		t.Errorf("%q", v.Words)
	}
}

// TestCriticalPowerIsTheOneOfTheEstimates checks that the same rule excludes a
// submaximal best.
func TestCriticalPowerIsTheOneOfTheEstimates(t *testing.T) {
	t.Parallel()
	codec := derive.NewCurves()
	var points []curve.Point
	var in curve.Input
	for _, d := range codec.Grid() {
		if d > 3600 {
			break
		}
		watts := math.Round(250 + 20_000/float64(d))
		if d == 720 {
			watts = math.Round(watts * 0.97)
		}
		points = append(points, curve.Point{DurationS: d, Value: watts})
		in.Power = append(in.Power, curve.ThresholdEffort{DurationS: float64(d), Value: watts})
	}
	s := &answerstest.FitnessStore{}
	s.Add(store.LoadInput{ID: "a", Sport: training.Cycling, Day: predictToday - 4}, map[string][]byte{derive.PowerCurve: codec.Encode(points)})
	want, why := curve.CriticalPower(in)
	if why != "" || want.Slack != 1 {
		t.Fatalf("%+v %s", want, why)
	}
	got := modelOf(t, ask(t, s, curves.PredictQuery{Sport: training.Cycling}), "critical_power").Parameters
	// Stored curves have limited precision.
	if math.Abs(got["critical_power_w"]-want.CPW) > 0.1 || math.Abs(got["w_prime_j"]-want.WPrimeJ) > 10 {
		t.Errorf("%v, the estimate is %g and %g", got, want.CPW, want.WPrimeJ)
	}
}

func TestItRefusesWithAReason(t *testing.T) {
	t.Parallel()
	sprinter := &answerstest.FitnessStore{}
	effort(sprinter, "a", training.Running, predictToday, 400, 60)
	lazy := &answerstest.FitnessStore{}
	effort(lazy, "a", training.Swimming, predictToday, 800, 900)
	short := &answerstest.FitnessStore{}
	everyday(short, training.Swimming, 0.9)
	effort(short, "a", training.Swimming, predictToday-2, 200, 150)
	for name, c := range map[string]struct {
		s *answerstest.FitnessStore
		q curves.PredictQuery
	}{
		"one short swim": {short, curves.PredictQuery{Sport: training.Swimming}},
		"nothing":        {&answerstest.FitnessStore{}, curves.PredictQuery{}}, "sprints": {sprinter, curves.PredictQuery{}},
		"no power": {predictRunner(), curves.PredictQuery{Sport: training.Cycling}},
		"one swim": {lazy, curves.PredictQuery{Sport: training.Swimming}},
	} {
		v := ask(t, c.s, c.q)
		if v.Models != nil || v.FastestS != nil || v.Missing["models"] == "" || len(v.Words) != 1 ||
			!strings.Contains(v.Words[0].String(), "Record") || strings.Contains(v.Words[0].String(), ": .") {
			t.Errorf("%s: %+v", name, v)
		}
	}
	for name, q := range map[string]curves.PredictQuery{
		"sport": {Sport: training.Yoga}, "many": {Targets: make([]float64, curves.MaxTargets+1)},
		"impossible": {Race: &curve.PredictEffort{DistanceM: 10_000, TimeS: 60}},
		"sprint":     {Race: &curve.PredictEffort{DistanceM: 400, TimeS: 60}},
		"ride":       {Sport: training.Cycling, Race: &curve.PredictEffort{DistanceM: 40_000, TimeS: 3600}},
	} {
		s := predictRunner()
		if _, err := curves.Answer(t.Context(), curves.New(s), s, answerstest.FitnessModel, predictHere, q); err == nil {
			t.Errorf("%s is answered", name)
		}
	}
	for name, c := range map[string]struct {
		sport  training.Sport
		m, s   float64
		refuse bool
	}{
		"the record over 10 km": {training.Running, 10_000, 1571, false}, "over 5 km": {training.Running, 5000, 755, false},
		"the marathon's": {training.Running, 42_195, 7235, false}, "a 10 km run of 20 minutes": {training.Running, 10_000, 1200, true},
		"the record over 1500 m in water": {training.Swimming, 1500, 850, false},
		"1500 m of water in 5 minutes":    {training.Swimming, 1500, 300, true},
	} {
		s := predictRunner()
		_, err := curves.Answer(t.Context(), curves.New(s), s, answerstest.FitnessModel, predictHere,
			curves.PredictQuery{Sport: c.sport, Race: &curve.PredictEffort{DistanceM: c.m, TimeS: c.s}})
		if (err != nil) != c.refuse {
			t.Errorf("%s: %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := predictRunner()
	if _, err := curves.Answer(ctx, curves.New(s), s, answerstest.FitnessModel, predictHere,
		curves.PredictQuery{}); training.KindOf(err) != training.KindCanceled {
		t.Errorf("cancelled: %v", err)
	}
}

func TestHiddenEffortsAreNotUsed(t *testing.T) {
	t.Parallel()
	s := predictRunner()
	s.Hidden = map[training.ActivityID]bool{"five": true}
	for _, e := range ask(t, s, curves.PredictQuery{}).Efforts {
		if e.ActivityID == "five" {
			t.Error("a hidden activity is named")
		}
	}
}

// TestNoPredictionIsWorseThanWhatWasDone checks that an athlete whose easy
// hours pull the models down can still repeat what they achieved.
func TestNoPredictionIsWorseThanWhatWasDone(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	codec := derive.NewCurves()
	var points []curve.Point
	for _, d := range codec.Grid() {
		if d > 7200 {
			break
		}
		watts := 270 + 15_000/float64(d+15)
		if d > 1800 { // longer rides were easy
			watts *= math.Pow(1800/float64(d), 0.4)
		}
		points = append(points, curve.Point{DurationS: d, Value: math.Round(watts)})
	}
	s.Add(store.LoadInput{ID: "a", Sport: training.Cycling, Day: predictToday - 4}, map[string][]byte{derive.PowerCurve: codec.Encode(points)})
	v := ask(t, s, curves.PredictQuery{Sport: training.Cycling, Targets: []float64{1200, 1800, 3600}})
	for _, e := range v.Efforts {
		if e.DurationS > 1800 {
			t.Errorf("an easy effort of %v s counts as maximal", e.DurationS)
		}
	}
	if *v.LowestW[0] < 0.97*282 || *v.LowestW[1] < 0.97*278 || *v.LowestW[2] < 230 {
		t.Errorf("%q", v.Words)
	}
	run := predictRunner()
	effort(run, "fast ten", training.Running, predictToday-100, 10_000, 2300) // covers 5 km on the way faster than the others
	if v := ask(t, run, curves.PredictQuery{Targets: []float64{8000}}); *v.FastestS[0] > 2300 || *v.SlowestS[0] > 2300*1.04 {
		t.Errorf("8 km of a 10 km in 2300 s: %q", v.Words)
	}
}

// predictOuting adds an activity with several bests by distance.
func predictOuting(s *answerstest.FitnessStore, id string, sport training.Sport, day training.Day, efforts ...curve.Effort) {
	long := efforts[len(efforts)-1]
	s.Add(store.LoadInput{ID: training.ActivityID(id), Sport: sport, Day: day, DistanceM: long.DistanceM, TimerS: long.TimeS},
		map[string][]byte{derive.Efforts: derive.EncodeEfforts(efforts)})
}

// TestAnEvenRaceIsOneEffort checks that the kilometres of an even half marathon
// are not separate races. Programs that fit them find athletes who do not tire,
// and who are slow over short races.
func TestAnEvenRaceIsOneEffort(t *testing.T) {
	t.Parallel()
	const half = 21_097.5
	s := &answerstest.FitnessStore{}
	everyday(s, training.Running, 2.7)
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
	// A fast start is a separate effort, and so is one on another day.
	even[1].TimeS = 5700 * naive.Riegel(1, half, 5000)
	predictOuting(s, "fast start", training.Running, predictToday-5, even[1], even[4])
	predictOuting(s, "ten", training.Running, predictToday-3, curve.Effort{DistanceM: 10_000, TimeS: naive.Riegel(5700, half, 10_000)})
	if v := ask(t, s, curves.PredictQuery{}); len(v.Efforts) != 3 || math.Abs(modelOf(t, v, "power_law").Parameters["exponent"]-1.06) > 0.005 {
		t.Errorf("%+v", v.Efforts)
	}
}

// TestACriticalSwimSpeedTest checks a test with two swims in one session.
func TestACriticalSwimSpeedTest(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	everyday(s, training.Swimming, 0.9)
	predictOuting(s, "test", training.Swimming, predictToday-2, curve.Effort{DistanceM: 200, TimeS: 160},
		curve.Effort{DistanceM: 400, TimeS: 335})
	cs := modelOf(t, ask(t, s, curves.PredictQuery{Sport: training.Swimming, Targets: []float64{800}}), "critical_speed")
	if cs.Parameters["critical_speed_mps"] != 1.143 {
		t.Errorf("%+v", cs)
	}
	even := &answerstest.FitnessStore{}
	everyday(even, training.Swimming, 0.9)
	predictOuting(even, "even", training.Swimming, predictToday-2, curve.Effort{DistanceM: 200, TimeS: 166},
		curve.Effort{DistanceM: 400, TimeS: 333})
	if v := ask(t, even, curves.PredictQuery{Sport: training.Swimming}); len(v.Models) != 0 {
		t.Errorf("an even 400 m alone predicts %+v", v.Models)
	}
}

// TestASteadyHourIsOneEffort checks the same on the bike.
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
