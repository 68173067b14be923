package outwardtest_test

import (
	"encoding/json"
	"strings"
	"testing"

	"lapkeep/test/intervalstest"
	"lapkeep/test/intervalstest/apitest"
)

const proofCore = `{"activities":[{"sport":"strength","start":"2026-08-19T18:00","duration_s":2700,"name":"Proof core","avg_power_w":90,"carbs_g":20,"fluid_ml":300,"distance_km":1.5,` +
	`"perceived_exertion":5,"tags":["proof"],"external_id":"proof-core"}]}`

// made are the activities of a name here, and those there.
func (a *athlete) made(t *testing.T, name string) (here []string, there []apitest.Doc) {
	t.Helper()
	var list struct{ Activities []json.RawMessage }
	out := a.ok(t, "call", "list_activities", `{"text":"`+name+`","fields":["id","name","duration_s","avg_power_w"]}`)
	if err := json.Unmarshal([]byte(out), &list); err != nil {
		t.Fatal(err)
	}
	for _, r := range list.Activities {
		here = append(here, string(r))
	}
	a.server.Do(func(w *apitest.World) {
		for _, v := range w.Athletes[0].NewestFirst() {
			if strings.Contains(apitest.Text(v.Doc, "name"), name) {
				there = append(there, v.Doc)
			}
		}
	})
	return here, there
}

// read reads everything once more.
func (a *athlete) read(t *testing.T) { t.Helper(); a.wait(2e13); a.ok(t, "sync", "--full") }

// TestWhatWasEnteredIsOneActivity, entered twice, read back, and brought back
// after its deletion; the numbers that were entered stay.
func TestWhatWasEnteredIsOneActivity(t *testing.T) {
	t.Parallel()
	a := newAthlete(t)
	first := a.call(t, "create_activities", proofCore)
	second := a.call(t, "create_activities", strings.Replace(proofCore, `"name":"Proof core"`, `"name":"Proof core two"`, 1))
	if first.states() != "done" || second.states() != "done" || first.AtService[0].ID != second.AtService[0].ID {
		t.Errorf("%s %s", first.text, second.text)
	}
	if !strings.Contains(first.text, "avg_power_w, carbs_g, fluid_ml") {
		t.Errorf("it does not say what stays here: %s", first.text)
	}
	one := func(what, name string) {
		t.Helper()
		a.read(t)
		here, there := a.made(t, "Proof core")
		if len(here) != 1 || len(there) != 1 || !strings.Contains(here[0], `"`+name+`"`) ||
			!strings.Contains(here[0], `"avg_power_w":90`) || there[0]["name"] != name {
			t.Errorf("%s: here %q, there %v", what, here, there)
		}
	}
	one("entered twice", "Proof core two")
	a.undo(t, second.JournalID)
	one("the second undone", "Proof core")
	redo := a.undo(t, first.JournalID)
	a.read(t)
	if here, there := a.made(t, "Proof core"); len(here)+len(there) > 0 {
		t.Errorf("undone: here %q, there %v", here, there)
	}
	a.undo(t, redo)
	one("undo undone", "Proof core")
}

// TestWhatWasEnteredIsRecognised by a sync that comes before the service's
// answer is known.
func TestWhatWasEnteredIsRecognised(t *testing.T) {
	t.Parallel()
	for _, key := range []string{`,"external_id":"proof-core"`, ""} {
		a := newAthlete(t)
		mend := a.server.Inject(intervalstest.Fault{Operation: "createMultipleManualActivities", Status: 503, Late: true})
		w := a.call(t, "create_activities", strings.Replace(proofCore, `,"external_id":"proof-core"`, key, 1))
		if w.states() != "waiting" {
			t.Errorf("it says %s", w.text)
		}
		a.ok(t, "sync", "--full")
		mend()
		a.settled(t)
		a.read(t)
		if here, there := a.made(t, "Proof core"); len(here) != 1 || len(there) != 1 {
			t.Errorf("here %q, there %v", here, there)
		}
	}
}

// TestWhatWasEnteredAndDeletedHereStaysAway whatever a sync reads.
func TestWhatWasEnteredAndDeletedHereStaysAway(t *testing.T) {
	t.Parallel()
	a := newAthlete(t)
	w := a.call(t, "create_activities", proofCore)
	a.read(t)
	a.call(t, "delete_activity", `{"id":"`+w.AtService[0].ID+`"}`)
	a.read(t)
	if here, _ := a.made(t, "Proof core"); len(here) > 0 {
		t.Errorf("here %q", here)
	}
}

// TestWhatWasEnteredAndRefusedIsTold in words, and kept here.
func TestWhatWasEnteredAndRefusedIsTold(t *testing.T) {
	t.Parallel()
	a := newAthlete(t)
	defer a.server.Inject(intervalstest.Fault{
		Operation: "createMultipleManualActivities", Status: 422,
		Body: `{"status":422,"error":"Too strong"}`,
	})()
	w := a.call(t, "create_activities", proofCore)
	here, there := a.made(t, "Proof core")
	if w.states() != "failed" || !strings.Contains(w.AtService[0].Note, "Too strong") || len(here) != 1 || len(there) != 0 {
		t.Errorf("%s, here %q, there %v", w.text, here, there)
	}
	a.undo(t, w.JournalID)
	if here, there := a.made(t, "Proof core"); len(here)+len(there) > 0 || a.pending(t) {
		t.Errorf("undone: here %q, there %v", here, there)
	}
}
