package web_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"lapkeep/internal/coach/bodymap"
	"lapkeep/internal/faces/guard"
)

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
