package web_test

import (
	"bytes"
	"encoding/json"
	"html"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/answers/bodymap"
	"lapkeep/internal/faces/clients"
	"lapkeep/internal/faces/guard"
	"lapkeep/internal/faces/web"
	"lapkeep/internal/training"
)

// ever reports whether a tool was called with something in its arguments.
func (f *fakeTable) ever(name, part string) (found bool) {
	f.calls.Range(func(k, _ any) bool {
		call, _ := k.(string)
		found = found || strings.HasPrefix(call, name+" ") && strings.Contains(call, part)
		return true
	})
	return found
}

// as answers with one activity, of a sport and with columns of laps and splits
// that all sports have.
func (s *site) as(sport, sub string) {
	s.table.change = func(json.RawMessage) json.RawMessage {
		return json.RawMessage(`{"id":"x","local_date":"2026-11-14","sport":"` + sport + `","sub_sport":"` + sub + `","recordings":[{"channels":["hr","speed","latitude"]}],
			"summary":{"avg_speed_kmh":3.33,"pace_s_per_km":1081,"pace_s_per_100m":108.1,"duration_s":600,
				"avg_cadence_rpm":86.6,"avg_cadence_spm":173.2,"max_cadence_rpm":90},
			"laps":[{"lap":1,"start_offset_s":0,"elapsed_time_s":300,"duration_s":300,"avg_speed_kmh":3.33,"pace_s_per_km":1081,
				"pace_s_per_100m":108.1},
				{"lap":2,"start_offset_s":300,"elapsed_time_s":300,"duration_s":300,"avg_speed_kmh":3.33,"pace_s_per_km":1081,"pace_s_per_100m":108.1}],
			"splits":{"split":[1],"start_offset_s":[0],"values":{"avg_speed_kmh":[3.33],"pace_s_per_km":[1081],"pace_s_per_100m":[108.1]}},
			"zones":{"pace":{"scheme":"x","zones":[{"name":"Z1","seconds":60,"percent":100,"to_pace_s_per_km":1090,"to_pace_s_per_100m":109}]}}}`)
	}
}

// TestEachSportIsReadInItsOwnUnit: a swim as a pace over 100 m, a run as one over
// a kilometre, a ride as a speed, a dive as neither, and none as two; who is on foot
// counts steps.
func TestEachSportIsReadInItsOwnUnit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ sport, sub, key, height, zones string }{
		{"swimming", "open_water", "pace_s_per_100m", "Pace", "to_pace_s_per_100m"},
		{"running", "", "pace_s_per_km", "Pace", "to_pace_s_per_km"},
		{"walking", "", "pace_s_per_km", "Pace", "to_pace_s_per_km"},
		{"cycling", "road", "avg_speed_kmh", "Average speed", "to_pace_s_per_km"},
		{"diving", "", "", "", "to_pace_s_per_km"},
	} {
		s := newSite(t)
		s.as(c.sport, c.sub)
		_, body := s.ask(t, http.MethodGet, "/activities/x", nil)
		for _, k := range []string{"pace_s_per_100m", "pace_s_per_km", "avg_speed_kmh"} {
			if got := strings.Contains(body, `data-key="`+k+`"`); got != (k == c.key) {
				t.Errorf("%s: %s is shown: %v", c.sport, k, got)
			}
		}
		for table, want := range map[string]string{"laps": c.key, "splits": c.key, "zones-pace": c.zones} {
			_, csv := s.ask(t, http.MethodGet, "/activities/x?as=csv&table="+table, nil)
			head, _, _ := strings.Cut(csv, "\n")
			if want != "" && !strings.Contains(","+head+",", ","+want+",") || strings.Count(head, "pace")+strings.Count(head, "speed") > 2 {
				t.Errorf("%s: the table %s has %s", c.sport, table, head)
			}
		}
		foot := c.sport == "running" || c.sport == "walking"
		got := strings.Contains(body, ">rpm<") || strings.Contains(body, "&#34;rpm&#34;")
		if got == foot || strings.Contains(body, ">180<") != foot {
			t.Errorf("%s: a cadence in rpm: %v", c.sport, got)
		}
		if drawn := strings.Contains(body, `data-channels="hr,speed"`) || strings.Contains(body, `data-derived="pace"`); drawn != (c.key != "") {
			t.Errorf("%s: a strip of speed or pace: %v", c.sport, drawn)
		}
		if c.key != "" && !strings.Contains(body, "height shows intensity ("+c.height+")") {
			t.Errorf("%s: the laps are not as high as their %s", c.sport, c.height)
		}
	}
}

// TestSplitsAreOfTheReadersUnit: by mile for who reads miles, and none of a pool.
func TestSplitsAreOfTheReadersUnit(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.as("running", "")
	if s.holds(t, "/activities/x", "Splits by kilometre"); s.table.ever("get_activity", `"split"`) {
		t.Error("asked for miles")
	}
	s.as("swimming", "pool")
	if body := s.holds(t, "/activities/x"); strings.Contains(body, "Splits by") {
		t.Error("a pool has splits by kilometre")
	}
	miles := newSite(t)
	miles.store.units = training.ImperialUnits
	miles.as("running", "")
	miles.holds(t, "/activities/x", "Splits by mile")
	if !miles.table.ever("get_activity", `"split":"mile"`) {
		t.Error("not asked for miles")
	}
}

// TestWhoRunsHasAPaceStrip: the chart draws the tool's pace where one is read, also
// where no speed was recorded, and says it in its sentence; a ride has its speed.
func TestWhoRunsHasAPaceStrip(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ sport, channels, derived, drawn, said string }{
		{"running", "hr,speed", "pace", "hr", "Pace: average 18:01 /km."},
		{"running", "latitude,longitude", "pace", "", "Pace: average 18:01 /km."},
		{"running", "hr", "", "hr", "Pace: average 18:01 /km."},
		{"swimming", "speed", "pace", "", "Pace: average 1:48 /100 m."},
		{"cycling", "hr,speed", "", "hr,speed", "Speed: average 3.3 km/h."},
		{"cycling", "distance", "speed", "", "Speed: average 3.3 km/h."},
	} {
		s := newSite(t)
		s.as(c.sport, "")
		as := s.table.change
		s.table.change = func(b json.RawMessage) json.RawMessage {
			return json.RawMessage(strings.Replace(string(as(b)), `"hr","speed","latitude"`, `"`+strings.ReplaceAll(c.channels, ",", `","`)+`"`, 1))
		}
		if got := s.attribute(t, "data-derived"); got != c.derived {
			t.Errorf("%s with %s: the tool is asked for %q", c.sport, c.channels, got)
		}
		if got := s.attribute(t, "data-channels"); got != c.drawn {
			t.Errorf("%s with %s: the columns are %q", c.sport, c.channels, got)
		}
		s.holds(t, "/activities/x", c.said)
		var names map[string][]string
		if err := json.Unmarshal([]byte(s.attribute(t, "data-names")), &names); err != nil || len(names["pace"]) != 6 {
			t.Errorf("%s: %q, %v", c.sport, names["pace"], err)
		}
		if want := map[bool]string{true: "3.6", false: "1"}[strings.Contains(c.channels, "speed")]; names["speed"][2] != want {
			t.Errorf("%s with %s: the speed is drawn times %s", c.sport, c.channels, names["speed"][2])
		}
	}
}

// TestPaceZonesOfTheTrack: the slowest zone begins at standing still.
func TestPaceZonesOfTheTrack(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.as("running", "")
	if got := s.attribute(t, "data-zones"); got != `{"pace":[{"name":"Z1","from":3600}]}` {
		t.Errorf("the zones are %s", got)
	}
}

// TestCurvesOpenOnWhatTheAthleteHas: a runner is offered no rides, and sees runs
// first; who has nothing yet is offered all.
func TestCurvesOpenOnWhatTheAthleteHas(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, c := range []struct {
		sports, asked string
		has, hasNot   []string
	}{
		{`{"running":7}`, `"kind":"pace"`, []string{"kind=distance", "kind=run-power", "kind=run-hr"}, []string{"kind=hr", "kind=swim"}},
		{`{"cycling":7,"swimming":2}`, `"kind":"power"`, []string{"kind=hr", "kind=swim"}, []string{"kind=run-power"}},
		{`{}`, `"kind":"power"`, []string{"kind=hr", "kind=swim", "kind=run-power"}, nil},
	} {
		s.table.change = func(json.RawMessage) json.RawMessage {
			return json.RawMessage(`{"data":{"by_sport":` + c.sports + `}}`)
		}
		body := s.holds(t, "/curves", c.has...)
		if got := s.table.asked("get_curves"); !strings.Contains(got, c.asked) {
			t.Errorf("%s: asked %s", c.sports, got)
		}
		for _, k := range c.hasNot {
			if strings.Contains(body, k) {
				t.Errorf("%s: %s is offered", c.sports, k)
			}
		}
	}
	// Each choice asks for the activities of the sport that it names.
	all := regexp.MustCompile(`href="(/curves\?kind=[^"]+)"[^>]*>\s*[^<,]+, (ride|run|swim)\s*<`).FindAllStringSubmatch(s.holds(t, "/curves"), -1)
	sports := map[string]string{"ride": "cycling", "run": "running", "swim": "swimming"}
	for _, m := range all {
		s.holds(t, html.UnescapeString(m[1]))
		if got := s.table.asked("get_curves"); !strings.Contains(got, `"sport":"`+sports[m[2]]+`"`) {
			t.Errorf("%s of a %s asks %s", m[1], m[2], got)
		}
	}
	if len(all) != 8 {
		t.Errorf("the choices are %q", all)
	}
}

// TestBodyTableHasEachPartOnce: in each view, a group is named once, with all its parts.
func TestBodyTableHasEachPartOnce(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	body := s.holds(t, "/body")
	var want, got []string
	for _, r := range bodymap.Regions() {
		if g := string(r.View) + r.Group; !slices.Contains(want, g) {
			want = append(want, g)
		}
		if n := strings.Count(body, `type="checkbox" name="region" value="`+r.ID+`"`); n != 1 {
			t.Errorf("%s is %d times in the table", r.ID, n)
		}
	}
	got = regexp.MustCompile(`scope="rowgroup"[^>]*>[^<]+`).FindAllString(body, -1)
	if len(got) != len(want) {
		t.Errorf("the groups are %q, want %q", got, want)
	}
}

// TestLegsLeadToEachOther: each leg of a race of several sports has links to the
// others in their order, and the list leads to them.
func TestLegsLeadToEachOther(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.table.change = func(json.RawMessage) json.RawMessage {
		return json.RawMessage(`{"id":"bike","local_date":"2026-11-14","start_local":"2026-11-14T09:30:00","sport":"cycling","parent_id":"swim",
			"summary":{"duration_s":3600},"siblings":[
				{"id":"run","sport":"running","duration_s":1800,"start_local":"2026-11-14T10:31:00"},
				{"id":"swim","sport":"swimming","duration_s":600,"start_local":"2026-11-14T09:00:00"}],
			"activities":[{"id":"bike","sport":"cycling","local_date":"2026-11-14","parent_id":"swim"}]}`)
	}
	body := s.holds(t, "/activities/bike", `id="legs"`, `aria-current="page" href="/activities/bike"`)
	_, body, _ = strings.Cut(body, `id="legs"`)
	a, b, c := strings.Index(body, "Swim 10:00"), strings.Index(body, "Ride 1:00:00"), strings.Index(body, "Run 30:00")
	if a < 0 || a > b || b > c {
		t.Errorf("the legs stand at %d, %d and %d", a, b, c)
	}
	s.holds(t, "/activities", `href="/activities/swim#legs"`, "Ride (leg)")
	if got := s.table.asked("list_activities"); !strings.Contains(got, `"parent_id"`) {
		t.Errorf("asked %s", got)
	}
}

// TestWhoLiftsClimbsNothing: sports that go up nowhere have no climb and no descent.
func TestWhoLiftsClimbsNothing(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for sport, want := range map[string]bool{"strength": false, "diving": false, "running": true, "cycling": true} {
		s.table.change = func(json.RawMessage) json.RawMessage {
			return json.RawMessage(`{"id":"x","local_date":"2026-11-14","sport":"` + sport + `","summary":{"elevation_gain_m":7.5,"elevation_loss_m":91},
				"activities":[{"id":"x","sport":"` + sport + `","local_date":"2026-11-14","elevation_gain_m":7.5}]}`)
		}
		for _, path := range []string{"/activities/x", "/activities"} {
			if _, body := s.ask(t, http.MethodGet, path, nil); strings.Contains(body, `value="7.5"`) != want || strings.Contains(body, `value="91"`) && !want {
				t.Errorf("%s: the climb of a %s stands there: %v", path, sport, !want)
			}
		}
	}
}

// someSetups returns clients of each kind.
func someSetups() ([]clients.Setup, error) {
	return []clients.Setup{
		{
			Client: clients.Client{ID: "claude-desktop", Name: "Claude Desktop", Format: "JSON", Reload: "Quit it.", Verify: "look"},
			State:  clients.Present, File: "/home/you/claude.json", Block: `{"mcpServers": {}}`, Install: "lapkeep mcp install claude-desktop",
		},
		{
			Client: clients.Client{ID: "cursor", Name: "Cursor", Format: "JSON"}, State: clients.Configured, Block: "{}",
			Install: "lapkeep mcp install cursor",
		},
		{Client: clients.Client{ID: "claude-ai", Name: "claude.ai", Steps: []string{"Open Settings."}}, State: clients.ByHand},
	}, nil
}

// TestTheFirstStepsSayWhatIsDone: from what the tools say, and where secrets are
// typed.
func TestTheFirstStepsSayWhatIsDone(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for step, wants := range map[string][]string{
		"import":     {"You are looking at the demo athlete", `<lk-upload data-step="import"`, "Next: Confirm your thresholds"},
		"thresholds": {`<data value="244"`, `name="setting" value="ftp_w"`, `name="value" value="244"`, "Confirm it with a 20-minute test"},
		"service":    {"connect intervals</pre>", "only at a terminal", "Extensions of a browser", "Skip; next: Connect your assistant"},
		"assistant":  {`href="/assistants/claude-desktop"`, "connected to Lapkeep", "Next: Your first answer"},
		"answer":     {"You have 538 activities.", `href="/activities/`, "What comes next", `href="/ask"`},
	} {
		_, page := s.ask(t, http.MethodGet, "/start?step="+step, nil)
		for _, want := range wants {
			if !strings.Contains(page, want) {
				t.Errorf("%s does not say %s", step, want)
			}
		}
		if n := strings.Count(page, `class="card wide step"`); n != 1 {
			t.Errorf("%s shows %d steps at once", step, n)
		}
		if done := strings.Count(page, "</span>done</span>"); done != 3 {
			t.Errorf("%s: %d steps are done, want all but a service", step, done)
		}
		if strings.Contains(page, `type="password"`) || strings.Contains(page, "<textarea") {
			t.Errorf("%s: a secret can be typed into the page", step)
		}
	}
	if got := s.table.asked("connect_source"); !strings.Contains(got, `"dry_run":true`) {
		t.Errorf("looking at services asked %s", got)
	}
	if _, page := s.ask(t, http.MethodGet, "/start", nil); !strings.Contains(page, `aria-label="Connect a service"`) {
		t.Error("the start does not begin with the first step that is not done")
	}
	s.table.change = func(json.RawMessage) json.RawMessage { return json.RawMessage(`{}`) }
	_, page := s.ask(t, http.MethodGet, "/start?step=nothing", nil)
	if done := strings.Count(page, "</span>done</span>"); done != 1 || !strings.Contains(page, `<pre tabindex="0">lapkeep demo</pre>`) {
		t.Errorf("of a new home %d steps are done, or the demo is not named", done)
	}
	if _, page = s.ask(t, http.MethodGet, "/start?step=answer", nil); !strings.Contains(page, "There are no activities yet.") {
		t.Error("the first answer of an empty home does not say that it is empty")
	}
	if _, page = s.ask(t, http.MethodGet, "/", nil); !strings.Contains(page, `href="/start">Start here`) {
		t.Error("an empty first page does not lead to the start")
	}
}

// TestAnAssistantIsAdded: what would change is shown first, with and without a
// script, and what is written is what was asked for.
func TestAnAssistantIsAdded(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for path, want := range map[string]string{
		"/assistants/claude-desktop": "lapkeep mcp install claude-desktop", "/assistants/claude-ai": "Open Settings.",
		"/assistants/nobody": "There is no client",
	} {
		if _, page := s.ask(t, http.MethodGet, path, nil); !strings.Contains(page, want) {
			t.Errorf("%s does not say %s", path, want)
		}
	}
	for query, want := range map[string]string{"?dry_run=1": `{"said":"claude-desktop true"}`, "": `{"said":"claude-desktop false"}`} {
		if _, got := s.ask(t, http.MethodPost, "/assistants/claude-desktop"+query, strings.NewReader("{}")); got != want {
			t.Errorf("%q: %s", query, got)
		}
	}
	if res, _ := s.ask(t, http.MethodPost, "/assistants/nobody", strings.NewReader("{}")); res.StatusCode != http.StatusNotFound {
		t.Errorf("one that is not there: %d", res.StatusCode)
	}
	for button, want := range map[string]string{"show": "claude-desktop true", "write": "claude-desktop false", "": "claude-desktop true"} {
		r := s.request(t, http.MethodPost, "/assistants/claude-desktop",
			strings.NewReader(url.Values{guard.TokenField: {s.token}, "do": {button}}.Encode()))
		r.Header.Del(guard.TokenHeader)
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		_, page := do(t, r)
		if !strings.Contains(page, want) || strings.Contains(page, `value="write"`) != (button != "write") {
			t.Errorf("%q: %.600s", button, page)
		}
	}
}

// TestAnUnreadableAnswerIsLogged: the page says that its log says more.
func TestAnUnreadableAnswerIsLogged(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	s := newSite(t, func(o *web.Options) { o.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	s.table.change = func(json.RawMessage) json.RawMessage { return json.RawMessage(`{"words": 7}`) }
	if _, body := s.ask(t, http.MethodGet, "/sources", nil); !strings.Contains(body, "inside Lapkeep") {
		t.Error("the page does not say that it failed")
	}
	if !strings.Contains(log.String(), "get_status") {
		t.Errorf("the log is %q", log.String())
	}
}
