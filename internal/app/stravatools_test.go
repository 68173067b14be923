package app

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

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

// call is a call of a tool, to which the person agrees if they are asked.
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

// refs are the ids of a service's things in an answer, by the field.
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
	profile := has("get_athlete_profile", `{"source":"strava"}`, `"weight_kg"`, `"from_bpm"`, `"last 4 weeks"`, `"strava:club/`, "Nothing of it is kept")
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
		!strings.Contains(errs, "GPX and TCX only") {
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
	if again := a.ok(t, "", "call", "star_segment", `{"id":"`+star+`","starred":false}`); !strings.Contains(again, "so already") {
		t.Errorf("%s", again)
	}
	a.ok(t, "", "undo")
	if n := a.server.Count("starSegment"); n != 2 {
		t.Errorf("sent %d times", n)
	}
}
