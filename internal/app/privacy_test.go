package app

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
)

// private is an athlete who shares positions, hides the place where every
// ride and run begins, and hides one ride altogether.
type private struct {
	*subject
	hidden, file string
	zone         training.PrivacyZone
}

func newPrivate(t *testing.T) *private {
	t.Helper()
	p := &private{subject: newSubject(t)}
	p.hidden = p.ids[6]
	cols, err := p.DB.Stream(t.Context(), p.Scope(), training.ActivityID(p.hidden), store.AllChannels)
	if err != nil || !cols.Has(training.Latitude) {
		t.Fatal("the hidden ride has no position", err)
	}
	p.zone = training.PrivacyZone{
		Name: canary, LatDeg: degrees(cols, training.Latitude),
		LonDeg: degrees(cols, training.Longitude), RadiusM: 1000,
	}
	recs, err := p.DB.Recordings(t.Context(), p.Scope(), training.ActivityID(p.hidden))
	if err != nil {
		t.Fatal(err)
	}
	p.file = recs[0].Origin.FileName
	fields, err := json.Marshal(p.zone)
	if err != nil {
		t.Fatal(err)
	}
	err = p.DB.Write(t.Context(), func(tx *store.Tx) error {
		for field, value := range map[string]string{"hidden_from_models": "true", "name": `"` + canary + `"`, "gear_id": `"road-bike"`} {
			if _, err := tx.SetOverride(p.Athlete, training.ActivityID(p.hidden), field, []byte(value)); err != nil {
				return err
			}
		}
		_, err := tx.PutOwn(p.Athlete, document.PrivacyZones, "zone", document.Own{Fields: fields})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	p.follow(t)
	return p
}

// degrees returns the first value of a channel that there is.
func degrees(c *training.Columns, ch training.Channel) float64 {
	for i := range c.Len() {
		if v, ok := c.At(ch, i); ok {
			return float64(v) * 180 / (1 << 31)
		}
	}
	return math.NaN()
}

// calls returns calls of one tool: its example, those for each activity, and
// those that come near to hidden data.
func (p *private) calls(t *testing.T, r tools.Row) []string {
	t.Helper()
	example := p.own(exampleOf(r.Name))
	out := []string{example}
	switch r.Name {
	case "get_activity_streams":
		for _, id := range append([]string{p.hidden}, p.ids...) {
			out = append(out, fmt.Sprintf(`{"id":%q,"channels":["gps","distance","altitude"],"resolution":"1s","end_offset_s":900}`, id),
				fmt.Sprintf(`{"id":%q,"channels":["gps"]}`, id))
		}
	case "import_files":
		out = append(out, fmt.Sprintf(`{"paths":[%q]}`, p.file), `{"paths":["."]}`)
	case "list_activities":
		out = append(out, `{"limit":100}`, `{"limit":100,"text":"`+canary+`"}`, `{"gear":"road-bike"}`)
	case "search":
		out = append(out, `{"query":"`+canary+`"}`)
	case "compare_activities":
		out = append(out, fmt.Sprintf(`{"ids":[%q,%q]}`, p.hidden, p.ids[0]))
	}
	if r.Input().Properties["id"] != nil {
		for _, id := range append([]string{p.hidden, "zone", "file:" + p.file}, p.ids...) {
			out = append(out, string(args(t, r, example, "id", id)))
		}
	}
	return out
}

// TestNothingPrivateIsAnswered: whatever is asked of the whole table, no answer
// and no refusal names hidden data beyond the question, and no position is
// within a zone.
func TestNothingPrivateIsAnswered(t *testing.T) {
	t.Parallel()
	p := newPrivate(t)
	positions := 0
	for _, r := range p.table.Rows() {
		for _, call := range p.calls(t, r) {
			res, err := p.table.Call(t.Context(), r.Name, p.call(t), json.RawMessage(call))
			said := ""
			if err != nil {
				problem := tools.Describe(err)
				said = problem.Sentence + problem.Fix
			} else {
				said = res.Text + string(res.Structured)
				positions += p.outside(t, r.Name, res.Structured)
			}
			asked := strings.Contains(call, p.hidden)
			if asked && err == nil && !writesMany(r.Name) {
				t.Errorf("%s %s answers about what is hidden: %.300s", r.Name, call, said)
			}
			if !asked && strings.Contains(said, p.hidden) || !strings.Contains(call, canary) && strings.Contains(said, canary) {
				t.Errorf("%s %s names what is hidden: %.500s", r.Name, call, said)
			}
		}
	}
	if positions < 1000 {
		t.Errorf("only %d positions were answered: the test shows nothing", positions)
	}
}

// writesMany reports whether a tool's ids are not of activities alone.
func writesMany(name string) bool { return strings.HasPrefix(name, "search_") || namesNew(name) }

// outside counts the positions of an answer and refuses those in the zone.
func (p *private) outside(t *testing.T, tool string, answer []byte) int {
	t.Helper()
	var v any
	if err := json.Unmarshal(answer, &v); err != nil {
		t.Fatal(err)
	}
	n := 0
	check := func(lat, lon float64) {
		n++
		y, x := (lat-p.zone.LatDeg)*111_195, (lon-p.zone.LonDeg)*111_195*math.Cos(p.zone.LatDeg*math.Pi/180)
		if math.Hypot(x, y) < p.zone.RadiusM-10 {
			t.Errorf("%s answers with a position %.0f m from home", tool, math.Hypot(x, y))
		}
	}
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			lat, ok1 := v["latitude_deg"].([]any)
			lon, ok2 := v["longitude_deg"].([]any)
			for i := 0; ok1 && ok2 && i < len(lat); i++ {
				y, ok1 := lat[i].(float64)
				x, ok2 := lon[i].(float64)
				if ok1 != ok2 {
					t.Errorf("%s answers with half a position", tool)
				}
				if ok1 && ok2 {
					check(y, x)
				}
			}
			for _, inner := range v {
				walk(inner)
			}
		case []any:
			if len(v) == 2 || len(v) == 3 { // of a route: latitude, longitude, altitude
				y, ok1 := v[0].(float64)
				x, ok2 := v[1].(float64)
				if ok1 && ok2 && math.Abs(y) <= 90 {
					check(y, x)
				}
			}
			for _, inner := range v {
				walk(inner)
			}
		}
	}
	walk(v)
	return n
}

// TestTheAthleteSeesEverything: zones and marks are for assistants.
func TestTheAthleteSeesEverything(t *testing.T) {
	t.Parallel()
	p := newPrivate(t)
	c := p.call(t)
	c.Scope.Audience = training.AudiencePage
	res, err := p.table.Call(t.Context(), "get_activity_streams", c,
		json.RawMessage(fmt.Sprintf(`{"id":%q,"channels":["gps"],"resolution":"1s","end_offset_s":60}`, p.hidden)))
	if err != nil || !strings.Contains(string(res.Structured), "latitude_deg") {
		t.Errorf("the athlete's own page: %v %.300s", err, res.Structured)
	}
	if out := string(res.Structured); !strings.Contains(out, fmt.Sprintf("%.2f", math.Trunc(p.zone.LatDeg*100)/100)[:4]) {
		t.Errorf("without the place: %.300s", out)
	}
}

// TestActivitiesAreFoundByPlace: a list finds what went over one of the athlete's
// own segments by words of its name, in any order of the list, and a model does
// not find what went over one that begins in a privacy zone.
func TestActivitiesAreFoundByPlace(t *testing.T) {
	t.Parallel()
	p := newPrivate(t)
	page := p.call(t)
	page.Scope.Audience = training.AudiencePage
	for name, from := range map[string]int{"Rivér flats": 3, "Garden gate": 0} {
		args := fmt.Sprintf(`{"activity_id":%q,"from_km":%d,"to_km":%d,"name":%q}`, p.ids[0], from, from+1, name)
		tooltest.Call(t, p.table, page, "save_segment", args)
	}
	p.follow(t)
	for _, c := range []struct {
		text         string
		page, models bool
	}{{"river", true, true}, {"FLATS river", true, true}, {"river gate", true, false}, {"gate", true, false}, {"flat tyre", false, false}} {
		for _, args := range []string{`"limit":100`, `"sort":"duration","limit":100`, `"sort":"load","limit":100`} {
			args = fmt.Sprintf(`{"text":%q,%s}`, c.text, args)
			for name, by := range map[string]*tools.Call{"the page": page, "a model": p.call(t)} {
				want := map[string]bool{"the page": c.page, "a model": c.models}[name]
				for range 2 { // the second time from memory
					found := strings.Contains(tooltest.Call(t, p.table, by, "list_activities", args).Text, p.ids[0])
					if found != want {
						t.Errorf("%s %s: found %v, not %v", name, args, found, want)
					}
				}
			}
		}
	}
}
