package outwardtest_test

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/test/intervalstest"
	"lapkeep/test/intervalstest/apitest"
)

// making are calls that make a thing of each kind, or say something of a day,
// and the word by which that is found.
var making = []struct{ tool, args, word string }{
	{"create_events", proofRide, "Proof ride"},
	{"update_wellness", `{"date":"2026-08-19","values":{"weight_kg":"61.125","comments":"Proof of sleep"}}`, "Proof of sleep"},
	{"create_activities", proofCore, "Proof core"},
	{
		"create_activities",
		`{"activities":[{"sport":"strength","start":"2026-08-17T18:00","duration_s":1500,"distance_km":1.25,"name":"Proof bare"}]}`, "Proof bare",
	},
	{"save_workout", `{"name":"Proof thirties","sport":"ride","description":"10x\n- 30s 120%\n- 30s 50%","folder_id":"{Favourites}","tags":["proof"]}`, "Proof thirties"},
	{
		"save_custom_item",
		`{"type":"input_field","name":"Proof gels","content":"{\"code\":\"ProofGels\",\"type\":\"numeric\",\"aggregate\":\"SUM\"}"}`, "Proof gels",
	},
	{"save_gear", `{"kind":"shoes","name":"Proof shoes"}`, "Proof shoes"},
	{"save_gear_reminder", `{"gear_id":"{Road bike}","text":"Proof oil","every_km":300}`, "Proof oil"},
}

// versions are words of when something was read, which differ though the data
// does not: a service that is not connected has none.
var versions = regexp.MustCompile(`,?"(as_of|updated|last_sync|next_sync|generated_at|freshness)":"[^"]*"`)

// everything collects all that the athlete has here, as the tools show it.
func (a *athlete) everything(t *testing.T) string {
	t.Helper()
	var all []string
	for _, c := range [][2]string{
		{"list_events", `{"range":"2026-08-01..2026-10-01"}`},
		{"get_wellness", `{"range":"2026-08-10..2026-08-20"}`},
		{
			"list_activities",
			`{"fields":["id","local_date","name","description","duration_s","distance_km","avg_power_w","tags","perceived_exertion"]}`,
		},
		{"list_workouts", `{}`},
		{"list_custom_items", `{}`},
		{"list_gear", `{}`},
	} {
		all = append(all, versions.ReplaceAllString(a.ok(t, "call", c[0], c[1]), ""))
	}
	return strings.Join(all, "\n")
}

// TestWhatWasMadeHereStays when its service is disconnected and what was read
// from it goes; undone, all is as before, and connected again nothing is there
// twice.
func TestWhatWasMadeHereStays(t *testing.T) {
	t.Parallel()
	a := newAthlete(t)
	for _, c := range making {
		if w := a.call(t, c.tool, a.fill(t, c.args)); w.states() != "done" {
			t.Fatalf("%s: %s", c.tool, w.text)
		}
	}
	a.call(t, "update_activity", `{"id":"manual:proof-core","description":"Proof of words","tags":["proof","more"]}`)
	a.read(t)
	before, there := a.everything(t), a.server.State()
	gone := a.call(t, "disconnect_source", `{"source":"intervals"}`)
	left := a.everything(t)
	for _, c := range making {
		if strings.Count(left, c.word) != strings.Count(before, c.word) || !strings.Contains(left, c.word) {
			t.Errorf("of %q there was %d, and is %d", c.word, strings.Count(before, c.word), strings.Count(left, c.word))
		}
	}
	for _, word := range []string{"Proof of words", `"more"`, "1.25", "1500", "2026-08-27", "61.13"} {
		if !strings.Contains(left, word) {
			t.Errorf("%s is gone:\n%s", word, left)
		}
	}
	for _, word := range []string{"Threshold", "Long ride", "Endurance"} {
		if strings.Contains(left, word) {
			t.Errorf("%s of the service stayed", word)
		}
	}
	redo := a.undo(t, gone.JournalID)
	if d := cmp.Diff(before, a.everything(t)); d != "" {
		t.Errorf("undone: %s", d)
	}
	a.undo(t, redo)
	if d := cmp.Diff(left, a.everything(t)); d != "" {
		t.Errorf("undo undone: %s", d)
	}
	a.server.Forget()
	if code, _, errs := a.do(t.Context(), intervalstest.DefaultKey+"\n", "connect", "intervals"); code != 0 {
		t.Fatal(errs)
	}
	a.read(t)
	if sent := a.sent(); len(sent) > 0 {
		t.Errorf("it sent %q", sent)
	}
	if d := cmp.Diff(there, a.server.State()); d != "" {
		t.Error(d)
	}
	again := a.everything(t)
	for _, c := range making {
		if strings.Count(again, c.word) != strings.Count(before, c.word) {
			t.Errorf("connected again there is %d of %q, was %d:\n%s", strings.Count(again, c.word), c.word, strings.Count(before, c.word), again)
		}
	}
	a.server.Do(func(w *apitest.World) {
		for _, d := range w.Athletes[0].Events.Rows {
			if apitest.Text(d, "name") == "Proof ride" {
				d["description"] = "Proof of the service"
			}
		}
		w.Athletes[0].Wellness["2026-08-19"]["weight"] = 58.25
	})
	a.read(t)
	for _, word := range []string{"Proof of the service", "58.25"} {
		if !strings.Contains(a.ok(t, "call", "get_event", `{"id":"`+a.id(t, "Proof ride")+`"}`)+a.everything(t), word) {
			t.Errorf("what the service says since (%s) is not heard", word)
		}
	}
	if w := a.call(t, "update_event", `{"id":"`+a.id(t, "Proof ride")+
		`","name":"Proof of a tie"}`); w.states() != "done" || a.count("Proof of a tie") != 1 {
		t.Errorf("%s", w.text)
	}
}

// TestAnExportKnowsWhatIsThere: read back into another home that is connected
// to the same account, nothing that was made here is there or here twice.
func TestAnExportKnowsWhatIsThere(t *testing.T) {
	t.Parallel()
	a := newAthlete(t)
	for _, c := range making {
		a.call(t, c.tool, a.fill(t, c.args))
	}
	a.read(t)
	before, there := a.everything(t), a.server.State()
	out := filepath.Join(a.work, "out")
	a.ok(t, "export", "--all", out)
	a.user = filepath.Join(a.work, "another")
	if err := a.configure("writes: full\n"); err != nil {
		t.Fatal(err)
	}
	a.ok(t, "import", out)
	if code, _, errs := a.do(t.Context(), intervalstest.DefaultKey+"\n", "connect", "intervals"); code != 0 {
		t.Fatal(errs)
	}
	a.server.Forget()
	a.read(t)
	if sent := a.sent(); len(sent) > 0 {
		t.Errorf("it sent %q", sent)
	}
	again := a.everything(t)
	for _, c := range making {
		if strings.Count(again, c.word) != strings.Count(before, c.word) {
			t.Errorf("there is %d of %q, was %d:\n%s", strings.Count(again, c.word), c.word, strings.Count(before, c.word), again)
		}
	}
	id := regexp.MustCompile(`"id":"([^"]+)"[^{}]*"Proof shoes"`).FindStringSubmatch(again)
	if id == nil {
		t.Fatalf("no shoes in %s", again)
	}
	w := a.call(t, "save_gear", `{"id":"`+id[1]+`","name":"Proof of shoes"}`)
	a.undo(t, w.JournalID)
	if d := cmp.Diff(there, a.server.State()); d != "" || w.states() != "done" {
		t.Errorf("%s %s", w.text, d)
	}
}
