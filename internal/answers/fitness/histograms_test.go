package fitness_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// twoSports returns an athlete whose rides have power and mostly heart rate,
// and whose runs have only heart rate. Some rides are indoors.
func twoSports(days int) *answerstest.FitnessStore {
	rng := rand.New(rand.NewPCG(7, 7))
	s := &answerstest.FitnessStore{Past: training.History{
		{Key: training.KeyFTP, Sport: training.Cycling.Plain(), From: today - training.Day(days), Values: []float64{240}},
		{Key: training.KeyIndoorFTP, Sport: training.Cycling.Plain(), From: today - 40, Values: []float64{225}},
		{Key: training.KeyLTHR, From: today - training.Day(days), Values: []float64{165}},
		{Key: training.KeyLTHR, Sport: training.Running.Plain(), From: today - 70, Values: []float64{171}},
	}}
	for i := range days {
		in := store.LoadInput{
			ID: training.ActivityID(fmt.Sprintf("a%04d", i)), Sport: training.Cycling,
			Day: today - training.Day(i), TimerS: 3600, NP: 200, NPWindows: 3571, Indoor: i%3 == 0,
		}
		prims := map[string][]byte{}
		if i%4 == 1 {
			in.Sport, in.NP = training.Running, 0
		} else {
			prims[derive.PowerHistogram] = derive.EncodeHistogram(answerstest.Bell(training.Power, 150+100*rng.Float64(), 50, 3600))
		}
		if i%7 != 2 {
			in.AvgHR, in.HRSeconds = 140, 3600
			prims[derive.HRHistogram] = derive.EncodeHistogram(answerstest.Bell(training.HeartRate, 120+40*rng.Float64(), 12, 3600))
		}
		s.Add(in, prims)
	}
	return s
}

// fitnessAnswers returns the answers about some days that depend on time in zones.
func fitnessAnswers(t testing.TB, h *fitness.Histograms, s *answerstest.FitnessStore, days training.DayRange,
	sports ...training.Discipline,
) [2]any {
	t.Helper()
	load, err := h.TrainingLoad(t.Context(), s, answerstest.FitnessModel, here,
		fitness.LoadQuery{Days: days, Sports: sports, Sections: fitness.LoadSections()})
	if err != nil {
		t.Fatal(err)
	}
	sum, err := h.Summary(t.Context(), s, answerstest.FitnessModel, here, fitness.SummaryQuery{
		Kind: fitness.PeriodRange,
		Days: days, Sports: sports,
	})
	if err != nil {
		t.Fatal(err)
	}
	return [2]any{load, sum}
}

// TestWhatIsKeptIsNeverBehind checks that a cache equals a new one after any
// change of thresholds or activities.
func TestWhatIsKeptIsNeverBehind(t *testing.T) {
	t.Parallel()
	s := twoSports(500)
	kept := fitness.NewHistograms(s)
	set := func(k training.ThresholdKey, sport training.Sport, from training.Day, values ...float64) func() {
		return func() {
			s.Past = append(s.Past, training.ThresholdEntry{Key: k, Sport: sport.Plain(), From: from, Values: values})
			s.Changed(store.ChangeSettings, training.ActivityID(k))
		}
	}
	for i, change := range []func(){
		func() {},
		set(training.KeyFTP, training.Cycling, today-45, 251),
		set(training.KeyLTHR, "", today-100, 168),
		set(training.KeyPowerZones, training.Cycling, today-200, 130, 180, 210, 240, 280, 360),
		set(training.KeyHRZones, training.Running, today-33, 130, 150, 165),
		func() { s.Remove("a0012") },
		func() {
			h := derive.EncodeHistogram(zones.Histogram{Channel: training.HeartRate, Width: 1, First: 170, Seconds: []uint32{1800}})
			s.Add(store.LoadInput{
				ID: "new", Sport: training.Running, Day: today - 20, TimerS: 1800, AvgHR: 170,
				HRSeconds: 1800,
			}, map[string][]byte{derive.HRHistogram: h})
		},
		set(training.KeyHRZones, training.Running, today-33),
	} {
		change()
		for _, days := range []training.DayRange{
			lastDays(7), lastDays(90),
			{From: today - 120, To: today - 21},
			lastDays(450),
			{From: today - 44, To: today - 44},
		} {
			for _, sports := range [][]training.Discipline{nil, {training.Running.Plain()}} {
				want := fitnessAnswers(t, fitness.NewHistograms(s), s, days, sports...)
				if d := cmp.Diff(want, fitnessAnswers(t, kept, s, days, sports...)); d != "" {
					t.Fatalf("change %d, %s, %v (-nothing kept +kept):\n%s", i, days, sports, d)
				}
			}
		}
	}
}

// TestNothingIsReadTwice checks that days are not read again for other days of
// the same months, nor heart rate for a new FTP.
func TestNothingIsReadTwice(t *testing.T) {
	t.Parallel()
	s := twoSports(400)
	h := fitness.NewHistograms(s)
	fitnessAnswers(t, h, s, lastDays(200))
	for name, c := range map[string]struct {
		change func()
		most   int64
	}{
		"as before": {func() {}, 0},
		"of an FTP": {func() {
			s.Past = append(s.Past, training.ThresholdEntry{
				Key: training.KeyFTP, Sport: training.Cycling.Plain(), From: today - 1000,
				Values: []float64{250},
			})
			s.Changed(store.ChangeSettings, "ftp_w")
		}, 200},
	} {
		c.change()
		before := s.Reads.Load()
		fitnessAnswers(t, h, s, training.DayRange{From: today - 190, To: today - 3})
		if n := s.Reads.Load() - before; n > c.most {
			t.Errorf("%s: %d histograms were read", name, n)
		}
	}
}

// TestTwoQuestionsAtOnce checks that questions before and after a change each
// use the zones of their time.
func TestTwoQuestionsAtOnce(t *testing.T) {
	t.Parallel()
	s := twoSports(150)
	later := &answerstest.FitnessStore{Past: append(training.History{{Key: training.KeyLTHR, From: 0, Values: []float64{140}}}, s.Past[0])}
	days := lastDays(100)
	ask := func(h *fitness.Histograms, past training.History) any {
		v, err := h.TrainingLoad(t.Context(), pastOf{s, past}, answerstest.FitnessModel, here,
			fitness.LoadQuery{Days: days, Sections: []string{fitness.SectionIntensity}})
		if err != nil {
			t.Error(err)
		}
		return v
	}
	h := fitness.NewHistograms(s)
	want := [2]any{ask(fitness.NewHistograms(s), s.Past), ask(fitness.NewHistograms(s), later.Past)}
	if cmp.Equal(want[0], want[1]) {
		t.Fatal("the zones make no difference")
	}
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			past := s.Past
			if i%2 == 1 {
				past = later.Past
			}
			for range 5 {
				if d := cmp.Diff(want[i%2], ask(h, past)); d != "" {
					t.Errorf("(-alone +together):\n%s", d)
				}
			}
		})
	}
	all.Wait()
}

// pastOf is a store with other thresholds.
type pastOf struct {
	*answerstest.FitnessStore
	past training.History
}

func (p pastOf) History(context.Context, training.Scope) (training.History, error) {
	return p.past, nil
}

// TestSumsOfAFormerProcess checks that stored sums give the same answers without
// reading histograms of whole months, and that damaged ones are read again.
func TestSumsOfAFormerProcess(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{Past: training.History{{
		Key: training.KeyFTP, Sport: training.Cycling.Plain(), From: 0,
		Values: []float64{200},
	}, {
		Key: training.KeyIndoorFTP, Sport: training.Cycling.Plain(), From: 0, Values: []float64{150},
	}}}
	for i := range 800 {
		h := zones.Histogram{Channel: training.Power, Width: 1, First: int32(100 + i%50), Seconds: []uint32{60, 0, uint32(i + 1)}}
		s.Add(store.LoadInput{
			ID: training.ActivityID(fmt.Sprint("r", i)), Sport: training.Cycling,
			Day: today - training.Day(i), TimerS: 3600, NP: 150, NPWindows: 3000, Indoor: i%3 == 0,
		},
			map[string][]byte{derive.PowerHistogram: derive.EncodeHistogram(h)})
	}
	k, f := answerstest.FitnessValues{}, answers.Frame{Today: today, TimeZone: "UTC"}
	ask := func(k answerstest.FitnessValues) (*fitness.SummaryView, int64) {
		h, before := fitness.NewHistograms(s), s.Reads.Load()
		h.Keep(k)
		q := fitness.SummaryQuery{Kind: fitness.PeriodRange, Days: training.DayRange{From: today - 700, To: today}}
		v, err := h.Summary(t.Context(), s, answerstest.FitnessModel, f, q)
		if err != nil {
			t.Fatal(err)
		}
		return v, s.Reads.Load() - before
	}
	want, first := ask(k)
	got, later := ask(k)
	if diff := cmp.Diff(want, got); diff != "" || len(k) == 0 || len(want.Zones) == 0 {
		t.Errorf("%d values are kept, %d zones:\n%s", len(k), len(want.Zones), diff)
	}
	if later > 62 || first < 700 {
		t.Errorf("%d histograms were read, then %d", first, later)
	}
	for name, whole := range k {
		for at := 0; at < len(whole); at += 97 {
			if got, _ := ask(answerstest.FitnessValues{name: whole[:at]}); !cmp.Equal(want, got) {
				t.Fatalf("cut at %d of %d: %s", at, len(whole), cmp.Diff(want, got))
			}
		}
	}
	s.Remove("r400")
	with, _ := ask(k)
	without, _ := ask(answerstest.FitnessValues{})
	if diff := cmp.Diff(without, with); diff != "" {
		t.Errorf("after one was removed:\n%s", diff)
	}
}
