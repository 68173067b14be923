package fitness_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// rode is a store of one ride a day until today, of some metres each.
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

// TestEddingtonNumbersThatWerePublished: the riders' own in miles, the h-index
// of their days.
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

// TestAStreakThatWasPublished is Mark Covert's: from July 23 1968 on, 16,437
// days on its last (Yahoo News), July 23 2013.
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

// TestASeriesIsCappedAndSaysSo.
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

// TestBestsLeaveOutWhatNobodyCanDo, and averages of what is too short.
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

// TestHeatAndWind: what a service says of the air goes before what the device
// measured; indoors there is none.
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
	const said = "from 10 °C 31.0 km/h (3 activities), from 30 °C 26.0 km/h (3 activities)"
	if !strings.Contains(i18n.InARow(v.Words...).String(), said) {
		t.Errorf("words: %q", v.Words)
	}
	if v := summarise(t, rode(1000), here, about(fitness.SummaryWeather)); v.Weather != nil || v.Missing["weather"] == "" {
		t.Errorf("of nothing: %+v %v", v.Weather, v.Missing)
	}
}

// TestFiltersCountOnlyWhatTheySelect, in streaks before the period too.
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
