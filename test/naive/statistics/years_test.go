package statistics_test

import (
	"cmp"
	"math"
	"slices"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"lapkeep/test/naive/statistics"
)

const seeds = 6

func TestSeedDecides(t *testing.T) {
	t.Parallel()
	same := gocmp.Options{cmpopts.EquateNaNs(), gocmp.Comparer(func(a, b time.Time) bool { return a.String() == b.String() })}
	if diff := gocmp.Diff(statistics.RandomYears(3, 2023, 2), statistics.RandomYears(3, 2023, 2), same); diff != "" {
		t.Errorf("two of one seed differ: %s", diff)
	}
	if gocmp.Equal(statistics.RandomYears(3, 2023, 1), statistics.RandomYears(4, 2023, 1), same) {
		t.Error("the seed changes nothing")
	}
}

// TestYearsHaveWhatIsHard: the lists hold the cases that they are made for.
func TestYearsHaveWhatIsHard(t *testing.T) {
	t.Parallel()
	zones, found := map[string]bool{}, map[string]int{}
	for seed := range uint64(seeds) {
		list := statistics.RandomYears(seed, 2023, 3)
		slices.SortFunc(list, func(a, b statistics.Activity) int { return cmp.Or(a.Start.Compare(b.Start), cmp.Compare(a.ID, b.ID)) })
		for i, a := range list {
			zones[a.Start.Location().String()] = true
			_, before := a.Start.Add(-6 * time.Hour).Zone()
			if _, after := a.Start.Add(6 * time.Hour).Zone(); before != after {
				found["near a change of clocks"]++
			}
			if a.Day != a.Start.UTC().Format(time.DateOnly) {
				found["another day in UTC"]++
			}
			if math.IsNaN(a.DistanceM) {
				found["without distance"]++
			}
			if a.Commute || a.Race || a.Indoor || len(a.Gear) > 1 || len(a.Tags) > 1 {
				found["with flags and gear"]++
			}
			if i > 0 && a.Start.Equal(list[i-1].Start) {
				found["at one instant"]++
			}
			if i > 0 && a.Day < list[i-1].Day {
				found["later and a day before"]++
			}
		}
	}
	for _, what := range []string{
		"near a change of clocks", "another day in UTC", "without distance", "with flags and gear", "at one instant", "later and a day before",
	} {
		if found[what] == 0 {
			t.Errorf("none %s", what)
		}
	}
	if len(zones) < 8 {
		t.Errorf("only the zones %v", zones)
	}
}

// TestBucketsAddUp: whatever the period is cut into, nothing is lost.
func TestBucketsAddUp(t *testing.T) {
	t.Parallel()
	for seed := range uint64(seeds) {
		list := statistics.RandomYears(seed, 2023, 2)
		whole, all := statistics.Total(list), statistics.Period{From: "2022-12-30", To: "2025-01-02"}
		for name, of := range map[string]func(string) statistics.Period{
			"weeks": statistics.Weeks(time.Sunday), "months": statistics.MonthOf, "years": statistics.YearOf,
			"seasons": func(day string) statistics.Period { return statistics.SeasonOf(day, "10-15") },
		} {
			buckets, count, metres := statistics.Calendar(list, all, of), 0, 0.0
			for i, b := range buckets {
				count += b.Count
				if b.Sums[statistics.Distance].Known > 0 {
					metres += b.Sums[statistics.Distance].Value
				}
				if i > 0 && b.From != statistics.Plus(buckets[i-1].To, 1) {
					t.Errorf("%d %s: %s follows on %s", seed, name, b.From, buckets[i-1].To)
				}
			}
			if count != whole.Count || math.Abs(metres-whole.Sums[statistics.Distance].Value) > 1e-3 {
				t.Errorf("%d %s: %d and %.3f m of %d and %.3f", seed, name, count, metres, whole.Count, whole.Sums[statistics.Distance].Value)
			}
		}
		groups := 0
		for _, key := range []func(statistics.Activity) string{statistics.Weekday, statistics.Hour} {
			for _, g := range statistics.Grouped(list, key) {
				groups += g.Count
			}
		}
		if groups != 2*whole.Count {
			t.Errorf("%d: weekdays and hours have %d of %d", seed, groups, 2*whole.Count)
		}
	}
}

// TestEddingtonIsTheHIndex: sorted, the days' sums meet their ranks there.
func TestEddingtonIsTheHIndex(t *testing.T) {
	t.Parallel()
	for seed := range uint64(seeds) {
		for _, sport := range []string{"", "cycling", "running"} {
			list := statistics.Of(statistics.RandomYears(seed, 2023, 2), sport)
			for _, unit := range []float64{statistics.Kilometre, statistics.Mile} {
				var sums []float64
				for _, b := range statistics.Calendar(list, statistics.Period{From: "2023-01-01", To: "2024-12-31"}, statistics.DayOf) {
					if s := b.Sums[statistics.Distance]; s.Known > 0 {
						sums = append(sums, s.Value)
					}
				}
				slices.Sort(sums)
				slices.Reverse(sums)
				rank := 0
				for rank < len(sums) && sums[rank] >= float64(rank+1)*unit-0.0005 {
					rank++
				}
				e := statistics.EddingtonOf(list, unit)
				if e.Number != rank || e.Number == 0 || e.DaysToNext < 1 || e.DaysToNext > e.Number+1 {
					t.Errorf("%d %q: %+v, want %d", seed, sport, e, rank)
				}
				for i := range e.DaysToNext { // so many more, and not one less
					if got := statistics.EddingtonOf(list, unit).Number; got != e.Number {
						t.Errorf("%d %q: %d after %d of %d days", seed, sport, got, i, e.DaysToNext)
					}
					list = append(list, rode(statistics.Plus("2030-01-01", i), float64(e.Number+1)*unit))
				}
				if got := statistics.EddingtonOf(list, unit).Number; got != e.Number+1 {
					t.Errorf("%d %q: %d after all days, want %d", seed, sport, got, e.Number+1)
				}
				list = list[:len(list)-e.DaysToNext]
			}
		}
	}
}

// TestStreaksAreRuns: each day with an activity is in one streak, and none is
// beside one.
func TestStreaksAreRuns(t *testing.T) {
	t.Parallel()
	for seed := range uint64(seeds) {
		active := statistics.Days(statistics.RandomYears(seed, 2023, 2))
		sum := 0
		for _, s := range statistics.DayStreaks(active) {
			sum += s.Length
			if s.To != statistics.Plus(s.From, s.Length-1) || !slices.Contains(active, s.From) || !slices.Contains(active, s.To) ||
				slices.Contains(active, statistics.Plus(s.From, -1)) || slices.Contains(active, statistics.Plus(s.To, 1)) {
				t.Errorf("%d: %+v is no streak", seed, s)
			}
		}
		if sum != len(active) {
			t.Errorf("%d: streaks have %d of %d days", seed, sum, len(active))
		}
		weeks, inWeeks := map[string]bool{}, 0
		for _, day := range active {
			weeks[statistics.WeekOf(day, time.Saturday).From] = true
		}
		for _, s := range statistics.WeekStreaks(active, time.Saturday) {
			inWeeks += s.Length
		}
		if inWeeks != len(weeks) {
			t.Errorf("%d: streaks have %d of %d weeks", seed, inWeeks, len(weeks))
		}
	}
}
