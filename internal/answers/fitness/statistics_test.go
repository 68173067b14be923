package fitness_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/i18n"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// rode returns a store with one ride per day until today, of the given metres.
func rode(metres ...float64) *answerstest.FitnessStore {
	s := &answerstest.FitnessStore{}
	for i, m := range metres {
		s.Add(store.LoadInput{
			ID: training.ActivityID(fmt.Sprintf("a%05d", i)), Day: today - training.Day(len(metres)-1-i), Sport: training.Cycling,
			TimerS: 3600, DistanceM: m,
		}, nil)
	}
	return s
}

func repeated(parts ...[2]float64) (all []float64) { // times, distance
	for _, p := range parts {
		for range int(p[0]) {
			all = append(all, p[1])
		}
	}
	return all
}

func about(sections ...string) fitness.SummaryQuery {
	return fitness.SummaryQuery{Kind: fitness.PeriodAll, Sections: sections}
}

// TestEddingtonNumbersThatWerePublished checks riders' published numbers in
// miles, which are the h-index of their days.
func TestEddingtonNumbersThatWerePublished(t *testing.T) {
	t.Parallel()
	const mile = 1609.344
	for source, c := range map[string]struct {
		miles        []float64
		number, more int
	}{
		"xpectadventure.blogspot.com 2020-10": {repeated([2]float64{22, 127.4}, [2]float64{23, 128}, [2]float64{92, 132}), 127, 13},
		"johnckirk.livejournal.com/345503":    {repeated([2]float64{25, 27}, [2]float64{4, 26}), 26, 2},
		"midweekwayfarers.blogspot.com 2015":  {repeated([2]float64{10, 10}), 10, 11},
		"en.wikipedia.org/wiki/H-index":       {[]float64{25, 8, 5, 3, 3}, 3, 1 + 3 - 3},
		"shorter than one":                    {[]float64{0.99, 0.5}, 0, 1},
	} {
		var metres []float64
		for _, m := range c.miles {
			metres = append(metres, m*mile)
		}
		v := summarise(t, rode(metres...), here, about(fitness.SummaryEddington))
		if e := v.Eddingtons[0]; e.Miles != c.number || e.MilesMissing != c.more {
			t.Errorf("%s: %+v, want %d and %d", source, e, c.number, c.more)
		}
	}
	if v := summarise(t, rode(0, 0), here, about(fitness.SummaryEddington)); v.Eddingtons != nil || v.Missing["eddington"] == "" {
		t.Errorf("without a distance: %+v %v", v.Eddingtons, v.Missing)
	}
}

// TestAStreakThatWasPublished checks Mark Covert's streak: from July 23, 1968
// to July 23, 2013, which was day 16,437 (Yahoo News).
func TestAStreakThatWasPublished(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	last := date(2013, 7, 23)
	for d := date(1968, 7, 23); d <= last; d++ {
		s.Add(store.LoadInput{ID: training.ActivityID(d.String()), Day: d, Sport: training.Running, TimerS: 1200}, nil)
	}
	for day, want := range map[training.Day]int{last - 20: 16417, last: 16437, last + 1: 16437, last + 2: 0} {
		f := answers.Frame{Today: day, TimeZone: "America/Los_Angeles", Week: time.Sunday}
		v := summarise(t, s, f, fitness.SummaryQuery{Kind: fitness.PeriodWeek, Days: on(day), Sections: []string{fitness.SummaryStreaks}})
		if *v.Streaks.CurrentDays != want {
			t.Errorf("on %s it is %d, not %d", day, *v.Streaks.CurrentDays, want)
		}
	}
}

func TestMilestones(t *testing.T) {
	t.Parallel()
	v := summarise(t, rode(repeated([2]float64{30, 30_100})...), here, fitness.SummaryQuery{
		Kind: fitness.PeriodRange, Days: lastDays(20), Sections: []string{fitness.SummaryMilestones},
	})
	want := []fitness.Milestone{
		{Of: "activities", Total: 30, Reached: []float64{20}, ReachedOn: []training.Day{today - 10}, Next: 50, ToNext: 20},
		{Of: "distance_km", Total: 903, Reached: []float64{500}, ReachedOn: []training.Day{today - 13}, Next: 1000, ToNext: 97},
		{Of: "duration_h", Total: 30, Reached: []float64{20}, ReachedOn: []training.Day{today - 10}, Next: 50, ToNext: 20},
	}
	if d := cmp.Diff(want, v.Milestones); d != "" {
		t.Error(d)
	}
	if v.BySport != nil || v.Longest != nil || v.Streaks != nil || v.Previous != nil {
		t.Errorf("sections that were not asked for: %+v", v)
	}
}

// TestASeriesIsCappedAndSaysSo checks the maximum length of a series.
func TestASeriesIsCappedAndSaysSo(t *testing.T) {
	t.Parallel()
	s := rode(repeated([2]float64{200, 10_000})...)
	v := summarise(t, s, here, fitness.SummaryQuery{Kind: fitness.PeriodAll, Sections: []string{fitness.SummaryByDay}})
	if n := len(v.ByDay.From); n != 106 || v.ByDay.From[n-1] != today || !v.ByDay.Truncated || v.ByDay.Narrow == "" || v.ByWeekday != nil {
		t.Errorf("%d days until %s, cut %v", n, v.ByDay.From[n-1], v.ByDay.Truncated)
	}
	v = summarise(t, s, here, fitness.SummaryQuery{Kind: fitness.PeriodWeek, Days: on(today), Sections: []string{fitness.SummaryByWeekday}})
	if v.ByWeekday == nil || v.ByHour != nil || v.ByDay != nil {
		t.Errorf("by weekday: %+v", v)
	}
	v = summarise(t, s, here, fitness.SummaryQuery{Kind: fitness.PeriodWeek, Days: on(today), Sections: []string{fitness.SummaryByHour}})
	if v.ByHour == nil || v.ByWeekday != nil {
		t.Errorf("by hour: %+v", v)
	}
}

// TestBestsLeaveOutWhatNobodyCanDo checks that impossible values, and averages
// of short activities, are left out.
func TestBestsLeaveOutWhatNobodyCanDo(t *testing.T) {
	t.Parallel()
	s := rode(30_000, 31_000, 900_000) // 900 km in an hour
	s.Add(store.LoadInput{ID: "sprint", Day: today - 1, Sport: training.Cycling, TimerS: 60, DistanceM: 900, AvgSpeed: 15, NP: 700}, nil)
	s.Add(store.LoadInput{
		ID: "race", Day: today - 1, Sport: training.Cycling, TimerS: 3600, DistanceM: 40_000, AvgSpeed: 11, NP: 250, GainM: 400,
	}, nil)
	s.More = map[training.ActivityID]training.Values{
		"race": {training.MetricMaxSpeedKMH: 61.2}, "sprint": {training.MetricMaxSpeedKMH: 61.2, training.MetricMaxPowerW: 912},
	}
	v := summarise(t, s, here, about(fitness.SummaryBests))
	got := map[training.Metric]string{}
	for _, b := range v.Bests {
		got[b.Most] = fmt.Sprint(b.ID, " ", b.Value)
	}
	want := map[training.Metric]string{
		training.MetricDistanceKM: "race 40", training.MetricDurationS: "a00000 3600", training.MetricElevationGainM: "race 400",
		training.MetricAvgSpeedKMH: "race 39.6", training.MetricNormalizedPowerW: "race 250",
		training.MetricMaxSpeedKMH: "sprint 61.2", training.MetricMaxPowerW: "sprint 912",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// TestHeatAndWind checks that a service's air temperature takes precedence over
// the device's, and that indoor activities are left out.
func TestHeatAndWind(t *testing.T) {
	t.Parallel()
	s := rode(30_000, 32_000, 31_000, 25_000, 26_000, 27_000, 40_000, 9_000)
	s.More = map[training.ActivityID]training.Values{}
	s.Skies = map[training.ActivityID]training.Values{}
	for i, temp := range []float64{10, 11, 12, 36, 33, 34} {
		s.More[training.ActivityID(fmt.Sprintf("a%05d", i))] = training.Values{training.MetricAvgTempC: temp}
	}
	s.Skies["a00003"] = training.Values{training.MetricWeatherTempC: 31, training.MetricWindSpeedKMH: 20, training.MetricHeadwindPct: 60}
	s.More["in"] = training.Values{training.MetricAvgTempC: 19}
	s.Add(store.LoadInput{ID: "in", Day: today, Sport: training.Cycling, TimerS: 3600, DistanceM: 30_000, Indoor: true}, nil)
	v := summarise(t, s, here, about(fitness.SummaryWeather))
	w := v.Weather
	if w == nil || w.ByService != 1 || w.ByDevice != 5 || *w.TempC != 21.8 || *w.WindSpeedKMH != 20 || *w.HeadwindPct != 60 {
		t.Fatalf("%+v", w)
	}
	if d := cmp.Diff([]float64{10, 30}, w.Bands.FromC); d != "" || *w.Bands.AvgSpeedKMH[0] != 31 || *w.Bands.AvgSpeedKMH[1] != 26 ||
		w.Bands.AvgHRBpm[0] != nil || w.Bands.WindSpeedKMH[0] != nil || w.Bands.Activities[1] != 3 {
		t.Errorf("%s %+v", d, w.Bands)
	}
	const said = "from 10 °C, 31.0 km/h (3 activities); from 30 °C, 26.0 km/h (3 activities)"
	if !strings.Contains(i18n.InARow(v.Words...).String(), said) {
		t.Errorf("words: %q", v.Words)
	}
	if v := summarise(t, rode(1000), here, about(fitness.SummaryWeather)); v.Weather != nil || v.Missing["weather"] == "" {
		t.Errorf("of nothing: %+v %v", v.Weather, v.Missing)
	}
}

// TestFiltersCountOnlyWhatTheySelect checks this also for streaks before the period.
func TestFiltersCountOnlyWhatTheySelect(t *testing.T) {
	t.Parallel()
	s := rode(repeated([2]float64{40, 10_000})...)
	yes := true
	s.Words = map[training.ActivityID]training.Activity{}
	for i := 20; i < 40; i++ {
		s.Words[training.ActivityID(fmt.Sprintf("a%05d", i))] = training.Activity{
			Commute: true, GearID: "b", MoreGear: []string{"w"}, Tags: []string{"wet"},
		}
	}
	for name, only := range map[string]fitness.Only{
		"commutes": {Commute: &yes}, "further gear": {GearID: "w"}, "tag": {Tag: "wet"},
	} {
		v := summarise(t, s, here, fitness.SummaryQuery{Kind: fitness.PeriodRange, Days: lastDays(10), Only: only})
		if v.Totals.Activities != 10 || *v.Streaks.CurrentDays != 20 || v.Only == nil {
			t.Errorf("%s: %d, streaks %+v", name, v.Totals.Activities, v.Streaks.Runs)
		}
		if v = summarise(t, s, here, fitness.SummaryQuery{Kind: fitness.PeriodAll, Only: only}); *v.Totals.DistanceKM != 200 {
			t.Errorf("%s: %v km", name, *v.Totals.DistanceKM)
		}
	}
}

// TestCaloriesAreThoseThatSomebodySays checks that known calories are added up
// with their number, and that they are missing if no activity has any.
func TestCaloriesAreThoseThatSomebodySays(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	for i, kcal := range []float64{400, 0, 250.4} {
		s.Add(store.LoadInput{
			ID: training.ActivityID(fmt.Sprint("a", i)), Day: today - training.Day(i),
			Sport: training.Cycling, TimerS: 3600, Kcal: kcal,
		}, nil)
	}
	s.Add(store.LoadInput{ID: "old", Day: today - 10, Sport: training.Running, TimerS: 3600}, nil)
	v := summarise(t, s, here, fitness.SummaryQuery{Kind: fitness.PeriodRange, Days: lastDays(3)})
	if v.Totals.CaloriesKcal == nil || *v.Totals.CaloriesKcal != 650 ||
		!strings.Contains(strings.Join(phrasetest.Texts(v.Words), " "), "Calories are known for 2 of 3 activities") {
		t.Errorf("%v %q", v.Totals.CaloriesKcal, v.Words)
	}
	v = summarise(t, s, here, fitness.SummaryQuery{Kind: fitness.PeriodRange, Days: on(today - 10)})
	if v.Totals.CaloriesKcal != nil || v.Missing["calories_kcal"] == "" {
		t.Errorf("%v %v", v.Totals.CaloriesKcal, v.Missing)
	}
}

// TestTotalsByWeekdayAndHour checks that totals begin with the athlete's first
// day of the week, and are only given for more than a week.
func TestTotalsByWeekdayAndHour(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	add := func(day training.Day, hour int, timer, distance float64) {
		s.Add(store.LoadInput{
			ID: training.ActivityID(fmt.Sprint(day, hour)), Day: day, Hour: hour, Sport: training.Running,
			TimerS: timer, DistanceM: distance, ManualLoad: 10,
		}, nil)
	}
	monday := today.WeekStart(time.Monday)
	add(monday, 7, 1800, 5000)
	add(monday-7, 18, 3600, 10040)
	add(monday-1, 7, 600, 0)
	f := here
	f.Week = time.Sunday
	v := summarise(t, s, f, fitness.SummaryQuery{Kind: fitness.PeriodAll})
	want := &fitness.ByWeekday{
		Weekday:    []string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"},
		Activities: []int{1, 2, 0, 0, 0, 0, 0}, DurationS: []float64{600, 5400, 0, 0, 0, 0, 0},
		DistanceKM: []float64{0, 15, 0, 0, 0, 0, 0}, TSS: []float64{10, 20, 0, 0, 0, 0, 0},
	}
	if d := cmp.Diff(want, v.ByWeekday); d != "" {
		t.Error(d)
	}
	hours := &fitness.ByHour{Hour: []int{7, 18}, Activities: []int{2, 1}, DurationS: []float64{2400, 3600}}
	if d := cmp.Diff(hours, v.ByHour); d != "" {
		t.Error(d)
	}
	if v := summarise(t, s, f, fitness.SummaryQuery{Kind: fitness.PeriodWeek, Days: on(today)}); v.ByWeekday != nil || v.ByHour != nil {
		t.Error("of one week the days are told by weekday")
	}
}

// TestStreaks compares streaks with a count day by day.
func TestStreaks(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		week := time.Weekday(rapid.IntRange(0, 6).Draw(t, "week"))
		f := answers.Frame{Today: today, TimeZone: "UTC", Week: week}
		s := &answerstest.FitnessStore{}
		runs, all := map[training.Day]bool{}, map[training.Day]bool{}
		gap := rapid.IntRange(1, 12).Draw(t, "gap")
		for ago := rapid.IntRange(0, 3).Draw(t, "first"); ago < 400; ago += 1 + max(0, rapid.IntRange(-20, gap).Draw(t, "pause")) {
			day := today - training.Day(ago)
			sport := rapid.SampledFrom([]training.Sport{training.Running, training.Cycling}).Draw(t, "sport")
			s.Add(store.LoadInput{ID: training.ActivityID(fmt.Sprint(ago)), Day: day, Sport: sport, TimerS: 60}, nil)
			all[day] = true
			runs[day] = runs[day] || sport == training.Running
		}
		days := rapid.IntRange(1, 400).Draw(t, "days")
		v := summarise2(t, s, f, fitness.SummaryQuery{Kind: fitness.PeriodRange, Days: lastDays(days)})
		if v.Streaks == nil {
			if slices.ContainsFunc(lastDaysList(days), func(d training.Day) bool { return all[d] }) {
				t.Fatal("there are no streaks")
			}
			return
		}
		check(t, "all", v.Streaks.Runs, all, f, days)
		for _, b := range v.Streaks.BySport {
			if b.Sport == training.Running {
				check(t, "runs", fitness.Runs{
					CurrentDays: b.CurrentDays, CurrentWeeks: b.CurrentWeeks, LongestDays: &fitness.Streak{Count: b.LongestDays},
				}, runs, f, days)
			}
		}
	})
}

func summarise2(t *rapid.T, s *answerstest.FitnessStore, f answers.Frame, q fitness.SummaryQuery) *fitness.SummaryView {
	v, err := fitness.NewHistograms(s).Summary(t.Context(), s, answerstest.FitnessModel, f, q)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func lastDaysList(n int) (all []training.Day) {
	for d := today - training.Day(n) + 1; d <= today; d++ {
		all = append(all, d)
	}
	return all
}

// check counts streaks day by day.
func check(t *rapid.T, what string, got fitness.Runs, on map[training.Day]bool, f answers.Frame, days int) {
	inWeek := func(start training.Day) bool {
		return slices.ContainsFunc([]training.Day{0, 1, 2, 3, 4, 5, 6}, func(i training.Day) bool { return start+i <= today && on[start+i] })
	}
	back := func(from, step training.Day, is func(training.Day) bool) (n int) {
		if !is(from) {
			from -= step
		}
		for ; is(from); from -= step {
			n++
		}
		return n
	}
	currentDays := back(today, 1, func(d training.Day) bool { return on[d] })
	currentWeeks := back(today.WeekStart(f.Week), 7, inWeek)
	if *got.CurrentDays != currentDays || *got.CurrentWeeks != currentWeeks {
		t.Fatalf("%s: %d days and %d weeks, not %d and %d", what, *got.CurrentDays, *got.CurrentWeeks, currentDays, currentWeeks)
	}
	if days < 8 {
		if got.LongestDays != nil {
			t.Fatalf("%s: the longest of %d days", what, days)
		}
		return
	}
	longest, run := 0, 0
	for _, d := range lastDaysList(days) {
		if run++; !on[d] {
			run = 0
		}
		longest = max(longest, run)
	}
	if got.LongestDays.Count != longest {
		t.Fatalf("%s: longest %+v, not %d", what, got.LongestDays, longest)
	}
}

// TestWithheldActivitiesAreNoGapOfAStreak checks that withheld activities continue
// a streak, and that a question about a sport says that they may belong to it.
func TestWithheldActivitiesAreNoGapOfAStreak(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	for _, ago := range []training.Day{0, 2} {
		s.Add(store.LoadInput{ID: training.ActivityID(fmt.Sprint(ago)), Day: today - ago, Sport: training.Running, TimerS: 60}, nil)
	}
	s.PutStatement(document.Withheld, "tri:7", "tri", today-1,
		training.Withheld{Ref: "tri:7", Source: "tri", Day: today - 1, Reason: "It is not passed on."})
	if v := summarise(t, s, here, fitness.SummaryQuery{Kind: fitness.PeriodAll}); *v.Streaks.CurrentDays != 3 {
		t.Errorf("%d days", *v.Streaks.CurrentDays)
	}
	v := summarise(t, s, here, fitness.SummaryQuery{Kind: fitness.PeriodAll, Sports: []training.Discipline{training.Running.Plain()}})
	if *v.Streaks.CurrentDays != 1 || v.Coverage.OfUnknownSport != 1 ||
		!strings.Contains(strings.Join(phrasetest.Texts(v.Words), " "), "1 activity in this period is withheld by the service, with an "+
			"unknown sport: some may belong to") {
		t.Errorf("%+v %q", v.Coverage, v.Words)
	}
	l := analyse(t, s, fitness.LoadQuery{Days: lastDays(4), Sports: []training.Discipline{training.Running.Plain()}})
	if l.Coverage.OfUnknownSport != 1 ||
		!strings.Contains(strings.Join(phrasetest.Texts(l.Notes), " "), "by the service, with an unknown sport") {
		t.Errorf("%+v %q", l.Coverage, l.Notes)
	}
}
