package activities_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/derive"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/training"
)

// wrote is the answer to a write.
type wrote struct {
	JournalID string `json:"journal_id"`
	DryRun    bool   `json:"dry_run"`
	Changes   []struct{ Field, Before, After string }
}

// fixed reads the activity after what follows from a write was computed.
func (h *home) fixed(t *testing.T, id string) (d activity.Detail) {
	t.Helper()
	if _, err := derive.Follow(t.Context(), h.db, nil); err != nil {
		t.Fatal(err)
	}
	h.decode(t, "get_activity", `{"id":"`+id+`","sections":["summary","best_efforts","hrv"]}`, &d)
	return d
}

// TestWrongSensorDataIsLeftOut of every number, kept, and brought back.
func TestWrongSensorDataIsLeftOut(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	id := h.ride(t)
	before := h.fixed(t, id)
	drop := func(args string) (out wrote) {
		h.decode(t, "update_activity_streams", `{"id":"`+id+`",`+args+`}`, &out)
		return out
	}
	if out := drop(`"drop":[{"channel":"power"}],"dry_run":true`); !out.DryRun || len(out.Changes) != 1 || out.Changes[0].After != "power" {
		t.Errorf("%+v", out)
	}
	if d := h.fixed(t, id); d.Summary["avg_power_w"] != before.Summary["avg_power_w"] {
		t.Errorf("a dry run: %v", d.Summary)
	}
	drop(`"drop":[{"channel":"power","start_offset_s":0,"end_offset_s":450},{"channel":"hr","start_offset_s":890}]`)
	if d := h.fixed(t, id); d.Summary["avg_power_w"] == nil || d.Summary["avg_power_w"] == before.Summary["avg_power_w"] ||
		!strings.Contains(strings.Join(phrasetest.Texts(d.DataQuality), " "), "left power out from second 0 to 450") {
		t.Errorf("half of it: %v %v", d.Summary, d.DataQuality)
	}
	drop(`"drop":[{"channel":"power"},{"channel":"hr"},{"channel":"position"}]`)
	d := h.fixed(t, id)
	for _, m := range []string{"avg_power_w", "normalized_power_w", "avg_hr_bpm"} {
		if d.Summary[m] != nil {
			t.Errorf("%s is %v", m, d.Summary[m])
		}
	}
	if d.Missing["hrv"] == "" || len(d.BestEfforts["power"]) != 0 ||
		!strings.Contains(strings.Join(phrasetest.Texts(d.DataQuality), " "), "left latitude out") {
		t.Errorf("%v %v %v", d.Missing, d.BestEfforts, d.DataQuality)
	}
	drop(`"restore":["power","position"]`)
	if d := h.fixed(t, id); d.Summary["avg_power_w"] != before.Summary["avg_power_w"] || d.Summary["avg_hr_bpm"] != nil {
		t.Errorf("restored: %v", d.Summary)
	}
	var cleared wrote
	h.decode(t, "update_activity", `{"id":"`+id+`","clear":["ignored"]}`, &cleared)
	if d := h.fixed(t, id); d.Summary["avg_hr_bpm"] != before.Summary["avg_hr_bpm"] || len(d.Edited) != 0 {
		t.Errorf("cleared: %v %v", d.Summary, d.Edited)
	}
	h.undo(t, cleared.JournalID)
	for _, bad := range []string{
		`"drop":[{"channel":"hr"}]`, `"restore":["power"]`, `"drop":[{"channel":"power"}],"restore":["power"]`, `"drop":[{"channel":"wings"}]`,
		`"drop":[{"channel":"power","start_offset_s":9,"end_offset_s":9}]`,
		`"drop":[{"channel":"power","start_offset_s":-1}]`, `"drop":[]`, `"dry_run":true`,
		`"drop":[` + strings.Repeat(`{"channel":"power"},`, 20) + `{"channel":"hr"}]`,
	} {
		if _, err := h.table.Call(t.Context(), "update_activity_streams", call(t, answerstest.ActivityModel),
			fmt.Appendf(nil, `{"id":%q,%s}`, id, bad)); training.KindOf(err) != training.KindInvalid || err == nil {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// TestFurtherGear is named, found, cleared and taken back as the first is.
func TestFurtherGear(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	id := h.ride(t)
	var out struct {
		wrote

		JournalID string `json:"journal_id"`
	}
	h.decode(t, "update_activity", `{"id":"`+id+`","gear":"bike","more_gear":["wheels"," shoes ","wheels","bike"],"commute":true}`, &out)
	if d := h.fixed(t, id); d.GearID != "bike" || !slices.Equal(d.MoreGear, []string{"wheels", "shoes"}) || len(out.Changes) != 3 {
		t.Errorf("%q %q %+v", d.GearID, d.MoreGear, out)
	}
	for args, want := range map[string]int{`{"gear":"shoes"}`: 1, `{"gear":"bike","commute":true}`: 1, `{"commute":false}`: 0} {
		var found activity.List
		if h.decode(t, "list_activities", args, &found); found.Total != want {
			t.Errorf("%s finds %d", args, found.Total)
		}
	}
	first := out.JournalID
	h.decode(t, "update_activity", `{"id":"`+id+`","clear":["more_gear"]}`, &out)
	if d := h.fixed(t, id); d.GearID != "bike" || len(d.MoreGear) != 0 {
		t.Errorf("cleared: %q %q", d.GearID, d.MoreGear)
	}
	h.undo(t, out.JournalID)
	if d := h.fixed(t, id); len(d.MoreGear) != 2 {
		t.Errorf("the clearing undone: %q", d.MoreGear)
	}
	h.undo(t, first)
	if d := h.fixed(t, id); d.GearID != "" || d.Commute || len(d.MoreGear) != 0 {
		t.Errorf("undone: %q", d.GearID)
	}
}

// TestHowItWas: feel, food and the trainer are words like the others.
func TestHowItWas(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	id := h.ride(t)
	var out wrote
	h.decode(t, "update_activity", `{"id":"`+id+`","feel":2,"carbs_g":85,"fluid_ml":900,"indoor":true}`, &out)
	d := h.fixed(t, id)
	if d.Summary["feel"] != 2.0 || d.Summary["carbs_g"] != 85.0 || d.Summary["fluid_ml"] != 900.0 ||
		!d.Indoor || d.SubSport != training.SubIndoor || len(out.Changes) != 4 {
		t.Errorf("%v %v %s %+v", d.Summary, d.Indoor, d.SubSport, out)
	}
	var list activity.List
	h.decode(t, "list_activities", `{"fields":["feel","carbs_g","fluid_ml","indoor"]}`, &list)
	if row := list.Activities[0]; row["feel"] != 2.0 || row["carbs_g"] != 85.0 || row["fluid_ml"] != 900.0 || row["indoor"] != true {
		t.Errorf("%v", row)
	}
	var outside wrote
	h.decode(t, "update_activity", `{"id":"`+id+`","indoor":false}`, &outside)
	if d := h.fixed(t, id); d.Indoor || d.SubSport != "" {
		t.Errorf("outside: %s", d.SubSport)
	}
	h.undo(t, outside.JournalID)
	h.undo(t, out.JournalID)
	if d := h.fixed(t, id); d.Summary["feel"] != nil || d.Indoor || len(d.Edited) != 0 {
		t.Errorf("undone: %v %v", d.Summary, d.Edited)
	}
	for _, bad := range []string{`"feel":6`, `"feel":0`, `"carbs_g":-1`, `"fluid_ml":-1`, `"carbs_g":1000`, `"fluid_ml":20000`, `"feel":2.5`, `"indoor":false`} {
		if _, err := h.table.Call(t.Context(), "update_activity", call(t, answerstest.ActivityModel),
			fmt.Appendf(nil, `{"id":%q,%s}`, id, bad)); training.KindOf(err) != training.KindInvalid || err == nil {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
