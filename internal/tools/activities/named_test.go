package activities_test

import (
	"errors"
	"strings"
	"testing"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
)

// TestAnActivityIsFoundByWords: the latest, and that of a day, by every tool
// that reads one.
func TestAnActivityIsFoundByWords(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	yesterday := noon.AddDate(0, 0, -1)
	h.file(t, "old.fit", answerstest.Session(training.Cycling, answerstest.FirstStart, 300, nil))
	h.file(t, "run.fit", answerstest.Session(training.Running, yesterday.Add(-3e12), 300, nil))
	h.file(t, "ride.fit", answerstest.Session(training.Cycling, yesterday, 300, nil))
	h.decode(t, "import_files", `{"paths":["."]}`, &imported{})
	var all activity.List
	h.decode(t, "list_activities", `{}`, &all)
	ride, run, old := all.Activities[0]["id"], all.Activities[1]["id"], all.Activities[2]["id"]
	for words, want := range map[string]any{
		"latest": ride, "my last ride": ride, "latest_run": run, "the most recent activity": ride, "yesterday's ride": ride,
		"yesterday’s run": run, "tuesday run": run, "2026-05-01": old, "1 May": old, "last bike ride": ride,
	} {
		var got struct{ ID string }
		h.decode(t, "get_activity", `{"id":"`+words+`","sections":["summary"]}`, &got)
		if got.ID != want {
			t.Errorf("%s is %s, want %s", words, got.ID, want)
		}
	}
	for tool, args := range map[string]string{
		"get_activity_streams": `{"id":"latest","resolution":"1min"}`, "compare_activities": `{"ids":["last ride","yesterday's run"]}`,
		"get_activity_notes": `{"id":"latest"}`, "list_activities": `{"around":"latest"}`,
	} {
		tooltest.Call(t, h.table, call(t, answerstest.ActivityModel), tool, args)
	}
	for words, says := range map[string]string{
		"yesterday":      "could be one of 2 activities",
		"yesterday swim": "no activity that",
		"nonsense":       `There is no activity "nonsense".`,
	} {
		if p := tooltest.Fails(t, h.table, call(t, answerstest.ActivityModel), "get_activity",
			`{"id":"`+words+`"}`); !strings.Contains(p.String(), says) {
			t.Errorf("%s: %+v", words, p)
		}
	}
}

// TestAnUnknownWordIsNamed: for a tag, a piece of gear, a source or a field
// that no activity has, the nearest one is named. Gear goes by its name too.
func TestAnUnknownWordIsNamed(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	id := h.ride(t)
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		_, err := tx.SetOverride(answerstest.ActivityAthlete, training.ActivityID(id), "tags", []byte(`["commute","hilly"]`))
		_, more := tx.SetOverride(answerstest.ActivityAthlete, training.ActivityID(id), "gear_id", []byte(`"g1"`))
		_, gear := tx.SayGear(answerstest.ActivityAthlete, training.Gear{ID: "g1", Kind: training.GearBike, Name: "Canyon"})
		return errors.Join(err, more, gear)
	})
	for args, says := range map[string]string{
		`{"tag":"comute"}`:                 `No activity has the tag "comute". Did you mean "commute"? Known: commute, hilly.`,
		`{"gear":"Canyonn"}`:               `No activity has the gear "Canyonn". Did you mean "Canyon"? Known: Canyon, g1.`,
		`{"source":"garmn"}`:               `No activity has the source "garmn".`,
		`{"tag":"commute","range":"2020"}`: "Nothing matches. Widen the dates",
	} {
		var out activity.List
		h.decode(t, "list_activities", args, &out)
		if out.Total != 0 || !strings.HasPrefix(out.Narrow.String(), says) {
			t.Errorf("%s: %q", args, out.Narrow)
		}
	}
	var out activity.List
	h.decode(t, "list_activities", `{"gear":"canyon"}`, &out)
	if out.Total != 1 {
		t.Errorf("gear by its name: %+v", out)
	}
	if p := tooltest.Fails(t, h.table, call(t, answerstest.ActivityModel), "list_activities",
		`{"fields":["avg_powr_w"]}`); !strings.Contains(p.Fix, "Did you mean avg_power_w?") {
		t.Errorf("a field: %+v", p)
	}
}
