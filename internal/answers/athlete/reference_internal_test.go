package athlete

import (
	"math"
	"slices"
	"testing"
	"time"

	"lapkeep/internal/answers"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
	"lapkeep/test/naive/statistics"
)

// inputs converts a reference's activities to rows of the store, in order of day.
func inputs(t *testing.T, list []statistics.Activity) []store.LoadInput {
	t.Helper()
	known := func(v float64) float64 {
		if math.IsNaN(v) {
			return 0
		}
		return v
	}
	var out []store.LoadInput
	for _, a := range list {
		day, err := training.ParseDay(a.Day)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, store.LoadInput{
			ID: training.ActivityID(a.ID), Day: day, Sport: training.Sport(a.Sport), TimerS: known(a.TimerS),
			DistanceM: known(a.DistanceM), GainM: known(a.ClimbM),
		})
	}
	slices.SortStableFunc(out, func(a, b store.LoadInput) int { return int(a.Day - b.Day) })
	return out
}

// TestProgressIsThatOfTheReference compares random years for each kind of
// period and first day of the week. The reference counts today as over; here it
// counts only once it is over.
func TestProgressIsThatOfTheReference(t *testing.T) {
	t.Parallel()
	measures := map[training.GoalMeasure]struct {
		of   statistics.Measure
		unit float64
	}{
		training.GoalDistanceKm: {statistics.Distance, 1000}, training.GoalDurationH: {statistics.Timer, 3600},
		training.GoalElevationGainM: {statistics.Climb, 1}, training.GoalActivities: {statistics.Count, 1},
	}
	states := map[GoalState]int{}
	for seed := range uint64(6) {
		list := statistics.RandomYears(seed, 2023, 2)
		all := inputs(t, list)
		for i := range 60 {
			today := training.NewDay(2023, time.January, 1) + training.Day(12*i+int(seed))
			f := answers.Frame{Today: today, Week: []time.Weekday{time.Monday, time.Sunday, time.Saturday}[i%3]}
			for measure, m := range measures {
				for _, period := range training.GoalPeriods() {
					g := training.Goal{Measure: measure, Target: float64(1 + (i*37)%400), Period: period}
					if period == training.GoalSeason {
						g.From, g.To = training.NewDay(2023, time.March, 5), training.NewDay(2024, time.February, 29)
					}
					c := newCounted("g", g, f)
					for k := range all {
						if all[k].Day <= today {
							c.add(&all[k], 0)
						}
					}
					got := c.progress(today)
					ref := statistics.Goal{
						Measure: m.of, Target: g.Target * m.unit, Period: statistics.Period{From: c.days.From.String(), To: c.days.To.String()},
					}
					states[got.State]++
					check(t, &got, ref.On(list, today.String()), ref.On(list, (today-1).String()), m.unit)
				}
			}
		}
	}
	for _, s := range []GoalState{Reached, OnPace, Behind, Missed, NotBegun} {
		if states[s] == 0 {
			t.Errorf("no goal was %s", s)
		}
	}
}

func check(t *testing.T, got *Progress, now, yesterday statistics.Progress, unit float64) {
	t.Helper()
	want := Behind
	switch {
	case now.Reached:
		want = Reached
	case now.ElapsedDays == 0:
		want = NotBegun
	case now.LeftDays == 0 && yesterday.ElapsedDays == yesterday.TotalDays:
		want = Missed
	case now.Done >= yesterday.Expected-1e-6:
		want = OnPace
	}
	if got.State != want {
		t.Errorf("%+v is %s, want %s: %+v", got, got.State, want, now)
	}
	near := func(what string, a *float64, b float64) {
		t.Helper()
		least := 0.011 // both are rounded
		if got.Measure == training.GoalElevationGainM {
			least = 1.01
		}
		if a != nil && math.Abs(*a-shown(got.Measure, b/unit)) > least {
			t.Errorf("%s of %+v: %v, want %v", what, got, *a, b/unit)
		}
	}
	near("done", &got.Done, now.Done)
	near("remaining", got.Remaining, got.Target*unit-now.Done)
	if want == OnPace || want == Behind {
		near("per day", got.PerDay, now.PerDayWithToday)
		near("due", got.Due, yesterday.Expected)
	}
}
