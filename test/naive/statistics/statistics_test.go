package statistics_test

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"lapkeep/test/naive/statistics"
)

// rode makes an activity of a day at noon UTC.
func rode(day string, metres float64) statistics.Activity {
	start, err := time.Parse(time.DateTime, day+" 12:00:00")
	if err != nil {
		panic(err)
	}
	return statistics.Activity{ID: day, Sport: "cycling", Day: day, Start: start, DistanceM: metres, TimerS: 3600, ElapsedS: 4000, Load: 50}
}

// daily has a day from January 1 2020 on for each distance.
func daily(unit float64, distances ...float64) []statistics.Activity {
	var out []statistics.Activity
	for i, d := range distances {
		out = append(out, rode(statistics.Plus("2020-01-01", i), d*unit))
	}
	return out
}

func days(from, to string) []string {
	var out []string
	for d := from; d <= to; d = statistics.Plus(d, 1) {
		out = append(out, d)
	}
	return out
}

// TestEddingtonVectors: published values. The number of a rider's days is what
// the h-index is of citations and the Durfee square of a partition.
func TestEddingtonVectors(t *testing.T) {
	t.Parallel()
	repeat := func(parts ...[2]float64) []float64 { // times, distance
		var out []float64
		for _, p := range parts {
			for range int(p[0]) {
				out = append(out, p[1])
			}
		}
		return out
	}
	for _, tc := range []struct {
		source    string
		distances []float64
		number    int
		next      int // -1 where the source does not tell
	}{
		{"en.wikipedia.org/wiki/H-index", []float64{10, 8, 5, 4, 3}, 4, -1},
		{"en.wikipedia.org/wiki/H-index", []float64{25, 8, 5, 3, 3}, 3, -1},
		{"en.wikipedia.org/wiki/Durfee_square: 4+3+3+2+1+1", []float64{4, 3, 3, 2, 1, 1}, 3, -1},
		{"midweekwayfarers.blogspot.com 2015-12-14: ten days of 10 miles, of which none counts for 11", repeat([2]float64{10, 10}), 10, 11},
		{
			"a rider in xpectadventure.blogspot.com 2020-10: 127, of 137 days; 13 more of 128 miles to 128",
			repeat([2]float64{22, 127.4}, [2]float64{23, 128}, [2]float64{92, 132}), 127, 13,
		},
		{"johnckirk.livejournal.com/345503: 26, and two more days of 27 miles to 27", repeat([2]float64{25, 27}, [2]float64{4, 26}), 26, 2},
		{"nothing ridden", nil, 0, 1},
		{"shorter than one", []float64{0.99, 0.5}, 0, 1},
	} {
		for _, unit := range []float64{statistics.Mile, statistics.Kilometre} {
			got := statistics.EddingtonOf(daily(unit, tc.distances...), unit)
			if got.Number != tc.number || tc.next >= 0 && got.DaysToNext != tc.next {
				t.Errorf("%s: %+v, want %d and %d", tc.source, got, tc.number, tc.next)
			}
		}
	}
}

// TestEddingtonAddsUpDays: two rides of a day count as one, thirds of a unit
// make a whole, and a missing distance is nothing.
func TestEddingtonAddsUpDays(t *testing.T) {
	t.Parallel()
	third := 2000.0 / 3
	list := []statistics.Activity{
		rode("2024-05-01", third), rode("2024-05-01", third), rode("2024-05-01", third), rode("2024-05-02", 2000),
		rode("2024-05-03", 1999), rode("2024-05-03", math.NaN()),
	}
	if got := statistics.EddingtonOf(list, statistics.Kilometre); got != (statistics.Eddington{Number: 2, DaysToNext: 3}) {
		t.Errorf("got %+v", got)
	}
}

// TestStreakVectors: the running streak of Mark Covert as it was published
// while it lasted. It began on July 23 1968; ESPN counts 16,417 days on July 3
// 2013, Podium Runner 16,426 on July 12, Yahoo News 16,437 on its last, July 23.
func TestStreakVectors(t *testing.T) {
	t.Parallel()
	ran := days("1968-07-23", "2013-07-23")
	for today, want := range map[string]int{
		"2013-07-03": 16417, "2013-07-12": 16426, "2013-07-23": 16437, "2013-07-24": 16437, "2013-07-25": 0,
	} {
		if got := statistics.CurrentDays(ran, today); got.Length != want {
			t.Errorf("on %s the streak is %+v, want %d", today, got, want)
		}
	}
	want := statistics.Streak{From: "1968-07-23", To: "2013-07-23", Length: 16437}
	if got := statistics.Longest(statistics.DayStreaks(ran)); got != want {
		t.Errorf("longest %+v, want %+v", got, want)
	}
}

func TestStreaks(t *testing.T) {
	t.Parallel()
	// Over new year, a leap day and the day when clocks are changed; two equal ones.
	list := slices.Concat(days("2023-12-30", "2024-01-02"), days("2024-02-28", "2024-03-02"), days("2024-03-30", "2024-04-01"))
	want := []statistics.Streak{
		{From: "2023-12-30", To: "2024-01-02", Length: 4},
		{From: "2024-02-28", To: "2024-03-02", Length: 4},
		{From: "2024-03-30", To: "2024-04-01", Length: 3},
	}
	slices.Reverse(list)
	if diff := cmp.Diff(want, statistics.DayStreaks(append(list, "2024-03-01"))); diff != "" {
		t.Errorf("days (-want +got):\n%s", diff)
	}
	if got := statistics.Longest(want); got != want[0] {
		t.Errorf("of equal streaks the longest is %+v", got)
	}
	for today, length := range map[string]int{"2024-04-01": 3, "2024-04-02": 3, "2024-04-03": 0, "2024-03-31": 2, "2024-03-29": 0} {
		if got := statistics.CurrentDays(list, today); got.Length != length {
			t.Errorf("on %s: %+v", today, got)
		}
	}
	// A Sunday and the Monday after: one week or two, by where weeks begin.
	pair := []string{"2024-06-02", "2024-06-03"}
	for start, want := range map[time.Weekday]statistics.Streak{
		time.Monday: {From: "2024-05-27", To: "2024-06-09", Length: 2}, time.Sunday: {From: "2024-06-02", To: "2024-06-08", Length: 1},
	} {
		if got := statistics.WeekStreaks(pair, start); !cmp.Equal(got, []statistics.Streak{want}) {
			t.Errorf("weeks from %s: %+v", start, got)
		}
	}
	for today, length := range map[string]int{"2024-06-02": 1, "2024-06-09": 2, "2024-06-16": 2, "2024-06-17": 0} {
		if got := statistics.CurrentWeeks(pair, today, time.Monday); got.Length != length {
			t.Errorf("weeks on %s: %+v", today, got)
		}
	}
	if got := statistics.CurrentDays(nil, "2024-01-01"); got != (statistics.Streak{}) {
		t.Errorf("a streak of nothing: %+v", got)
	}
}

func TestPeriods(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		got  statistics.Period
		want string
	}{
		{statistics.WeekOf("2024-01-01", time.Monday), "2024-01-01 2024-01-07"},
		{statistics.WeekOf("2024-01-01", time.Sunday), "2023-12-31 2024-01-06"},
		{statistics.WeekOf("2024-03-01", time.Saturday), "2024-02-24 2024-03-01"},
		{statistics.MonthOf("2024-02-11"), "2024-02-01 2024-02-29"},
		{statistics.YearOf("2023-07-09"), "2023-01-01 2023-12-31"},
		{statistics.SeasonOf("2024-10-31", "11-01"), "2023-11-01 2024-10-31"},
		{statistics.SeasonOf("2024-11-01", "11-01"), "2024-11-01 2025-10-31"},
		{statistics.SeasonOf("2023-06-01", "02-29"), "2023-03-01 2024-02-28"},
	} {
		if got := tc.got.From + " " + tc.got.To; got != tc.want {
			t.Errorf("got %s, want %s", got, tc.want)
		}
	}
}

func TestTotals(t *testing.T) {
	t.Parallel()
	nan := math.NaN()
	list := []statistics.Activity{rode("2024-05-01", 10000), rode("2024-05-01", nan), rode("2024-05-08", 26000)}
	list[2].TimerS, list[0].CaloriesKcal, list[1].CaloriesKcal, list[2].CaloriesKcal = 7200, nan, nan, nan
	got := statistics.Total(list)
	want := map[statistics.Measure]statistics.Sum{
		"count": {Value: 3, Known: 3}, "distance_m": {Value: 36000, Known: 2}, "elapsed_s": {Value: 12000, Known: 3},
		"timer_s": {Value: 14400, Known: 3},
		"climb_m": {Value: 0, Known: 3}, "calories_kcal": {Value: nan}, "load": {Value: 150, Known: 3},
	}
	if diff := cmp.Diff(want, got.Sums, cmpopts.EquateNaNs()); diff != "" || got.Count != 3 || got.Days != 2 {
		t.Errorf("%d on %d days (-want +got):\n%s", got.Count, got.Days, diff)
	}
	if got.SpeedMPS != 36000.0/10800 || got.Sums[statistics.Distance].Mean() != 18000 {
		t.Errorf("%v m/s, %v m each", got.SpeedMPS, got.Sums[statistics.Distance].Mean())
	}
	weeks := statistics.Calendar(list, statistics.Period{From: "2024-04-30", To: "2024-05-14"}, statistics.Weeks(time.Wednesday))
	var spans []string
	for _, w := range weeks {
		spans = append(spans, fmt.Sprint(w.From, " ", w.To, " ", w.Count))
	}
	if want := []string{"2024-04-30 2024-04-30 0", "2024-05-01 2024-05-07 2", "2024-05-08 2024-05-14 1"}; !slices.Equal(spans, want) {
		t.Errorf("weeks %q", spans)
	}
	if m := statistics.Mean(weeks, statistics.Distance); m != 12000 {
		t.Errorf("%v m a week", m)
	}
	if m := statistics.Mean(weeks, statistics.Calories); !math.IsNaN(m) {
		t.Errorf("%v kcal a week", m)
	}
}

// TestWallClocks: days, weekdays and hours are those of the place, also in the
// hour that clocks show twice and where the later start has the earlier day.
func TestWallClocks(t *testing.T) {
	t.Parallel()
	at := func(zone, instant string) statistics.Activity {
		place, err := time.LoadLocation(zone)
		if err != nil {
			t.Fatal(err)
		}
		start, err := time.Parse(time.RFC3339, instant)
		if err != nil {
			t.Fatal(err)
		}
		local := start.In(place)
		return statistics.Activity{ID: zone + instant, Start: local, Day: local.Format(time.DateOnly), DistanceM: 1000}
	}
	list := []statistics.Activity{
		at("Europe/Oslo", "2024-10-27T00:30:00Z"), at("Europe/Oslo", "2024-10-27T01:30:00Z"), // both 02:30
		at("Pacific/Kiritimati", "2024-06-01T10:00:00Z"), // June 2, 00:00
		at("Pacific/Pago_Pago", "2024-06-01T10:30:00Z"),  // May 31, 23:30
	}
	hours, weekdays := statistics.Grouped(list, statistics.Hour), statistics.Grouped(list, statistics.Weekday)
	if hours["02"].Count != 2 || hours["00"].Count != 1 || hours["23"].Count != 1 || len(hours) != 3 {
		t.Errorf("hours: %+v", hours)
	}
	if weekdays["Sunday"].Count != 3 || weekdays["Friday"].Count != 1 {
		t.Errorf("weekdays: %+v", weekdays)
	}
	first, _ := statistics.Nth(list, 1)
	second, _ := statistics.Nth(list, 2)
	if first.Day != "2024-06-02" || second.Day != "2024-05-31" {
		t.Errorf("in order they are of %s and %s", first.Day, second.Day)
	}
}

func TestMilestonesAndBests(t *testing.T) {
	t.Parallel()
	list := daily(1000, 30, 40.2, 29.8, 55, 55, 10)
	list[3].TimerS, list[4].TimerS, list[5].TimerS = 7200, 7200, 600
	list[1].MaxPowerW, list[2].MaxPowerW, list[0].MaxPowerW = 900, 900, math.NaN()
	list[0].MaxSpeedMPS, list[5].AvgPowerW = 20, 300
	slices.Reverse(list)
	for metres, day := range map[float64]string{
		1: "2020-01-01", 30000: "2020-01-01", 100000: "2020-01-03", 100000.01: "2020-01-04", 220000: "2020-01-06",
	} {
		if a, ok := statistics.Reached(list, statistics.Distance, metres); !ok || a.Day != day {
			t.Errorf("%.2f m were reached on %s, want %s", metres, a.Day, day)
		}
	}
	if _, ok := statistics.Reached(list, statistics.Distance, 220001); ok {
		t.Error("reached more than there is")
	}
	if a, ok := statistics.Nth(list, 4); !ok || a.Day != "2020-01-04" {
		t.Errorf("the fourth is of %s", a.Day)
	}
	if _, ok := statistics.Nth(list, 7); ok {
		t.Error("there is no seventh")
	}
	for name, tc := range map[string]struct {
		value func(statistics.Activity) float64
		day   string
	}{
		"longest":              {statistics.By(statistics.Distance), "2020-01-04"},
		"longest in time":      {statistics.By(statistics.Timer), "2020-01-04"},
		"fastest":              {statistics.FastestOver(0), "2020-01-06"},
		"fastest over 20 km":   {statistics.FastestOver(20000), "2020-01-02"},
		"fastest over 40.2 km": {statistics.FastestOver(40200), "2020-01-02"},
		"fastest over 41 km":   {statistics.FastestOver(41000), "2020-01-04"},
		"highest speed":        {statistics.MaxSpeed, "2020-01-01"},
		"highest power":        {statistics.MaxPower, "2020-01-02"},
		"highest mean power":   {statistics.AvgPower, "2020-01-06"},
	} {
		if best := statistics.Ranked(list, tc.value); len(best) == 0 || best[0].Day != tc.day {
			t.Errorf("%s: %+v", name, best)
		}
	}
	if n := len(statistics.Ranked(list, statistics.MaxPower)); n != 5 {
		t.Errorf("%d are ranked by a value that 5 have", n)
	}
}

func TestGoals(t *testing.T) {
	t.Parallel()
	goal := statistics.Goal{Measure: statistics.Distance, Target: 310000, Period: statistics.MonthOf("2024-05-05")}
	list := []statistics.Activity{
		rode("2024-04-30", 99000), rode("2024-05-01", 60000), rode("2024-05-10", 40000), rode("2024-05-10", math.NaN()),
	}
	opts := cmp.Options{cmpopts.EquateNaNs(), cmpopts.EquateApprox(1e-12, 0)}
	for today, want := range map[string]statistics.Progress{
		"2024-04-30": {TotalDays: 31, LeftDays: 31, OnPace: true, PerDayLeft: 10000, PerDayWithToday: 10000},
		"2024-05-01": {
			Done: 60000, ElapsedDays: 1, TotalDays: 31, LeftDays: 30, Share: 60.0 / 310, ExpectedShare: 1.0 / 31, Expected: 10000, OnPace: true,
			PerDayLeft: 250000.0 / 30, PerDayWithToday: 250000.0 / 31,
		},
		"2024-05-10": {
			Done: 100000, Missing: 1, ElapsedDays: 10, TotalDays: 31, LeftDays: 21, Share: 10.0 / 31, ExpectedShare: 10.0 / 31, Expected: 100000,
			OnPace: true, PerDayLeft: 10000, PerDayWithToday: 210000.0 / 22,
		},
		"2024-05-31": {
			Done: 100000, Missing: 1, ElapsedDays: 31, TotalDays: 31, Share: 10.0 / 31, ExpectedShare: 1, Expected: 310000,
			PerDayLeft: math.NaN(), PerDayWithToday: 210000,
		},
		"2024-06-15": {
			Done: 100000, Missing: 1, ElapsedDays: 31, TotalDays: 31, Share: 10.0 / 31, ExpectedShare: 1, Expected: 310000,
			PerDayLeft: math.NaN(), PerDayWithToday: math.NaN(),
		},
	} {
		if diff := cmp.Diff(want, goal.On(list, today), opts); diff != "" {
			t.Errorf("%s (-want +got):\n%s", today, diff)
		}
	}
	goal.Target = 100000
	if p := goal.On(list, "2024-05-20"); !p.Reached || p.PerDayLeft != 0 || p.PerDayWithToday != 0 {
		t.Errorf("reached: %+v", p)
	}
	goal.Measure, goal.Target = statistics.Count, 4
	if p := goal.On(list, "2024-05-20"); p.Done != 3 || !p.OnPace || p.Missing != 0 {
		t.Errorf("count: %+v", p)
	}
}
