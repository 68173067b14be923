package structure_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/structure"
	"lapkeep/internal/derive"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

const today training.Day = 20000

var (
	here  = answers.Frame{Today: today, TimeZone: "Asia/Kolkata", Week: 1}
	years = training.DayRange{From: today - 3000, To: today}
)

// memory is an athlete in memory with rows of activities.
type memory struct{ *answerstest.FitnessStore }

func (m memory) Activities(ctx context.Context, s training.Scope, f store.ActivityFilter) (store.ActivityPage, error) {
	var page store.ActivityPage
	all, err := m.LoadInputs(ctx, s, training.DayRange{From: -1 << 30, To: 1 << 30})
	for _, in := range all {
		for _, id := range f.IDs {
			if in.ID == id {
				row := store.ActivityRow{}
				row.ID, row.Sport, row.LocalDay, row.Name = in.ID, in.Sport, in.Day, "Session "+string(in.ID)+"\u202e"
				page.Rows = append(page.Rows, row)
			}
		}
	}
	return page, err
}

func (m memory) put(id string, sport training.Sport, ago training.Day, s *efforts.Session) {
	m.Add(store.LoadInput{ID: training.ActivityID(id), Sport: sport, Day: today - ago},
		map[string][]byte{derive.Intervals: derive.EncodeIntervals(s)})
}

// history returns an athlete whose FTP rose from 240 to 260 W 100 days ago.
func history() memory {
	m := memory{&answerstest.FitnessStore{}}
	m.Past = training.History{
		{Key: training.KeyFTP, Sport: training.Cycling.Plain(), From: today - 2000, Values: []float64{240}},
		{Key: training.KeyFTP, Sport: training.Cycling.Plain(), From: today - 100, Values: []float64{260}},
		{Key: training.KeyThresholdPace, Sport: training.Running.Plain(), From: today - 2000, Values: []float64{4}},
	}
	m.put("old5x4", training.Cycling, 400, repeats(efforts.ByPower, 5, 240, 120, 264))
	m.put("new5x4", training.Cycling, 10, repeats(efforts.ByPower, 5, 242, 120, 264))
	m.put("3x10", training.Cycling, 50, repeats(efforts.ByPower, 3, 600, 300, 245))
	m.put("30s", training.Cycling, 60, repeats(efforts.ByPower, 12, 30, 30, 390))
	m.put("run800", training.Running, 30, repeats(efforts.BySpeed, 6, 178, 120, 4.5))
	m.put("hr", training.Cycling, 20, repeats(efforts.ByHR, 4, 240, 120, 165))
	return m
}

// TestSearchIndoors checks that the percentage of an indoor ride is relative to
// the indoor FTP.
func TestSearchIndoors(t *testing.T) {
	t.Parallel()
	m := history()
	m.Add(store.LoadInput{ID: "trainer", Sport: training.Cycling, Day: today - 5, Indoor: true},
		map[string][]byte{derive.Intervals: derive.EncodeIntervals(repeats(efforts.ByPower, 5, 240, 120, 264))})
	q := structure.Query{MinS: 200, MinPercent: 115, Sports: []training.Discipline{training.Cycling.Plain()}, Days: years}
	for _, want := range [][]string{{}, {"trainer"}} {
		a, err := structure.NewIndex(m).Search(t.Context(), answerstest.FitnessPage, here, q)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, ids(a)); d != "" {
			t.Error(d)
		}
		m.Past = append(m.Past, training.ThresholdEntry{
			Key: training.KeyIndoorFTP, Sport: training.Cycling.Plain(),
			From: today - 30, Values: []float64{220},
		})
	}
}

func ids(a *structure.Answer) []string {
	out := []string{}
	for _, r := range a.Activities {
		out = append(out, r.ID)
	}
	return out
}

func TestSearch(t *testing.T) {
	t.Parallel()
	x := structure.NewIndex(history())
	for name, tt := range map[string]struct {
		q    structure.Query
		want []string
	}{
		"everything, newest first":    {structure.Query{}, []string{"new5x4", "hr", "run800", "3x10", "30s", "old5x4"}},
		"about four minutes":          {structure.Query{MinS: 216, MaxS: 264}, []string{"new5x4", "hr", "old5x4"}},
		"four minutes by power":       {structure.Query{MinS: 216, MaxS: 264, MinPowerW: 250}, []string{"new5x4", "old5x4"}},
		"at 108 % and more":           {structure.Query{MinPercent: 108, MaxPercent: 115}, []string{"run800", "old5x4"}},
		"the same watts, less now":    {structure.Query{MinPercent: 100, MaxPercent: 103}, []string{"new5x4"}},
		"zone 5":                      {structure.Query{Zone: 5, Sports: []training.Discipline{training.Cycling.Plain()}}, []string{"old5x4"}},
		"ten or more":                 {structure.Query{MinCount: 10}, []string{"30s"}},
		"three":                       {structure.Query{MinCount: 3, MaxCount: 3}, []string{"3x10"}},
		"800 m":                       {structure.Query{MinM: 780, MaxM: 820}, []string{"run800"}},
		"faster than 3:50":            {structure.Query{SlowestS: 230}, []string{"run800"}},
		"not as fast":                 {structure.Query{FastestS: 250}, []string{}},
		"a sport":                     {structure.Query{Sports: []training.Discipline{training.Running.Plain()}}, []string{"run800"}},
		"a pattern that is not there": {structure.Query{Pattern: "ladder"}, []string{}},
		"last month": {
			structure.Query{Days: training.DayRange{From: today - 31, To: today}},
			[]string{"new5x4", "hr", "run800"},
		},
	} {
		if tt.q.Days.To == 0 {
			tt.q.Days = years
		}
		a, err := x.Search(t.Context(), answerstest.FitnessModel, here, tt.q)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(tt.want, ids(a)); d != "" || a.Total != len(tt.want) {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
		if len(tt.want) == 0 && a.Narrow == "" {
			t.Errorf("%s: nothing says what to do", name)
		}
	}
}

func TestRowsTellTheSet(t *testing.T) {
	t.Parallel()
	a, err := structure.NewIndex(history()).Search(t.Context(), answerstest.FitnessModel, here,
		structure.Query{Days: years, MinPowerW: 260, MaxPowerW: 270, Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	want := []structure.Row{{
		ID: "new5x4", LocalDate: (today - 10).String(), Sport: "cycling", Name: "Session new5x4", Origin: "detected",
		Intervals: i18n.Name("5 × 4:00 @ 264 W, 2:00 easy"),
		Set: structure.Set{
			Name: i18n.Name("5 × 4:00 @ 264 W, 2:00 easy"), Pattern: "repeats", Intervals: 5, DurationS: 242, RestS: 120,
			Level: structure.Level{AvgPowerW: 264, Percent: 101.5, Zone: 4},
		},
	}}
	if d := cmp.Diff(want, a.Activities); d != "" || !a.Truncated || a.NextCursor != "1" || a.Total != 2 || a.TimeZone != "Asia/Kolkata" {
		t.Errorf("%+v\n%s", a, d)
	}
}

func TestPagesGoOn(t *testing.T) {
	t.Parallel()
	x, q := structure.NewIndex(history()), structure.Query{Days: years, Limit: 4}
	var all []string
	for range 3 {
		a, err := x.Search(t.Context(), answerstest.FitnessPage, here, q)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, ids(a)...)
		if q.Cursor = a.NextCursor; q.Cursor == "" {
			break
		}
	}
	if len(all) != 6 || q.Cursor != "" {
		t.Errorf("%v", all)
	}
	q.Cursor = "x"
	if _, err := x.Search(t.Context(), answerstest.FitnessPage, here, q); training.KindOf(err) != training.KindInvalid {
		t.Errorf("another cursor: %v", err)
	}
}

// TestWhatCannotBeClassedIsTold checks that there is neither a percentage nor a
// guess without a threshold on the day.
func TestWhatCannotBeClassedIsTold(t *testing.T) {
	t.Parallel()
	m := history()
	m.put("boat", training.Rowing, 25, repeats(efforts.ByPower, 5, 240, 120, 264))
	a, err := structure.NewIndex(m).Search(t.Context(), answerstest.FitnessModel, here, structure.Query{
		Days:       years,
		MinPercent: 105, MinPowerW: 1,
	})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"30s", "old5x4"}, ids(a)); d != "" || a.Missing["percent_of_threshold"] == "" {
		t.Errorf("%v %s", a.Missing, d)
	}
}

func TestTheIndexFollowsChanges(t *testing.T) {
	t.Parallel()
	m := history()
	m.Hidden = map[training.ActivityID]bool{"30s": true}
	x := structure.NewIndex(m)
	count := func(s training.Scope) int {
		t.Helper()
		a, err := x.Search(t.Context(), s, here, structure.Query{Days: years})
		if err != nil {
			t.Fatal(err)
		}
		return a.Total
	}
	if count(answerstest.FitnessPage) != 6 || count(answerstest.FitnessModel) != 5 {
		t.Error("what is hidden from models is not")
	}
	before := m.Reads.Load()
	count(answerstest.FitnessPage)
	if n := m.Reads.Load() - before; n > 6 {
		t.Errorf("a warm search read %d primitives for 6 rows", n)
	}
	m.put("more", training.Cycling, 1, repeats(efforts.ByPower, 4, 300, 120, 250))
	m.Remove("3x10")
	m.Add(store.LoadInput{ID: "bad", Sport: training.Cycling, Day: today}, map[string][]byte{derive.Intervals: {1, 77}})
	if count(answerstest.FitnessPage) != 6 {
		t.Error("the index does not follow the log")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := structure.NewIndex(m).Search(ctx, answerstest.FitnessPage, here,
		structure.Query{Days: years}); training.KindOf(err) != training.KindCanceled {
		t.Errorf("cancelled: %v", err)
	}
}

func TestAnEmptyHistory(t *testing.T) {
	t.Parallel()
	a, err := structure.NewIndex(memory{&answerstest.FitnessStore{}}).Search(t.Context(), answerstest.FitnessPage, here,
		structure.Query{Days: years})
	if err != nil || a.Activities == nil || a.Narrow == "" {
		t.Errorf("%+v %v", a, err)
	}
}

// BenchmarkSearch measures a search over 15,000 activities, a third of them
// with intervals.
func BenchmarkSearch(b *testing.B) {
	m := memory{&answerstest.FitnessStore{}}
	m.Past = history().Past
	inputs := make([]store.LoadInput, 0, 5000)
	for i := range 5000 {
		inputs = append(inputs, store.LoadInput{
			ID: training.ActivityID(fmt.Sprint("a", i)), Sport: training.Cycling,
			Day: training.Day(13000 + i*7/5),
		})
	}
	for i, in := range inputs {
		set := repeats(efforts.ByPower, 3+i%10, int32(60+30*(i%15)), 120, float64(200+i%200))
		m.Add(in, map[string][]byte{derive.Intervals: derive.EncodeIntervals(set)})
	}
	q := structure.Query{Days: training.DayRange{From: 0, To: today + 9999}, MinS: 216, MaxS: 264, MinPercent: 100, Limit: 10}
	b.Run("cold", func(b *testing.B) {
		for b.Loop() {
			if _, err := structure.NewIndex(m).Search(b.Context(), answerstest.FitnessPage, here, q); err != nil {
				b.Fatal(err)
			}
		}
	})
	x := structure.NewIndex(m)
	b.Run("warm", func(b *testing.B) {
		for b.Loop() {
			if _, err := x.Search(b.Context(), answerstest.FitnessPage, here, q); err != nil {
				b.Fatal(err)
			}
		}
	})
}
