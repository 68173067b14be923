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
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// TestCaloriesAreThoseThatSomebodySays: the known ones are added up, with their
// number; none where nobody has any.
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

// TestTotalsByWeekdayAndHour begin with the athlete's first day of the week,
// and are given for more than a week.
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

// TestStreaks holds them against a count day by day.
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

// TestWithheldActivitiesAreNoGapOfAStreak, and a question about a sport says
// that they may belong to it.
func TestWithheldActivitiesAreNoGapOfAStreak(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	for _, ago := range []training.Day{0, 2} {
		s.Add(store.LoadInput{ID: training.ActivityID(fmt.Sprint(ago)), Day: today - ago, Sport: training.Running, TimerS: 60}, nil)
	}
	s.Say(document.Withheld, "tri:7", "tri", today-1,
		training.Withheld{Ref: "tri:7", Source: "tri", Day: today - 1, Reason: "It is not passed on."})
	if v := summarise(t, s, here, fitness.SummaryQuery{Kind: fitness.PeriodAll}); *v.Streaks.CurrentDays != 3 {
		t.Errorf("%d days", *v.Streaks.CurrentDays)
	}
	v := summarise(t, s, here, fitness.SummaryQuery{Kind: fitness.PeriodAll, Sports: []training.Sport{training.Running}})
	if *v.Streaks.CurrentDays != 1 || v.Coverage.OfUnknownSport != 1 ||
		!strings.Contains(strings.Join(phrasetest.Texts(v.Words), " "), "1 activity of these days is withheld by the service, without a sport") {
		t.Errorf("%+v %q", v.Coverage, v.Words)
	}
	l := analyse(t, s, fitness.LoadQuery{Days: lastDays(4), Sports: []training.Sport{training.Running}})
	if l.Coverage.OfUnknownSport != 1 || !strings.Contains(strings.Join(phrasetest.Texts(l.Notes), " "), "without a sport") {
		t.Errorf("%+v %q", l.Coverage, l.Notes)
	}
}
