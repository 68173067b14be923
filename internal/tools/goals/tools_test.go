package goals_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/goals"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

const who training.AthleteID = "ada"

// noon is Friday, 1 May 2026: the week has three days left, today included.
var noon = storetest.Noon()

// board is a real store with its journal and the table over them.
type board struct {
	*testing.T
	db      *store.DB
	journal *journal.Journal
	table   *tools.Table
}

func newBoard(t *testing.T) *board {
	t.Helper()
	db := storetest.Open(t)
	storetest.Athlete(t, db, who)
	n := 0
	id := func() string { n++; return fmt.Sprint("goal", n) }
	j := journal.New(db, func() string { return "j" + id() })
	return &board{t, db, j, tools.NewTable(goals.Rows(goals.Deps{Store: db, Journal: j, NewID: id})...)}
}

// done stores an activity of so many km in an hour, with 500 m of climbing.
func (b *board) done(daysAgo int, sport training.Sport, km float64) {
	b.Helper()
	a := storetest.Activity(training.ActivityID(fmt.Sprint(sport, daysAgo, "-", km)), noon.AddDate(0, 0, -daysAgo))
	a.Sport = sport
	storetest.Write(b.T, b.db, func(tx *store.Tx) error {
		if err := tx.PutActivity(who, a); err != nil {
			return err
		}
		return tx.PutSummary(who, a.ID, store.Summary{Values: training.Values{
			training.MetricDistanceKM: km, training.MetricDurationS: 3600, training.MetricElevationGainM: 500,
		}})
	})
}

func call(a training.Audience) *tools.Call {
	return &tools.Call{
		Scope: training.Scope{Athlete: who, Audience: a}, Now: noon, Location: time.UTC,
		Today: training.DayOf(noon), Week: time.Monday, Face: "mcp",
	}
}

type changed struct {
	ID        string           `json:"id"`
	JournalID string           `json:"journal_id"`
	Changes   []journal.Change `json:"changes"`
	Notes     []string         `json:"notes"`
}

func (b *board) write(tool, args string) (out changed) {
	b.Helper()
	tooltest.Decode(b.T, b.table, call(training.AudienceModel), tool, args, &out)
	return out
}

func (b *board) list(a training.Audience) (out athlete.GoalList) {
	b.Helper()
	tooltest.Decode(b.T, b.table, call(a), "list_goals", `{}`, &out)
	return out
}

// only returns the one goal that there is.
func (b *board) only() athlete.Progress {
	b.Helper()
	l := b.list(training.AudienceModel)
	if len(l.Goals) != 1 {
		b.Fatalf("%+v", l)
	}
	return l.Goals[0]
}

func TestRowsKeepTheRulesOfTheTable(t *testing.T) {
	t.Parallel()
	for _, p := range tooltest.Problems(newBoard(t).table) {
		t.Error(p)
	}
}

func day(s string) training.Day {
	d, err := training.ParseDay(s)
	if err != nil {
		panic(err)
	}
	return d
}

func number(v float64) *float64 { return &v }

// TestAWeek: on Friday four of seven days are over, and three are left.
func TestAWeek(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	b.done(2, training.Cycling, 60)
	b.done(0, training.Cycling, 20)
	b.done(1, training.Running, 15)
	b.done(6, training.Cycling, 210) // the Saturday before
	b.write("save_goal", `{"measure":"distance_km","target":"200","period":"week","sport":"ride"}`)
	want := athlete.Progress{
		ID: "goal1", Measure: training.GoalDistanceKm, Target: 200, Period: training.GoalWeek, Sport: training.Cycling.Plain(),
		Days: answers.SpanOf(training.DayRange{From: day("2026-04-27"), To: day("2026-05-03")}), State: athlete.Behind,
		Done: 80, DonePct: 40, Due: number(114.29), Remaining: number(120), DaysLeft: 3, PerDay: number(40),
		Before: &athlete.Before{Done: 210, Reached: true},
	}
	if d := cmp.Diff(want, b.only()); d != "" {
		t.Error(d)
	}
	if w := b.list(training.AudienceModel).Words; len(w) != 1 || w[0] !=
		"200 km of cycling a week: 80 km done, behind, should be at 114.3 km; each of the 3 days left needs 40 km." {
		t.Error(w)
	}
	b.done(1, training.Cycling, 35)
	if g := b.only(); g.State != athlete.OnPace {
		t.Errorf("115 of 114.3 km: %+v", g)
	}
	b.done(0, training.Cycling, 90)
	if g := b.only(); g.State != athlete.Reached || *g.ReachedOn != day("2026-05-01") || g.PerDay != nil || g.Remaining != nil {
		t.Errorf("205 km: %+v", g)
	}
}

// TestMeasures: each adds up its own, and a whole one has no tenths.
func TestMeasures(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	b.done(0, training.Cycling, 30)
	b.done(0, training.Running, 10)
	b.done(1, training.Cycling, 30)
	for measure, want := range map[training.GoalMeasure]float64{
		training.GoalDistanceKm: 70, training.GoalDurationH: 3, training.GoalElevationGainM: 1500,
		training.GoalActivities: 3, training.GoalActiveDays: 2, training.GoalTSS: 0,
	} {
		made := b.write("save_goal", fmt.Sprintf(`{"measure":%q,"target":5000,"period":"year"}`, measure))
		if g := b.only(); g.Done != want || g.State != athlete.Behind && want < 5000 {
			t.Errorf("%s: %+v, want %v", measure, g, want)
		}
		b.write("delete_goal", fmt.Sprintf(`{"id":%q}`, made.ID))
	}
}

// TestSeasons that are to come, run, and are over.
func TestSeasons(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	b.done(9, training.Cycling, 100)
	for days, want := range map[string]athlete.GoalState{
		`"from":"2026-06-01","to":"2026-09-30"`: athlete.NotBegun,
		`"from":"2026-04-01","to":"2026-04-30"`: athlete.Missed,
		`"from":"2026-04-22","to":"2026-05-01"`: athlete.Behind, // the last day is today
		`"from":"2026-05-01","to":"2026-05-31"`: athlete.OnPace, // no day is over yet
	} {
		made := b.write("save_goal", fmt.Sprintf(`{"name":"Alps","measure":"distance_km","target":150,"period":"season",%s}`, days))
		if g := b.only(); g.State != want || g.Name != "Alps" || g.Before != nil || want == athlete.Missed && g.DaysLeft != 0 {
			t.Errorf("%s: %+v", days, g)
		}
		b.write("delete_goal", fmt.Sprintf(`{"id":%q}`, made.ID))
	}
}

// TestAGoalIsChangedAndTakenBack as every write is.
func TestAGoalIsChangedAndTakenBack(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	if dry := b.write("save_goal", `{"measure":"tss","target":400,"period":"week","dry_run":true}`); dry.ID != "" || len(dry.Changes) != 3 {
		t.Errorf("a dry run: %+v", dry)
	}
	if l := b.list(training.AudiencePage); len(l.Goals) != 0 || !strings.Contains(l.Words[0].String(), "save_goal") {
		t.Errorf("%+v", l)
	}
	made := b.write("save_goal", `{"measure":"tss","target":400,"period":"week"}`)
	edit := b.write("save_goal", fmt.Sprintf(`{"goal_id":%q,"target":450,"name":"Load\u202e"}`, made.ID))
	if g := b.only(); g.Target != 450 || g.Name != "Load" || len(edit.Changes) != 2 {
		t.Errorf("%+v %+v", g, edit)
	}
	if again := b.write("save_goal", fmt.Sprintf(`{"id":%q,"target":450}`, made.ID)); again.JournalID != "" || len(again.Notes) != 1 {
		t.Errorf("saying it again: %+v", again)
	}
	season := b.write("save_goal", fmt.Sprintf(`{"id":%q,"period":"season","from":"2026-04-01","to":"2026-10-01"}`, made.ID))
	b.write("save_goal", fmt.Sprintf(`{"id":%q,"period":"month"}`, made.ID))
	if g := b.only(); g.Period != training.GoalMonth || g.Days.Days != 31 {
		t.Errorf("no season any more: %+v", g)
	}
	gone := b.write("delete_goal", fmt.Sprintf(`{"id":%q}`, made.ID))
	if l := b.list(training.AudienceModel); len(l.Goals) != 0 {
		t.Errorf("%+v", l)
	}
	b.undo(gone.JournalID)
	if g := b.only(); g.Period != training.GoalMonth {
		t.Errorf("%+v", g)
	}
	if _, err := b.journal.Undo(b.Context(), storetest.Export(who), season.JournalID, noon); err == nil {
		t.Error("what was changed since was taken back")
	}
}

func (b *board) undo(id string) {
	b.Helper()
	if _, err := b.journal.Undo(b.Context(), storetest.Export(who), id, noon); err != nil {
		b.Fatal(err)
	}
}

// TestHiddenActivitiesCountForThoseWhoSeeThem.
func TestHiddenActivitiesCountForThoseWhoSeeThem(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	b.done(0, training.Cycling, 30)
	storetest.Write(t, b.db, func(tx *store.Tx) error {
		_, err := tx.SetOverride(who, "cycling0-30", "hidden_from_models", []byte("true"))
		return err
	})
	b.write("save_goal", `{"measure":"distance_km","target":50,"period":"week"}`)
	if model, page := b.only().Done, b.list(training.AudiencePage).Goals[0].Done; model != 0 || page != 30 {
		t.Errorf("%v and %v km", model, page)
	}
}

// TestManyGoals checks that too many goals are refused.
func TestManyGoals(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	for range 45 {
		b.write("save_goal", `{"measure":"tss","target":400,"period":"week"}`)
	}
	if l := b.list(training.AudienceModel); len(l.Goals) != 40 || !l.Truncated || l.Narrow == "" {
		t.Errorf("%d %+v", len(l.Goals), l.Narrow)
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	b.write("save_goal", `{"measure":"activities","target":4,"period":"week"}`)
	season := b.write("save_goal", `{"measure":"tss","target":400,"period":"season","from":"2026-04-01","to":"2026-10-01"}`).ID
	for _, tt := range []struct {
		tool, args string
		kind       training.Kind
		says       string
	}{
		{"save_goal", `{"measure":"distance_km","target":0,"period":"week"}`, training.KindInvalid, "above 0"},
		{"save_goal", `{"measure":"distance_km","period":"week"}`, training.KindInvalid, "above 0"},
		{"save_goal", `{"measure":"distance_km","target":-5,"period":"week"}`, training.KindInvalid, "target"},
		{"save_goal", `{"measure":"distance_km","target":1e300,"period":"week"}`, training.KindInvalid, "target"},
		{"save_goal", `{"target":5,"period":"week"}`, training.KindInvalid, "measure"},
		{"save_goal", `{"measure":"beer","target":5,"period":"week"}`, training.KindInvalid, "measure"},
		{"save_goal", `{"measure":"tss","target":5}`, training.KindInvalid, "period"},
		{"save_goal", `{"measure":"activities","target":4.5,"period":"week"}`, training.KindInvalid, "whole"},
		{"save_goal", `{"measure":"tss","target":5,"period":"season"}`, training.KindInvalid, "first and its last"},
		{"save_goal", `{"measure":"tss","target":5,"period":"season","from":"2026-05-01","to":"2026-04-01"}`, training.KindInvalid, "after"},
		{"save_goal", fmt.Sprintf(`{"id":%q,"to":"2026-03-01"}`, season), training.KindInvalid, "ends before"},
		{"save_goal", `{"measure":"tss","target":5,"period":"season","from":"2020-05-01","to":"2026-04-01"}`, training.KindInvalid, "longer"},
		{"save_goal", `{"measure":"tss","target":5,"period":"week","from":"2026-05-01"}`, training.KindInvalid, "season"},
		{"save_goal", `{"id":"goal9","target":5}`, training.KindNotFound, "goal9"},
		{"delete_goal", `{"id":"../x"}`, training.KindNotFound, "no goal"},
	} {
		p := tooltest.Fails(t, b.table, call(training.AudienceModel), tt.tool, tt.args)
		if p.Kind != tt.kind || p.Fix == "" || !strings.Contains(p.Sentence, tt.says) {
			t.Errorf("%s %s: %+v", tt.tool, tt.args, p)
		}
	}
	if l := b.list(training.AudienceModel); l.Goals[0].Target != 4 && l.Goals[1].Target != 4 {
		t.Errorf("%+v", l)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, r := range b.table.Rows() {
		if _, err := b.table.Call(ctx, r.Name, call(training.AudienceModel), []byte(`{"id":"goal1","target":7}`)); err == nil {
			t.Errorf("%s goes on", r.Name)
		}
	}
}
