package web_test

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"html"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/answers/bodymap"
	"lapkeep/internal/faces/guard"
	"lapkeep/internal/training"
)

// withChannels gives the recording of the ride some channels more.
func (s *site) withChannels(names ...string) {
	s.table.change = func(b json.RawMessage) json.RawMessage {
		return regexp.MustCompile(`"channels": \[\s*"power"`).ReplaceAll(b, []byte(`"channels": ["`+strings.Join(names, `","`)+`", "power"`))
	}
}

// attribute returns the value of an attribute of the streams.
func (s *site) attribute(t *testing.T, name string) string {
	t.Helper()
	_, body := s.ask(t, http.MethodGet, "/activities/ride", nil)
	m := regexp.MustCompile(`<lk-streams [^>]*` + name + `="([^"]*)"`).FindStringSubmatch(body)
	if m == nil {
		t.Fatalf("no %s", name)
	}
	return html.UnescapeString(m[1])
}

// TestStreamsBesideTheUsual: the page offers what the recording has, after the usual
// ones, and each channel has a name and a unit in both systems.
func TestStreamsBesideTheUsual(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	if got := s.attribute(t, "data-others"); got != "" {
		t.Errorf("others without any: %s", got)
	}
	s.withChannels("step_length", "core_temp", "left_balance", "respiration", "vertical_oscillation", "ground_contact",
		"ground_contact_balance")
	const others = "left_balance,respiration,core_temp,step_length,ground_contact,ground_contact_balance,vertical_oscillation"
	if got := s.attribute(t, "data-others"); got != others {
		t.Errorf("others: %s", got)
	}
	all := s.attribute(t, "data-channels")
	if !strings.HasPrefix(all, "power,hr,") || !strings.HasSuffix(all, ","+others) {
		t.Errorf("the order is %s", all)
	}
	for _, system := range []struct {
		units training.Units
		want  map[string][]string
	}{
		{"", map[string][]string{
			"step_length": {"Step length", "cm", "0.1", "0", "1"}, "core_temp": {"Core temperature", "°C", "1", "0", "1"},
			"gap": {"Grade-adjusted pace", "/km", "1", "0", "1"},
		}},
		{training.ImperialUnits, map[string][]string{
			"step_length": {"Step length", "in", "0.03937007874015749", "0", "1"}, "core_temp": {"Core temperature", "°F", "1.8", "32", "1"},
		}},
	} {
		s.store.units = system.units
		var names map[string][]string
		if err := json.Unmarshal([]byte(s.attribute(t, "data-names")), &names); err != nil {
			t.Fatal(err)
		}
		for k, want := range system.want {
			if !slices.Equal(names[k], want) {
				t.Errorf("%s is %q, want %q", k, names[k], want)
			}
		}
		for _, k := range strings.Split(all, ",") {
			if len(names[k]) != 5 || names[k][0] == "" || names[k][1] == "" {
				t.Errorf("%s is %q", k, names[k])
			}
		}
	}
}

// TestStreamTableAsksByTheToolsNames: the tool and the columns call some channels
// differently.
func TestStreamTableAsksByTheToolsNames(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.withChannels("ground_contact", "vertical_oscillation")
	s.holds(t, "/activities/ride?streams=table", `value="213.5"`)
	if got := s.table.asked("get_activity_streams"); !strings.Contains(got, `"contact_time","oscillation"`) {
		t.Errorf("asked %s", got)
	}
}

// TestGradedPaceWhereThereIsOne: it is offered of what has a graded pace alone.
func TestGradedPaceWhereThereIsOne(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	if got := s.attribute(t, "data-derived"); got != "" {
		t.Errorf("a ride has %s", got)
	}
	s.table.change = func(b json.RawMessage) json.RawMessage {
		return json.RawMessage(strings.Replace(string(b), `"avg_cadence_rpm": 87.3,`, `"gap_s_per_km": 312.4,`, 1))
	}
	if got := s.attribute(t, "data-derived"); got != "gap" {
		t.Errorf("a run has %q", got)
	}
}

// TestStreamsAreHadAsCSV: the block leads to its table, at an address that no
// selection changes, with the time, the moving time and the distance first.
func TestStreamsAreHadAsCSV(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	const href = "/activities/ride?as=csv&table=streams"
	if _, body := s.ask(t, http.MethodGet, "/activities/ride?from=60&to=90", nil); !strings.Contains(body, `<a href="`+html.EscapeString(href)+`" download>`) {
		t.Error("the streams cannot be had as CSV")
	}
	s.table.change = func(b json.RawMessage) json.RawMessage {
		return regexp.MustCompile(`"channels": \{`).ReplaceAll(b, []byte(`"channels": {"moving_time_s": [0, 10, 12], "distance_km": [0, 0.1, 0.2], `))
	}
	if _, csv := s.ask(t, http.MethodGet, href, nil); !strings.HasPrefix(csv, "offset_s,moving_time_s,distance_km,") {
		t.Errorf("it begins with %.80s", csv)
	}
	if asked := s.table.asked("get_activity_streams"); !strings.Contains(asked, `"moving_time"`) {
		t.Errorf("it asked %s", asked)
	}
}

// TestEachRegionIsOnTheMapAndInTheTable: a shape with its name and a box of the
// table for each region that there is.
func TestEachRegionIsOnTheMapAndInTheTable(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	all, err := json.Marshal(map[string]any{"regions": bodymap.Regions()})
	if err != nil {
		t.Fatal(err)
	}
	s.table.change = func(json.RawMessage) json.RawMessage { return all }
	_, page := s.ask(t, http.MethodGet, "/body", nil)
	for _, r := range bodymap.Regions() {
		shape := regexp.MustCompile(`data-region="` + r.ID + `" tabindex="-1" aria-label="[^"]+"><title>[^<]+</title> ?<path d="M[^"]+Z"`)
		if !shape.MatchString(page) {
			t.Errorf("%s has no shape", r.ID)
		}
		if !strings.Contains(page, `name="region" value="`+r.ID+`"`) {
			t.Errorf("%s is not in the table", r.ID)
		}
	}
	if n := strings.Count(page, "<path d=\"M"); n < len(bodymap.Regions()) {
		t.Errorf("%d shapes for %d regions", n, len(bodymap.Regions()))
	}
}

// TestTheBodySaysWhatIsMarked: level, kind, who and note, and by colour, line
// and words.
func TestTheBodySaysWhatIsMarked(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	_, page := s.ask(t, http.MethodGet, "/body?region=left_shin", nil)
	for _, want := range []string{
		`aria-label="left kneecap: stiffness 2/10 (by you)"`, `class="part by-athlete pain-0" data-region="left_kneecap"`,
		`class="part by-coach" data-region="left_outer_hip"`, "Weak in the step-down test", `class="part chosen" data-region="left_shin"`,
		`value="left_shin" checked`, "right Achilles tendon", `<data value="4"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %s", want)
		}
	}
}

// TestAMarkThatWasReplacedHasAnEnd: the day of the next one of who made it, unless it
// was cleared before; what holds has none, and stands under what is marked now.
func TestAMarkThatWasReplacedHasAnEnd(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.table.change = func(json.RawMessage) json.RawMessage {
		return json.RawMessage(`{"marks":[{"region":"calf","label":"calf","by":"athlete","date":"2026-11-20","since":"2026-11-20"}],"history":[
			{"region":"calf","label":"calf","by":"athlete","date":"2026-11-20"},
			{"region":"calf","label":"calf","by":"coach","date":"2026-11-18"},
			{"region":"calf","label":"calf","by":"athlete","date":"2026-11-10","cleared":"2026-11-15"},
			{"region":"calf","label":"calf","by":"athlete","date":"2026-11-01"}]}`)
	}
	_, csv := s.ask(t, http.MethodGet, "/body?as=csv&table=body-history", nil)
	var ends []string
	for _, line := range strings.Split(strings.TrimSpace(csv), "\n")[1:] {
		ends = append(ends, line[strings.LastIndex(line, ",")+1:])
	}
	if got := strings.Join(ends, " "); got != "  2026-11-15 2026-11-10" {
		t.Errorf("%q in\n%s", got, csv)
	}
	s.holds(t, "/body", "Marked now")
}

// TestMarkingWithoutAScript: the form of the page marks and clears, and its token
// stands in a field.
func TestMarkingWithoutAScript(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	send := func(token string, fields url.Values) *http.Response {
		fields.Set(guard.TokenField, token)
		r := s.request(t, http.MethodPost, "/body", strings.NewReader(fields.Encode()))
		r.Header.Del(guard.TokenHeader)
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		res, _ := do(t, r)
		return res
	}
	mark := url.Values{"region": {"left_shin", "right_shin"}, "pain": {"3"}, "kind": {""}, "note": {"after hills"}, "do": {"mark"}}
	if res := send(s.token, mark); res.StatusCode != http.StatusSeeOther || res.Header.Get("Location") != "/body" {
		t.Errorf("%d %s", res.StatusCode, res.Header.Get("Location"))
	}
	const marked = `{"by":"athlete","marks":[{"note":"after hills","pain":"3","region":"left_shin"},{"note":"after hills","pain":"3","region":"right_shin"}]}`
	if got := s.table.asked("mark_body_regions"); got != marked {
		t.Errorf("it was asked %s", got)
	}
	send(s.token, url.Values{"region": {"left_shin"}, "do": {"clear"}})
	if got := s.table.asked("mark_body_regions"); got != `{"by":"athlete","clear":["left_shin"]}` {
		t.Errorf("it was asked %s", got)
	}
	if res := send("another", mark); res.StatusCode != http.StatusForbidden {
		t.Errorf("with a wrong token: %d", res.StatusCode)
	}
}

// TestTheBundleIsThatOfItsSources holds the sums that the bundler wrote against
// what is committed; a fresh build is compared where there is a bundler.
func TestTheBundleIsThatOfItsSources(t *testing.T) {
	t.Parallel()
	sums, err := os.ReadFile(filepath.Join("dist", "SUMS"))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(sums)) {
		want, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		path := filepath.FromSlash(name) // dist/…
		if strings.HasPrefix(name, "web/") {
			path = filepath.Join("..", "..", "..", path)
		}
		b, err := os.ReadFile(path)
		sum := sha256.Sum256(b)
		if err != nil || hex.EncodeToString(sum[:]) != want {
			t.Errorf("%s is not what the bundle was made of (%v): run make page", name, err)
		}
		n++
	}
	if n < 20 {
		t.Errorf("only %d files have sums", n)
	}
}

// counter counts bytes.
type counter int

func (c *counter) Write(b []byte) (int, error) { *c += counter(len(b)); return len(b), nil }

// TestTheFirstPageIsLight: at most 80 KB of JavaScript, gzipped, and no word of
// what would run text as a program or ask elsewhere.
func TestTheFirstPageIsLight(t *testing.T) {
	t.Parallel()
	var size counter
	for _, name := range []string{"app.js", "door.js"} {
		size += weighed(t, name, "http://", "https://", "importScripts")
	}
	if size > 80<<10 {
		t.Errorf("the scripts have %d bytes gzipped", size)
	}
}

// TestTheTerminalComesLate: its scripts are no part of the first page, and keep to
// the same rules. It names the namespaces of HTML and SVG, and asks what its
// surroundings are.
func TestTheTerminalComesLate(t *testing.T) {
	t.Parallel()
	if size := weighed(t, "coach.js", "https://", "WebAssembly"); size > 100<<10 {
		t.Errorf("the terminal has %d bytes gzipped", size)
	}
	b, err := os.ReadFile(filepath.Join("dist", "app.js"))
	if err != nil || strings.Contains(string(b), "xterm") {
		t.Errorf("the first page has the terminal (%v)", err)
	}
	s := newSite(t)
	for _, path := range everyPage() {
		if _, body := s.ask(t, http.MethodGet, path, nil); strings.Contains(body, "coach.") {
			t.Errorf("%s has the scripts of a terminal that is off", path)
		}
	}
}

// TestTheMapComesLate: what draws it is no part of the first page, and keeps to the
// same rules.
func TestTheMapComesLate(t *testing.T) {
	t.Parallel()
	if size := weighed(t, "map.js", "http://", "https://", "importScripts"); size > 24<<10 {
		t.Errorf("what draws the map has %d bytes gzipped", size)
	}
	b, err := os.ReadFile(filepath.Join("dist", "app.js"))
	if err != nil || strings.Contains(string(b), "PMTiles") {
		t.Errorf("the first page has what reads maps (%v)", err)
	}
}

// weighed returns the size of a script, gzipped. It has no word of what would
// run text as a program.
func weighed(t *testing.T, name string, besides ...string) (size counter) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("dist", name))
	if err != nil {
		t.Fatal(err)
	}
	z := gzip.NewWriter(&size)
	_, _ = z.Write(b)
	_ = z.Close()
	for _, bad := range append([]string{"eval(", "new Function", "innerHTML", "document.write"}, besides...) {
		if strings.Contains(string(b), bad) {
			t.Errorf("%s has %s", name, bad)
		}
	}
	return size
}

// TestEveryPanelInMilesAndFeet: who wants miles and feet finds no metric unit
// beside any number, and the tool's own digits stand beneath.
func TestEveryPanelInMilesAndFeet(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.store.units = training.ImperialUnits
	number := regexp.MustCompile(`(<data [^>]*>[^<]*</data>)\s*<span class="unit">(km|m|km/h|m/h|m/s|/km|/100 m|kg|°C|cm)</span>`)
	for _, path := range everyPage() {
		_, body := s.ask(t, http.MethodGet, path, nil)
		for _, m := range number.FindAllStringSubmatch(body, -1) {
			race := strings.Contains(m[1], `value="5000" data-key="distance_m"`) || strings.Contains(m[1], `value="10000" data-key="distance_m"`)
			if !strings.Contains(m[1], "pool_length_m") && !race { // a pool is as long as it was built, and a race as it is called
				t.Errorf("%s says %s in %s", path, m[1], m[2])
			}
		}
	}
	_, body := s.ask(t, http.MethodGet, "/settings", nil)
	if !strings.Contains(body, `<data value="61.8" data-key="weight_kg" title="61.8 kg">136.2</data>`) {
		t.Error("the weight is not in pounds above the tool's kilograms")
	}
}

// unitless returns columns of numbers that have no unit.
func unitless() []string {
	return []string{
		"ctl", "atl", "tsb", "load", "tss", "lap", "split", "sessions", "completed", "projected_ctl", "projected_atl", "projected_tsb",
		"projected_load", "planned_load", "done_load", "load_cycling", "load_running", "load_rowing", "load_other",
		"without_load", "cycling_load", "running_load", "swimming_load", "strength_load", "mood", "fatigue", "soreness",
		"imported", "updated", "duplicate", "ignored", "failed", "stress", "steps",
		"sleep_quality", "sleep_score", "motivation", "injury", "spo2", "menstrual_phase", "intensity_factor", "pain",
		// Each row says what it is of, with the unit: "weight_kg".
		"interval", "climb", "category", "strokes", "swolf", "set", "sets", "reps", "rpe",
		"percent_of_threshold", // says it
		"value", "latest", "mean_7d", "mean_28d",
		"polarization_index",
		"activities", "active_days", "times_ridden", "rank", "year", "current_days", "current_weeks", "longest_days", "longest_weeks",
		"total", "reached", "next", "to_next", // of milestones, which say what they count
		"eddington_km", "km_days_to_next", "eddington_mi", "mi_days_to_next", "previous_tss",
		"from", // of a zone, by power in W, by heart rate in beats, by pace in seconds
	}
}

// TestCSVStaysMetric: whatever the page shows, a table as CSV has the tool's
// digits and units in its names.
func TestCSVStaysMetric(t *testing.T) {
	t.Parallel()
	metric, miles := newSite(t), newSite(t)
	miles.store.units = training.ImperialUnits
	unit := regexp.MustCompile(`_(km|m|kmh|kg|s|w|bpm|rpm|spm|c|h|pct|kj|kcal|ms|per_kg|per_km|per_100m|per_h|ml|g|min|week)$`)
	link, tables := regexp.MustCompile(`href="([^"]*as=csv[^"]*)"`), 0
	for _, path := range everyPage() {
		_, body := metric.ask(t, http.MethodGet, path, nil)
		for _, m := range link.FindAllStringSubmatch(body, -1) {
			tables++
			_, one := metric.ask(t, http.MethodGet, html.UnescapeString(m[1]), nil)
			_, other := miles.ask(t, http.MethodGet, html.UnescapeString(m[1]), nil)
			if one != other {
				t.Errorf("%s is not the same in miles", m[1])
			}
			rows, err := csv.NewReader(strings.NewReader(one)).ReadAll()
			if err != nil {
				t.Fatalf("%s: %v", m[1], err)
			}
			for i, name := range rows[0] {
				number := slices.ContainsFunc(rows[1:], func(r []string) bool { return regexp.MustCompile(`^-?[0-9.]+$`).MatchString(r[i]) })
				beside := strings.HasPrefix(name, "value_") || strings.HasPrefix(name, "difference_") // each row names its metric
				if number && !beside && !unit.MatchString(name) && !slices.Contains(unitless(), name) {
					t.Errorf("%s: the column %q has no unit", m[1], name)
				}
			}
		}
	}
	if tables < 10 {
		t.Errorf("only %d tables", tables)
	}
}
