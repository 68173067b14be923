package fitness_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

// TestQuestionsInARow checks that the answer to each question does not depend
// on earlier questions.
func TestQuestionsInARow(t *testing.T) {
	t.Parallel()
	loads := make([]float64, 400)
	for i := range loads {
		loads[i] = float64(i*37%120 + 1)
	}
	s := rides(loads)
	x, rest := fitness.NewCourses(s, answerstest.FitnessModel, here), 0.0
	now := lastDays(1)
	for i, q := range []fitness.LoadQuery{
		{Days: now, Planned: map[training.Day]float64{today + 3: 80}, ProjectDays: 5},
		{Days: now, Planned: map[training.Day]float64{today + 3: 80, today + 9: 120}, ProjectDays: 90},
		{Days: now, Assumed: &rest, ProjectDays: 14},
		{Days: lastDays(90)},
		{Days: lastDays(90), Model: load.Model{CTLDays: 30}},
		{Days: lastDays(90), Sports: []training.Discipline{training.Running.Plain()}},
		{Days: training.DayRange{From: today - 50, To: today - 10}},
		{Days: training.DayRange{From: today - 50, To: today - 10}, Assumed: &rest, ProjectDays: 7},
		{Days: now, Assumed: &rest, ProjectDays: 14},
	} {
		got, err := x.TrainingLoad(t.Context(), q)
		if d := cmp.Diff(analyse(t, s, q), got); err != nil || d != "" {
			t.Errorf("question %d: %v (-alone +in a row):\n%s", i, err, d)
		}
	}
}

// hearted returns an athlete of the given sex with both heart rate bounds.
func hearted(sex training.Sex) *answerstest.FitnessStore {
	return &answerstest.FitnessStore{Who: training.Athlete{Sex: sex}, Past: training.History{
		{Key: training.KeyRestHR, From: 0, Values: []float64{50}}, {Key: training.KeyMaxHR, From: 0, Values: []float64{190}},
	}}
}

// beaten adds an activity with a heart rate per second, like an import.
func beaten(s *answerstest.FitnessStore, id string, sport training.Sport, day training.Day, bpm []float64) {
	r := metricstest.Recording(sport, len(bpm))
	metricstest.Put(r, training.HeartRate, bpm)
	h := zones.Of(stream.Of(r, stream.Limits{}), training.HeartRate)
	in := store.LoadInput{ID: training.ActivityID(id), Sport: sport, Day: day, TimerS: float64(len(bpm)), HRSeconds: h.TotalS()}
	prims := map[string][]byte{}
	if in.HRSeconds > 0 {
		prims[derive.HRHistogram] = derive.EncodeHistogram(h)
		in.AvgHR = naive.Mean(bpm)
	}
	s.Add(in, prims)
}

func trimps(t testing.TB, s *answerstest.FitnessStore, days training.DayRange) *fitness.TRIMPReport {
	t.Helper()
	v := summarise(t, s, here, fitness.SummaryQuery{Kind: fitness.PeriodRange, Days: days, Sections: []string{fitness.SummaryTRIMP}})
	if v.TRIMP == nil {
		t.Fatalf("no report: %v", v.Missing)
	}
	return v.TRIMP
}

// TestTRIMPReportsAgreeWithTheReference compares the report with a sum over
// every second of the streams.
func TestTRIMPReportsAgreeWithTheReference(t *testing.T) {
	t.Parallel()
	sports := []training.Sport{training.Cycling, training.Running, training.Swimming}
	rapid.Check(t, func(rt *rapid.T) {
		sex, b := training.Male, naive.BanisterMale
		if rapid.Bool().Draw(rt, "woman") {
			sex, b = training.Female, naive.BanisterFemale
		}
		s := hearted(sex)
		var all []naive.Session
		for i := range rapid.IntRange(1, 12).Draw(rt, "activities") {
			level := rapid.IntRange(40, 185).Draw(rt, "level")
			var bpm []float64
			for range rapid.IntRange(10, 90).Draw(rt, "seconds") {
				x := float64(level + rapid.IntRange(-10, 10).Draw(rt, "bpm"))
				if rapid.IntRange(0, 9).Draw(rt, "lost") == 0 {
					x = math.NaN()
				}
				bpm = append(bpm, slices.Repeat([]float64{x}, 20)...)
			}
			sport := sports[rapid.IntRange(0, 2).Draw(rt, "sport")]
			all = append(all, naive.Session{Sport: string(sport), HR: bpm})
			beaten(s, fmt.Sprint(i), sport, today-11+training.Day(i), bpm)
		}
		v, err := fitness.NewHistograms(s).Summary(t.Context(), s, answerstest.FitnessModel, here,
			fitness.SummaryQuery{Kind: fitness.PeriodRange, Days: lastDays(12), Sections: []string{fitness.SummaryTRIMP}})
		if err != nil {
			rt.Fatal(err)
		}
		sameImpulses(rt, v.TRIMP, all, b.Impulses(all, 50, 190))
	})
}

// sameImpulses compares a report with the reference's impulses.
func sameImpulses(t *rapid.T, got *fitness.TRIMPReport, all []naive.Session, want []naive.Impulse) {
	t.Helper()
	near := func(what string, got *float64, want, within float64) {
		if got == nil != math.IsNaN(want) || got != nil && math.Abs(*got-want) > within+1e-9 {
			t.Fatalf("%s: %v, want %v", what, got, want)
		}
	}
	known, bySport := 0, map[string][]float64{}
	for i, w := range want {
		at := slices.Index(got.Rows.IDs, training.ActivityID(fmt.Sprint(i)))
		if at < 0 != math.IsNaN(w.TRIMP) {
			t.Fatalf("activity %d is at %d, want %v", i, at, w)
		}
		if at < 0 {
			continue
		}
		known++
		bySport[all[i].Sport] = append(bySport[all[i].Sport], w.TRIMP)
		near("TRIMP", &got.Rows.TRIMP[at], w.TRIMP, 0.05)
		near("per minute", &got.Rows.PerMin[at], w.PerMin, 0.005)
		near("deviation", got.Rows.Deviations[at], w.Deviation, 0.005)
		if c := got.Rows.Intensity[at]; c != w.Class {
			t.Fatalf("activity %d is %s, want %s", i, c, w.Class)
		}
	}
	if got.Activities != len(all) || got.WithTRIMP != known {
		t.Fatalf("%d of %d, want %d of %d", got.WithTRIMP, got.Activities, known, len(all))
	}
	for _, s := range got.BySport {
		x := bySport[s.Sport.String()]
		near("mean", s.Mean, naive.Mean(x), 0.05)
		near("deviation", s.SD, naive.SampleDeviation(x), 0.05)
		near("cv", s.CVPct, naive.SampleDeviation(x)/naive.Mean(x)*100, 0.05)
	}
	for i := 1; i < len(got.SportsBySD); i++ {
		if a, b := bySport[string(got.SportsBySD[i-1])], bySport[string(got.SportsBySD[i])]; naive.SampleDeviation(a) > naive.SampleDeviation(b) {
			t.Fatalf("%v are not in order", got.SportsBySD)
		}
	}
}

// TestIntensityHasItsBounds checks the bounds for men: 1.5 per minute is 66 %
// of the heart rate reserve, and 2.2 is 80 %.
func TestIntensityHasItsBounds(t *testing.T) {
	t.Parallel()
	s := hearted(training.Male)
	for i, bpm := range []float64{120, 142, 143, 162, 163, 190} {
		beaten(s, fmt.Sprint(bpm), training.Running, today-training.Day(i), metricstest.Repeat(bpm, 600))
	}
	v := trimps(t, s, lastDays(7))
	for i, id := range v.Rows.IDs {
		x := map[training.ActivityID]float64{"120": 0.84, "142": 1.49, "143": 1.52, "162": 2.38, "163": 2.43, "190": 4.37}[id]
		want := "easy"
		if x > 1.5 {
			want = "moderate"
		}
		if x > 2.2 {
			want = "hard"
		}
		if v.Rows.PerMin[i] != x || v.Rows.Intensity[i] != want {
			t.Errorf("%s bpm: %v a minute, %s", id, v.Rows.PerMin[i], v.Rows.Intensity[i])
		}
	}
	if d := v.HighestDays[0]; d.Date != today-5 || v.Highest[0].ID != "190" || d.TRIMP != 43.7 || v.ByIntensity["hard"] != 3 {
		t.Errorf("%+v %+v %v", d, v.Highest[0], v.ByIntensity)
	}
}

// TestAReportSaysWhatItCannotCompute checks the reasons and the advice on what to do.
func TestAReportSaysWhatItCannotCompute(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change      func(s *answerstest.FitnessStore)
		reason, fix string
	}{
		"no sex":    {func(s *answerstest.FitnessStore) { s.Who.Sex = "" }, "sex is not set", "Set sex with update_athlete_settings"},
		"no bounds": {func(s *answerstest.FitnessStore) { s.Past = nil }, "no resting heart rate", "resting_hr_bpm and max_hr_bpm"},
		"no maximum": {
			func(s *answerstest.FitnessStore) { s.Past = s.Past[:1] }, "no maximum heart rate", "resting_hr_bpm and max_hr_bpm",
		},
		"wrong bounds": {func(s *answerstest.FitnessStore) { s.Past[1].Values = []float64{40} }, "not above the resting one", "max_hr_bpm"},
		"no heart rate": {
			func(s *answerstest.FitnessStore) {
				beaten(s, "b", training.Running, today, metricstest.Repeat(math.NaN(), 600))
			},
			"no heart rate", "load_coverage",
		},
		"little heart rate": {func(s *answerstest.FitnessStore) {
			beaten(s, "b", training.Running, today, append(metricstest.Repeat(math.NaN(), 600), metricstest.Repeat(150, 400)...))
		}, "covers only 40 %", "load_coverage"},
		"at rest": {func(s *answerstest.FitnessStore) {
			beaten(s, "b", training.Running, today, metricstest.Repeat(45, 600))
		}, "adds up to zero", ""},
	} {
		s := hearted(training.Female)
		beaten(s, "a", training.Running, today, metricstest.Repeat(150, 600))
		c.change(s)
		v := trimps(t, s, lastDays(7))
		g := v.Without[0]
		if !strings.Contains(g.Reason.String(), c.reason) || !strings.Contains(g.Fix.String(), c.fix) || c.fix == "" != (g.Fix == "") {
			t.Errorf("%s: %q %q", name, g.Reason, g.Fix)
		}
		if g.Count != v.Activities-v.WithTRIMP || len(v.Without) != 1 || v.WithTRIMP == 0 != (v.Total == nil) {
			t.Errorf("%s: %+v", name, v)
		}
	}
}

// TestAnAverageIsTakenWhereThereIsNothingElse checks that the average is used
// if there is nothing else, and that the row says so.
func TestAnAverageIsTakenWhereThereIsNothingElse(t *testing.T) {
	t.Parallel()
	s := hearted(training.Male)
	in := store.LoadInput{ID: "hand", Sport: training.Running, Day: today, TimerS: 3600, AvgHR: 120, HRSeconds: 3600}
	s.Add(in, nil)
	beaten(s, "strap", training.Running, today-1, metricstest.Repeat(120, 3600))
	v := trimps(t, s, lastDays(7))
	want := 50.1 // 60 · 0.5 · 0.64 · e^0.96
	if v.Rows.TRIMP[0] != want || v.Rows.TRIMP[1] != want || v.Rows.From[0] != fitness.FromAverage || v.Rows.From[1] != fitness.FromSamples {
		t.Errorf("%+v", v.Rows)
	}
	if v.Rows.Deviations[0] != nil || v.SportsByCV != nil || *v.BySport[0].SD != 0 {
		t.Errorf("two alike are spread: %+v", v)
	}
}

// TestEachDayHasItsOwnBounds checks the heart rate bounds of each day.
func TestEachDayHasItsOwnBounds(t *testing.T) {
	t.Parallel()
	s := hearted(training.Male)
	s.Past = append(s.Past, training.ThresholdEntry{Key: training.KeyMaxHR, From: today, Values: []float64{180}})
	for i := range 3 {
		beaten(s, fmt.Sprint(i), training.Running, today-training.Day(i), metricstest.Repeat(115, 3600))
	}
	v := trimps(t, s, lastDays(7))
	want := 60 * 0.5 * 0.64 * math.Exp(0.96)
	at := slices.Index(v.Rows.IDs, "0")
	if math.Abs(v.Rows.TRIMP[at]-want) > 0.05 || v.Highest[0].ID != "0" {
		t.Errorf("%v, want %v", v.Rows.TRIMP[at], want)
	}
	rates := []fitness.TRIMPRates{{RestHRBpm: 50, MaxHRBpm: 190, Activities: 2}, {RestHRBpm: 50, MaxHRBpm: 180, Activities: 1}}
	if !slices.Equal(v.HeartRates, rates) {
		t.Errorf("%+v", v.HeartRates)
	}
}

// TestALongReportIsCutAndSaysSo checks that sums cover all activities, and rows
// only the least usual ones.
func TestALongReportIsCutAndSaysSo(t *testing.T) {
	t.Parallel()
	s := hearted(training.Female)
	for i := range 80 {
		beaten(s, fmt.Sprint(i), training.Running, today-training.Day(i), metricstest.Repeat(140+float64(i%3), 600))
	}
	beaten(s, "hard", training.Running, today-3, metricstest.Repeat(180, 3000))
	v := trimps(t, s, lastDays(100))
	if len(v.Rows.IDs) != 50 || v.Rows.IDs[0] != "hard" || !v.Cut || v.Narrow == "" || v.WithTRIMP != 81 || v.BySport[0].WithTRIMP != 81 {
		t.Errorf("%d rows, %+v", len(v.Rows.IDs), v)
	}
}

// TestImpulsesOfManyDaysAreKeptUntilSomethingChanges checks that they equal
// those of few days, are read only once, and again after each change.
func TestImpulsesOfManyDaysAreKeptUntilSomethingChanges(t *testing.T) {
	t.Parallel()
	s := hearted(training.Female)
	for i := range 9 {
		beaten(s, fmt.Sprint(i), training.Running, today-training.Day(100*i), metricstest.Repeat(130+float64(i), 600))
	}
	h := fitness.NewHistograms(s)
	ask := func(days training.DayRange) *fitness.TRIMPReport {
		t.Helper()
		v, err := h.Summary(t.Context(), s, answerstest.FitnessModel, here,
			fitness.SummaryQuery{Kind: fitness.PeriodRange, Days: days, Sections: []string{fitness.SummaryTRIMP}})
		if err != nil {
			t.Fatal(err)
		}
		return v.TRIMP
	}
	first, reads := ask(lastDays(900)), s.Reads.Load()
	if again := ask(lastDays(700)); s.Reads.Load() != reads || first.WithTRIMP != 9 || again.WithTRIMP != 7 {
		t.Errorf("%d and %d of 9, read %d times more", first.WithTRIMP, again.WithTRIMP, s.Reads.Load()-reads)
	}
	at := slices.Index(first.Rows.IDs, "2")
	if few := ask(lastDays(300)); few.Rows.TRIMP[slices.Index(few.Rows.IDs, "2")] != first.Rows.TRIMP[at] {
		t.Errorf("%+v of few days, %+v of many", few.Rows, first.Rows)
	}
	beaten(s, "new", training.Running, today-1, metricstest.Repeat(150, 600))
	if after := ask(lastDays(900)); after.WithTRIMP != 10 || s.Reads.Load() == reads {
		t.Errorf("%d of 10 after a change", after.WithTRIMP)
	}
}

// BenchmarkAllTRIMP measures a repeated report over 15,000 activities.
func BenchmarkAllTRIMP(b *testing.B) {
	s := hearted(training.Male)
	for i := range 15_000 {
		beaten(s, fmt.Sprint(i), training.Running, today-training.Day(i/3), metricstest.Repeat(120+float64(i%40), 60))
	}
	h := fitness.NewHistograms(s)
	q := fitness.SummaryQuery{Kind: fitness.PeriodAll, Sections: []string{fitness.SummaryTRIMP}}
	for b.Loop() {
		if _, err := h.Summary(b.Context(), s, answerstest.FitnessModel, here, q); err != nil {
			b.Fatal(err)
		}
	}
}

// TestTRIMPTellsTheKindsApart checks that each kind of a sport that was done in
// several ways is a group, with its own heart rate bounds.
func TestTRIMPTellsTheKindsApart(t *testing.T) {
	t.Parallel()
	s := hearted(training.Male)
	trail := training.DisciplineOf(training.Running, training.SubTrail)
	s.Past = append(s.Past, training.ThresholdEntry{Key: training.KeyMaxHR, Sport: trail, From: today - 99, Values: []float64{180}})
	add := func(id, sub string) {
		s.Add(store.LoadInput{
			ID: training.ActivityID(id), Sport: training.Running, SubSport: sub, Indoor: training.IndoorSub(sub), Day: today,
			TimerS: 3600, AvgHR: 120, HRSeconds: 3600,
		}, nil)
	}
	add("road", "")
	add("hills", training.SubTrail)
	add("mill", training.SubIndoor)
	v := trimps(t, s, lastDays(7))
	if len(v.BySport) != 1 || v.BySport[0].Activities != 3 || len(v.ByKind) != 2 {
		t.Fatalf("%+v, %+v", v.BySport, v.ByKind)
	}
	hills, mill := v.ByKind[0], v.ByKind[1]
	if hills.Sport != trail || mill.Sport != training.DisciplineOf(training.Running, training.SubIndoor) || hills.Activities != 1 {
		t.Errorf("the kinds are %+v", v.ByKind)
	}
	if *mill.Total != 50.1 || *hills.Total <= *mill.Total { // a lower maximum makes the same heart rate harder
		t.Errorf("%g on trails and %g on the mill", *hills.Total, *mill.Total)
	}
}

// TestSwimmingByMonthIsAPaceOver100m checks the pace of swimming time,
// separately for pool and open water. The current month is partial.
func TestSwimmingByMonthIsAPaceOver100m(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	for id, in := range map[training.ActivityID]store.LoadInput{
		"lengths": {SubSport: training.SubPool, TimerS: 2000, DistanceM: 1000, AvgSpeed: 1},
		"lake":    {SubSport: training.SubOpenWater, TimerS: 2400, DistanceM: 2000, AvgSpeed: 2000.0 / 2400},
	} {
		in.ID, in.Sport, in.Day = id, training.Swimming, here.Today
		s.Add(in, nil)
	}
	v := summarise(t, s, here, fitness.SummaryQuery{Kind: fitness.PeriodAll, Sections: []string{fitness.SummaryByMonth}})
	m := v.ByMonth
	if m == nil || *m.PoolPace[0] != 100 || *m.OpenWaterPace[0] != 120 || m.AvgSpeedKMH != nil || len(m.Parts) != 1 {
		t.Errorf("the months are %+v", m)
	}
}
