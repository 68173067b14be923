//go:build e2e

package app

import (
	"encoding/json"
	"errors"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// overwritten are two writes of a kind, the second over the first or beside it.
// "{id}" stands for what the first made.
type overwritten struct {
	what          string
	first, second [2]string // tool, arguments
	beside        bool      // they touch different fields or things
}

func overwrites() []overwritten {
	return []overwritten{
		{
			"activity",
			[2]string{"update_activity", `{"id":"xu5dfeps4c","name":"One"}`},
			[2]string{"update_activity", `{"id":"xu5dfeps4c","name":"Two"}`},
			false,
		},
		{
			"entry", [2]string{"create_activities", entered("One")}, [2]string{"create_activities", entered("Two")}, false,
		},
		{
			"deleted activity",
			[2]string{"update_activity", `{"id":"xu5dfeps4c","name":"One"}`},
			[2]string{"delete_activity", `{"id":"xu5dfeps4c"}`},
			false,
		},
		{
			"import",
			[2]string{"import_files", exampleOf("import_files")},
			[2]string{"update_activity", `{"id":"{id}","name":"Two"}`},
			true,
		},
		{
			"streams",
			[2]string{"update_activity_streams", exampleOf("update_activity_streams")},
			[2]string{"update_activity_streams", `{"id":"xu5dfeps4c","drop":[{"channel":"hr"}]}`},
			false,
		},
		{
			"note",
			[2]string{"add_activity_note", exampleOf("add_activity_note")},
			[2]string{"add_activity_note", `{"id":"xu5dfeps4c","text":"Two"}`},
			false,
		},
		{
			"event",
			[2]string{"update_event", `{"id":"hill-race","date":"2026-08-30","load":140}`},
			[2]string{"update_event", `{"id":"hill-race","date":"2026-09-05"}`},
			false,
		},
		{"new event", [2]string{"create_events", exampleOf("create_events")}, [2]string{"update_event", `{"id":"{id}","name":"Two"}`}, false},
		{
			"deleted event",
			[2]string{"update_event", `{"id":"club-ride","name":"One"}`},
			[2]string{"delete_events", `{"ids":["club-ride"]}`},
			false,
		},
		{
			"wellness",
			[2]string{"update_wellness", `{"date":"2026-05-20","values":{"weight_kg":"70.4"}}`},
			[2]string{"update_wellness", `{"date":"2026-05-20","values":{"weight_kg":"71"}}`},
			false,
		},
		{
			"gear", [2]string{"save_gear", `{"id":"road-bike","name":"One"}`}, [2]string{"save_gear", `{"id":"road-bike","name":"Two"}`}, false,
		},
		{
			"deleted gear", [2]string{"save_gear", `{"id":"spare-wheel","name":"One"}`}, [2]string{"delete_gear", `{"id":"spare-wheel"}`}, false,
		},
		{
			"new gear", [2]string{"save_gear", `{"kind":"shoes","name":"One"}`}, [2]string{"save_gear", `{"id":"{id}","name":"Two"}`}, false,
		},
		{
			"new goal", [2]string{"save_goal", exampleOf("save_goal")}, [2]string{"delete_goal", `{"id":"{id}"}`}, false,
		},
		{
			"new workout", [2]string{"save_workout", exampleOf("save_workout")}, [2]string{"save_workout", `{"id":"{id}","name":"Two"}`}, false,
		},
		{
			"new segment", [2]string{"save_segment", exampleOf("save_segment")}, [2]string{"star_segment", `{"id":"{id}"}`}, false,
		},
		{
			"plan anew",
			[2]string{"save_training_plan", exampleOf("save_training_plan")},
			[2]string{"edit_training_plan", `{"id":"autumn-10k","operations":[{"op":"set","session":"w1-tue","fields":{"distance_km":9}}]}`},
			false,
		},
		{
			"copies of an event",
			[2]string{"duplicate_events", exampleOf("duplicate_events")},
			[2]string{"delete_events", `{"ids":["{id}"]}`},
			false,
		},
		{
			"reminder",
			[2]string{"save_gear_reminder", exampleOf("save_gear_reminder")},
			[2]string{"save_gear", `{"id":"road-bike","name":"Two"}`},
			true,
		},
		{
			"goal", [2]string{"save_goal", `{"id":"weekly-km","target":200}`}, [2]string{"save_goal", `{"id":"weekly-km","target":300}`}, false,
		},
		{
			"deleted goal", [2]string{"save_goal", `{"id":"weekly-km","target":200}`}, [2]string{"delete_goal", `{"id":"weekly-km"}`}, false,
		},
		{
			"workout", [2]string{"save_workout", `{"id":"base-1","name":"One"}`}, [2]string{"save_workout", `{"id":"base-1","name":"Two"}`}, false,
		},
		{
			"deleted workout", [2]string{"save_workout", `{"id":"base-2","name":"One"}`}, [2]string{"delete_workout", `{"id":"base-2"}`}, false,
		},
		{
			"field",
			[2]string{"save_custom_item", `{"id":"caffeine","name":"One"}`},
			[2]string{"save_custom_item", `{"id":"caffeine","name":"Two"}`},
			false,
		},
		{
			"segment", [2]string{"star_segment", `{"id":"river-bend"}`}, [2]string{"delete_segment", `{"id":"river-bend"}`}, false,
		},
		{
			"plan",
			[2]string{"edit_training_plan", `{"id":"autumn-10k","operations":[{"op":"set","session":"w1-tue","fields":{"distance_km":9}}]}`},
			[2]string{"edit_training_plan", `{"id":"autumn-10k","operations":[{"op":"set","session":"w1-tue","fields":{"distance_km":10}}]}`},
			false,
		},
		{
			"applied plan",
			[2]string{"apply_training_plan", exampleOf("apply_training_plan")},
			[2]string{"update_event", `{"id":"hill-race","name":"Two"}`},
			true,
		},
		{
			"threshold",
			[2]string{"update_athlete_settings", `{"ftp_w":255,"effective_from":"2026-05-01"}`},
			[2]string{"update_athlete_settings", `{"ftp_w":260,"effective_from":"2026-05-01"}`},
			false,
		},
		{
			"thresholds of two days",
			[2]string{"update_athlete_settings", `{"ftp_w":255,"effective_from":"2026-05-01"}`},
			[2]string{"update_athlete_settings", `{"ftp_w":260,"effective_from":"2026-05-02"}`},
			true,
		},
		{
			"athlete",
			[2]string{"update_athlete_settings", `{"birth_year":1980}`},
			[2]string{"update_athlete_settings", `{"birth_year":1981}`},
			false,
		},
		{
			"two fields of the athlete",
			[2]string{"update_athlete_settings", `{"birth_year":1980}`},
			[2]string{"update_athlete_settings", `{"units":"imperial"}`},
			true,
		},
		{
			"zones",
			[2]string{"save_sport_settings", exampleOf("save_sport_settings")},
			[2]string{"save_sport_settings", `{"sport":"ride","ftp_w":251}`},
			false,
		},
		{
			"digest",
			[2]string{"save_digest", `{"id":"xu5dfeps4c","digest":"One [easy]"}`},
			[2]string{"save_digest", `{"id":"xu5dfeps4c","digest":"Two [easy]"}`},
			false,
		},
		{
			"memory",
			[2]string{"update_coach_memory", `{"section":"goals","content":"One"}`},
			[2]string{"update_coach_memory", `{"section":"goals","content":"Two"}`},
			false,
		},
		{
			"body",
			[2]string{"mark_body_regions", exampleOf("mark_body_regions")},
			[2]string{"mark_body_regions", `{"by":"athlete","marks":[{"region":"left_achilles","pain":5}]}`},
			false,
		},
		{
			"session log", [2]string{"save_session_log", `{"summary":"One"}`}, [2]string{"save_session_log", `{"summary":"Two"}`}, false,
		},
	}
}

func entered(name string) string {
	return `{"activities":[{"sport":"strength","start":"2026-05-20T18:00","duration_s":2700,"name":"` + name + `","external_id":"k"}]}`
}

// TestAnUndoIsWhatItSays of every kind of write: what was overwritten is refused,
// what stands beside is left, and who is told that something was undone finds
// what was there before.
func TestAnUndoIsWhatItSays(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	for _, o := range overwrites() {
		t.Run(o.what, func(t *testing.T) {
			start := a.seen(t)
			alone := start
			if !strings.Contains(o.second[1], "{id}") {
				second := a.writes(t, o.second)
				alone = a.seen(t)
				a.takesBack(t, second)
				same(t, "the second alone", start, a.seen(t))
			}
			first := a.writes(t, o.first)
			between := a.seen(t)
			if maps.Equal(start, between) {
				t.Fatal("the first changed nothing that is seen")
			}
			second := a.writes(t, o.second)
			both := a.seen(t)
			out, err := a.Journal.Undo(t.Context(), a.Scope(), first, noon)
			a.follow(t)
			now := a.seen(t)
			switch {
			case training.KindOf(err) == training.KindConflict && o.beside:
				t.Errorf("what stands beside is refused: %v", err)
			case training.KindOf(err) == training.KindConflict:
				same(t, "refused", both, now)
			case err != nil:
				t.Fatal(err)
			case !o.beside:
				t.Errorf("undone over a later write: %s", cmp.Diff(both, now))
			case out.Idle != maps.Equal(both, now):
				t.Errorf("idle is %v: %s", out.Idle, cmp.Diff(both, now))
			case !maps.Equal(alone, start):
				same(t, "the first undone", alone, now)
			}
			a.takesBack(t, second)
			if err != nil {
				same(t, "the second undone", between, a.seen(t))
				a.takesBack(t, first)
			}
			same(t, "all undone", start, a.seen(t))
		})
	}
}

func same(t *testing.T, what string, want, got map[string]string) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("%s: %s", what, diff)
	}
}

// seen returns answers, or why there is none, that show what is written.
func (a *subject) seen(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, call := range [][2]string{
		{"get_athlete_profile", `{}`},
		{"get_sport_settings", exampleOf("get_sport_settings")},
		{"analyze_training_load", `{"range":"2026-05"}`},
		{"list_activities", `{"limit":100}`},
		{"get_activity_notes", `{"id":"xu5dfeps4c"}`},
		{"get_activity", `{"id":"xu5dfeps4c","sections":["digest","summary","device","laps","zones","notes"]}`},
		{"list_gear", `{"include_retired":true}`},
		{"list_gear", `{"id":"road-bike"}`},
		{"list_custom_items", `{}`},
		{"list_goals", `{}`},
		{"list_events", `{"range":"2026-08-01..2026-10-31"}`},
		{"get_event", exampleOf("get_event")},
		{"get_wellness", `{"range":"2026-05"}`},
		{"list_workouts", `{}`},
		{"get_workout", `{"id":"base-1"}`},
		{"list_segments", `{"kind":"own"}`},
		{"list_training_plans", `{}`},
		{"get_coach_context", `{"parts":["memory","alerts","plan"],"max_tokens":8000}`},
		{"check_training_plan", `{"id":"autumn-10k"}`},
		{"get_body_map", `{"range":"last year"}`},
		{"get_session_logs", `{"limit":14}`},
	} {
		res, err := a.table.Call(t.Context(), call[0], a.call(t), json.RawMessage(a.own(call[1])))
		if out[call[0]+call[1]] = res.Text; err != nil {
			out[call[0]+call[1]] = err.Error()
		}
	}
	return out
}

// writes makes a call that a person agrees to and returns its journal entry.
func (a *subject) writes(t *testing.T, call [2]string) string {
	t.Helper()
	args := a.own(call[1])
	args = strings.ReplaceAll(args, "{id}", a.made)
	c := a.call(t)
	c.Face, c.Scope.Audience = "cli", training.AudiencePage
	res, err := a.table.Call(t.Context(), call[0], c, json.RawMessage(args))
	if needs, ok := errors.AsType[*journal.NeedsConsent](err); ok {
		if _, err := a.Journal.Grant(t.Context(), c.Scope, needs.Preview.Token, c.Now); err != nil {
			t.Fatal(err)
		}
		c.Approval = needs.Preview.Token
		res, err = a.table.Call(t.Context(), call[0], c, json.RawMessage(args))
	}
	if err != nil {
		t.Fatalf("%s %s: %v", call[0], args, err)
	}
	var out struct {
		ID      string
		Journal string `json:"journal_id"`
		Events  []struct{ ID string }
	}
	if err := json.Unmarshal(res.Structured, &out); err != nil {
		t.Fatal(err)
	}
	if a.made = out.ID; len(out.Events) > 0 {
		a.made = out.Events[0].ID
	}
	a.follow(t)
	if call[0] == "import_files" {
		var list struct{ Activities []struct{ ID string } }
		tooltest.Decode(t, a.table, a.call(t), "list_activities", `{"range":"2026-07-01"}`, &list)
		a.made = list.Activities[0].ID
	}
	if out.Journal == "" {
		t.Fatalf("%s %s wrote nothing", call[0], args)
	}
	return out.Journal
}

// takesBack undoes what nothing was written over, and is told whether that changed anything.
func (a *subject) takesBack(t *testing.T, id string) {
	t.Helper()
	before := a.seen(t)
	out, err := a.Journal.Undo(t.Context(), a.Scope(), id, noon)
	if err != nil {
		t.Fatal(err)
	}
	a.follow(t)
	if now := a.seen(t); out.Idle != maps.Equal(before, now) {
		t.Errorf("idle is %v: %s", out.Idle, cmp.Diff(before, now))
	}
}
