package fitness_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sort"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/curves"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

var keys = []training.ThresholdKey{
	training.KeyFTP, training.KeyLTHR, training.KeyMaxHR, training.KeyWeight, training.KeyPowerZones, training.KeyThresholdPace,
	training.KeyIndoorFTP, training.KeyLactateTest,
}

var disciplines = []training.Discipline{
	{},
	training.Cycling.Plain(), training.Running.Plain(), training.DisciplineOf(training.Cycling, training.SubIndoor),
	training.DisciplineOf(training.Cycling, training.SubVirtual), training.DisciplineOf(training.Running, training.SubTrail),
	training.DisciplineOf(training.Running, training.SubTrack).In(true),
	training.DisciplineOf(training.Running, training.SubTrack), training.Swimming.Plain(),
}

func histories(t *rapid.T) training.History {
	var h training.History
	for range rapid.IntRange(0, 25).Draw(t, "entries") {
		e := training.ThresholdEntry{
			Key:   rapid.SampledFrom(keys).Draw(t, "key"),
			Sport: rapid.SampledFrom(disciplines[:7]).Draw(t, "sport"),
			From:  training.Day(rapid.IntRange(0, 60).Draw(t, "from")),
		}
		id := training.ThresholdEntry{Key: e.Key, Sport: e.Sport, From: e.From}
		if _, twice := find(h, id); twice {
			continue // the store keeps one entry per key, sport and day
		}
		e.Values = []float64{float64(rapid.IntRange(100, 400).Draw(t, "value"))}
		h = append(h, e)
	}
	return h
}

func find(h training.History, id training.ThresholdEntry) (training.ThresholdEntry, bool) {
	for _, e := range h {
		if e.Key == id.Key && e.Sport == id.Sport && e.From == id.From {
			return e, true
		}
	}
	return id, false
}

func TestTimelineAnswersAsTheHistoryDoes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		h := histories(t)
		line := fitness.NewTimeline(h)
		for range 30 {
			day := training.Day(rapid.IntRange(-5, 70).Draw(t, "day"))
			sport := rapid.SampledFrom(disciplines).Draw(t, "sport")
			if d := cmp.Diff(h.At(sport, day), line.At(sport, day)); d != "" {
				t.Fatalf("%s on day %d (-history +timeline):\n%s", sport, day, d)
			}
		}
	})
}

func TestSinceNamesTheEntryInForce(t *testing.T) {
	t.Parallel()
	line := fitness.NewTimeline(training.History{
		{Key: training.KeyFTP, Sport: training.Cycling.Plain(), From: 10, Values: []float64{200}},
		{Key: training.KeyFTP, Sport: training.Cycling.Plain(), From: 20, Values: []float64{250}},
	})
	for day, want := range map[training.Day]training.Day{5: 10, 10: 10, 19: 10, 20: 20, 99: 20} {
		if e, ok := line.Since(training.KeyFTP, training.Cycling.Plain(), day); !ok || e.From != want {
			t.Errorf("on day %d the setting is of day %d (%v), want %d", day, e.From, ok, want)
		}
	}
	if _, ok := line.Since(training.KeyFTP, training.Running.Plain(), 30); ok {
		t.Error("running has no FTP")
	}
}

var (
	benchToday = training.NewDay(2026, 6, 17)
	benchFrame = answers.Frame{Today: benchToday, TimeZone: "Europe/Berlin", Week: 1}
)

// BenchmarkCurveAnyRange measures a cached power curve over an arbitrary range
// of days within 20 years and 15,000 rides.
func BenchmarkCurveAnyRange(b *testing.B) {
	s := answerstest.Years(15000, 20, benchToday)
	x := curves.New(s)
	q := curves.Query{Kind: curves.Power, Days: training.DayRange{From: 0, To: benchToday}}
	if _, err := x.Answer(b.Context(), answerstest.FitnessPage, benchFrame, q); err != nil {
		b.Fatal(err)
	}
	i := training.Day(0)
	for b.Loop() {
		q.Days = training.DayRange{From: benchToday - 7000 + i%1000, To: benchToday - i%777}
		v, err := x.Answer(b.Context(), answerstest.FitnessPage, benchFrame, q)
		if err != nil || v.Curve == nil {
			b.Fatal(err)
		}
		i++
	}
}

// BenchmarkCurveFill measures reading 15,000 rides into the index.
func BenchmarkCurveFill(b *testing.B) {
	s := answerstest.Years(15000, 20, benchToday)
	q := curves.Query{Kind: curves.Power, Days: training.DayRange{From: 0, To: benchToday}}
	for b.Loop() {
		if _, err := curves.New(s).Answer(b.Context(), answerstest.FitnessPage, benchFrame, q); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCurveKept measures the first question of a process that starts from
// the stored index of an earlier one, with 15,000 rides, and reads two months.
func BenchmarkCurveKept(b *testing.B) {
	s, k := answerstest.Years(15000, 20, benchToday), answerstest.FitnessValues{}
	s.Changed(store.ChangeSettings, "athlete") // the stored index refers to this change
	ask := func() {
		x := curves.New(s)
		x.Keep(k)
		q := curves.Query{Kind: curves.Power, Days: training.DayRange{From: benchToday - 7000, To: benchToday}}
		if _, err := x.Answer(b.Context(), answerstest.FitnessPage, benchFrame, q); err != nil {
			b.Fatal(err)
		}
	}
	ask()
	for b.Loop() {
		ask()
	}
}

// BenchmarkRezone5000 measures load, intensity factor and time in zones of
// 5,000 rides after a change of FTP.
func BenchmarkRezone5000(b *testing.B) {
	s := answerstest.Years(5000, 7, benchToday)
	days := training.DayRange{From: 0, To: benchToday}
	i := 0
	for b.Loop() {
		h := fitness.NewHistograms(s) // nothing is cached
		s.Past[1].Values[0] = 250 + float64(i%20)
		i++
		v, err := h.Summary(b.Context(), s, answerstest.FitnessPage, benchFrame, fitness.SummaryQuery{Kind: fitness.PeriodRange, Days: days})
		if err != nil || v.Totals.Activities != 5000 || v.Totals.TSS == nil || len(v.Zones) != 2 {
			b.Fatal(err, v)
		}
	}
}

// BenchmarkLoadSeries15000 measures the series over all 15,000 rides.
func BenchmarkLoadSeries15000(b *testing.B) {
	s := answerstest.Years(15000, 20, benchToday)
	q := fitness.LoadQuery{Days: training.DayRange{From: benchToday - 7300, To: benchToday}, Model: load.Model{}}
	for b.Loop() {
		if _, err := fitness.TrainingLoad(b.Context(), s, answerstest.FitnessPage, benchFrame, q); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkLoadToday measures the values that a calendar needs from the same
// rides: today's fitness, with a plan.
func BenchmarkLoadToday(b *testing.B) {
	s := answerstest.Years(15000, 20, benchToday)
	q := fitness.LoadQuery{
		Days: training.DayRange{From: benchToday, To: benchToday}, Calendar: map[training.Day]float64{benchToday + 9: 80}, ProjectDays: 9,
	}
	for b.Loop() {
		if _, err := fitness.TrainingLoad(b.Context(), s, answerstest.FitnessPage, benchFrame, q); err != nil {
			b.Fatal(err)
		}
	}
}

// remembered returns cached rows without copying them, like the store.
type remembered struct {
	*answerstest.FitnessStore
	rows []store.LoadInput
}

func (r remembered) LoadInputs(ctx context.Context, _ training.Scope, days training.DayRange) ([]store.LoadInput, error) {
	from := sort.Search(len(r.rows), func(i int) bool { return r.rows[i].Day >= days.From })
	to := sort.Search(len(r.rows), func(i int) bool { return r.rows[i].Day > days.To })
	return slices.Clip(r.rows[from:max(from, to)]), ctx.Err()
}

// BenchmarkSummary15000 measures each question about all 15,000 rides.
func BenchmarkSummary15000(b *testing.B) {
	s := answerstest.Years(15000, 20, benchToday)
	rows, err := s.LoadInputs(b.Context(), answerstest.FitnessPage, training.DayRange{From: 0, To: benchToday})
	if err != nil {
		b.Fatal(err)
	}
	r, h := remembered{s, rows}, fitness.NewHistograms(s)
	for name, q := range map[string]fitness.SummaryQuery{
		"usual":      {},
		"weeks":      {Sections: []string{fitness.SummaryByWeek, fitness.SummaryStreaks}},
		"days":       {Sections: []string{fitness.SummaryByDay, fitness.SummaryBySport}},
		"milestones": {Sections: []string{fitness.SummaryMilestones}},
		"eddington":  {Sections: []string{fitness.SummaryEddington}},
	} {
		q.Kind = fitness.PeriodAll
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				v, err := h.Summary(b.Context(), r, answerstest.FitnessPage, benchFrame, q)
				if err != nil || v.Totals.Activities != len(rows) {
					b.Fatal(err, v)
				}
			}
		})
	}
}

// TestPowerOfRunsAndRidesIsApart checks that power is added up by sport, in total, by month and
// by intensity, while heart rate in the same zones is added up for all sports.
func TestPowerOfRunsAndRidesIsApart(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{Past: training.History{
		{Key: training.KeyFTP, Sport: training.Cycling.Plain(), From: today - 90, Values: []float64{250}},
		{Key: training.KeyFTP, Sport: training.Running.Plain(), From: today - 90, Values: []float64{300}},
		{Key: training.KeyHRZones, From: today - 90, Values: []float64{130, 145, 155, 165}},
	}}
	hours := map[training.Sport]int{training.Cycling: 2, training.Running: 1}
	for sport, n := range hours {
		for i, day := range []training.Day{today, today - 40} {
			s.Add(store.LoadInput{
				ID: training.ActivityID(fmt.Sprint(sport, i)), Sport: sport, Day: day, TimerS: float64(3600 * n),
				AvgHR: 150, HRSeconds: float64(3600 * n),
			}, map[string][]byte{
				derive.HRHistogram:    derive.EncodeHistogram(answerstest.Bell(training.HeartRate, 150, 12, 3600*n)),
				derive.PowerHistogram: derive.EncodeHistogram(answerstest.Bell(training.Power, 220, 30, 3600*n)),
			})
		}
	}
	v := summarise(t, s, here, fitness.SummaryQuery{
		Kind: fitness.PeriodRange, Days: lastDays(60), Sections: []string{fitness.SummaryZones, fitness.SummaryZonesByMonth},
	})
	in := map[string]float64{} // hours by kind and sports
	for _, z := range v.Zones {
		in[fmt.Sprint(z.Kind, z.Sports)] = math.Round(sum(z.Seconds) / 3600)
	}
	if d := cmp.Diff(map[string]float64{"power[cycling]": 4, "power[running]": 2, "hr[cycling running]": 6}, in); d != "" {
		t.Error(d)
	}
	for _, m := range v.ZoneMonths {
		if got := math.Round(sum(m.Seconds[0]) / 3600); len(m.From) != 2 || got != in[fmt.Sprint(m.Kind, m.Sports)]/2 {
			t.Errorf("%s of %v: %v h in the first of %d months", m.Kind, m.Sports, got, len(m.From))
		}
	}
	if got := spread(t, s, fitness.LoadQuery{Days: lastDays(60)}).Intensity.ByTime; len(got) != 3 {
		t.Errorf("intensity is %+v", got)
	}
}

// TestTimeInZonesHasTheAthletesNames checks that zones have the athlete's names
// if all sports that are counted together share them.
func TestTimeInZonesHasTheAthletesNames(t *testing.T) {
	t.Parallel()
	names := []string{"Easy", "Steady", "Tempo", "Hard", "Max"}
	for _, c := range []struct {
		sports []training.Sport
		own    bool
	}{{[]training.Sport{training.Running}, true}, {[]training.Sport{training.Running, training.Walking}, false}} {
		s := &answerstest.FitnessStore{Past: training.History{
			{Key: training.KeyHRZones, From: today - 9, Values: []float64{130, 145, 155, 165}},
			{Key: training.KeyLTHR, From: today - 9, Values: []float64{165}},
		}}
		for i, sport := range c.sports {
			s.Add(store.LoadInput{
				ID: training.ActivityID(sport), Sport: sport, Day: today - training.Day(i), TimerS: 3600,
				AvgHR: 150, HRSeconds: 3600,
			},
				map[string][]byte{derive.HRHistogram: derive.EncodeHistogram(answerstest.Bell(training.HeartRate, 150, 12, 3600))})
		}
		s.PutStatement(document.SportSettings, "tri:0", "tri", 0, training.SportSettings{
			Sports: []training.Discipline{training.Running.Plain()}, KindsOnly: []training.Sport{training.Running},
			HRZoneNames: []string{"of", "trails", "and", "of", "no"},
		})
		s.PutStatement(document.SportSettings, "tri:1", "tri", 0, training.SportSettings{
			Sports:      []training.Discipline{training.Running.Plain()},
			HRZoneNames: names,
		})
		v := summarise(t, s, here, fitness.SummaryQuery{Kind: fitness.PeriodRange, Days: lastDays(7)})
		if len(v.Zones) != 1 || len(v.Zones[0].Seconds) != len(names) {
			t.Fatalf("%+v", v.Zones)
		}
		if got := slices.Equal(v.Zones[0].Names, names); got != c.own {
			t.Errorf("%v: %q", c.sports, v.Zones[0].Names)
		}
	}
}
