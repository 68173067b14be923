package fitness_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/derive"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
	"lapkeep/test/naive"
)

// hour is an hour of a sport some days ago. Values of 0 were not recorded.
type hour struct {
	ago               training.Day
	sport             training.Sport
	watts, beats, rpe float64
	manual            float64
}

const ftp, lthr = 200, 160

func hours(all []hour) *answerstest.FitnessStore {
	s := &answerstest.FitnessStore{Past: training.History{
		{Key: training.KeyFTP, Sport: training.Cycling.Plain(), From: 0, Values: []float64{ftp}},
		{Key: training.KeyLTHR, From: 0, Values: []float64{lthr}},
	}}
	for i, h := range all {
		in := store.LoadInput{
			ID: training.ActivityID(fmt.Sprint("h", i)), Sport: h.sport, Day: today - h.ago, TimerS: 3600, NP: h.watts, AvgHR: h.beats,
			RPE: h.rpe, ManualLoad: h.manual,
		}
		if h.watts > 0 {
			in.NPWindows = 3600
		}
		if h.beats > 0 {
			in.HRSeconds = 3600
		}
		s.Add(in, nil)
	}
	return s
}

// TestLoadByOneMethod compares the series of each method with a simple rule on
// its loads, and checks that activities without one are counted on their days.
func TestLoadByOneMethod(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 9))
	const days = 60
	all := []hour{{ago: days - 1, sport: training.Cycling, watts: 180, beats: 140, rpe: 5}}
	for ago := range training.Day(days - 1) {
		for range r.IntN(3) {
			h := hour{ago: ago, sport: training.Cycling, manual: float64(r.IntN(2) * 33)}
			if r.IntN(2) == 0 {
				h.watts = 120 + float64(r.IntN(80))
			}
			if r.IntN(2) == 0 {
				h.beats = 120 + float64(r.IntN(40))
			}
			if r.IntN(2) == 0 {
				h.rpe = float64(1 + r.IntN(10))
			}
			all = append(all, h)
		}
	}
	points := []float64{0, 20, 30, 40, 50, 60, 70, 80, 100, 120, 140}
	for word, of := range map[string]func(h hour) float64{
		"power": func(h hour) float64 { return 100 * (h.watts / ftp) * (h.watts / ftp) },
		"hr": func(h hour) float64 {
			if h.beats == 0 {
				return 0
			}
			return naive.HRTSS(1, h.beats, lthr)
		},
		"rpe":  func(h hour) float64 { return points[int(h.rpe)] },
		"pace": func(hour) float64 { return 0 },
	} {
		loads, without := make([]float64, days), make([]int, days)
		with := 0
		for _, h := range all {
			l := of(h)
			loads[days-1-h.ago] += l
			if l == 0 {
				without[days-1-h.ago]++
			} else {
				with++
			}
		}
		v := analyse(t, hours(all), fitness.LoadQuery{Days: lastDays(days), Resolution: "day", Method: word})
		if with == 0 { // fitness without loads is not zero
			if v.Actual != nil || v.Today != nil || v.Missing["today"] == "" || v.Coverage.Activities != len(all) {
				t.Errorf("%s: %+v %+v", word, v.Today, v.Coverage)
			}
			continue
		}
		if d := cmp.Diff(loads, v.Actual.Load, within); d != "" {
			t.Errorf("%s (-slow +answer):\n%s", word, d)
		}
		if d := cmp.Diff(naive.Smoothed(loads, naive.AlphaExp(42), 0), v.Actual.CTL, within); d != "" {
			t.Errorf("fitness by %s (-slow +answer):\n%s", word, d)
		}
		if !slices.Equal(without, v.Actual.Without) || v.Coverage.WithLoad != with || v.Coverage.Activities != len(all) {
			t.Errorf("%s: %v without, %+v", word, v.Actual.Without, v.Coverage)
		}
		if v.Model.Method != word || v.Actual.Estimated != nil ||
			!strings.Contains(strings.Join(phrasetest.Texts(v.Notes), " "), "so these values differ from those for all methods") {
			t.Errorf("%s: %+v, %q", word, v.Model, v.Notes)
		}
		missing := 0
		for _, g := range v.Coverage.Without {
			missing += g.Count
		}
		if missing != len(all)-with {
			t.Errorf("%s: reasons of %d, want %d", word, missing, len(all)-with)
		}
		// by week: each week counts what its days lack
		weekly := analyse(t, hours(all), fitness.LoadQuery{Days: lastDays(days), Resolution: "week", Method: word})
		if got, want := total(weekly.Actual.Without), total(without); got != want {
			t.Errorf("%s by week: %d without, want %d", word, got, want)
		}
	}
}

func total(all []int) (n int) {
	for _, x := range all {
		n += x
	}
	return n
}

// TestEstimatedDays checks that heart rate and feel are estimates in a sport
// whose loads are usually measured, but not if that was only tried or never done.
func TestEstimatedDays(t *testing.T) {
	t.Parallel()
	measured := func(n int) (all []hour) {
		for i := range n {
			all = append(all, hour{ago: 30 + training.Day(i), sport: training.Cycling, watts: 180})
		}
		return all
	}
	byHeart := func(n int) (all []hour) {
		for i := range n {
			all = append(all, hour{ago: 60 + training.Day(i), sport: training.Cycling, beats: 150})
		}
		return all
	}
	last := []hour{
		{ago: 1, sport: training.Cycling, beats: 150},
		{ago: 1, sport: training.Cycling, watts: 180},
		{ago: 2, sport: training.Cycling, rpe: 5},
		{ago: 3, sport: training.Cycling, beats: 150, manual: 50},
		{ago: 4, sport: training.Hiking, beats: 120},
		{ago: 5, sport: training.Cycling, beats: 140},
		{ago: 5, sport: training.Cycling, beats: 145},
		{ago: 6, sport: training.Yoga, rpe: 3},
		{ago: 7, sport: training.Cycling},
	}
	hr, feel := "hrtss_avg_lthr", "rpe_tss"
	both := map[string][]training.Day{hr: {today - 5, today - 1}, feel: {today - 2}}
	for name, c := range map[string]struct {
		all   []hour
		order string
		want  map[string][]training.Day
	}{
		"measured":           {append(measured(20), last...), "", both},
		"power tried once":   {append(byHeart(20), last...), "", map[string][]training.Day{feel: {today - 2}}},
		"half is":            {append(append(measured(10), byHeart(10)...), last...), "", both},
		"heart rate first":   {append(measured(20), last...), "hr,power,rpe", map[string][]training.Day{feel: {today - 2}}},
		"nothing but effort": {[]hour{{ago: 0, sport: training.Yoga, rpe: 3}}, "", nil},
	} {
		s := hours(c.all)
		s.Who.LoadOrder = c.order
		v := analyse(t, s, fitness.LoadQuery{Days: lastDays(14)})
		got := v.Actual.Estimated
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
		if said := strings.Contains(strings.Join(phrasetest.Texts(v.Notes), " "), "is estimated from heart rate"); said != (c.want != nil) {
			t.Errorf("%s: %q", name, v.Notes)
		}
		for m := range got {
			if v.Coverage.ByMethod[m] == 0 {
				t.Errorf("%s: %s is not in %v", name, m, v.Coverage.ByMethod)
			}
		}
	}
	if v := analyse(t, hours(append(measured(20), last...)), fitness.LoadQuery{Days: lastDays(100)}); v.Actual.Estimated != nil {
		t.Errorf("by week: %v", v.Actual.Estimated)
	}
	if v := analyse(t, hours(measured(20)), fitness.LoadQuery{Days: lastDays(45)}); v.Actual.Estimated != nil || v.Actual.Without != nil {
		b, _ := json.Marshal(v.Actual)
		t.Errorf("nothing is: %s", b)
	}
}

// TestAYoungHistoryIsCounted checks a history that is too short for fitness to settle.
func TestAYoungHistoryIsCounted(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		days  int
		ctl   float64
		young bool
	}{{1, 0, true}, {12, 0, true}, {41, 0, true}, {42, 0, false}, {60, 0, false}, {60, 60.5, true}, {20, 20, false}} {
		q := fitness.LoadQuery{Days: lastDays(90)}
		q.Model.CTLDays = c.ctl
		v := analyse(t, hours([]hour{{ago: training.Day(c.days - 1), sport: training.Cycling, watts: 180}}), q)
		var want *fitness.LoadHistory
		if c.young {
			want = &fitness.LoadHistory{From: today - training.Day(c.days-1), Days: c.days, Needed: 42}
			if c.ctl > 0 {
				want.Needed = 61
			}
		}
		if d := cmp.Diff(want, v.History); d != "" {
			t.Errorf("%d days of %g (-want +got):\n%s", c.days, c.ctl, d)
		}
		notes := strings.Join(phrasetest.Texts(v.Notes), " ")
		if strings.Contains(notes, "Import older recordings (lapkeep import PATH") != c.young {
			t.Errorf("%d days: %s", c.days, notes)
		}
	}
}

// TestAChangeOfSensorsStandsBesideAComparison checks that power in runs from
// this week on is noted, but not that a strap was forgotten once.
func TestAChangeOfSensorsStandsBesideAComparison(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	for ago := range training.Day(12) {
		in := store.LoadInput{ID: training.ActivityID(fmt.Sprint(ago)), Day: today - ago, Sport: training.Running, TimerS: 600}
		if ago < 6 {
			in.NP = 240
		}
		if ago != 3 {
			in.AvgHR = 150
		}
		s.Add(in, nil)
	}
	q := fitness.SummaryQuery{Kind: fitness.PeriodRange, Days: lastDays(6)}
	v := summarise(t, s, here, q)
	if len(v.Notes) != 1 || !strings.Contains(v.Notes[0].String(), "for running, power is in 6 of 6 activities in this period and in 0 of 6") {
		t.Errorf("%q", v.Notes)
	}
	q.Days = lastDays(2)
	if v := summarise(t, s, here, q); len(v.Notes) != 0 {
		t.Errorf("%q", v.Notes)
	}
}

// TestAnotherPowerMeterOfOneProduct checks that another power meter of the same
// product is noted next to the affected values.
func TestAnotherPowerMeterOfOneProduct(t *testing.T) {
	t.Parallel()
	const old, fresh = "favero Assioma DUO #1", "favero Assioma DUO #2"
	for name, c := range map[string]struct {
		then, now []string
		told      bool
	}{
		"another": {[]string{old, old}, []string{fresh, old, fresh}, true}, "the same": {[]string{old}, []string{old, old, fresh}, false},
		"unknown before": {nil, []string{fresh}, false}, "unknown now": {[]string{old}, nil, false},
	} {
		s := &answerstest.FitnessStore{}
		add := func(back int, meters []string) {
			for i, m := range meters {
				day := today - training.Day(back+i)
				s.Add(store.LoadInput{ID: training.ActivityID(day.String()), Sport: training.Cycling, Day: day, TimerS: 3600, NP: 200},
					map[string][]byte{derive.PowerMeter: derive.EncodeSource(m)})
			}
		}
		add(0, c.now)
		add(10, c.then)
		s.Add(store.LoadInput{ID: "x", Sport: training.Cycling, Day: today - 9, TimerS: 60}, nil)
		v := summarise(t, s, here, fitness.SummaryQuery{Kind: fitness.PeriodRange, Days: lastDays(7)})
		notes := strings.Join(phrasetest.Texts(v.Notes), " ")
		if got := strings.Contains(notes, "Assioma DUO #2 in 2 activities") &&
			strings.Contains(notes, "#1 in 2"); got != c.told || strings.Contains(notes, "meter") != c.told {
			t.Errorf("%s: %q", name, v.Notes)
		}
	}
}

func TestMonthsTileTheDays(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		day := training.Day(rapid.IntRange(-30000, 30000).Draw(t, "day"))
		m := fitness.MonthlyOf(day)
		days := m.Days()
		if !days.Contains(day) || days.From != day.MonthStart() || (m+1).Days().From != days.To+1 {
			t.Fatalf("%s lies in the month %s, the next begins on %s", day, days, (m + 1).Days().From)
		}
	})
	feb := fitness.MonthlyOf(training.NewDay(2024, time.February, 10))
	if s := feb.Span(feb + 1); s.From.String() != "2024-02-01" || s.To.String() != "2024-03-31" || feb.Days().Days() != 29 {
		t.Errorf("February and March 2024 are %s", s)
	}
}

// TestFitnessStartsFromWhatWasStated checks that an athlete who trained
// elsewhere before can state the fitness on a day, which then develops as usual.
func TestFitnessStartsFromWhatWasStated(t *testing.T) {
	t.Parallel()
	s := hours([]hour{{ago: 10, sport: training.Cycling, watts: 180}})
	bare := analyse(t, s, fitness.LoadQuery{Days: lastDays(90)})
	s.Past = append(s.Past, training.ThresholdEntry{Key: training.KeyFitness, From: today - 20, Values: []float64{60}})
	v := analyse(t, s, fitness.LoadQuery{Days: lastDays(90)})
	want := bare.Today.CTL + 60*math.Exp(-20.0/42)
	if math.Abs(v.Today.CTL-want) > 0.2 || v.History != nil {
		t.Errorf("fitness is %g, want %.1f; %+v", v.Today.CTL, want, v.History)
	}
	if notes := strings.Join(phrasetest.Texts(v.Notes), " "); !strings.Contains(notes, "value set for "+(today-20).String()) {
		t.Errorf("it says %s", notes)
	}
	if only := analyse(t, s, fitness.LoadQuery{
		Days:   lastDays(90),
		Sports: []training.Discipline{training.Cycling.Plain()},
	}); only.Today.CTL != bare.Today.CTL {
		t.Errorf("of one sport it is %g, want %g", only.Today.CTL, bare.Today.CTL)
	}
}
