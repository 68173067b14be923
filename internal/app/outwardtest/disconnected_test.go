//go:build e2e

package outwardtest_test

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/test/intervalstest"
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
	a.server.Do(func(w *intervalstest.World) {
		for _, d := range w.Athletes[0].Events.Rows {
			if intervalstest.Text(d, "name") == "Proof ride" {
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

const proofCore = `{"activities":[{"sport":"strength","start":"2026-08-19T18:00","duration_s":2700,"name":"Proof core","avg_power_w":90,"carbs_g":20,"fluid_ml":300,"distance_km":1.5,` +
	`"perceived_exertion":5,"tags":["proof"],"external_id":"proof-core"}]}`

// made returns the activities of a name here and at the service.
func (a *athlete) made(t *testing.T, name string) (here []string, there []intervalstest.Doc) {
	t.Helper()
	var list struct{ Activities []json.RawMessage }
	out := a.ok(t, "call", "list_activities", `{"text":"`+name+`","fields":["id","name","duration_s","avg_power_w"]}`)
	if err := json.Unmarshal([]byte(out), &list); err != nil {
		t.Fatal(err)
	}
	for _, r := range list.Activities {
		here = append(here, string(r))
	}
	a.server.Do(func(w *intervalstest.World) {
		for _, v := range w.Athletes[0].NewestFirst() {
			if strings.Contains(intervalstest.Text(v.Doc, "name"), name) {
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

// eventsHere returns the days and names of the athlete's calendar as the
// program lists it.
func (a *athlete) eventsHere(t *testing.T) string {
	t.Helper()
	var list struct {
		Events []struct {
			Name      string
			LocalDate string `json:"local_date"`
		}
	}
	out := a.ok(t, "call", "list_events", `{"range":"2026-08-01..2026-10-31"}`)
	if err := json.Unmarshal([]byte(out), &list); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, e := range list.Events {
		lines = append(lines, e.LocalDate+" "+e.Name)
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// eventsThere returns the days and names of the calendar at the service.
func (a *athlete) eventsThere() string {
	var lines []string
	a.server.Do(func(w *intervalstest.World) {
		for _, e := range w.Athletes[0].Events.Rows {
			lines = append(lines, intervalstest.Text(e, "start_date_local")[:10]+" "+intervalstest.Text(e, "name"))
		}
	})
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// count returns how many events of a name the service has.
func (a *athlete) count(name string) int { return len(a.named(name)) }

// named returns the events of a name at the service.
func (a *athlete) named(name string) []intervalstest.Doc {
	var out []intervalstest.Doc
	a.server.Do(func(w *intervalstest.World) {
		out = w.Athletes[0].Events.Where(func(e intervalstest.Doc) bool { return intervalstest.Text(e, "name") == name })
	})
	return out
}

// atTheirPages changes an event as a person does at the service's own pages.
func (a *athlete) atTheirPages(t *testing.T, name string, fields intervalstest.Doc) {
	t.Helper()
	n := 0
	a.server.Do(func(w *intervalstest.World) {
		for _, e := range w.Athletes[0].Events.Rows {
			if intervalstest.Text(e, "name") == name {
				n++
				for k, v := range intervalstest.PlainDoc(fields) {
					e[k] = v
				}
				e["updated"] = w.Stamp()
			}
		}
	})
	if n != 1 {
		t.Fatalf("%d events are called %q", n, name)
	}
}
