package fitness_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/curves"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/tools"
	fitnesstools "lapkeep/internal/tools/fitness"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
)

func tableOn(db *store.DB) *tools.Table {
	return tools.NewTable(fitnesstools.Rows(fitnesstools.Deps{Store: db, Curves: curves.New(db)})...)
}

// TestTheStoreAnswersAsMemoryDoes runs the questions on a real store and on
// the same athlete in memory.
func TestTheStoreAnswersAsMemoryDoes(t *testing.T) {
	t.Parallel()
	mem := answerstest.Years(300, 3, today)
	mem.Who.Sex = training.Male
	mem.Past = append(mem.Past, training.ThresholdEntry{Key: training.KeyMaxHR, From: today - 4000, Values: []float64{190}},
		training.ThresholdEntry{Key: training.KeyRestHR, From: today - 4000, Values: []float64{50}})
	db := storetest.Open(t)
	if err := mem.Seed(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	real, fake := tableOn(db), table(mem)
	for _, q := range []struct{ name, args string }{
		{"analyze_training_load", `{}`},
		{"analyze_training_load", `{"range":"last 3 years","tsb":"same_day"}`},
		{"get_training_summary", `{"period":"year"}`},
		{"get_training_summary", `{"period":"all"}`},
		{"get_training_summary", `{"period":"year","sections":["trimp"]}`},
		{"get_curves", `{"range":"last year","compare":"last 90 days"}`},
		{"estimate_thresholds", `{}`},
	} {
		want := tooltest.Call(t, fake, call("Europe/Berlin"), q.name, q.args)
		got := tooltest.Call(t, real, call("Europe/Berlin"), q.name, q.args)
		if d := cmp.Diff(string(want.Structured), string(got.Structured)); d != "" {
			t.Errorf("%s %s (-memory +store):\n%s", q.name, q.args, d)
		}
	}
}

// TestAProjectionTakesTheCalendarsLoad where the question plans none.
func TestAProjectionTakesTheCalendarsLoad(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	if err := answerstest.Years(60, 1, today).Seed(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	storetest.Write(t, db, func(tx *store.Tx) error {
		for id, load := range map[string]float64{"a": 80, "b": 60, "none": 0, "zone": 0, "`": 40} { // z is after the projection, ` is today
			day := today + 1 + training.Day(id[0]) - 'a'
			e := training.CalendarEvent{
				Category: training.EventWorkout, Name: id, Load: load, Sport: training.Cycling,
				Start: training.LocalTime(day.String() + "T00:00:00"),
			}
			body, err := json.Marshal(e)
			if err != nil {
				return err
			}
			if _, err := tx.PutOwn(answerstest.FitnessAthlete, document.Events, id,
				document.Own{Fields: body, Days: training.DayRange{From: day, To: day}}); err != nil {
				return err
			}
		}
		return nil
	})
	tab := tools.NewTable(fitnesstools.Rows(fitnesstools.Deps{Store: db, Curves: curves.New(db), Calendar: db})...)
	var v fitness.LoadView
	tooltest.Decode(t, tab, call("UTC"), "analyze_training_load",
		`{"project_days":21,"planned":[{"date":"`+(today+2).String()+`","load":10}]}`, &v)
	if v.Project == nil || v.Project.Load[0] != 80 || v.Project.Load[1] != 10 ||
		v.Project.Basis != "load planned in the calendar on 1 of 21 days, the load given in planned on 1 of 21 days, no load on the other "+
			"19 days" {
		t.Errorf("it is %+v", v.Project)
	}
	if notes := strings.Join(phrasetest.Texts(v.Notes), " "); !strings.Contains(notes, "today and not done") ||
		!strings.Contains(notes, "1 upcoming session has no load, and none can be estimated") {
		t.Errorf("notes: %q", v.Notes)
	}
	tooltest.Decode(t, tab, call("UTC"), "analyze_training_load",
		`{"project_days":21,"days_off":["`+(today+1).String()+`..`+(today+3).String()+`"]}`, &v)
	if v.Project == nil || v.Project.Load[0] != 0 || !strings.Contains(v.Project.Basis.String(), "3 days off") {
		t.Errorf("with three days off it is %+v", v.Project)
	}
	for given, off := range map[string]int{`7`: 7, `"7"`: 7, `["7 days"]`: 6, `["next 7 days"]`: 6} { // words count today too
		tooltest.Decode(t, tab, call("UTC"), "analyze_training_load", `{"project_days":21,"days_off":`+given+`}`, &v)
		if v.Project == nil || !strings.Contains(v.Project.Basis.String(), strconv.Itoa(off)+" days off") {
			t.Errorf("with days off %s the basis is %q", given, v.Project.Basis)
		}
	}
	p := tooltest.Fails(t, tab, call("UTC"), "analyze_training_load", `{"days_off":["x"]}`)
	if said := textclean.Markdown(p.String()); !strings.Contains(said, "days_off[0]") || strings.Contains(said, `\`) {
		t.Errorf("it is refused with %s", said)
	}
	tooltest.Decode(t, tab, call("UTC"), "analyze_training_load", `{"project_days":21,"sport":"run","sections":["alerts"]}`, &v)
	if v.Missing["projected"] == "" {
		t.Error("the rides are planned load of running")
	}
}

// TestAChangeIsSeenAtOnce: the index of curves follows what is written.
func TestAChangeIsSeenAtOnce(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	if err := answerstest.Years(60, 1, today).Seed(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	tab := tableOn(db)
	best := func() (id string) {
		var v curves.View
		tooltest.Decode(t, tab, call("UTC"), "get_curves", `{"range":"last year","durations_s":[1200]}`, &v)
		return *v.Curve.IDs[0]
	}
	first := best()
	storetest.Write(t, db, func(tx *store.Tx) error {
		return tx.DeleteActivity(answerstest.FitnessAthlete, training.ActivityID(first))
	})
	second := best()
	if first == second {
		t.Fatalf("%s was deleted and still holds the best", first)
	}
	storetest.Write(t, db, func(tx *store.Tx) error {
		return tx.RestoreActivity(answerstest.FitnessAthlete, training.ActivityID(first))
	})
	if again := best(); again != first {
		t.Errorf("%s was restored, and the best is %s", first, again)
	}
	hide := json.RawMessage(`true`)
	storetest.Write(t, db, func(tx *store.Tx) error {
		_, err := tx.SetOverride(answerstest.FitnessAthlete, training.ActivityID(first), "hidden_from_models", hide)
		return err
	})
	if now := best(); now != second {
		t.Errorf("%s is hidden from models, and the best is %s", first, now)
	}
}

// years returns a store of 15,000 rides in 20 years. It is kept in the folder
// LAPKEEP_BENCH_HOME, if that is set, so that it need not be made each time.
func years(b *testing.B) string {
	b.Helper()
	home := os.Getenv("LAPKEEP_BENCH_HOME")
	if home == "" {
		home = b.TempDir()
	}
	if _, err := os.Stat(filepath.Join(home, "seeded")); err == nil {
		return home
	}
	db, err := store.Open(b.Context(), store.Options{Home: home, Now: storetest.Clock})
	if err != nil {
		b.Fatal(err)
	}
	if err := answerstest.Years(15000, 20, today).Seed(b.Context(), db); err != nil {
		b.Fatal(err)
	}
	if err := db.Close(); err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(home, "seeded"), nil, 0o600); err != nil {
		b.Fatal(err)
	}
	return home
}

// BenchmarkFirstAnswer opens a store of 15,000 activities and asks once;
// BenchmarkLaterAnswer asks again.
func BenchmarkFirstAnswer(b *testing.B) {
	home := years(b)
	for _, q := range questions() {
		b.Run(q.name, func(b *testing.B) {
			for b.Loop() {
				db, err := store.Open(b.Context(), store.Options{Home: home, Now: storetest.Clock})
				if err != nil {
					b.Fatal(err)
				}
				ask(b, tableOn(db), q)
				if err := db.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkLaterAnswer(b *testing.B) {
	db := storetest.OpenHome(b, years(b))
	tab := tableOn(db)
	for _, q := range questions() {
		b.Run(q.name, func(b *testing.B) {
			ask(b, tab, q)
			for b.Loop() {
				ask(b, tab, q)
			}
		})
	}
}

type question struct{ name, tool, args string }

func questions() []question {
	return []question{
		{"load", "analyze_training_load", `{}`},
		{"load_20_years", "analyze_training_load", `{"range":"last 20 years"}`},
		{"curves", "get_curves", `{}`},
		{"curves_20_years", "get_curves", `{"range":"last 20 years"}`},
		{"summary_week", "get_training_summary", `{}`},
		{"summary_year", "get_training_summary", `{"period":"year"}`},
		{"summary_all", "get_training_summary", `{"period":"all"}`},
		{"summary_months", "get_training_summary", `{"period":"all","sections":["by_month","streaks"]}`},
		{"summary_milestones", "get_training_summary", `{"sections":["milestones","eddington"]}`},
		{"summary_bests", "get_training_summary", `{"sections":["bests"]}`},
		{"summary_commutes", "get_training_summary", `{"period":"all","commute":false}`},
		{"summary_weather", "get_training_summary", `{"period":"year","sections":["weather"]}`},
		{"summary_trimp", "get_training_summary", `{"range":"last 90 days","sections":["trimp"]}`},
		{"summary_trimp_all", "get_training_summary", `{"period":"all","sections":["trimp"]}`},
		{"estimate", "estimate_thresholds", `{}`},
	}
}

func ask(b *testing.B, tab *tools.Table, q question) {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.Context(), time.Minute)
	defer cancel()
	if _, err := tab.Call(ctx, q.tool, call("Europe/Berlin"), json.RawMessage(q.args)); err != nil {
		b.Fatal(err)
	}
}

// ride stores an hour at FTP that begins at a wall clock time of a zone.
func ride(t *testing.T, db *store.DB, id training.ActivityID, zone, wall string) {
	t.Helper()
	loc, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	start, err := time.ParseInLocation("2006-01-02 15:04", wall, loc)
	if err != nil {
		t.Fatal(err)
	}
	_, offset := start.Zone()
	storetest.Write(t, db, func(tx *store.Tx) error {
		act := training.Activity{
			ID: id, Sport: training.Cycling, Start: start.UTC(), OffsetS: offset, Zone: zone, LocalDay: training.DayOf(start),
		}
		if err := tx.PutActivity(answerstest.FitnessAthlete, act); err != nil {
			return err
		}
		return tx.PutSummary(answerstest.FitnessAthlete, id, store.Summary{NPWindows: 3600, Version: 1, Values: training.Values{
			training.MetricNormalizedPowerW: 200, training.MetricDurationS: 3600,
		}})
	})
}

// TestDaysAndWeeksAreTheAthletes: what counts is the day on the athlete's
// wall, wherever the server is and whatever day it was in Greenwich.
func TestDaysAndWeeksAreTheAthletes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, zone, now    string
		rides              [][2]string // zone and wall clock
		thisWeek, lastWeek int
		todayLoad          float64
	}{
		{
			"Sydney, late on Sunday and early on Monday", "Australia/Sydney", "2026-05-04 07:00",
			[][2]string{{"Australia/Sydney", "2026-05-03 23:30"}, {"Australia/Sydney", "2026-05-04 00:30"}},
			1, 1, 100,
		},
		{
			"Kolkata, 23:30 of today", "Asia/Kolkata", "2026-05-05 23:55",
			[][2]string{{"Asia/Kolkata", "2026-05-05 23:30"}, {"Asia/Kolkata", "2026-05-04 00:05"}},
			2, 0, 100,
		},
		{
			"Los Angeles, Sunday evening is Monday in Greenwich", "America/Los_Angeles", "2026-05-03 22:00",
			[][2]string{{"America/Los_Angeles", "2026-05-03 18:00"}, {"America/Los_Angeles", "2026-04-26 23:30"}},
			1, 1, 100,
		},
		{
			"the day on which clocks go forward in Berlin", "Europe/Berlin", "2026-03-29 23:30",
			[][2]string{{"Europe/Berlin", "2026-03-29 01:30"}, {"Europe/Berlin", "2026-03-29 03:30"}, {"Europe/Berlin", "2026-03-28 23:30"}},
			3, 0, 200,
		},
		{
			"the day on which clocks go back", "America/Los_Angeles", "2026-11-01 23:30",
			[][2]string{{"America/Los_Angeles", "2026-11-01 00:30"}, {"America/Los_Angeles", "2026-11-01 22:30"}},
			2, 0, 200,
		},
		{
			"travel: a ride in Sydney, asked in Los Angeles", "America/Los_Angeles", "2026-05-03 20:00",
			[][2]string{{"Australia/Sydney", "2026-05-03 06:00"}, {"America/Los_Angeles", "2026-05-03 19:00"}},
			2, 0, 200,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			db := storetest.Open(t)
			storetest.Write(t, db, func(tx *store.Tx) error {
				if err := tx.PutAthlete(training.Athlete{ID: answerstest.FitnessAthlete, TimeZone: c.zone}); err != nil {
					return err
				}
				return tx.PutThreshold(answerstest.FitnessAthlete,
					training.ThresholdEntry{Key: training.KeyFTP, Sport: training.Cycling.Plain(), Values: []float64{200}})
			})
			for i, r := range c.rides {
				ride(t, db, training.ActivityID(rune('a'+i)), r[0], r[1])
			}
			at := callAt(t, c.zone, c.now)
			var week fitness.SummaryView
			tooltest.Decode(t, tableOn(db), at, "get_training_summary", `{}`, &week)
			var before fitness.SummaryView
			tooltest.Decode(t, tableOn(db), at, "get_training_summary", `{"range":"last week"}`, &before)
			if week.Totals.Activities != c.thisWeek || before.Totals.Activities != c.lastWeek || week.LocalDate != at.Today ||
				week.TimeZone != c.zone {
				t.Errorf("this week %d, last week %d on %s", week.Totals.Activities, before.Totals.Activities, week.LocalDate)
			}
			var load fitness.LoadView
			tooltest.Decode(t, tableOn(db), at, "analyze_training_load", `{"range":"last 10 days"}`, &load)
			if load.Today == nil || load.Today.Load != c.todayLoad || load.Range.To != at.Today {
				t.Errorf("today's load is %+v", load.Today)
			}
			for i, d := range load.Actual.Dates {
				if d != load.Actual.Dates[0]+training.Day(i) {
					t.Errorf("days are %v", load.Actual.Dates)
				}
			}
		})
	}
}

func callAt(t *testing.T, zone, wall string) *tools.Call {
	t.Helper()
	c := call(zone)
	now, err := time.ParseInLocation("2006-01-02 15:04", wall, c.Location)
	if err != nil {
		t.Fatal(err)
	}
	c.Now, c.Today = now, training.DayOf(now)
	return c
}
