package app

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/faces/cli"
	"lapkeep/internal/training"
	"lapkeep/test/rawfit"
	"lapkeep/test/stravatest"
)

// atStrava is a person who connected Strava by tokens that they had, and writes.
type atStrava struct {
	*person
	server *stravatest.Server
}

func newAtStrava(t *testing.T, o stravatest.Options) *atStrava {
	t.Helper()
	now := noon
	o.Now = func() time.Time { return now }
	a := &atStrava{person: newPerson(t), server: stravatest.New(t, o)}
	a.clock = a.server.Now
	access := a.server.Grant()
	a.environ = append(
		a.environ, "STRAVA_API_URL="+a.server.APIURL(), "STRAVA_OAUTH_URL="+a.server.WebURL,
		"STRAVA_CLIENT_ID="+strconv.Itoa(stravatest.DefaultClientID), "STRAVA_CLIENT_SECRET="+stravatest.DefaultClientSecret,
		"STRAVA_ACCESS_TOKEN="+access.Access, "STRAVA_REFRESH_TOKEN="+access.Refresh,
	)
	a.ok(t, "strava\ny\n", "connect", "strava")
	a.ok(t, "", "sync", "strava")
	return a
}

func (a *atStrava) do(ctx context.Context, lines string, args ...string) (code int, out, errs string) {
	var o, e bytes.Buffer
	a.in, a.inTTY = strings.NewReader(lines), lines != ""
	defer func() { a.in, a.inTTY = nil, false }()
	p := a.program(&o, &e)
	p.Sleep = func(ctx context.Context, d time.Duration) error { a.server.Advance(d); return ctx.Err() }
	code = p.Run(ctx, args)
	return code, o.String(), e.String()
}

func (a *atStrava) ok(t *testing.T, lines string, args ...string) string {
	t.Helper()
	code, out, errs := a.do(t.Context(), lines, args...)
	if code != 0 {
		t.Fatalf("lapkeep %q: exit %d\n%s%s", args, code, out, errs)
	}
	return out
}

// call returns a call of a tool, to which the person agrees if they are asked.
func (a *atStrava) call(t *testing.T, tool, args string) string {
	t.Helper()
	code, out, errs := a.do(t.Context(), "", "call", tool, args)
	if code != 0 {
		m := regexp.MustCompile(`lapkeep approve (\S+)`).FindStringSubmatch(errs)
		if len(m) != 2 {
			t.Fatalf("%s %s: exit %d: %s%s", tool, args, code, out, errs)
		}
		a.ok(t, m[1]+"\n", "approve", m[1])
		out = a.ok(t, "", "call", tool, args)
	}
	return out
}

// refs returns the ids of a service's things in an answer, by the field.
func refs(t *testing.T, out, field string) (all []string) {
	t.Helper()
	for _, m := range regexp.MustCompile(`"`+field+`": ?"(strava:[^"]+)"`).FindAllStringSubmatch(out, -1) {
		all = append(all, m[1])
	}
	if len(all) == 0 {
		t.Fatalf("no %s in %.1500s", field, out)
	}
	return all
}

// TestEverythingOfStravaIsAskedForByItsName, and is in no other answer.
func TestEverythingOfStravaIsAskedForByItsName(t *testing.T) {
	t.Parallel()
	a := newAtStrava(t, stravatest.Options{Tier: stravatest.Extended, Activities: 14, HugeIDs: true})
	has := func(tool, args string, words ...string) string {
		t.Helper()
		out := a.ok(t, "", "call", "--json", tool, args)
		for _, w := range words {
			if !strings.Contains(out, w) {
				t.Errorf("%s %s does not say %s: %.1500s", tool, args, w, out)
			}
		}
		return out
	}
	for tool, args := range map[string]string{"get_athlete_profile": `{}`, "list_gear": `{}`, "list_routes": `{}`, "list_segments": `{}`} {
		if out := a.ok(t, "", "call", "--json", tool, args); strings.Contains(out, "strava:") || strings.Contains(out, "at_service") {
			t.Errorf("%s has something of it: %.600s", tool, out)
		}
	}
	profile := has("get_athlete_profile", `{"source":"strava"}`, `"weight_kg"`, `"from_bpm"`, `"last 4 weeks"`, `"strava:club/`, "None of it is kept")
	has("get_athlete_profile", fmt.Sprintf(`{"source":%q}`, regexp.MustCompile(`strava:club/\d+`).FindString(profile)), `"members"`)
	gear := has("list_gear", `{"source":"strava"}`, `"distance_km"`)
	has("list_gear", fmt.Sprintf(`{"id":%q}`, refs(t, gear, "id")[0]), `"brand"`)
	starred := refs(t, has("list_segments", `{"source":"strava"}`, `"distance_km"`), "id")
	has("list_segments", `{"source":"strava","bounds":[-80,-179,80,179]}`, `"avg_grade_pct"`)
	segment := has("get_segment", fmt.Sprintf(`{"id":%q}`, starred[0]), `"at_km"`, `"latitude_deg"`)
	if effort := regexp.MustCompile(`strava:effort/\d+`).FindString(segment); effort != "" {
		has("get_segment", fmt.Sprintf(`{"id":%q}`, effort), `"elapsed_time_s"`, `"time_s"`)
	} else {
		t.Errorf("no effort in %.1500s", segment)
	}
	route := refs(t, has("list_routes", `{"source":"strava"}`, `"elevation_gain_m"`), "id")[0]
	has("get_route", fmt.Sprintf(`{"id":%q,"points":5}`, route), `"latitude_deg"`)
	has("export_route", fmt.Sprintf(`{"id":%q}`, route), `"content"`, "<trkpt")
	if code, out, errs := a.do(t.Context(), "", "call", "export_route", fmt.Sprintf(`{"id":%q,"format":"fit"}`, route)); code == 0 ||
		!strings.Contains(errs, "only as GPX and TCX") {
		t.Errorf("exit %d %s%s", code, out, errs)
	}
	all := refs(t, has("list_activities", `{"source":"strava","limit":20}`), "id")
	said := ""
	for _, id := range all {
		said += has("get_activity", fmt.Sprintf(`{"id":%q,"sections":["laps","zones"]}`, id), id)
		said += has("get_activity_notes", fmt.Sprintf(`{"id":%q}`, id), id)

	}
	for _, w := range []string{`"about": "laps"`, `"about": "zone_times"`, `"first_name": "Friend`, `"text": "Good one`} {
		if !strings.Contains(strings.ReplaceAll(said, `":"`, `": "`), w) {
			t.Errorf("nothing says %s", w)
		}
	}
	kept := a.ok(t, "", "call", "--json", "list_segments", `{}`)
	if strings.Contains(kept, "strava:") {
		t.Errorf("it stays: %s", kept)
	}
}

// TestWhatIsWrittenAtStrava: each change once, shown before, and taken back.
func TestWhatIsWrittenAtStrava(t *testing.T) {
	t.Parallel()
	a := newAtStrava(t, stravatest.Options{Activities: 12, HugeIDs: true})
	id := refs(t, a.ok(t, "", "call", "--json", "list_activities", `{"source":"strava"}`), "id")[0]
	gear := refs(t, a.ok(t, "", "call", "--json", "list_gear", `{"source":"strava"}`), "id")[0]
	there := func() string { return a.server.State()["activity "+strings.TrimPrefix(id, "strava:")] }
	before := there()
	for _, c := range []struct{ tool, args, want string }{
		{
			"update_activity", `,"name":"Hills","commute":true,"indoor":true,"hide_from_home":true`,
			`"Hills" .* trainer true commute true hidden true`,
		},
		{"update_activity", `,"description":"All new."`, `"Hills" "All new."`},
		{"add_activity_note", `,"text":"Felt good.","target":"description"`, `"Hills" "All new.\\n\\nFelt good."`},
		{"update_activity", `,"gear":"none"`, `gear ""`},
		{"update_activity", `,"gear":"` + gear + `"`, `gear "` + strings.TrimPrefix(gear, "strava:") + `"`},
	} {
		args := `{"id":"` + id + `"` + c.args
		if c.args == `,"gear":"none"` && strings.Contains(before, `gear ""`) {
			continue
		}
		a.server.Forget()
		a.ok(t, "", "call", c.tool, args+`,"dry_run":true}`)
		if a.server.Count("updateActivityById") != 0 {
			t.Errorf("a draft of %s was sent", args)
		}
		a.call(t, c.tool, args+"}")
		if n := a.server.Count("updateActivityById"); n != 1 || !regexp.MustCompile(c.want).MatchString(there()) {
			t.Errorf("%s: sent %d times, it is %s", args, n, there())
		}
		if code, out, errs := a.do(t.Context(), "", "call", c.tool, args+"}"); code == 0 || strings.Contains(errs, "approve") {
			t.Errorf("again: exit %d %s%s", code, out, errs)
		}
	}
	for there() != before {
		if code, out, errs := a.do(t.Context(), "", "undo"); code != 0 {
			t.Fatalf("undo: %s%s; it is %s, was %s", out, errs, there(), before)
		}
	}
	star := refs(t, a.ok(t, "", "call", "--json", "list_segments", `{"source":"strava"}`), "id")[0]
	a.server.Forget()
	a.call(t, "star_segment", `{"id":"`+star+`","starred":false}`)
	if again := a.ok(t, "", "call", "star_segment", `{"id":"`+star+`","starred":false}`); !strings.Contains(again, "already set") {
		t.Errorf("%s", again)
	}
	a.ok(t, "", "undo")
	if n := a.server.Count("starSegment"); n != 2 {
		t.Errorf("sent %d times", n)
	}
}

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

// there returns how many activities of a name the service has.
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
	for _, want := range []string{"name: its earlier value, which is kept separate → Hills", "commute: no → yes"} {
		if !strings.Contains(asked, want) {
			t.Errorf("it does not ask %q: %s", want, asked)
		}
	}
	a.call(t, "update_activity", args)
	if out := a.ok(t, "", "undo"); !strings.Contains(out, `name: "Hills" became "its earlier value, which is kept separate"`) {
		t.Errorf("%s", out)
	}
	note := `{"id":"` + id + `","text":"Felt good.","target":"description"}`
	_, _, asked = a.do(t.Context(), "", "call", "add_activity_note", note)
	if !strings.Contains(asked, "→ its earlier value, then Felt good.") {
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

// unhurried returns the program whose waits pass at once.
func (a *atStrava) unhurried() *Program {
	p := a.program(os.Stderr, os.Stderr)
	p.Sleep = func(ctx context.Context, d time.Duration) error { a.server.Advance(d); return ctx.Err() }
	return p
}

// answered returns the answer of a call by an audience, and whether it is
// refused.
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
