package outwardtest_test

import (
	"strings"
	"testing"
)

// TestBareIDsOfAServiceAreFound wherever an id is taken, and the answer says
// how each was read.
func TestBareIDsOfAServiceAreFound(t *testing.T) {
	t.Parallel()
	a := newAthlete(t)
	bare := func(args string) string { return strings.ReplaceAll(a.fill(t, args), "intervals:", "") }
	for tool, args := range map[string]string{
		"get_activity":            `{"id":"{Long ride}"}`,
		"get_activity_streams":    `{"id":"{Long ride}"}`,
		"compare_activities":      `{"ids":["{Long ride}","{Morning ride}"]}`,
		"list_activities":         `{"around":"{Long ride}"}`,
		"update_activity":         `{"id":"{Long ride}","name":"Bare","dry_run":true}`,
		"add_activity_note":       `{"id":"{Long ride}","text":"Bare","dry_run":true}`,
		"export_activity":         `{"id":"{Long ride}","dry_run":true}`,
		"get_event":               `{"id":"{Threshold}"}`,
		"update_event":            `{"id":"{Endurance}","done_by":"{Long ride}","dry_run":true}`,
		"delete_events":           `{"ids":["{Easy run}"],"dry_run":true}`,
		"apply_training_plan":     `{"plan_id":"{Base weeks}","start_date":"2026-09-07","dry_run":true}`,
		"list_workouts":           `{"folder":"{Favourites}"}`,
		"get_workout":             `{"id":"{Base weeks 2}"}`,
		"create_workout":          `{"workouts":[{"workout_id":"{Base weeks 2}","date":"2026-08-27"}],"dry_run":true}`,
		"check_workout":           `{"id":"{Base weeks 2}"}`,
		"export_workout":          `{"id":"{Base weeks 2}","format":"txt","inline":true}`,
		"save_workout":            `{"id":"{Base weeks 2}","folder_id":"{Base weeks}","name":"Bare","dry_run":true}`,
		"list_gear":               `{"id":"{Road bike}"}`,
		"save_gear_reminder":      `{"gear_id":"{Road bike}","text":"Bare","every_km":300,"dry_run":true}`,
		"get_custom_item":         `{"id":"{Coffee}"}`,
		"delete_custom_item":      `{"id":"{Coffee}","dry_run":true}`,
		"save_custom_item":        `{"id":"{Coffee}","name":"Bare","dry_run":true}`,
		"get_activity_notes":      `{"id":"{Long ride}"}`,
		"duplicate_events":        `{"ids":["{Autumn race}"],"copies":2,"dry_run":true}`,
		"delete_workout":          `{"id":"{Base weeks 2}","dry_run":true}`,
		"delete_gear":             `{"id":"{Old shoes}","dry_run":true}`,
		"save_gear":               `{"id":"{Road bike}","name":"Bare","dry_run":true}`,
		"delete_activity":         `{"id":"{Long ride}","dry_run":true}`,
		"update_activity_streams": `{"id":"{Long ride}","drop":[{"channel":"hr"}],"dry_run":true}`,
	} {
		code, out, said := a.do(t.Context(), "", "call", tool, bare(args))
		if code != 0 {
			t.Errorf("%s %s: exit %d: %s", tool, bare(args), code, tail(said))
			continue
		}
		if !strings.Contains(out, `"read_as":{`) || !strings.Contains(out, `"intervals:`) {
			t.Errorf("%s does not say how it read the id: %.300s", tool, out)
		}
	}
	made := a.call(t, "save_workout", a.fill(t, `{"name":"Proof made","sport":"ride","description":"- 30m 60%","folder_id":"{Favourites}"}`))
	if id := made.AtService[0].ID; made.states() != "done" ||
		!strings.Contains(a.ok(t, "call", "get_workout", `{"id":"`+id+`"}`), "Proof made") ||
		!strings.Contains(a.ok(t, "call", "get_workout", `{"id":`+strings.TrimPrefix(id, "intervals:")+`}`), "Proof made") {
		t.Errorf("what was made here is not found by its id there, %s", id)
	}
	if code, _, said := a.do(t.Context(), "", "call", "get_activity", `{"id":"99999999"}`); code == 0 || !strings.Contains(said, "99999999") {
		t.Errorf("an id of nothing: %d %s", code, tail(said))
	}
}
