package app

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/faces/cli"
	"lapkeep/internal/training"
	"lapkeep/test/rawfit"
	"lapkeep/test/stravatest"
)

// TestWhatIsMadeAtStrava: an entry where Strava is the home source, and a
// recording that is sent there; each once, after a person agreed.
func TestWhatIsMadeAtStrava(t *testing.T) {
	t.Parallel()
	a := newAtStrava(t, stravatest.Options{Activities: 3})
	const entry = `{"activities":[{"sport":"strength","start":"2026-08-19T18:00","duration_s":2700,"name":"Proof core","external_id":"proof-core"}]}`
	a.call(t, "create_activities", strings.ReplaceAll(entry, "proof-core", "proof-here"))
	if n := a.server.Count("createActivity"); n != 0 {
		t.Errorf("it is not the home source, and was told %d times", n)
	}
	a.call(t, "update_athlete_settings", `{"home_source":"strava"}`)
	a.ok(t, "", "call", "create_activities", strings.Replace(entry, "{", `{"dry_run":true,`, 1))
	if n := a.server.Count("createActivity"); n != 0 {
		t.Error("a draft was sent")
	}
	out := a.call(t, "create_activities", entry)
	again := a.call(t, "create_activities", entry)
	if n := a.server.Count("createActivity"); n != 1 || a.there("Proof core") != 1 || !strings.Contains(out, `"state":"done"`) {
		t.Errorf("made %d times, %d there: %s\n%s", n, a.there("Proof core"), out, again)
	}
	file := filepath.Join(a.user, "ride.fit")
	if err := os.WriteFile(file, rawfit.SteadyRide().Bytes, 0o600); err != nil {
		t.Fatal(err)
	}
	a.ok(t, "", "import", file)
	var list struct{ Activities []struct{ ID string } }
	if err := json.Unmarshal([]byte(a.ok(t, "", "call", "list_activities", `{"range":"2025"}`)), &list); err != nil || len(list.Activities) != 1 {
		t.Fatalf("%+v %v", list, err)
	}
	send := `{"id":"` + list.Activities[0].ID + `","send_to":"strava"}`
	if n := a.server.Count("createUpload"); n != 0 {
		t.Errorf("it was sent by itself, in %d requests", n)
	}
	out = a.call(t, "update_activity", send)
	if n := a.server.Count("createUpload"); n != 1 || !regexp.MustCompile(`"state":"done","id":"strava:\d+`).MatchString(out) {
		t.Errorf("sent %d times: %s", n, out)
	}
	if again = a.call(t, "update_activity", send); !strings.Contains(again, "Strava has it already: strava:") ||
		a.server.Count("createUpload") != 1 {
		t.Errorf("again: %s", again)
	}
}

// there is how many activities of a name the service has.
func (a *atStrava) there(name string) (n int) {
	for _, what := range a.server.State() {
		if strings.Contains(what, fmt.Sprintf("%q", name)) {
			n++
		}
	}
	return n
}

// TestAChangeAtStravaNamesWhatIsKeptApart: a question and an undo say neither
// the former words nor that there were none.
func TestAChangeAtStravaNamesWhatIsKeptApart(t *testing.T) {
	t.Parallel()
	a := newAtStrava(t, stravatest.Options{Activities: 3})
	id := refs(t, a.ok(t, "", "call", "--json", "list_activities", `{"source":"strava"}`), "id")[0]
	args := `{"id":"` + id + `","name":"Hills","commute":true}`
	_, _, asked := a.do(t.Context(), "", "call", "update_activity", args)
	for _, want := range []string{"name: what it said before, which is kept apart → Hills", "commute: no → yes"} {
		if !strings.Contains(asked, want) {
			t.Errorf("it does not ask %q: %s", want, asked)
		}
	}
	a.call(t, "update_activity", args)
	if out := a.ok(t, "", "undo"); !strings.Contains(out, `name: "Hills" became "what it said before, which is kept apart"`) {
		t.Errorf("%s", out)
	}
	note := `{"id":"` + id + `","text":"Felt good.","target":"description"}`
	_, _, asked = a.do(t.Context(), "", "call", "add_activity_note", note)
	if !strings.Contains(asked, "→ what it said before, then Felt good.") {
		t.Errorf("%s", asked)
	}
}

// TestWhatStravaSaysLeavesWhereTheSwitchesAllow: every tool that asks Strava,
// for each who asks, with each of the switches.
func TestWhatStravaSaysLeavesWhereTheSwitchesAllow(t *testing.T) {
	t.Parallel()
	a := newAtStrava(t, stravatest.Options{Tier: stravatest.Extended, Activities: 8})
	a.call(t, "update_athlete_settings", `{"sex":"male","resting_hr_bpm":52,"max_hr_bpm":190}`)
	one := func(tool, field string) string {
		return refs(t, a.ok(t, "", "call", "--json", tool, `{"source":"strava"}`), field)[0]
	}
	of := func(id string) string { return `{"id":"` + id + `"}` }
	activity, route, segment := one("list_activities", "id"), one("list_routes", "id"), one("list_segments", "id")
	asking := [][2]string{
		{"list_activities", `{"source":"strava"}`},
		{"get_activity", of(activity)},
		{"get_activity_streams", of(activity)},
		{"get_activity_notes", of(activity)},
		{"get_training_summary", `{"source":"strava","period":"all","sections":["trimp"]}`},
		{"get_athlete_profile", `{"source":"strava"}`},
		{"list_gear", `{"source":"strava"}`},
		{"list_gear", of(one("list_gear", "id"))},
		{"list_routes", `{"source":"strava"}`},
		{"get_route", of(route)},
		{"export_route", of(route)},
		{"list_segments", `{"source":"strava"}`},
		{"list_segments", `{"source":"strava","bounds":[-80,-179,80,179]}`},
		{"get_segment", of(segment)},
		{"update_activity", `{"id":"` + activity + `","name":"x","dry_run":true}`},
		{"star_segment", `{"id":"` + segment + `","starred":false,"dry_run":true}`},
	}
	// Of those that answer though nothing is open, a word that only a row has.
	word := map[string]string{"list_activities": `"name":`, "get_training_summary": `"banister"`, "get_segment": `"name":`}
	w, _ := opened(t, a.unhurried(), cli.OpenOptions{Create: true})
	for _, state := range []struct {
		name  string
		turn  []string
		line  string
		model bool
	}{
		{name: "the first"},
		{name: "both", turn: []string{"connect", "strava", "--assistants"}, line: "strava assistants\n", model: true},
		{name: "the second closed", turn: []string{"connect", "strava", "--assistants=false"}},
	} {
		if state.turn != nil {
			a.ok(t, state.line, state.turn...)
		}
		for who, open := range map[training.Audience]bool{
			training.AudienceModel: state.model, training.AudiencePage: true, training.AudienceExport: false,
		} {
			for _, call := range asking {
				said, err := a.answered(t, w, who, call[0], call[1])
				secret := who == training.AudienceModel && (call[0] == "export_route" || strings.Contains(call[1], "bounds"))
				if may := open && !secret; (err == nil && strings.Contains(said, word[call[0]])) != may {
					t.Errorf("%s: %s %s for %s, open %v: %v %.300s", state.name, call[0], call[1], who, may, err, said)
				}
				if who == training.AudienceModel && strings.Contains(said, "latitude_deg") && call[0] != "get_activity_streams" {
					t.Errorf("%s: %s tells an assistant where it is: %.300s", state.name, call[0], said)
				}
			}
		}
	}
}

// unhurried is the program whose waits pass at once.
func (a *atStrava) unhurried() *Program {
	p := a.program(os.Stderr, os.Stderr)
	p.Sleep = func(ctx context.Context, d time.Duration) error { a.server.Advance(d); return ctx.Err() }
	return p
}

// answered is what a call by an audience says, and whether it is refused.
func (a *atStrava) answered(t *testing.T, w *cli.Workbench, who training.Audience, tool, args string) (string, error) {
	t.Helper()
	scope := training.Scope{Athlete: w.Athlete, Audience: who}
	c, err := a.unhurried().newCall(context.WithoutCancel(t.Context()), w.DB, w.Limited, w.Settings, scope, "mcp")
	if err != nil {
		t.Fatal(err)
	}
	res, err := w.Table.Call(t.Context(), tool, c, json.RawMessage(args))
	if err != nil {
		return "", err
	}
	return res.Text + string(res.Structured), nil
}
