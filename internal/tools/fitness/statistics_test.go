package fitness_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/naive/statistics"
)

// stored keeps a list of the reference in a real store, with the instants,
// offsets and zones that its activities began in.
func stored(t *testing.T, list []statistics.Activity) *store.DB {
	t.Helper()
	db := storetest.Open(t)
	storetest.Athlete(t, db, answerstest.FitnessAthlete)
	storetest.Write(t, db, func(tx *store.Tx) error {
		for _, a := range list {
			_, offset := a.Start.Zone()
			act := training.Activity{
				ID: training.ActivityID(a.ID), Sport: training.Sport(a.Sport), Start: a.Start.UTC(), OffsetS: offset,
				Zone: a.Start.Location().String(), LocalDay: training.DayOf(a.Start), Name: "x",
				Commute: a.Commute, Race: a.Race, Tags: a.Tags, ManualLoad: orNone(a.Load),
			}
			if len(a.Gear) > 0 {
				act.GearID, act.MoreGear = a.Gear[0], a.Gear[1:]
			}
			if a.Indoor {
				act.SubSport = training.SubIndoor
			}
			values := training.Values{}
			for m, v := range map[training.Metric]float64{
				training.MetricDurationS: a.TimerS, training.MetricElapsedTimeS: a.ElapsedS, training.MetricDistanceKM: a.DistanceM / 1000,
				training.MetricElevationGainM: a.ClimbM, training.MetricCaloriesKcal: a.CaloriesKcal,
				training.MetricMaxSpeedKMH: a.MaxSpeedMPS * 3.6, training.MetricMaxPowerW: a.MaxPowerW,
			} {
				if !math.IsNaN(v) {
					values[m] = v
				}
			}
			if err := tx.PutActivity(answerstest.FitnessAthlete, act); err != nil {
				return err
			}
			if err := tx.PutSummary(answerstest.FitnessAthlete, act.ID, store.Summary{Values: values, Version: 1}); err != nil {
				return err
			}
		}
		return nil
	})
	return db
}

// orNone returns an amount, 0 where it is missing.
func orNone(x float64) float64 {
	if math.IsNaN(x) {
		return 0
	}
	return x
}

func yes(r *rand.Rand) *bool {
	if r.IntN(4) > 0 {
		return nil
	}
	want := r.IntN(3) > 0
	return &want
}

// asked is a random question with what it selects of the list.
type asked struct {
	fitness.SummaryQuery
	answers.Frame

	done statistics.Period
	of   []statistics.Activity // of all days until the last of the period
}

// random asks about sports, conditions and days, on a day of its own.
func random(r *rand.Rand, list []statistics.Activity) (q asked) {
	q.Only = fitness.Only{Race: yes(r), Commute: yes(r), Indoor: yes(r)}
	if r.IntN(4) == 0 {
		q.Only.GearID = []string{"road bike", "shoes", "none"}[r.IntN(3)]
	}
	if r.IntN(4) == 0 {
		q.Only.Tag = "easy"
	}
	sport := []string{"", "", "cycling", "running"}[r.IntN(4)]
	if sport != "" {
		q.Sports = []training.Discipline{training.Sport(sport).Plain()}
	}
	q.Frame = answers.Frame{
		Today: training.NewDay(2023, 2, 1) + training.Day(r.IntN(640)), TimeZone: "UTC", Week: time.Weekday(r.IntN(7)),
	}
	day := q.Today - training.Day(r.IntN(40)*r.IntN(2))
	q.Kind, q.Days = fitness.PeriodRange, training.DayRange{From: day - training.Day(8+r.IntN(500)), To: day}
	q.Days.From = max(q.Days.From, training.NewDay(2023, 1, 6))
	switch text := day.String(); r.IntN(4) {
	case 0:
		q.Kind, q.done = fitness.PeriodWeek, statistics.WeekOf(text, q.Week)
	case 1:
		q.Kind, q.done = fitness.PeriodYear, statistics.YearOf(text)
	default:
		q.done = statistics.Period{From: q.Days.From.String(), To: text}
	}
	if q.Kind != fitness.PeriodRange {
		q.Days.From = day
	}
	q.done.To = min(q.done.To, q.Today.String())
	q.Sections = fitness.SummarySections()
	q.of = statistics.Where(list, func(a statistics.Activity) bool {
		is := func(want *bool, have bool) bool { return want == nil || *want == have }
		return (sport == "" || a.Sport == sport) && a.Day <= q.done.To &&
			is(q.Only.Race, a.Race) && is(q.Only.Commute, a.Commute) && is(q.Only.Indoor, a.Indoor) &&
			(q.Only.GearID == "" || slices.Contains(a.Gear, q.Only.GearID)) && (q.Only.Tag == "" || slices.Contains(a.Tags, q.Only.Tag))
	})
	return q
}

// TestSummariesAreTheReferences asks a real store of random years, in zones with
// and without summer time and on travels, and holds each part of the answers
// against what the definitions give.
func TestSummariesAreTheReferences(t *testing.T) {
	t.Parallel()
	for seed := range uint64(3) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			list := statistics.RandomYears(seed, 2023, 2)
			for i := range list {
				if list[i].DistanceM == 0 { // a trainer's: nothing was covered, and no speed follows
					list[i].DistanceM = math.NaN()
				}
			}
			db, r := stored(t, list), rand.New(rand.NewPCG(seed, 7))
			h := fitness.NewHistograms(db)
			for i := range 40 {
				q := random(r, list)
				v, err := h.Summary(t.Context(), db, answerstest.FitnessModel, q.Frame, q.SummaryQuery)
				if err != nil {
					t.Fatal(err)
				}
				c := comparison{t, fmt.Sprintf("question %d, %s %s of %v %+v, weeks from %s, on %s",
					i, q.Kind, q.done, q.Sports, q.Only, q.Week, q.Today)}
				within := statistics.Where(q.of, q.done.Has)
				c.totals("all", v.Totals, statistics.Total(within))
				for _, s := range v.BySport {
					c.totals(string(s.Sport), s.Totals, statistics.Total(statistics.Of(within, string(s.Sport))))
				}
				c.series("day", v.ByDay, q, within, statistics.DayOf)
				c.series("week", v.ByWeek, q, within, statistics.Weeks(q.Week))
				c.series("month", v.ByMonth, q, within, statistics.MonthOf)
				c.rhythm(v, within)
				c.streaks(v.Streaks, q, within)
				c.eddingtons(v.Eddingtons, within)
				c.milestones(v.Milestones, q)
				c.bests(v.Bests, within)
			}
		})
	}
}

type comparison struct {
	*testing.T

	question string
}

// same holds a shown number against one of the reference: what is missing, and
// a sum of nothing, is absent.
func (c comparison) same(what string, got *float64, want float64, decimals int) {
	c.Helper()
	have := 0.0
	if got != nil {
		have = *got
	}
	if math.Abs(have-orNone(want)) > 0.51*math.Pow(10, -float64(decimals)) || (got == nil) != (orNone(want) == 0) {
		c.Errorf("%s: %s is %v, not %v", c.question, what, have, want)
	}
}

func (c comparison) totals(what string, got fitness.Totals, want statistics.Totals) {
	c.Helper()
	if got.Activities != want.Count || got.ActiveDays != want.Days {
		c.Errorf("%s: %s: %d on %d days, not %d on %d", c.question, what, got.Activities, got.ActiveDays, want.Count, want.Days)
	}
	sum := func(m statistics.Measure) float64 { return want.Sums[m].Value }
	c.same(what+" distance", got.DistanceKM, sum(statistics.Distance)/1000, 2)
	c.same(what+" duration", got.DurationS, sum(statistics.Timer), 0)
	c.same(what+" elapsed", got.ElapsedTimeS, sum(statistics.Elapsed), 0)
	c.same(what+" climb", got.ElevationGainM, sum(statistics.Climb), 0)
	c.same(what+" calories", got.CaloriesKcal, sum(statistics.Calories), 0)
	c.same(what+" load", got.TSS, sum(statistics.Load), 1)
	if got.AvgSpeedKMH != nil { // of one sport
		c.same(what+" speed", got.AvgSpeedKMH, want.SpeedMPS*3.6, 2)
	}
}

func (c comparison) series(
	by string, got *fitness.Series, q asked, within []statistics.Activity, of func(string) statistics.Period,
) {
	c.Helper()
	want := statistics.Calendar(within, q.done, of)
	if cut := len(want) - len(got.From); cut < 0 || cut > 0 != got.Truncated {
		c.Fatalf("%s: %d %ss of %d, cut %v", c.question, len(got.From), by, len(want), got.Truncated)
	} else {
		want = want[cut:]
	}
	for i, b := range want {
		if from := got.From[i].String(); from != of(b.From).From || got.Activities[i] != b.Count {
			c.Errorf("%s: from %s %d, not from %s %d", c.question, from, got.Activities[i], b.From, b.Count)
		}
		if b.Count > 0 {
			c.same("a series' duration", got.DurationS[i], b.Sums[statistics.Timer].Value, 0)
			c.same("a series' distance", got.DistanceKM[i], b.Sums[statistics.Distance].Value/1000, 2)
			c.same("a series' load", got.TSS[i], b.Sums[statistics.Load].Value, 1)
			c.same("a series' climb", got.ElevationGainM[i], b.Sums[statistics.Climb].Value, 0)
		}
	}
}

func (c comparison) rhythm(v *fitness.SummaryView, within []statistics.Activity) {
	c.Helper()
	if v.ByHour == nil {
		return
	}
	hours, weekdays := statistics.Grouped(within, statistics.Hour), statistics.Grouped(within, statistics.Weekday)
	for i, hour := range v.ByHour.Hour {
		want := hours[fmt.Sprintf("%02d", hour)]
		if delete(hours, fmt.Sprintf("%02d", hour)); v.ByHour.Activities[i] != want.Count {
			c.Errorf("%s: at %d h %d, not %d", c.question, hour, v.ByHour.Activities[i], want.Count)
		}
	}
	if len(hours) > 0 {
		c.Errorf("%s: hours are missing: %v", c.question, hours)
	}
	for i, day := range v.ByWeekday.Weekday {
		if got := v.ByWeekday.Activities[i]; got != weekdays[day].Count {
			c.Errorf("%s: on %ss %d, not %d", c.question, day, got, weekdays[day].Count)
		}
	}
}

func (c comparison) streaks(got *fitness.Streaks, q asked, within []statistics.Activity) {
	c.Helper()
	days, all := statistics.Days(within), statistics.Days(q.of)
	if got == nil {
		if len(days) > 0 && len(days) >= 8 {
			c.Errorf("%s: there are no streaks", c.question)
		}
		return
	}
	if got.CurrentDays != nil {
		today := q.Today.String()
		if d, w := statistics.CurrentDays(all, today), statistics.CurrentWeeks(all, today, q.Week); *got.CurrentDays != d.Length ||
			*got.CurrentWeeks != w.Length {
			c.Errorf("%s: %d days and %d weeks, not %d and %d", c.question, *got.CurrentDays, *got.CurrentWeeks, d.Length, w.Length)
		}
	}
	if got.LongestDays != nil {
		d, w := statistics.Longest(statistics.DayStreaks(days)), statistics.Longest(statistics.WeekStreaks(days, q.Week))
		if got.LongestDays.Count != d.Length || got.LongestDays.Last.String() != d.To || got.LongestWeeks.Count != w.Length ||
			(got.LongestWeeks.Last+6).String() != w.To {
			c.Errorf("%s: longest %v and %v, not %v and %v", c.question, got.LongestDays, got.LongestWeeks, d, w)
		}
	}
}

func (c comparison) eddingtons(got []fitness.Eddington, within []statistics.Activity) {
	c.Helper()
	for _, e := range got {
		of := statistics.Of(within, string(e.Sport))
		km, mi := statistics.EddingtonOf(of, statistics.Kilometre), statistics.EddingtonOf(of, statistics.Mile)
		if e.KM != km.Number || e.KMMissing != km.DaysToNext || e.Miles != mi.Number || e.MilesMissing != mi.DaysToNext {
			c.Errorf("%s: %+v, not %+v and %+v", c.question, e, km, mi)
		}
	}
	if moved := statistics.Where(within, func(a statistics.Activity) bool { return a.DistanceM > 0 }); (len(moved) > 0) != (len(got) > 0) {
		c.Errorf("%s: %d sports of %d activities with a distance", c.question, len(got), len(moved))
	}
}

func (c comparison) milestones(got []fitness.Milestone, q asked) {
	c.Helper()
	byDay := slices.Clone(q.of) // local days are what is summed, whatever the instants
	for i := range byDay {
		byDay[i].Start, _ = time.Parse(time.DateOnly, byDay[i].Day)
	}
	for _, m := range got {
		measure, unit := map[string]statistics.Measure{
			"activities": statistics.Count, "distance_km": statistics.Distance, "duration_h": statistics.Timer, "elevation_gain_m": statistics.Climb,
		}[m.Of], map[string]float64{"distance_km": 1000, "duration_h": 3600}[m.Of]
		unit = max(unit, 1)
		if _, ok := statistics.Reached(byDay, measure, m.Next*unit); ok {
			c.Errorf("%s: %g %s is there already", c.question, m.Next, m.Of)
		}
		total := statistics.Total(byDay).Sums[measure].Value / unit
		c.same("what is missing", &m.ToNext, m.Next-total, 1)
		for i, reached := range m.Reached {
			a, ok := statistics.Reached(byDay, measure, reached*unit)
			if !ok || a.Day != m.ReachedOn[i].String() || a.Day < q.done.From {
				c.Errorf("%s: %g %s on %s, not %s", c.question, reached, m.Of, m.ReachedOn[i], a.Day)
			}
		}
	}
}

func (c comparison) bests(got []fitness.Best, within []statistics.Activity) {
	c.Helper()
	long := statistics.Where(within, func(a statistics.Activity) bool { return a.TimerS >= 1200 })
	sports := map[string]bool{}
	for _, a := range within {
		sports[a.Sport] = true
	}
	for _, b := range []struct {
		metric training.Metric
		of     []statistics.Activity
		value  func(statistics.Activity) float64
		unit   float64
		apart  bool // by sport
	}{
		{training.MetricDistanceKM, within, statistics.By(statistics.Distance), 0.001, false},
		{training.MetricDurationS, within, statistics.By(statistics.Timer), 1, false},
		{training.MetricElevationGainM, within, statistics.By(statistics.Climb), 1, false},
		{training.MetricAvgSpeedKMH, long, statistics.FastestOver(0), 3.6, true},
		{training.MetricMaxSpeedKMH, within, statistics.MaxSpeed, 3.6, true},
		{training.MetricMaxPowerW, within, statistics.MaxPower, 1, true},
	} {
		if !b.apart {
			c.best(got, "", b.metric, statistics.Ranked(b.of, b.value), b.unit)
			continue
		}
		for sport := range sports {
			of := statistics.Where(b.of, func(a statistics.Activity) bool { return a.Sport == sport })
			c.best(got, sport, b.metric, statistics.Ranked(of, b.value), b.unit)
		}
	}
}

// best compares a best, of a sport if one is given.
func (c comparison) best(got []fitness.Best, sport string, metric training.Metric, ranked []statistics.Best, unit float64) {
	c.Helper()
	i := slices.IndexFunc(got, func(g fitness.Best) bool { return g.Most == metric && (sport == "" || string(g.Sport) == sport) })
	switch {
	case len(ranked) == 0 || ranked[0].Value <= 0:
		if i >= 0 {
			c.Errorf("%s: %s of %q is %+v, and nobody has any", c.question, metric, sport, got[i])
		}
		return
	case i < 0:
		c.Errorf("%s: nobody is the best of %q by %s", c.question, sport, metric)
		return
	}
	want := ranked[0].Value * unit
	c.same(string(metric), &got[i].Value, want, answers.Decimals(metric))
	if !slices.ContainsFunc(ranked, func(r statistics.Best) bool {
		return r.Value == ranked[0].Value && strings.EqualFold(r.ID, string(got[i].ID)) && r.Day == got[i].LocalDate.String()
	}) {
		c.Errorf("%s: %s is of %s, not of %s", c.question, metric, got[i].ID, ranked[0].ID)
	}
}
