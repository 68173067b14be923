package curves_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/curves"
	"lapkeep/internal/derive"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
	"lapkeep/test/naive"
)

// estimateRides adds two years of rides, every third one hard, by the critical
// power of each day.
func estimateRides(s *answerstest.FitnessStore, cp func(training.Day) float64) {
	for i := range 240 {
		day := estimateToday - 725 + training.Day(3*i)
		share := 0.82 + 0.03*float64(i%4)
		if i%3 == 0 {
			share = 0.995 + 0.005*float64(i%2)
		}
		s.Add(store.LoadInput{ID: training.ActivityID(fmt.Sprint("r", i)), Sport: training.Cycling, Day: day},
			map[string][]byte{derive.PowerCurve: estimateModel(cp(day)*share, 18_000*share, 3000)})
	}
}

func TestWhenFTPChanged(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	step := estimateToday - 300
	estimateRides(s, func(d training.Day) float64 {
		if d < step {
			return 240
		}
		return 264
	})
	v := thresholds(t, s, curves.EstimateQuery{History: true})
	h := v.History
	if h == nil || len(h.Levels) != 2 || h.Rule == "" || h.Range.Days != 730 {
		t.Fatalf("%+v, missing %v", h, v.Missing)
	}
	first, second := h.Levels[0], h.Levels[1]
	if second.From < step || second.From > step+14 || math.Abs(*second.ChangePct-7) > 1 || first.ChangePct != nil {
		t.Errorf("the change is on %s (%s), by %v %%", second.From, step, *second.ChangePct)
	}
	for _, l := range h.Levels {
		if l.Weeks > int(l.To-l.From)/7+2 {
			t.Errorf("%d weeks with an effort from %s to %s", l.Weeks, l.From, l.To)
		}
	}
	if second.Efforts < 10 || second.Weeks < second.Efforts || second.Evidence[0].LocalDate != second.From || second.Evidence[0].Value < 250 {
		t.Errorf("%+v", second)
	}
	if b, err := json.Marshal(h); err != nil || len(b) > 1700 {
		t.Errorf("%d bytes (%v)", len(b), err)
	}
	if v := thresholds(t, s, curves.EstimateQuery{}); v.History != nil {
		t.Error("a history came that was not asked for")
	}
	if v := thresholds(t, &answerstest.FitnessStore{}, curves.EstimateQuery{History: true}); v.History != nil || v.Missing["history"] == "" {
		t.Errorf("of nothing: %+v %v", v.History, v.Missing)
	}
}

func TestASteadyAthleteHasOneLevel(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	estimateRides(s, func(training.Day) float64 { return 240 })
	h := thresholds(t, s, curves.EstimateQuery{History: true}).History
	if h == nil || len(h.Levels) != 1 || h.Levels[0].ChangePct != nil {
		t.Errorf("%+v", h)
	}
}

func TestOxygenIsARange(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{Past: training.History{
		{Key: training.KeyWeight, From: estimateToday - 100, Values: []float64{80}},
		{Key: training.KeyWeight, From: estimateToday - 10, Values: []float64{75}},
		{Key: training.KeyMaxHR, From: estimateToday - 100, Values: []float64{190}},
		{Key: training.KeyRestHR, From: estimateToday - 100, Values: []float64{50}},
	}}
	s.Add(store.LoadInput{ID: "a", Sport: training.Cycling, Day: estimateToday - 20},
		map[string][]byte{derive.PowerCurve: estimateModel(270, 18_000, 3000)})
	hidden := thresholds(t, s, curves.EstimateQuery{})
	if len(hidden.VO2Max) != 1 || hidden.VO2Max[0].Method != "vo2max_uth" || hidden.Missing["vo2max_acsm"] == "" {
		t.Errorf("a weight that is not shared: %+v %v", hidden.VO2Max, hidden.Missing)
	}
	if ftp := setting(hidden, "ftp_w", training.Cycling); ftp.PerKg != nil {
		t.Errorf("its quotient tells it: %v", *ftp.PerKg)
	}
	s.Who.Sharing.Weight = true
	v := thresholds(t, s, curves.EstimateQuery{})
	if len(v.VO2Max) != 2 {
		t.Fatalf("%+v %v", v.VO2Max, v.Missing)
	}
	if !v.VO2Max[0].Counts || v.VO2Max[1].Counts ||
		!strings.Contains(strings.Join(phrasetest.Texts(v.Words), " "), "The VO2max used is vo2max_acsm") {
		t.Errorf("%+v: %q", v.VO2Max, v.Words)
	}
	said := training.WellnessDay{Day: estimateToday - 3}
	said.Put(training.WellnessVO2Max, 52, "garmin")
	s.PutStatement(document.Wellness, said.Day.String(), "garmin", said.Day, said)
	told := thresholds(t, s, curves.EstimateQuery{})
	if last := told.VO2Max[2]; !last.Counts || last.Method != "reported" || last.Estimate != 52 ||
		*last.LocalDate != estimateToday-3 || last.Source != "garmin" || told.VO2Max[0].Counts {
		t.Errorf("%+v", told.VO2Max)
	}
	power, rate := v.VO2Max[0], v.VO2Max[1]
	if want := 10.8*(270+60)/80 + 7; math.Abs(power.Estimate-want) > 0.06 || power.Low >= want-1 ||
		power.High <= want+1 || power.Evidence[0].ActivityID != "a" {
		t.Errorf("by the weight of the day: %+v, want %v", power, want)
	}
	if math.Abs(rate.Estimate-15.3*190/50) > 0.05 || rate.High-rate.Low < 5 || len(rate.Evidence) != 0 {
		t.Errorf("by heart rate: %+v", rate)
	}
	if ftp := setting(v, "ftp_w", training.Cycling); ftp.PerKg == nil || math.Abs(*ftp.PerKg-ftp.Value/75) > 0.006 {
		t.Errorf("by the weight of today: %+v", ftp)
	}
	bare := &answerstest.FitnessStore{}
	bare.Add(store.LoadInput{ID: "a", Sport: training.Cycling, Day: estimateToday},
		map[string][]byte{derive.PowerCurve: estimateModel(270, 18_000, 200)})
	if v := thresholds(t, bare, curves.EstimateQuery{}); len(v.VO2Max) != 0 || v.Missing["vo2max_acsm"] == "" {
		t.Errorf("three minutes: %+v %v", v.VO2Max, v.Missing)
	}
}

func TestOxygenFromTheBestRun(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	s.Add(store.LoadInput{ID: "race", Sport: training.Running, Day: estimateToday},
		map[string][]byte{derive.Efforts: derive.EncodeEfforts([]curve.Effort{
			{DistanceM: 400, TimeS: 70}, {DistanceM: 5000, TimeS: 1200}, {DistanceM: 10_000, TimeS: 2900},
		})})
	v := thresholds(t, s, curves.EstimateQuery{Sports: []training.Sport{training.Running}})
	if len(v.VO2Max) != 1 {
		t.Fatalf("%+v %v", v.VO2Max, v.Missing)
	}
	want := naive.VDOT(5000, 20)
	if x := v.VO2Max[0]; math.Abs(x.Estimate-want) > 0.06 || x.Low > want-2 || x.High < want+2 ||
		*x.Evidence[0].DistanceM != 5000 || x.Evidence[0].Value != 4.17 {
		t.Errorf("%+v, want %v", x, want)
	}
	sprint := &answerstest.FitnessStore{}
	sprint.Add(store.LoadInput{ID: "track", Sport: training.Running, Day: estimateToday},
		map[string][]byte{derive.Efforts: derive.EncodeEfforts([]curve.Effort{{DistanceM: 400, TimeS: 70}})})
	if v := thresholds(t, sprint, curves.EstimateQuery{Sports: []training.Sport{training.Running}}); len(v.VO2Max) != 0 ||
		v.Missing["vo2max_vdot"] == "" {
		t.Errorf("a lap of the track: %+v %v", v.VO2Max, v.Missing)
	}
}

// TestOneCriticalPower checks that two answers about the same days agree on it.
func TestOneCriticalPower(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	for i, cp := range []float64{250, 262, 271} {
		s.Add(store.LoadInput{ID: training.ActivityID(rune('a' + i)), Sport: training.Cycling, Day: estimateToday - training.Day(i)},
			map[string][]byte{derive.PowerCurve: estimateModel(cp, 26_000-cp*40, 600*int32(3-i))})
	}
	cp := setting(thresholds(t, s, curves.EstimateQuery{}), "critical_power_w", training.Cycling)
	v, err := curves.New(s).Answer(t.Context(), answerstest.FitnessModel, estimateHere, curves.Query{
		Kind: curves.Power, Days: training.DayRange{From: estimateToday - 89, To: estimateToday}, Models: true,
	})
	if err != nil || cp == nil {
		t.Fatalf("%+v %v", cp, err)
	}
	if fit := v.Models.Fits[0]; fit.Model != "cp_2p_work_time" || fit.CPW != cp.Value || *fit.CPSE != *cp.Error {
		t.Errorf("%+v beside %+v", fit, cp)
	}
}

// TestThreeBestsAreNeverSure checks that the few bests that remain of slack
// efforts, which are on a line by chance, give no high confidence.
func TestThreeBestsAreNeverSure(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	add := func(id string, curve []byte) {
		s.Add(store.LoadInput{ID: training.ActivityID(id), Sport: training.Cycling, Day: estimateToday},
			map[string][]byte{derive.PowerCurve: curve})
	}
	add("short", estimateModel(260, 15_000, 300))
	add("even", estimateModel(260+15_000.0/1200, 0, 1200))
	add("easy", estimateModel(150, 0, 4000))
	v := thresholds(t, s, curves.EstimateQuery{})
	for name, most := range map[string]float64{"critical_power_w": 8, "w_prime_j": 2500} {
		if e := setting(v, name, training.Cycling); e == nil || e.Confidence != "medium" || *e.Error > most {
			t.Errorf("%s by three bests: %+v", name, e)
		}
	}
	add("middle", estimateModel(260, 15_000, 720))
	if e := setting(thresholds(t, s, curves.EstimateQuery{}), "critical_power_w", training.Cycling); e == nil || e.Confidence != "high" {
		t.Errorf("by five: %+v", e)
	}
}

// TestHistoryIsOfTheMoment checks that the best efforts of weeks are cached
// until anything changes.
func TestHistoryIsOfTheMoment(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	estimateRides(s, func(training.Day) float64 { return 240 })
	index, source := curves.New(s), curves.NewSource(s)
	ask := func() float64 {
		t.Helper()
		v, err := curves.Thresholds(t.Context(), index, source, answerstest.FitnessModel, estimateHere, curves.EstimateQuery{History: true})
		if err != nil || v.History == nil {
			t.Fatalf("%+v, %v", v, err)
		}
		return v.History.Levels[len(v.History.Levels)-1].EFTPW
	}
	before := ask()
	if again := ask(); again != before {
		t.Errorf("%g W, then %g W", before, again)
	}
	for i := range 3 {
		s.Add(store.LoadInput{ID: training.ActivityID(fmt.Sprint("new", i)), Sport: training.Cycling, Day: estimateToday - training.Day(7*i)},
			map[string][]byte{derive.PowerCurve: estimateModel(300, 18_000, 3000)})
	}
	if after := ask(); after < before+40 {
		t.Errorf("three better rides leave it at %g W", after)
	}
}

// BenchmarkThresholds measures a repeated question, and one without a cache.
func BenchmarkThresholds(b *testing.B) {
	s := &answerstest.FitnessStore{}
	estimateRides(s, func(training.Day) float64 { return 240 })
	c, kept := curves.New(s), curves.NewSource(s)
	for name, source := range map[string]func() *curves.Source{
		"again": func() *curves.Source { return kept },
		"anew":  func() *curves.Source { return curves.NewSource(s) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := curves.Thresholds(b.Context(), c, source(), answerstest.FitnessModel, estimateHere,
					curves.EstimateQuery{History: true}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
