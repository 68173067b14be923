package web_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/training"
)

// holds checks what stands on a page.
func (s *site) holds(t *testing.T, path string, want ...string) string {
	t.Helper()
	res, body := s.ask(t, http.MethodGet, path, nil)
	if res.StatusCode != http.StatusOK {
		t.Errorf("%s: %d", path, res.StatusCode)
	}
	for _, w := range want {
		if !strings.Contains(body, w) {
			t.Errorf("%s does not hold %s", path, w)
		}
	}
	return body
}

func TestASelectionHasTheToolsNumbers(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, path := range []string{"/activities/ride?from=600&to=780", "/activities/ride?from=10:00&to=0:13:00"} {
		s.holds(t, path, `value="212.75"`, `value="219.5"`, `value="1.505"`, "Selected: 10:00 to 13:00 (3:00).", `name="from" value="10:00"`)
	}
	if body := s.holds(t, "/activities/ride"); strings.Contains(body, `value="212.75"`) {
		t.Error("there is a selection that nobody made")
	}
	s.holds(t, "/activities/ride?from=x&to=20", "The selection has no start or no end.", "10:00 or 1:05:00", `name="from" value="x"`)
	s.holds(t, "/activities/ride?from=-5&to=99999999999999", "The selection has no start or no end.")
	s.holds(t, "/activities/ride?from=600&to=780&as=csv&table=stretch", "start_offset_s,end_offset_s,duration_s", "600,780,180")
	s.table.change = func(json.RawMessage) json.RawMessage {
		return json.RawMessage(`{"missing":{"stretch":"it begins after the end"}}`)
	}
	s.holds(t, "/activities/ride?from=600&to=780", "it begins after the end")
}

func TestLapsAreSelections(t *testing.T) {
	t.Parallel()
	newSite(t).holds(t, "/activities/ride", `href="/activities/ride?from=0&amp;to=1246#selection"`)
}

func TestActivitiesSideBySide(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.holds(t, "/activities/ride", `<option value="qj725kgfei"`, "Same route")
	s.holds(t, "/activities/ride?with=qj725kgfei&from=600&to=780", `value="-17.07" data-key="avg_power_w" title="-17.07 W">−17<`, "+5:13", "Their loads were computed",
		`type="hidden" name="with" value="qj725kgfei"`, `type="hidden" name="from" value="600"`, `value="212.75"`)
	s.holds(t, "/activities/ride?with=qj725kgfei&as=csv&table=compare", "metric,value_tevwwo5evz,value_qj725kgfei,difference_qj725kgfei",
		"duration_s,6235,6548,313", "decoupling_pct,4.6,,", "elevation_gain_m,187.2,187.2,0")
}

func TestTablesThatNotEveryActivityHas(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.holds(t, "/activities/ride", `value="21.98"`, "butterfly", `value="41.3"`, "3 × 13:00 @ 217 W", `value="241.5"`, "2 of 3 done", "▼ below the target",
		`value="46.25"`, "average 155 W, maximum 228 W.")
	s.holds(t, "/activities/ride?as=csv&table=lengths", "start_offset_s,elapsed_time_s,lap,stroke,strokes,swolf", "46,30.5,2,rest,,")
	s.holds(t, "/activities/ride?as=csv&table=steps", "13:00,215–224 W,99.5,below,2", "13:00,215–224 W,,missed,")
	s.holds(t, "/activities/ride?streams=table", `value="213.5"`)
	s.holds(t, "/activities/ride?as=csv&table=streams", "offset_s,power_w,hr_bpm", "660,,141")
}

// TestPartsThatFail: what cannot be compared or selected says so, and the rest of
// the page stands.
func TestPartsThatFail(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.table.fails = map[string]error{
		"compare_activities":   training.Errorf(training.KindNotFound, "There is no such other.").WithFix("Choose one."),
		"get_activity_streams": training.Errorf(training.KindInvalid, "The stretch is empty.").WithFix("Give others."),
	}
	s.holds(t, "/activities/ride?with=gone&from=10&to=20", "There is no such other.", "Choose one.", "The stretch is empty.", `value="154.67"`)
	s.holds(t, "/activities/ride?from=20&to=10", "The selection ends before it starts.", `aria-describedby="selection-why" aria-invalid="true"`)
}

// sent posts a form of the ride and returns where it goes on.
func (s *site) sent(t *testing.T, fields url.Values) (status int, to string) {
	t.Helper()
	res, _ := s.send(t, "/activities/ride", fields)
	return res.StatusCode, res.Header.Get("Location")
}

// TestTheSelectionIsSavedAsInterval: the form adds one to those there are, keeps
// the address, and takes one away.
func TestTheSelectionIsSavedAsInterval(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	body := s.holds(t, "/activities/ride?from=600&to=780", "Save as interval", `name="from" value="600"`, `name="to" value="780"`,
		`href="/activities/ride?from=600&amp;to=780#selection">Hill &lt;one&gt;`, "10:00–13:00", "Interval 2", "Your own intervals",
		"Intervals from intervals", `value="251.5"`, `value="212.8"`, `data-from="900" data-to="1140"`)
	if !strings.Contains(body, `data-from="0" data-to="1246">`) {
		t.Error("a lap's row does not say in which seconds it lies")
	}
	if strings.Contains(s.holds(t, "/activities/ride"), "Save as interval") {
		t.Error("without a selection there is nothing to save")
	}
	code, to := s.sent(t, url.Values{
		"do": {"mark"}, "from": {"30"}, "to": {"90"}, "name": {" Sprint "}, "back": {"/activities/ride?from=30&to=90"},
	})
	if code != http.StatusSeeOther || to != "/activities/ride?from=30&to=90#selection" {
		t.Errorf("%d %s", code, to)
	}
	s.table.want(t, `update_activity {"id":"ride","intervals":[{"name":"Hill \u003cone\u003e","start_offset_s":600,"end_offset_s":780},`+
		`{"start_offset_s":900,"end_offset_s":1140},{"name":"Sprint","start_offset_s":30,"end_offset_s":90}]}`)
	s.sent(t, url.Values{"do": {"unmark"}, "from": {"600"}, "to": {"780"}, "name": {"Hill <one>"}})
	s.table.want(t, `update_activity {"id":"ride","intervals":[{"start_offset_s":900,"end_offset_s":1140}]}`)
	for _, bad := range []url.Values{{"do": {"mark"}, "from": {"x"}, "to": {"9"}}, {"do": {"fly"}}, {}} {
		if code, _ := s.sent(t, bad); code != http.StatusUnprocessableEntity {
			t.Errorf("%v: %d", bad, code)
		}
	}
	s.table.fails = map[string]error{"get_activity": training.Errorf(training.KindNotFound, "There is no such activity.").WithFix("Look.")}
	if code, _ := s.sent(t, url.Values{"do": {"mark"}, "from": {"1"}, "to": {"9"}}); code != http.StatusNotFound {
		t.Errorf("of an activity that is not there: %d", code)
	}
	s.table.want(t)
}

// TestNotesAreWrittenByForm: what others wrote is text.
func TestNotesAreWrittenByForm(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.holds(t, "/activities/ride", "Legs were &lt;i&gt;heavy&lt;/i&gt;.\nSlept badly.", "Sun, Nov 15 08:05 · you", "Fetch comments "+
		"from services")
	s.holds(t, "/activities/ride?notes=all", "There are no notes yet.")
	if s.table.asked("get_activity_notes") != `{"id":"ride"}` {
		t.Error(s.table.asked("get_activity_notes"))
	}
	code, to := s.sent(t, url.Values{"do": {"note"}, "text": {"Good.\nCold."}, "target": {"local"}})
	if code != http.StatusSeeOther || to != "/activities/ride#notes" {
		t.Errorf("%d %s", code, to)
	}
	s.table.want(t, `add_activity_note {"id":"ride","target":"local","text":"Good.\nCold."}`)
	s.table.change = func(json.RawMessage) json.RawMessage {
		return json.RawMessage(`{"missing":{"messages":"it is not connected"}}`)
	}
	s.table.fails = map[string]error{}
	s.holds(t, "/activities/ride", "There are no notes yet.")
	s.table.fails["get_activity_notes"] = training.Errorf(training.KindUnavailable, "The service is away.").WithFix("Later.")
	s.holds(t, "/activities/ride?notes=all", "The service is away.")
}

// TestStepsAimAtBands: a step's row has the seconds of its interval and the bounds of
// its target; the best and the worst of a column are said in a word and a shape.
func TestStepsAimAtBands(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	body := s.holds(t, "/activities/ride", `data-channel="power" data-from="900" data-high="224" data-low="215" data-to="1680"`,
		`<span class="vh">best</span>`, `<span class="vh">worst</span>`, `<lk-tabs class="tabs"`, `id="part-laps"`, `id="part-marked"`)
	if n := strings.Count(body, "data-channel="); n != 2 {
		t.Errorf("%d steps were done, and one was not", n)
	}
}

// TestFeelingIsEditedByForm: only what somebody changed is written.
func TestFeelingIsEditedByForm(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.holds(t, "/activities/ride", `name="was.perceived_exertion" value="5"`, `<option value="5" selected>5</option>`, `<option value="10">10, maximal effort</option>`,
		"Wind from", `value="3.7"`, "Source: the demo.", `<option value="demo-gravel-bike" selected>Gravel bike</option>`,
		`<option value="cycling/road" selected>Ride (road)</option>`, `name="was.race" value="false"`)
	was := url.Values{
		"do": {"words"}, "was.name": {"Old"}, "name": {"Old"}, "was.perceived_exertion": {"5"}, "perceived_exertion": {"7"},
		"was.feel": {"2"}, "feel": {""},
	}
	if code, _ := s.sent(t, was); code != http.StatusSeeOther {
		t.Error(code)
	}
	s.table.want(t, `update_activity {"clear":["feel"],"id":"ride","perceived_exertion":7}`)
	if code, _ := s.sent(t, url.Values{
		"do": {"words"}, "was.description": {"A"}, "description": {"A\r\nB"},
		"was.tags": {"a"}, "tags": {"a, b"}, "was.gear": {"bike"}, "gear": {""},
		"was.carbs_g": {""}, "carbs_g": {"60"},
		"was.race": {"false"}, "race": {"true"}, "was.commute": {"true"}, "was.indoor": {"true"}, "indoor": {"true"},
	}); code != http.StatusSeeOther {
		t.Error(code)
	}
	s.table.want(t, `update_activity {"carbs_g":60,"clear":["gear"],"commute":false,"description":"A\nB","id":"ride","race":true,"tags":["a"," b"]}`)
	was.Set("perceived_exertion", "x")
	if code, _ := s.sent(t, was); code != http.StatusUnprocessableEntity {
		t.Error(code)
	}
	if code, _ := s.sent(t, url.Values{"do": {"words"}, "was.name": {"A"}, "name": {"A"}}); code != http.StatusUnprocessableEntity {
		t.Error(code)
	}
	s.table.want(t)
}

// TestTheCurveStandsAgainstTheSeason: the tools' numbers side by side, with the days
// up to the activity asked for.
func TestTheCurveStandsAgainstTheSeason(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.holds(t, "/activities/ride", "Compared with the season", `value="201.25"`, `value="371.78"`, `value="548"`, "The best of 26 activities",
		`href="/activities/fw5vpevozz"`, `value="3.26"`)
	if got := s.table.asked("get_curves"); got != `{"durations_s":[1,60],"from":"2026-08-17","kind":"power","per_kg":true,"sport":"cycling","to":"2026-11-14"}` {
		t.Error(got)
	}
	s.holds(t, "/activities/ride?as=csv&table=season",
		"duration_s,avg_power_w,season_power_w,avg_power_w_per_kg,season_power_w_per_kg,local_date",
		"60,201.25,371.78,3.26,,2026-10-20")
	s.table.fails = map[string]error{"get_curves": training.Errorf(training.KindUnavailable, "It is being computed.").WithFix("Come back.")}
	s.holds(t, "/activities/ride?per=kg", "It is being computed.", `value="201.25"`)
	s.table.change = func(json.RawMessage) json.RawMessage {
		return json.RawMessage(`{"sport":"running","local_date":"2026-11-14","best_efforts":{"distance":[` +
			`{"distance_km":1,"elapsed_time_s":240.1,"pace_s_per_km":240.1},{"distance_km":21.0975,"elapsed_time_s":6000,"pace_s_per_km":284.39}]}}`)
	}
	s.table.fails = nil
	s.holds(t, "/activities/ride", `value="284.39"`, `data-key="season_pace_s_per_km"`)
	if got := s.table.asked("get_curves"); !strings.Contains(got, `"distances_m":[1000,21097.5]`) || !strings.Contains(got, `"kind":"distance"`) {
		t.Error(got)
	}
}

// TestOnlyATracksPageNamesItsTileServer: without one no page does, and with one the
// pages of activities with a track alone.
func TestOnlyATracksPageNamesItsTileServer(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	policy := func(path string) (policy, page string) {
		res, page := s.ask(t, http.MethodGet, path, nil)
		return res.Header.Get("Content-Security-Policy"), page
	}
	track := func(b json.RawMessage) json.RawMessage {
		return bytes.ReplaceAll(b, []byte(`"cadence",`), []byte(`"cadence","latitude",`))
	}
	s.table.change = track
	for _, path := range everyPage() {
		if p, _ := policy(path); strings.Contains(p, "http") {
			t.Errorf("%s: %s", path, p)
		}
	}
	s.server.Basemap = page.Source{Tiles: "https://tiles.example.org/{z}/{x}/{y}.png?key=k"}
	for _, path := range everyPage() {
		p, page := policy(path)
		ride := strings.HasPrefix(path, "/activities/") && !strings.Contains(path, "/share") // which has no map
		if named := strings.Contains(p, "img-src 'self' data: https://tiles.example.org; "); named != ride || strings.Count(p, "http") > 1 {
			t.Errorf("%s: %s", path, p)
		}
		if ride && !strings.Contains(page, "from tiles.example.org. That server learns where you train") {
			t.Errorf("%s does not say what its server learns", path)
		}
		if strings.Contains(page, "/assets/map.") != ride {
			t.Errorf("%s: what draws the map is named where there is none, or not where there is one", path)
		}
	}
	s.table.change = nil
	if p, page := policy("/activities/ride"); strings.Contains(p, "http") || strings.Contains(page, "tiles.example.org") {
		t.Errorf("without a track: %s", p)
	}
	s.table.change = track
	s.server.Basemap.Tiles = "https://me:secret@tiles.example.org/{z}/{x}/{y}.png"
	p, page := policy("/activities/ride")
	if strings.Contains(p, "http") || strings.Contains(page, "secret") || !strings.Contains(page, "map_tiles contains a user name") {
		t.Errorf("an address that is refused: %s", p)
	}
}

// TestTheMapFileIsBehindTheSession: it is read for who is in, and by nobody else.
func TestTheMapFileIsBehindTheSession(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	head := make([]byte, 127)
	copy(head, "PMTiles\x03")
	head[97], head[98], head[99] = 1, 1, 1
	path := filepath.Join(t.TempDir(), "map.pmtiles")
	if err := os.WriteFile(path, append(head, "a tile"...), 0o600); err != nil {
		t.Fatal(err)
	}
	if res, _ := s.ask(t, http.MethodGet, page.Path, nil); res.StatusCode != http.StatusNotFound {
		t.Errorf("without a map: %d", res.StatusCode)
	}
	s.server.Basemap = page.Source{File: path}
	r := s.request(t, http.MethodGet, page.Path, nil)
	r.Header.Set("Range", "bytes=127-200")
	res, body := do(t, r)
	h := res.Header
	if res.StatusCode != http.StatusPartialContent || body != "a tile" || h.Get("Content-Type") != "application/vnd.pmtiles" ||
		h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Cache-Control") != "no-store" {
		t.Errorf("a part of the file: %d %q %v", res.StatusCode, body, h)
	}
	s.table.change = func(b json.RawMessage) json.RawMessage {
		return bytes.ReplaceAll(b, []byte(`"cadence",`), []byte(`"cadence","latitude",`))
	}
	res, body = s.ask(t, http.MethodGet, "/activities/ride", nil)
	if !strings.Contains(body, "/assets/map.") || strings.Contains(res.Header.Get("Content-Security-Policy"), "http") {
		t.Errorf("the page of a map: %v", res.Header)
	}
	r.Header.Del("Cookie")
	if res, body := do(t, r); res.StatusCode != http.StatusUnauthorized || strings.Contains(body, "a tile") {
		t.Errorf("without a session: %d", res.StatusCode)
	}
}
