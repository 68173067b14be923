package fitness_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/derive"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
	"lapkeep/test/naive"
)

func summarise(t testing.TB, s *answerstest.FitnessStore, f answers.Frame, q fitness.SummaryQuery) *fitness.SummaryView {
	t.Helper()
	v, err := fitness.NewHistograms(s).Summary(t.Context(), s, answerstest.FitnessModel, f, q)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func on(day training.Day) training.DayRange { return training.DayRange{From: day, To: day} }

func date(y int, m time.Month, d int) training.Day { return training.NewDay(y, m, d) }

func TestPeriodsAreTheAthletes(t *testing.T) {
	t.Parallel()
	s := rides([]float64{60})
	s.Add(store.LoadInput{ID: "first", Day: date(2020, 1, 1)}, nil)
	for _, c := range []struct {
		name     string
		kind     string
		day      training.Day
		week     time.Weekday
		from, to training.Day
		prevFrom training.Day
		prevTo   training.Day
		partial  bool
	}{
		{"a week that runs", "week", today, time.Monday, date(2024, 9, 30), today, date(2024, 9, 23), date(2024, 9, 27), true},
		{"weeks from Sunday", "week", today, time.Sunday, date(2024, 9, 29), today, date(2024, 9, 22), date(2024, 9, 27), true},
		{
			"a week that ended", "week", date(2024, 9, 25), time.Monday, date(2024, 9, 23), date(2024, 9, 29),
			date(2024, 9, 16), date(2024, 9, 22), false,
		},
		{
			"February after a leap day", "month", date(2024, 3, 31), time.Monday, date(2024, 3, 1), date(2024, 3, 31),
			date(2024, 2, 1), date(2024, 2, 29), false,
		},
		{"a month that runs", "month", today, time.Monday, date(2024, 10, 1), today, date(2024, 9, 1), date(2024, 9, 4), true},
		{"a year", "year", date(2023, 5, 1), time.Monday, date(2023, 1, 1), date(2023, 12, 31), date(2022, 1, 1), date(2022, 12, 31), false},
	} {
		f := answers.Frame{Today: today, TimeZone: "Asia/Kolkata", Week: c.week}
		v := summarise(t, s, f, fitness.SummaryQuery{Kind: c.kind, Days: on(c.day)})
		if v.Period.From != c.from || v.Period.To != c.to || v.Period.Partial != c.partial {
			t.Errorf("%s: %s to %s, partial %v", c.name, v.Period.From, v.Period.To, v.Period.Partial)
		}
		if v.Previous.From != c.prevFrom || v.Previous.To != c.prevTo || v.Previous.Cut != c.partial {
			t.Errorf("%s: before it %s to %s, cut %v", c.name, v.Previous.From, v.Previous.To, v.Previous.Cut)
		}
		if says := strings.Contains(strings.Join(phrasetest.Texts(v.Words), " "), "only part of it"); says != c.partial {
			t.Errorf("%s: words are %q", c.name, v.Words)
		}
	}
}

// TestARangeThatIsAPeriodIsComparedWithTheOneBefore checks ranges that equal a month,
// quarter or year: "last month" is a range of 30 days to a caller, but means a month.
func TestARangeThatIsAPeriodIsComparedWithTheOneBefore(t *testing.T) {
	t.Parallel()
	s := rides([]float64{60})
	s.Add(store.LoadInput{ID: "first", Day: date(2020, 1, 1)}, nil)
	for name, c := range map[string][4]training.Day{
		"a month":            {date(2024, 9, 1), date(2024, 9, 30), date(2024, 8, 1), date(2024, 8, 31)},
		"a quarter":          {date(2024, 4, 1), date(2024, 6, 30), date(2024, 1, 1), date(2024, 3, 31)},
		"a year":             {date(2023, 1, 1), date(2023, 12, 31), date(2022, 1, 1), date(2022, 12, 31)},
		"30 days of a month": {date(2024, 8, 1), date(2024, 8, 30), date(2024, 7, 2), date(2024, 7, 31)},
	} {
		f := answers.Frame{Today: today, TimeZone: "Asia/Kolkata"}
		v := summarise(t, s, f, fitness.SummaryQuery{Kind: fitness.PeriodRange, Days: training.DayRange{From: c[0], To: c[1]}})
		if v.Previous.From != c[2] || v.Previous.To != c[3] {
			t.Errorf("%s is compared with %s to %s", name, v.Previous.From, v.Previous.To)
		}
	}
}

// TestASummaryIsComparedWithAnyDays checks that the compared days have the same
// totals as a question about them alone, even if they overlap the period or follow
// it. A current period is compared with as many days of a period of its length.
func TestASummaryIsComparedWithAnyDays(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	for day := today - 500; day <= today; day += 3 {
		s.Add(store.LoadInput{
			ID: training.ActivityID(day.String()), Sport: training.Cycling, Day: day, TimerS: float64(1000 + day%7*300), DistanceM: 20_000,
		}, nil)
	}
	days := func(from, to training.Day) training.DayRange { return training.DayRange{From: from, To: to} }
	totals := []string{fitness.SummaryTotals}
	for _, c := range []struct{ period, other, counted training.DayRange }{
		{days(today-40, today-20), days(today-400, today-300), days(today-400, today-300)},
		{days(today-40, today-20), days(today-30, today-10), days(today-30, today-10)},
		{days(today-40, today-20), days(today-9, today+50), days(today-9, today)},
		{days(today-3, today+6), days(today-109, today-100), days(today-109, today-106)}, // four of ten days
		{days(today-3, today+6), days(today-200, today-100), days(today-200, today-100)},
	} {
		ask := func(d training.DayRange, other *training.DayRange) *fitness.SummaryView {
			return summarise(t, s, here, fitness.SummaryQuery{Kind: fitness.PeriodRange, Days: d, Compare: other, Sections: totals})
		}
		v, alone := ask(c.period, &c.other), ask(c.counted, nil)
		if v.Previous == nil || v.Previous.From != c.counted.From || v.Previous.To != c.counted.To {
			t.Fatalf("%v is compared with %+v, want %v", c.period, v.Previous, c.counted)
		}
		if d := cmp.Diff(alone.Totals, v.Previous.Totals); d != "" {
			t.Errorf("%v (-alone +compared):\n%s", c.counted, d)
		}
		if d := cmp.Diff(ask(c.period, nil).Totals, v.Totals); d != "" {
			t.Errorf("%v (-alone +compared):\n%s", c.period, d)
		}
		if v.Change.Activities != v.Totals.Activities-alone.Totals.Activities {
			t.Errorf("the change is %+v", v.Change)
		}
		if alone.Previous != nil || alone.BySport != nil || alone.Streaks != nil || alone.Zones != nil {
			t.Errorf("totals alone have %+v", alone)
		}
	}
}

func TestSummaryAddsUp(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{Past: training.History{{
		Key: training.KeyFTP, Sport: training.Cycling.Plain(), From: 0,
		Values: []float64{200},
	}}}
	add := func(id training.ActivityID, sport training.Sport, day training.Day, timer, distance, gain, np float64) {
		s.Add(store.LoadInput{
			ID: id, Sport: sport, Day: day, TimerS: timer, MovingS: timer - 10, ElapsedS: timer + 10,
			DistanceM: distance, GainM: gain, NP: np, NPWindows: int(np / 200 * 3600),
		}, nil)
	}
	add("long", training.Cycling, today-1, 7200, 60000, 800, 200)
	add("far", training.Cycling, today-1, 3600, 70000, 0, 0)
	add("run", training.Running, today, 3000, 10000, 50, 0)
	add("before", training.Cycling, today-3, 1800, 10000, 100, 0)
	add("older", training.Cycling, today-30, 1800, 10000, 100, 0)
	v := summarise(t, s, here, fitness.SummaryQuery{Kind: fitness.PeriodRange, Days: training.DayRange{From: today - 1, To: today}})
	tot := v.Totals
	if tot.Activities != 3 || tot.ActiveDays != 2 || *tot.DurationS != 13800 || *tot.MovingTimeS != 13770 ||
		*tot.DistanceKM != 140 || *tot.ElevationGainM != 850 {
		t.Errorf("totals are %+v", tot)
	}
	if *tot.TSS != 100 || tot.WorkKJ != nil {
		t.Errorf("load is %v, work %v", *tot.TSS, tot.WorkKJ)
	}
	longest := map[training.Metric]training.ActivityID{}
	for _, l := range v.Longest {
		for _, m := range l.Most {
			longest[m] = l.ID
		}
	}
	if d := cmp.Diff(map[training.Metric]training.ActivityID{
		training.MetricDurationS: "long", training.MetricDistanceKM: "far", training.MetricTSS: "long",
	}, longest); d != "" || len(v.Longest) != 2 {
		t.Errorf("longest are %+v", v.Longest)
	}
	if len(v.BySport) != 2 || v.BySport[0].Sport != training.Cycling || v.BySport[1].ElevationGainM == nil {
		t.Errorf("by sport: %+v", v.BySport)
	}
	if p := v.Previous; p.Totals.Activities != 1 || p.Cut || v.Change.Activities != 2 || *v.Change.DistanceKM != 130 ||
		v.Change.Percent["distance_km"] != 1300 {
		t.Errorf("before it %+v, change %+v", p, v.Change)
	}
	if *v.Change.TSS != 100 || v.Change.Percent["tss"] != 0 {
		t.Errorf("a load after none: %v %v", *v.Change.TSS, v.Change.Percent)
	}
	all := summarise(t, s, here, fitness.SummaryQuery{Kind: fitness.PeriodAll})
	if all.Totals.Activities != 5 || all.Previous != nil || all.Period.From != today-30 || all.Period.Partial {
		t.Errorf("everything: %+v", all.Period)
	}
	runs := summarise(t, s, here, fitness.SummaryQuery{Kind: fitness.PeriodAll, Sports: []training.Discipline{training.Running.Plain()}})
	if runs.Totals.Activities != 1 || runs.Totals.TSS != nil {
		t.Errorf("runs alone: %+v", runs.Totals)
	}
}

// TestZonesFollowTheThresholdOfTheDay compares the time in zones from
// histograms with a count of every second, across an FTP change, in whole
// months and parts of months, with a separate FTP for indoor rides.
func TestZonesFollowTheThresholdOfTheDay(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		ftp := []float64{
			float64(rapid.IntRange(150, 350).Draw(rt, "ftp")), float64(rapid.IntRange(150, 350).Draw(rt, "new ftp")),
		}
		inside := float64(rapid.IntRange(150, 350).Draw(rt, "ftp indoors"))
		s := &answerstest.FitnessStore{Past: training.History{
			{Key: training.KeyFTP, Sport: training.Cycling.Plain(), From: today - 100, Values: ftp[:1]},
			{Key: training.KeyFTP, Sport: training.Cycling.Plain(), From: today - 20, Values: ftp[1:]},
			{Key: training.KeyIndoorFTP, Sport: training.Cycling.Plain(), From: today - 100, Values: []float64{inside}},
		}}
		want := make([]float64, 7)
		for i := range 4 {
			watts := rapid.SliceOfN(rapid.IntRange(0, 600), 1, 200).Draw(rt, "watts")
			day, indoor := today-training.Day(17*i), rapid.Bool().Draw(rt, "indoor")
			s.Add(store.LoadInput{ID: training.ActivityID(rune('a' + i)), Sport: training.Cycling, Day: day, Indoor: indoor},
				map[string][]byte{derive.PowerHistogram: derive.EncodeHistogram(histogram(watts))})
			now := ftp[1]
			if day < today-20 {
				now = ftp[0]
			}
			if indoor {
				now = inside
			}
			values := make([]float64, len(watts))
			for j, w := range watts {
				values[j] = float64(w)
			}
			for z, sec := range naive.TimeInZones(values, nil, naive.Bounds(naive.CogganShares, now)) {
				want[z] += sec
			}
		}
		v := summarise(t, s, here, fitness.SummaryQuery{Kind: fitness.PeriodRange, Days: lastDays(70)})
		if len(v.Zones) != 1 || v.Zones[0].Activities != 4 || len(v.Zones[0].Names) != 7 {
			rt.Fatalf("zones are %+v", v.Zones)
		}
		if d := cmp.Diff(want, v.Zones[0].Seconds); d != "" {
			rt.Fatalf("FTP %v (-every second +histograms):\n%s", ftp, d)
		}
		months := summarise(t, s, here, fitness.SummaryQuery{
			Kind: fitness.PeriodRange, Days: lastDays(70), Sections: []string{fitness.SummaryZonesByMonth},
		}).ZoneMonths
		got := make([]float64, 7)
		for _, month := range months[0].Seconds {
			for z, sec := range month {
				got[z] += sec
			}
		}
		if d := cmp.Diff(want, got); d != "" || len(months) != 1 {
			rt.Fatalf("%d tables by month (-every second +their sum):\n%s", len(months), d)
		}
	})
}

func histogram(values []int) zones.Histogram {
	h := zones.Histogram{Channel: training.Power, Width: 1, Seconds: make([]uint32, 601)}
	for _, v := range values {
		h.Seconds[v]++
	}
	return h
}

// TestAThresholdChangeRewritesNothing checks that earlier days keep their zones
// and loads, and that nothing is stored again.
func TestAThresholdChangeRewritesNothing(t *testing.T) {
	t.Parallel()
	s := answerstest.Years(40, 1, today)
	s.Past = s.Past[:1]
	early := fitness.SummaryQuery{Kind: fitness.PeriodRange, Days: training.DayRange{From: today - 200, To: today - 100}}
	late := fitness.SummaryQuery{Kind: fitness.PeriodRange, Days: training.DayRange{From: today - 99, To: today}}
	before, then := summarise(t, s, here, early), summarise(t, s, here, late)
	changes, _ := s.Changes(t.Context(), 0, 1000)
	s.Past = append(s.Past, training.ThresholdEntry{
		Key: training.KeyFTP, Sport: training.Cycling.Plain(), From: today - 99,
		Values: []float64{300},
	})
	if d := cmp.Diff(before, summarise(t, s, here, early)); d != "" {
		t.Errorf("earlier days changed:\n%s", d)
	}
	if now := summarise(t, s, here, late); *now.Totals.TSS >= *then.Totals.TSS {
		t.Errorf("load with a higher FTP is %g, was %g", *now.Totals.TSS, *then.Totals.TSS)
	}
	if after, _ := s.Changes(t.Context(), 0, 1000); len(after) != len(changes) {
		t.Errorf("%d changes were written", len(after)-len(changes))
	}
}

func TestDamagedHistogramHidesNoOther(t *testing.T) {
	t.Parallel()
	s := answerstest.Years(10, 1, today)
	s.Add(store.LoadInput{ID: "bad", Sport: training.Cycling, Day: today}, map[string][]byte{derive.PowerHistogram: {1, 2, 3}})
	v := summarise(t, s, here, fitness.SummaryQuery{Kind: fitness.PeriodAll})
	if v.Zones[0].Activities != 10 || math.Abs(sum(v.Zones[0].SharePct)-100) > 0.5 {
		t.Errorf("zones are %+v", v.Zones[0])
	}
}

func sum(values []float64) (s float64) {
	for _, v := range values {
		s += v
	}
	return s
}

func TestARangeBeginsWithTheHistory(t *testing.T) {
	t.Parallel()
	s := rides([]float64{60, 60, 60})
	v := summarise(t, s, here, fitness.SummaryQuery{Kind: fitness.PeriodRange, Days: training.DayRange{From: -25000, To: today}})
	if v.Period.From != today-2 || v.Previous != nil || v.Change != nil || v.Missing["previous"] == "" {
		t.Errorf("all of three days: %+v, before it %+v", v.Period, v.Previous)
	}
	if l := analyse(t, s, fitness.LoadQuery{Days: training.DayRange{From: -25000, To: today}}); l.Range.From != today-2 {
		t.Errorf("the load of all of it is from %s", l.Range.From)
	}
}

func TestSummaryOfNothing(t *testing.T) {
	t.Parallel()
	v := summarise(t, &answerstest.FitnessStore{}, here, fitness.SummaryQuery{Kind: fitness.PeriodWeek, Days: on(today)})
	if v.Totals.Activities != 0 || v.Totals.DistanceKM != nil || v.Longest != nil || !strings.Contains(v.Words[0].String(), "Import") {
		t.Errorf("an empty store: %+v", v)
	}
	for name, q := range map[string]fitness.SummaryQuery{
		"ahead":  {Kind: fitness.PeriodWeek, Days: on(today + 30)},
		"turned": {Kind: fitness.PeriodRange, Days: training.DayRange{From: 2, To: 1}},
	} {
		s := rides([]float64{9})
		_, err := fitness.NewHistograms(s).Summary(t.Context(), s, answerstest.FitnessModel, here, q)
		var e *training.Error
		if !errors.As(err, &e) || e.Kind != training.KindInvalid || e.Fix == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := rides([]float64{50})
	if _, err := fitness.NewHistograms(s).Summary(ctx, s, answerstest.FitnessModel, here,
		fitness.SummaryQuery{Kind: fitness.PeriodAll}); training.KindOf(err) != training.KindCanceled {
		t.Errorf("cancelled: %v", err)
	}
}

// TestSumsOfMonthsAreSumsOfDays compares a range with the totals of single
// days, across threshold changes within months.
func TestSumsOfMonthsAreSumsOfDays(t *testing.T) {
	t.Parallel()
	s := answerstest.Years(400, 1, today)
	s.Past = append(s.Past, training.ThresholdEntry{
		Key: training.KeyFTP, Sport: training.Cycling.Plain(), From: today - 77,
		Values: []float64{210},
	})
	h := fitness.NewHistograms(s)
	ask := func(days training.DayRange) *fitness.SummaryView {
		v, err := h.Summary(t.Context(), s, answerstest.FitnessModel, here, fitness.SummaryQuery{Kind: fitness.PeriodRange, Days: days})
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	check := func(days training.DayRange) {
		t.Helper()
		want, n := map[training.ZoneKind][]float64{}, 0
		for d := days.From; d <= days.To; d++ {
			for _, z := range ask(on(d)).Zones {
				if want[z.Kind] == nil {
					want[z.Kind] = make([]float64, len(z.Seconds))
				}
				for i, sec := range z.Seconds {
					want[z.Kind][i] += sec
				}
				n += z.Activities
			}
		}
		for _, z := range ask(days).Zones {
			if d := cmp.Diff(want[z.Kind], z.Seconds); d != "" {
				t.Errorf("%s of %s (-days +months):\n%s", z.Kind, days, d)
			}
			n -= z.Activities
		}
		if n != 0 {
			t.Errorf("%s: %d activities more by day", days, n)
		}
	}
	check(training.DayRange{From: today - 200, To: today - 5})
	check(training.DayRange{From: date(2024, 7, 1), To: date(2024, 7, 31)})
	s.Remove("a00300")
	check(training.DayRange{From: today - 200, To: today})
}

// TestAServicesFitnessByDay checks that a service's values for future days are
// separate from past ones and end with the projection, and that weeks have none.
func TestAServicesFitnessByDay(t *testing.T) {
	t.Parallel()
	s := rides([]float64{50, 50, 50, 0})
	model := training.SportModel{Type: "Ride", FTPW: 241.5, WPrimeJ: 16000, MaxPowerW: 830}
	for i := range training.Day(5) {
		day := here.Today - 1 + i
		s.PutStatement(document.Fitness, day.String(), "tri", day,
			training.FitnessDay{Day: day, CTL: 40 + float64(i), ATL: 30, CTLLoad: 50, Sports: []training.SportModel{model}})
	}
	assumed := 30.0
	x := analyse(t, s, fitness.LoadQuery{Days: lastDays(2), Assumed: &assumed, ProjectDays: 2}).Services[0]
	if d := cmp.Diff([]float64{40, 41}, x.Days.CTL); d != "" || len(x.Sports) != 1 || x.Sports[0] != model {
		t.Errorf("%s %+v", d, x)
	}
	if d := cmp.Diff([]training.Day{here.Today + 1, here.Today + 2}, x.Expected.Dates); d != "" || x.Expected.Form[1] != 13 {
		t.Errorf("%s %+v", d, x.Expected)
	}
	if x := analyse(t, s, fitness.LoadQuery{Days: lastDays(2), Resolution: fitness.ByWeek}).Services[0]; x.Days != nil || x.Expected != nil {
		t.Errorf("by weeks %+v", x)
	}
}

// TestWithheldActivitiesAreNoRest checks that a day with a withheld activity is
// not a day of rest with full coverage, and that the service's values, which
// include it, are shown next to Lapkeep's.
func TestWithheldActivitiesAreNoRest(t *testing.T) {
	t.Parallel()
	s := rides([]float64{50, 50, 50, 0})
	yesterday := here.Today - 1
	s.PutStatement(document.Withheld, "tri:7", "tri", yesterday,
		training.Withheld{Ref: "tri:7", Source: "tri", Day: yesterday, Reason: "It is not passed on."})
	s.PutStatement(document.Fitness, "a", "tri", yesterday, training.FitnessDay{Day: yesterday, CTL: 40, ATL: 41})
	s.PutStatement(document.Fitness, "b", "tri", here.Today,
		training.FitnessDay{Day: here.Today, CTL: 61.54, ATL: 72.06, Ramp: 3.1, ATLLoad: 120, CTLLoad: 120})
	v := analyse(t, s, fitness.LoadQuery{Days: lastDays(4)})
	if c := v.Coverage; c.Activities != c.WithLoad+1 || c.Withheld != 1 || len(c.Without) != 1 ||
		c.Without[0].Reason != "It is not passed on." || c.Without[0].Latest[0] != "tri:7" {
		t.Errorf("%+v", c)
	}
	want := []servicevalues.Fitness{{
		Service: "tri", Date: here.Today, Load: 120, CTL: 61.5, ATL: 72.1, Form: -10.5, Ramp: 3.1, Days: &servicevalues.FitnessDays{
			Dates: []training.Day{yesterday, here.Today}, Load: []float64{0, 120}, CTL: []float64{40, 61.5}, ATL: []float64{41, 72.1},
			Form: []float64{-1, -10.5}, Ramp: []float64{0, 3.1},
		},
	}}
	if d := cmp.Diff(want, v.Services); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if !strings.Contains(v.Words[0].String(), "tri withholds 1 activity") || !strings.Contains(v.Words[0].String(), "61.5") {
		t.Errorf("%q", v.Words)
	}
	if later := analyse(t, s, fitness.LoadQuery{Days: on(here.Today)}); later.Coverage.Withheld != 0 ||
		!strings.Contains(strings.Join(phrasetest.Texts(later.Notes), " "),
			"1 activity is withheld by the service in the 126 days before the range") ||
		!strings.Contains(later.Words[0].String(), "tri withholds 1 activity") {
		t.Errorf("before the range: %+v %q %q", later.Coverage, later.Notes, later.Words)
	}
	if v.Today.CTL == 61.5 {
		t.Error("the service's value is ours")
	}
	w := summarise(t, s, here, fitness.SummaryQuery{Kind: fitness.PeriodRange, Days: lastDays(4)})
	if w.Coverage.Withheld != 1 || !strings.Contains(strings.Join(phrasetest.Texts(w.Words), " "), "1 more activity exists but is "+
		"not shown") {
		t.Errorf("%+v, %q", w.Coverage, w.Words)
	}
	if w := summarise(t, s, here, fitness.SummaryQuery{
		Kind: fitness.PeriodRange, Days: lastDays(4),
		Sports: []training.Discipline{training.Cycling.Plain()},
	}); w.Coverage.Withheld != 0 {
		t.Errorf("of cycling %+v", w.Coverage)
	}
}
