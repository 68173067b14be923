package fitness_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
	"lapkeep/test/naive"
)

const today training.Day = 20000 // 2024-10-04, a Friday

var here = answers.Frame{Today: today, TimeZone: "Europe/Berlin", Week: 1}

// rides returns an athlete with the given load on each day; the last day is
// today. Power at FTP over n windows gives a TSS of n/36.
func rides(loads []float64) *answerstest.FitnessStore {
	s := &answerstest.FitnessStore{Past: training.History{{
		Key: training.KeyFTP, Sport: training.Cycling.Plain(), From: 0,
		Values: []float64{200},
	}}}
	for i, l := range loads {
		if l == 0 && i > 0 {
			continue
		}
		n := int(math.Round(l * 36))
		s.Add(store.LoadInput{
			ID: training.ActivityID(fmt.Sprint("r", i)), Sport: training.Cycling, Day: today - training.Day(len(loads)-1-i),
			TimerS: float64(n), NP: 200, NPWindows: n,
		}, nil)
	}
	return s
}

func lastDays(n int) training.DayRange {
	return training.DayRange{From: today - training.Day(n) + 1, To: today}
}

func analyse(t testing.TB, s *answerstest.FitnessStore, q fitness.LoadQuery) *fitness.LoadView {
	t.Helper()
	v, err := fitness.TrainingLoad(t.Context(), s, answerstest.FitnessModel, here, q)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

var within = cmpopts.EquateApprox(0, 0.051) // answers show one decimal

func TestLoadFollowsTheSlowRules(t *testing.T) {
	t.Parallel()
	alphas := map[load.Weighting]func(float64) float64{
		load.Exponential: naive.AlphaExp, load.Inverse: naive.AlphaInverse, load.Span: naive.AlphaSpan,
	}
	rapid.Check(t, func(rt *rapid.T) {
		loads := rapid.SliceOfN(rapid.Float64Range(0, 250), 1, 60).Draw(rt, "loads")
		loads[0] = max(loads[0], 20) // a load requires 30 s of windows
		for i := range loads {
			loads[i] = math.Round(loads[i]*36) / 36
			if loads[i] < 20 {
				loads[i] = 0
			}
		}
		m := load.Model{
			CTLDays: float64(rapid.IntRange(20, 60).Draw(rt, "ctl")), ATLDays: float64(rapid.IntRange(3, 14).Draw(rt, "atl")),
			Weighting:   rapid.SampledFrom([]load.Weighting{load.Exponential, load.Inverse, load.Span}).Draw(rt, "alpha"),
			SameDayForm: rapid.Bool().Draw(rt, "same day"),
		}
		v := analyse(t, rides(loads), fitness.LoadQuery{Days: lastDays(len(loads)), Model: m, Resolution: "day"})
		alpha := alphas[m.Weighting]
		ctl, atl := naive.Smoothed(loads, alpha(m.CTLDays), 0), naive.Smoothed(loads, alpha(m.ATLDays), 0)
		tsb := naive.TSBPreviousDay(ctl, atl, 0, 0)
		if m.SameDayForm {
			tsb = naive.TSBSameDay(ctl, atl)
		}
		for name, pair := range map[string][2][]float64{
			"load": {loads, v.Actual.Load}, "ctl": {ctl, v.Actual.CTL}, "atl": {atl, v.Actual.ATL}, "tsb": {tsb, v.Actual.TSB},
		} {
			if d := cmp.Diff(pair[0], pair[1], within); d != "" {
				rt.Fatalf("%s of %+v (-slow +answer):\n%s", name, m, d)
			}
		}
		if last := len(loads) - 1; math.Abs(v.Today.CTL-ctl[last]) > 0.051 || v.Actual.Dates[last] != today {
			rt.Fatalf("today is %+v on %s, want CTL %g", v.Today, v.Actual.Dates[last], ctl[last])
		}
	})
}

// TestAShortRangeKnowsWhatCameBefore checks that the days read before the range
// suffice, however long the history is.
func TestAShortRangeKnowsWhatCameBefore(t *testing.T) {
	t.Parallel()
	loads := make([]float64, 2500)
	for i := range loads {
		loads[i] = 50 + float64(i%5)*20
	}
	s := rides(loads)
	short := analyse(t, s, fitness.LoadQuery{Days: lastDays(10)})
	ctl := naive.Smoothed(loads, naive.AlphaExp(42), 0)
	if d := cmp.Diff(ctl[len(ctl)-10:], short.Actual.CTL, within); d != "" {
		t.Errorf("CTL of the last ten days (-whole history +answer):\n%s", d)
	}
	if ramp := ctl[2499] - ctl[2492]; math.Abs(short.Today.Ramp-ramp) > 0.051 {
		t.Errorf("ramp is %g, want %g", short.Today.Ramp, ramp)
	}
}

func TestLongSeriesAreCoarser(t *testing.T) {
	t.Parallel()
	loads := make([]float64, 1500)
	for i := range loads {
		loads[i] = 50
	}
	s := rides(loads)
	for _, c := range []struct {
		days       int
		asked, got string
		points     int
		cut        bool
	}{
		{45, "", "day", 45, false},
		{90, "day", "day", 90, false},
		{364, "", "week", 53, false},
		{1500, "", "month", 51, false},
		{1500, "day", "day", 400, true},
		{30, "week", "week", 5, false},
	} {
		v := analyse(t, s, fitness.LoadQuery{Days: lastDays(c.days), Resolution: c.asked})
		if a := v.Actual; a.Resolution != c.got || len(a.Dates) != c.points || v.Cut != c.cut || c.cut && v.Narrow == "" {
			t.Errorf("%d days as %q: %s, %d points, cut %v (%q)", c.days, c.asked, a.Resolution, len(a.Dates), v.Cut, v.Narrow)
		}
		if a := v.Actual; len(a.Load) != len(a.Dates) || len(a.CTL) != len(a.Dates) || len(a.Ramp) != len(a.Dates) {
			t.Errorf("%d days: columns of different length", c.days)
		}
	}
	weeks := analyse(t, s, fitness.LoadQuery{Days: lastDays(364), Resolution: "week"}).Actual
	if d := weeks.Dates[1].Weekday(); d != 1 || weeks.Load[1] != 350 {
		t.Errorf("the second week begins on a %s with a load of %g", d, weeks.Load[1])
	}
}

// TestABucketThatIsNotWholeSaysSo checks that a bucket cut off by the range or by
// today is marked as partial, and that each bucket names the day of its fitness.
func TestABucketThatIsNotWholeSaysSo(t *testing.T) {
	t.Parallel()
	loads := make([]float64, 200)
	for i := range loads {
		loads[i] = 50
	}
	assumed := 50.0
	v := analyse(t, rides(loads), fitness.LoadQuery{
		Days: training.DayRange{From: date(2024, 8, 23), To: today}, Resolution: "month", Assumed: &assumed, ProjectDays: 97,
	})
	// today is 2024-10-04
	if d := cmp.Diff([]answers.Part{
		{Date: date(2024, 8, 1), Days: 9, Of: 31},
		{Date: date(2024, 10, 1), Days: 4, Of: 31},
	}, v.Actual.Parts); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]training.Day{date(2024, 8, 31), date(2024, 9, 30), today}, v.Actual.AsOf); d != "" {
		t.Error(d)
	}
	p := v.Project
	if first, last := p.Parts[0], p.Parts[1]; p.Resolution != "month" || first.Days != 27 || last.Days != 9 ||
		p.AsOf[0] != date(2024, 10, 31) || p.AsOf[len(p.AsOf)-1] != today+97 {
		t.Errorf("the projection: %+v as of %s", p.Parts, p.AsOf)
	}
	if v.Today.Date != today {
		t.Errorf("today is %s", v.Today.Date)
	}
	if daily := analyse(t, rides(loads), fitness.LoadQuery{Days: lastDays(10)}).Actual; daily.Parts != nil || daily.AsOf != nil {
		t.Errorf("days are whole: %+v", daily)
	}
}

func TestActualAndProjectedStayApart(t *testing.T) {
	t.Parallel()
	s := rides([]float64{60, 60, 60, 60, 60, 60, 60})
	assumed := 80.0
	v := analyse(t, s, fitness.LoadQuery{
		Days: training.DayRange{From: today - 6, To: today + 4}, Assumed: &assumed,
		Planned: map[training.Day]float64{today + 2: 150, today: 999},
	})
	if n := len(v.Actual.Dates); v.Actual.Dates[n-1] != today || n != 7 {
		t.Errorf("what happened ends on %s after %d days", v.Actual.Dates[n-1], n)
	}
	if d := cmp.Diff([]float64{80, 150, 80, 80}, v.Project.Load); d != "" || v.Project.Dates[0] != today+1 {
		t.Errorf("projected from %s: %s", v.Project.Dates[0], d)
	}
	all := naive.Smoothed([]float64{60, 60, 60, 60, 60, 60, 60, 80, 150, 80, 80}, naive.AlphaExp(42), 0)
	if d := cmp.Diff(all[7:], v.Project.CTL, within); d != "" {
		t.Errorf("projected CTL (-slow +answer):\n%s", d)
	}
	if !strings.Contains(strings.Join(phrasetest.Texts(v.Words), " "), "projection, not a fact") || len(v.Notes) == 0 {
		t.Errorf("words do not say that it is a projection: %q %q", v.Words, v.Notes)
	}
	without := analyse(t, s, fitness.LoadQuery{Days: training.DayRange{From: today - 6, To: today + 4}})
	if without.Project != nil || without.Missing["projected"] == "" || *without.Today != *v.Today {
		t.Errorf("without a plan: %+v %v", without.Project, without.Missing)
	}
	far := analyse(t, s, fitness.LoadQuery{Days: lastDays(7), Assumed: &assumed, ProjectDays: 10})
	if len(far.Project.Dates) != 10 {
		t.Errorf("ten days asked, %d projected", len(far.Project.Dates))
	}
}

func TestCoverageNamesWhatHasNoLoad(t *testing.T) {
	t.Parallel()
	s := rides([]float64{60})
	s.Add(store.LoadInput{ID: "run", Sport: training.Running, Day: today, TimerS: 3600, AvgHR: 150, HRSeconds: 3600}, nil)
	s.Add(store.LoadInput{ID: "walk", Sport: training.Walking, Day: today, TimerS: 3600}, nil)
	s.Add(store.LoadInput{ID: "own", Sport: training.Yoga, Day: today, TimerS: 3600, ManualLoad: 12}, nil)
	v := analyse(t, s, fitness.LoadQuery{Days: lastDays(30)})
	c := v.Coverage
	if c.Activities != 4 || c.WithLoad != 2 || c.ByMethod["power_tss"] != 1 || c.ByMethod["manual"] != 1 {
		t.Errorf("coverage is %+v", c)
	}
	named := map[training.ActivityID]string{}
	for _, g := range c.Without {
		if g.Reason == "" || g.Count != len(g.Latest) {
			t.Errorf("a gap without reason or ids: %+v", g)
		}
		for _, id := range g.Latest {
			named[id] = g.Reason.String()
		}
	}
	if named["run"] == "" || named["walk"] == "" {
		t.Errorf("gaps name %v", named)
	}
	s.Past = append(s.Past, training.ThresholdEntry{Key: training.KeyLTHR, From: today - 400, Values: []float64{165}})
	if c := analyse(t, s, fitness.LoadQuery{Days: lastDays(30)}).Coverage; c.WithLoad != 3 || c.ByMethod["hrtss_avg_lthr"] != 1 {
		t.Errorf("with a threshold heart rate: %+v", c)
	}
	only := analyse(t, s, fitness.LoadQuery{Days: lastDays(30), Sports: []training.Discipline{training.Running.Plain()}})
	if only.Coverage.Activities != 1 || only.Today.Load >= v.Today.Load+60 || len(only.Notes) == 0 {
		t.Errorf("running alone: %+v", only.Coverage)
	}
}

func TestShortHistoryIsSaid(t *testing.T) {
	t.Parallel()
	long := make([]float64, 400)
	for i := range long {
		long[i] = 50
	}
	for _, c := range []struct {
		loads []float64
		days  int
		says  bool
	}{{long[:60], 60, true}, {long, 30, false}, {long, 400, true}} {
		v := analyse(t, rides(c.loads), fitness.LoadQuery{Days: lastDays(c.days)})
		if got := strings.Contains(strings.Join(phrasetest.Texts(v.Notes), " "), "starts there at 0"); got != c.says {
			t.Errorf("%d days of a history of %d: notes %q", c.days, len(c.loads), v.Notes)
		}
	}
}

func TestLoadOfNothing(t *testing.T) {
	t.Parallel()
	v := analyse(t, &answerstest.FitnessStore{}, fitness.LoadQuery{Days: lastDays(90)})
	if v.Actual != nil || v.Missing["today"] == "" || !strings.Contains(v.Narrow.String(), "import") {
		t.Errorf("an empty store: %+v", v)
	}
	s := rides([]float64{60, 60, 60})
	for name, days := range map[string]training.DayRange{
		"before all": {From: today - 100, To: today - 50}, "ahead": {From: today + 1, To: today + 9},
	} {
		if v := analyse(t, s, fitness.LoadQuery{Days: days}); v.Actual != nil || v.Missing["actual"] == "" || v.Today != nil {
			t.Errorf("%s: %+v", name, v)
		}
	}
	ended := analyse(t, s, fitness.LoadQuery{Days: training.DayRange{From: today - 2, To: today - 1}})
	if ended.Today != nil || ended.Missing["today"] == "" || len(ended.Actual.Dates) != 2 {
		t.Errorf("a range that ended: %+v", ended)
	}
}

func TestLoadRefuses(t *testing.T) {
	t.Parallel()
	negative := -1.0
	for name, q := range map[string]fitness.LoadQuery{
		"turned": {Days: training.DayRange{From: 2, To: 1}}, "fast": {Days: lastDays(3), Model: load.Model{CTLDays: 0.5}},
		"crossed": {Days: lastDays(3), Model: load.Model{CTLDays: 7, ATLDays: 42}}, "negative": {Days: lastDays(3), Assumed: &negative},
	} {
		_, err := fitness.TrainingLoad(t.Context(), rides([]float64{50}), answerstest.FitnessModel, here, q)
		var e *training.Error
		if !errors.As(err, &e) || e.Kind != training.KindInvalid || e.Fix == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := fitness.TrainingLoad(ctx, rides([]float64{50}), answerstest.FitnessModel, here,
		fitness.LoadQuery{Days: lastDays(3)}); training.KindOf(err) != training.KindCanceled {
		t.Errorf("cancelled: %v", err)
	}
}

func TestBandsCoverTheScale(t *testing.T) {
	t.Parallel()
	for _, loads := range [][]float64{{300, 300, 300, 300}, {30, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}} {
		v := analyse(t, rides(loads), fitness.LoadQuery{Days: lastDays(len(loads))})
		if v.Form.Name == "" || v.Form.Source == "" || v.Ramp.Name == "" || v.Ramp.Range == "" {
			t.Errorf("bands are %+v %+v", v.Form, v.Ramp)
		}
	}
	if v := analyse(t, rides([]float64{300, 300, 300, 300}), fitness.LoadQuery{Days: lastDays(4)}); v.Form.Name != "high risk" {
		t.Errorf("form %g is called %s", v.Today.TSB, v.Form.Name)
	}
}

// TestRidesIndoorsGoByTheirOwnFTP checks that indoor rides use the indoor FTP,
// if one is set, from its day on.
func TestRidesIndoorsGoByTheirOwnFTP(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	for i := range 4 {
		s.Add(store.LoadInput{
			ID: training.ActivityID(fmt.Sprint("r", i)), Sport: training.Cycling, Day: today - training.Day(i), TimerS: 3600,
			NP: 180, NPWindows: 3600,
			Indoor: i%2 == 0,
		}, nil)
	}
	outdoors := training.ThresholdEntry{Key: training.KeyFTP, Sport: training.Cycling.Plain(), From: 0, Values: []float64{240}}
	indoors := training.ThresholdEntry{Key: training.KeyIndoorFTP, Sport: training.Cycling.Plain(), From: 0, Values: []float64{200}}
	for name, c := range map[string]struct {
		past training.History
		want []float64 // of each ride, the latest first
		by   int
	}{
		"none is set":     {training.History{outdoors}, []float64{56.25, 56.25, 56.25, 56.25}, 0},
		"one is set":      {training.History{outdoors, indoors}, []float64{81, 56.25, 81, 56.25}, 2},
		"no other is set": {training.History{indoors}, []float64{81, 0, 81, 0}, 2},
	} {
		s.Past = c.past
		v := analyse(t, s, fitness.LoadQuery{Days: lastDays(4), Resolution: "day"})
		for i, want := range c.want {
			if got := v.Actual.Load[3-i]; math.Abs(got-want) > 0.051 {
				t.Errorf("%s: %v TSS %d days ago, want %v", name, got, i, want)
			}
		}
		if v.Coverage.ByIndoorFTP != c.by {
			t.Errorf("%s: %d by the FTP indoors", name, v.Coverage.ByIndoorFTP)
		}
	}
}

// TestADayIsOnePersons checks that the load of a day is possible for one person:
// the most intense sessions are left out and named, whatever sports are requested.
func TestADayIsOnePersons(t *testing.T) {
	t.Parallel()
	s := rides([]float64{100})
	const fourHours = 4 * 3600
	for i := range 5 {
		s.Add(store.LoadInput{
			ID: training.ActivityID(fmt.Sprint("twice", i)), Sport: training.Cycling, Day: today, TimerS: fourHours,
			NP: 280 + float64(i), NPWindows: fourHours,
		}, nil)
	}
	for _, sports := range [][]training.Discipline{nil, {training.Cycling.Plain()}} {
		v := analyse(t, s, fitness.LoadQuery{Days: lastDays(1), Sports: sports})
		if v.Today == nil || v.Today.Load > 2100 || v.Today.Load < 800 {
			t.Errorf("today's load is %+v", v.Today)
		}
		if c := v.Coverage; c.Activities != 6 || c.WithLoad != 2 || len(c.Without) != 1 ||
			!strings.Contains(c.Without[0].Reason.String(), "add up to") || c.Without[0].Latest[0] != "twice4" {
			t.Errorf("%+v", c)
		}
	}
}
