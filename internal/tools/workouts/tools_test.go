package workouts_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	library "lapkeep/internal/answers/workouts"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/calendar"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/tools/workouts"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

const who training.AthleteID = "ada"

// bench is a real store with its journal and the table over them.
type bench struct {
	*testing.T
	db      *store.DB
	journal *journal.Journal
	table   *tools.Table
}

// newBench has a folder and a plan of a service, with a workout in each.
func newBench(t *testing.T) *bench {
	t.Helper()
	db := storetest.Open(t)
	storetest.Athlete(t, db, who)
	n := 0
	id := func() string { n++; return fmt.Sprint("new", n) }
	j := journal.New(db, func() string { return "j" + id() })
	planner := calendar.Deps{Store: db, Journal: j, Texts: tools.Keeper{ReadOnly: true}, Plans: plan.NewCache(), Writes: tools.WritesSafe}
	b := &bench{t, db, j, tools.NewTable(append(calendar.Rows(planner), workouts.Rows(workouts.Deps{
		Store: db, Journal: j, NewID: id, Calendar: planner, ExportDir: filepath.Join(t.TempDir(), "exports"),
	})...)...)}
	day := 2
	b.say(document.Folders, "9", training.WorkoutFolder{Name: "Mine"})
	b.say(document.Folders, "10", training.WorkoutFolder{Name: "Base", Plan: true})
	const text = "4x\n- 4m 105%\n- 2m 50%"
	b.say(document.Workouts, "1", training.LibraryWorkout{
		FolderID: "intervals:9", Name: "Fours", Sport: training.Cycling, Description: text, MovingTimeS: 1440, Load: 30,
		Structure: training.StructureOf(text,
			[]training.WorkoutStep{{Kind: training.StepRepeat, Count: 4, Steps: []training.WorkoutStep{{DurationS: 240}, {DurationS: 120}}}}),
	})
	b.say(document.Workouts, "2", training.LibraryWorkout{FolderID: "intervals:10", Name: "Long", Sport: training.Cycling, PlanDay: &day})
	return b
}

// say stores a service's version of a thing.
func (b *bench) say(c document.Collection, id string, body any) {
	b.Helper()
	storetest.Write(b.T, b.db, func(tx *store.Tx) error {
		_, err := tx.PutStatement(who, document.Statement{
			Collection: c, ID: "intervals:" + id, Source: "intervals", AsOf: storetest.Noon(),
			Body: body,
		})
		return err
	})
}

func call() *tools.Call {
	now := storetest.Noon()
	return &tools.Call{Scope: storetest.Model(who), Now: now, Location: time.UTC, Today: training.DayOf(now), Week: time.Monday, Face: "mcp"}
}

type changed struct {
	ID        string           `json:"id"`
	JournalID string           `json:"journal_id"`
	DryRun    bool             `json:"dry_run"`
	Changes   []journal.Change `json:"changes"`
	Notes     []string         `json:"notes"`
}

func (b *bench) write(tool, args string) (out changed) {
	b.Helper()
	tooltest.Decode(b.T, b.table, call(), tool, args, &out)
	return out
}

// agree returns a write that a person agrees to.
func (b *bench) agree(tool, args string) (out changed) {
	b.Helper()
	_, err := b.table.Call(b.Context(), tool, call(), []byte(args))
	need, ok := errors.AsType[*journal.NeedsConsent](err)
	if !ok {
		b.Fatalf("%s asked nothing: %v", tool, err)
	}
	if _, err := b.journal.Grant(b.Context(), storetest.Export(who), need.Preview.Token, storetest.Noon()); err != nil {
		b.Fatal(err)
	}
	c := call()
	c.Approval = need.Preview.Token
	tooltest.Decode(b.T, b.table, c, tool, args, &out)
	return out
}

func (b *bench) names(args string) string {
	b.Helper()
	var out library.WorkoutList
	tooltest.Decode(b.T, b.table, call(), "list_workouts", args, &out)
	names := []string{}
	for _, w := range out.Workouts {
		names = append(names, w.Name)
	}
	return strings.Join(names, " ")
}

func (b *bench) get(id string) library.Full {
	b.Helper()
	var out library.Detail
	tooltest.Decode(b.T, b.table, call(), "get_workout", fmt.Sprintf(`{"id":%q}`, id), &out)
	return out.Workout
}

func (b *bench) undo(id string) {
	b.Helper()
	if _, err := b.journal.Undo(b.Context(), storetest.Export(who), id, storetest.Noon()); err != nil {
		b.Fatal(err)
	}
}

func (b *bench) layers() []document.Layers {
	b.Helper()
	all, err := b.db.DocumentLayers(b.Context(), storetest.Export(who), document.Workouts)
	if err != nil {
		b.Fatal(err)
	}
	return all
}

func TestRowsKeepTheRulesOfTheTable(t *testing.T) {
	t.Parallel()
	for _, p := range tooltest.Problems(newBench(t).table) {
		t.Error(p)
	}
}

func TestTheLibraryIsReadAsItIsAskedFor(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for args, want := range map[string]string{
		`{}`: "Long Fours", `{"folder_id":"intervals:9"}`: "Fours", `{"folder":"base"}`: "Long",
		`{"query":"FOUR","limit":1}`: "Fours", `{"sport":"run","folder":"Mine"}`: "",
		`{"limit":"1"}`: "Long", `{"limit":1,"cursor":"1"}`: "Fours",
	} {
		if got := b.names(args); got != want {
			t.Errorf("%s: %q, want %q", args, got, want)
		}
	}
	for args, want := range map[string]string{
		`{"folder":"sessions","purpose":"Over-Unders"}`:                       "Over-unders",
		`{"purpose":"sweet spot"}`:                                            "Sweet spot blocks",
		`{"min_duration":"24 min","max_duration_s":"0:24:00","min_tss":"20"}`: "Fours",
		`{"type":"ride","purpose":"vo2max","max_duration":"1h10m"}`:           "One-minute repeats",
	} {
		if got := b.names(args); got != want {
			t.Errorf("%s: %q, want %q", args, got, want)
		}
	}
	w := b.get("intervals:1")
	if w.Folder != "Mine" || w.Load != 30 || w.Steps == nil || w.Steps.Times[0] != 4 || w.Sources[0] != "intervals" || w.Edited != nil {
		t.Errorf("%+v", w)
	}
}

func TestAWorkoutIsMadeChangedAndTakenBack(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	before := b.layers()
	const args = `"name":" Thirties\u202e ","sport":"ride","text":"- 30s 120%","folder_id":"intervals:10","plan_day":4,"duration_s":"40 min","load":55,"intensity_factor":0.9,"indoor":true,"tags":["VO2","VO2",""]`
	if dry := b.write("save_workout", `{`+args+`,"dry_run":true}`); dry.ID != "" || dry.JournalID != "" || !dry.DryRun ||
		len(dry.Changes) != 10 {
		t.Errorf("a dry run: %+v", dry)
	}
	if d := cmp.Diff(before, b.layers()); d != "" {
		t.Errorf("a dry run wrote: %s", d)
	}
	made := b.write("save_workout", `{`+args+`}`)
	day := 4
	want := library.Full{
		WorkoutRow: library.WorkoutRow{
			ID: made.ID, FolderID: "intervals:10", Name: "Thirties", Sport: training.Cycling, Indoor: true, PlanDay: &day,
			DurationS: 2400, Load: 55, LoadRule: "stated",
			Intensity: 0.9, Tags: []string{"VO2"}, Purpose: workout.VO2max,
		},
		Folder: "Base", FolderKind: "plan", Description: "- 30s 120%",
		Steps: &library.WorkoutSteps{
			Kind: []string{"step"}, Length: []i18n.Sentence{"0:30"}, Target: []i18n.Sentence{"120 % FTP"},
		},
	}
	if d := cmp.Diff(want, b.get(made.ID)); d != "" {
		t.Error(d)
	}
	edit := b.write("save_workout", fmt.Sprintf(`{"id":%q,"load":60,"indoor":false}`, made.ID))
	if w := b.get(made.ID); w.Load != 60 || w.Indoor || w.Name != "Thirties" || len(edit.Changes) != 2 ||
		edit.Changes[0] != (journal.Change{Target: "workout", Field: "load", Before: "55", After: "60"}) {
		t.Errorf("%+v %+v", w, edit)
	}
	if again := b.write("save_workout", fmt.Sprintf(`{"id":%q,"load":60}`, made.ID)); again.JournalID != "" || len(again.Notes) != 1 {
		t.Errorf("saying it again: %+v", again)
	}
	b.undo(edit.JournalID)
	if w := b.get(made.ID); w.Load != 55 || !w.Indoor {
		t.Errorf("undone: %+v", w)
	}
	gone := b.agree("delete_workout", fmt.Sprintf(`{"workout_id":%q}`, made.ID))
	if b.names(`{}`) != "Long Fours" || gone.Notes != nil {
		t.Errorf("deleted: %+v", gone)
	}
	b.undo(gone.JournalID)
	b.undo(made.JournalID)
	if d := cmp.Diff(before, b.layers()); d != "" {
		t.Errorf("undone: %s", d)
	}
}

// TestAServicesWorkout keeps what the service says beneath the athlete's words:
// a changed text has its own steps, and both come back.
func TestAServicesWorkout(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	before := b.layers()
	edit := b.write("save_workout", `{"id":"intervals:1","description":"- 5m 105%","folder_id":""}`)
	w := b.get("intervals:1")
	if w.Description != "- 5m 105%" || w.Steps == nil || w.Steps.Length[0] != "5:00" || w.Load != 8.3 || w.Folder != "" ||
		cmp.Diff([]string{"description", "folder_id"}, w.Edited) != "" || len(edit.Notes) != 1 {
		t.Errorf("%+v %+v", w, edit)
	}
	back := b.write("save_workout", `{"id":"intervals:1","clear":["description","folder_id","load"]}`)
	if w := b.get("intervals:1"); w.Steps == nil || w.Folder != "Mine" || w.Edited != nil || len(back.Changes) != 2 {
		t.Errorf("%+v %+v", w, back)
	}
	b.undo(back.JournalID)
	b.undo(edit.JournalID)
	gone := b.agree("delete_workout", `{"id":"intervals:1"}`)
	if b.names(`{}`) != "Long" || len(gone.Notes) != 1 {
		t.Errorf("%+v", gone)
	}
	b.say(document.Workouts, "1", training.LibraryWorkout{Name: "Fours again", Sport: training.Cycling})
	if b.names(`{}`) != "Long" {
		t.Error("what was deleted came back with the next synchronisation")
	}
	b.undo(gone.JournalID)
	if b.names(`{}`) != "Fours again Long" {
		t.Error(b.names(`{}`))
	}
	if after := b.layers(); len(after) != len(before) || !after[0].Own.Silent() {
		t.Errorf("%+v", after)
	}
}

// TestOtherStepsTakeTheirAmounts: what was stated of the former steps is gone with
// them, unless the call states it again; other words change nothing.
func TestOtherStepsTakeTheirAmounts(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	id := b.write("save_workout", `{"name":"Hour","sport":"ride","description":"- 1h 60%","duration_s":3600,"load":36}`).ID
	for _, c := range []struct {
		args    string
		seconds float64
		load    float64
	}{
		{`"description":"By feel.\n\n- 1h 60%"`, 3600, 36},
		{`"description":"- 30m 60%"`, 1800, 0},
		{`"description":"- 20m 60%","duration_s":1500,"load":20`, 1500, 20},
	} {
		b.write("save_workout", fmt.Sprintf(`{"id":%q,%s}`, id, c.args))
		if w := b.get(id); w.DurationS != c.seconds || c.load > 0 && w.Load != c.load || c.load == 0 && w.Load == 36 {
			t.Errorf("%s: %g s, load %g", c.args, w.DurationS, w.Load)
		}
	}
}

func TestWhatCannotBeSaved(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	before := b.layers()
	for _, c := range []struct {
		want training.Kind
		args string
	}{
		{training.KindInvalid, `{}`},
		{training.KindInvalid, `{"name":"No sport"}`},
		{training.KindInvalid, `{"name":"\u202e ","sport":"ride"}`},
		{training.KindInvalid, `{"name":"N","sport":"chess boxing"}`},
		{training.KindNotFound, `{"id":"nobody","name":"N"}`},
		{training.KindNotFound, `{"name":"N","sport":"run","folder_id":"nowhere"}`},
		{training.KindInvalid, `{"name":"N","sport":"run","plan_day":3}`},
		{training.KindInvalid, `{"name":"N","sport":"run","folder_id":"intervals:9","plan_day":3}`},
		{training.KindInvalid, `{"name":"N","sport":"run","load":-1}`},
		{training.KindInvalid, `{"name":"N","sport":"run","load":1e9}`},
		{training.KindInvalid, `{"name":"N","sport":"run","plan_day":-1}`},
		{training.KindInvalid, `{"name":"N","sport":"run","intensity_factor":85}`},
		{training.KindInvalid, `{"name":"N","sport":"run","clear":["load"]}`},
		{training.KindInvalid, `{"id":"intervals:1","clear":["everything"]}`},
		{training.KindInvalid, `{"id":"intervals:1","load":7,"clear":["load"]}`},
		{training.KindInvalid, `{"id":"intervals:1","workout_doc":{}}`},
		{training.KindInvalid, `{"id":"session:four-by-eight","name":"Mine"}`},
		{training.KindInvalid, fmt.Sprintf(`{"id":"intervals:1","description":%q}`, strings.Repeat("x", 5000))},
	} {
		if _, err := b.table.Call(t.Context(), "save_workout", call(), []byte(c.args)); err == nil || training.KindOf(err) != c.want {
			t.Errorf("%s: %v", c.args, err)
		}
	}
	for _, c := range []struct {
		want       training.Kind
		tool, args string
	}{
		{training.KindNotFound, "delete_workout", `{"id":"nobody"}`},
		{training.KindInvalid, "delete_workout", `{"id":"session:four-by-eight"}`},
		{training.KindNotFound, "get_workout", `{"id":"session:nobody"}`},
		{training.KindInvalid, "list_workouts", `{"purpose":"fun"}`},
		{training.KindInvalid, "list_workouts", `{"min_load":80,"max_load":70}`},
		{training.KindInvalid, "list_workouts", `{"min_duration_s":"2h","max_duration_s":"1h"}`},
		{training.KindInvalid, "list_workouts", `{"max_duration_s":"-1h"}`},
		{training.KindInvalid, "list_workouts", `{"max_duration_s":"long"}`},
		{training.KindInvalid, "list_workouts", `{"cursor":"b2Zmc2V0"}`},
		{training.KindNotFound, "list_workouts", `{"folder":"nowhere"}`},
	} {
		if _, err := b.table.Call(t.Context(), c.tool, call(), []byte(c.args)); err == nil || training.KindOf(err) != c.want {
			t.Errorf("%s %s: %v", c.tool, c.args, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for tool, args := range map[string]string{
		"list_workouts": `{}`, "get_workout": `{"id":"intervals:1"}`,
		"create_workout": `{"workouts":[{"name":"x","sport":"ride","steps":[{"duration_s":60}]}]}`, "check_workout": `{"id":"intervals:1"}`,
		"export_workout": `{"id":"intervals:1"}`,
		"save_workout":   `{"id":"intervals:1","load":9}`, "delete_workout": `{"id":"intervals:1"}`,
	} {
		if _, err := b.table.Call(ctx, tool, call(), []byte(args)); !errors.Is(err, context.Canceled) &&
			training.KindOf(err) != training.KindCanceled {
			t.Errorf("%s: %v", tool, err)
		}
	}
	if d := cmp.Diff(before, b.layers()); d != "" {
		t.Error(d)
	}
}
