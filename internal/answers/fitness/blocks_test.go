package fitness_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// dayOf is a day of an athlete who rides or runs.
type dayOf struct {
	sport     training.Sport
	timerS    float64
	distanceM float64
}

// randomDays returns a history with breaks, and its days.
func randomDays(t *rapid.T) (*answerstest.FitnessStore, map[training.Day]dayOf) {
	s, all := &answerstest.FitnessStore{}, map[training.Day]dayOf{}
	for ago := 300; ago >= 0; ago -= 1 + max(0, rapid.IntRange(-30, 15).Draw(t, "pause")) {
		d := dayOf{
			rapid.SampledFrom([]training.Sport{training.Running, training.Cycling}).Draw(t, "sport"),
			float64(rapid.IntRange(60, 20_000).Draw(t, "s")), float64(rapid.IntRange(100, 90_000).Draw(t, "m")),
		}
		day := today - training.Day(ago)
		all[day] = d
		s.Add(store.LoadInput{
			ID: training.ActivityID(fmt.Sprint(ago)), Day: day, Sport: d.sport, TimerS: d.timerS, DistanceM: d.distanceM,
		}, nil)
	}
	return s, all
}

func TestBestWeeksAreTheMostOfAllWeeks(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s, all := randomDays(t)
		f := answers.Frame{Today: today, TimeZone: "UTC", Week: time.Weekday(rapid.IntRange(0, 6).Draw(t, "week"))}
		asked, n := lastDays(rapid.IntRange(1, 280).Draw(t, "days")), rapid.IntRange(1, 6).Draw(t, "weeks")
		v := summarise2(t, s, f, fitness.SummaryQuery{
			Kind: fitness.PeriodRange, Days: asked, Sections: []string{fitness.SummaryBestWeeks}, Weeks: n,
		})
		sums := func(from, to training.Day) (seconds, metres float64) {
			for d := from; d <= to; d++ {
				if asked.Contains(d) {
					seconds, metres = seconds+all[d].timerS, metres+all[d].distanceM
				}
			}
			return seconds, metres
		}
		mostS, mostM, whole := 0.0, 0.0, false
		for first := asked.From.WeekStart(f.Week); first+training.Day(7*(n-1)) <= asked.To; first += 7 {
			seconds, metres := sums(first, first+training.Day(7*n-1))
			mostS, mostM, whole = max(mostS, seconds), max(mostM, metres), true
		}
		if (v.BestWeeks != nil) != whole || (v.Missing[fitness.SummaryBestWeeks] != "") == whole {
			t.Fatalf("%d weeks of %s: %+v, missing %v", n, asked, v.BestWeeks, v.Missing)
		}
		if v.BestWeeks == nil {
			return
		}
		want := map[training.Metric]float64{training.MetricDurationS: mostS, training.MetricDistanceKM: answers.Round(mostM/1000, 2)}
		for _, b := range v.BestWeeks.Most {
			got := map[training.Metric]*float64{
				training.MetricDurationS: b.Totals.DurationS, training.MetricDistanceKM: b.Totals.DistanceKM,
			}[b.By]
			if got != nil && math.Abs(*got-want[b.By]) > 1e-6 {
				t.Fatalf("%s: %v, want %v", b.By, *got, want[b.By])
			}
			if seconds, _ := sums(b.From, b.To); seconds != *b.Totals.DurationS {
				t.Fatalf("%s to %s have %v s, not %v", b.From, b.To, seconds, *b.Totals.DurationS)
			}
			delete(want, b.By)
		}
		if len(want) > 0 && mostS > 0 {
			t.Fatalf("there is no block by %v", want)
		}
	})
}

func TestBreaksAreTheDaysWithoutAnActivity(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s, all := randomDays(t)
		asked, least := lastDays(rapid.IntRange(1, 280).Draw(t, "days")), rapid.IntRange(1, 20).Draw(t, "least")
		asked.To -= training.Day(min(asked.Days()-1, rapid.IntRange(0, 40).Draw(t, "earlier")))
		q := fitness.SummaryQuery{
			Kind: fitness.PeriodRange, Days: asked, Sections: []string{fitness.SummaryBreaks}, BreakDays: least,
		}
		runs := rapid.Bool().Draw(t, "runs")
		if runs {
			q.Sports = training.Running.Plain().Alone()
		}
		v := summarise2(t, s, here, q)
		counts := func(d training.Day) bool { x, ok := all[d]; return ok && (!runs || x.sport == training.Running) }
		var want []fitness.Break
		begun, from := false, training.Day(0)
		for d := today - 300; d <= today; d++ {
			over := counts(d) || d == today
			if length := int(d - from); over && begun && length >= least && from <= asked.To && d-1 >= asked.From {
				want = append(want, fitness.Break{
					Span: answers.SpanOf(training.DayRange{From: from, To: d - 1}), Ongoing: !counts(d),
				})
			}
			if counts(d) {
				begun, from = true, d+1
			}
		}
		if fmt.Sprint(v.Breaks.Rows) != fmt.Sprint(append([]fitness.Break{}, want...)) || v.Breaks.Total != len(want) {
			t.Fatalf("%s, %d days: %+v, want %+v", asked, least, v.Breaks, want)
		}
	})
}

func TestHeartRateAndEfficiencyByMonth(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	ride := func(id string, np, bpm, hrSeconds float64) {
		s.Add(store.LoadInput{
			ID: training.ActivityID(id), Day: today, Sport: training.Cycling, TimerS: 3600, NP: np, AvgHR: bpm, HRSeconds: hrSeconds,
		}, nil)
	}
	ride("a", 210, 140, 3600)
	ride("b", 160, 160, 3600)
	ride("c", 300, 100, 1800) // half of it has heart rate, and only that half counts
	ride("d", 200, 0, 0)
	q := fitness.SummaryQuery{Kind: fitness.PeriodMonth, Days: lastDays(1), Sections: []string{fitness.SummaryByMonth}}
	m := summarise(t, s, here, q).ByMonth
	if got, want := *m.AvgHRBpm[0], (140*3600+160*3600+100*1800)/9000.0; math.Abs(got-want) > 0.051 {
		t.Errorf("average heart rate is %v, want %v", got, want)
	}
	if got := *m.Efficiency[0]; got != 1.25 {
		t.Errorf("efficiency is %v, want the mean of 1.5 and 1", got)
	}
	s.Add(store.LoadInput{ID: "e", Day: today, Sport: training.Running, TimerS: 3600, AvgSpeed: 3, AvgHR: 150, HRSeconds: 3600}, nil)
	if m := summarise(t, s, here, q).ByMonth; m.Efficiency != nil {
		t.Errorf("watts and speeds are mixed: %v", m.Efficiency)
	}
	q.Sports = training.Running.Plain().Alone()
	if got := *summarise(t, s, here, q).ByMonth.Efficiency[0]; got != 1.2 {
		t.Errorf("efficiency of a run is %v, want 3 · 60 / 150", got)
	}
}
