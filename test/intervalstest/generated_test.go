package intervalstest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// generator makes requests that the document allows, about things that mostly
// exist.
type generator struct {
	t     *rapid.T
	s     *Server
	enums map[string][]string
}

// value returns some JSON of a kind.
func (g generator) value(k Kind, depth int) any {
	text := string(k)
	switch {
	case strings.HasPrefix(text, "["):
		list := []any{}
		for range rapid.IntRange(0, 2).Draw(g.t, "length") {
			list = append(list, g.value(k[1:len(k)-1], depth+1))
		}
		return list
	case strings.HasPrefix(text, "{"), text == "any":
		return map[string]any{}
	case text == "int", text == "long":
		return rapid.SampledFrom([]int{-1, 0, 1, 2, 7, 300, 1001, 1010, 1020, 1030}).Draw(g.t, "int")
	case text == "num":
		return rapid.SampledFrom([]float64{-1, 0, 0.5, 61.25, 1000}).Draw(g.t, "num")
	case text == "bool":
		return rapid.Bool().Draw(g.t, "bool")
	}
	if words := g.words(k); words != nil {
		return rapid.SampledFrom(words).Draw(g.t, "word")
	}
	if fields := g.s.world.Contract.Schemas[k]; fields != nil && depth < 4 {
		return g.object(k, depth)
	} else if fields != nil {
		return map[string]any{}
	}
	return rapid.SampledFrom([]string{"", "x", "- 10m 75%\n", "2026-09-22T00:00:00", "2026-09-22", "i1001", "Ride", "watts"}).Draw(g.t, "text")
}

func (g generator) words(k Kind) []string {
	if list, ok := strings.CutPrefix(string(k), "enum("); ok {
		return strings.Split(strings.TrimSuffix(list, ")"), "|")
	}
	return g.enums[string(k)]
}

// object has some of a schema's fields, and those without which most requests
// are refused.
func (g generator) object(k Kind, depth int) map[string]any {
	d, fields := map[string]any{}, g.s.world.Contract.Schemas[k]
	var names []string
	for name := range fields {
		names = append(names, name)
	}
	slices.Sort(names)
	for range rapid.IntRange(0, 6).Draw(g.t, "fields") {
		name := rapid.SampledFrom(names).Draw(g.t, "field")
		if rapid.IntRange(0, 5).Draw(g.t, "null") == 0 {
			d[name] = nil
		} else {
			d[name] = g.value(fields[name], depth+1)
		}
	}
	for name, v := range map[string]any{
		"name": "N", "start_date_local": "2026-09-25T00:00:00", "category": "NOTE",
		"folder_id": g.folder(), "content": nil,
	} {
		if _, known := fields[name]; known && d[name] == nil && v != nil && rapid.IntRange(0, 3).Draw(g.t, "usual") > 0 {
			d[name] = v
		}
	}
	return d
}

func (g generator) folder() any {
	if rows := g.s.world.Athletes[0].Folders.Rows; len(rows) > 0 {
		return rows[0]["id"]
	}
	return 1
}

// some returns the id of one of a list's things.
func (g generator) some(rows []Doc, field string) string {
	if len(rows) == 0 {
		return "1"
	}
	return NumberText(rapid.SampledFrom(rows).Draw(g.t, "row")[field])
}

// fill puts ids in the place of a path's parameters.
func (g generator) fill(path string) string {
	a := g.s.world.Athletes[0]
	var all []Doc
	for _, v := range a.NewestFirst() {
		all = append(all, v.Doc)
	}
	one := g.some(all, "id")
	var reminders []Doc
	for _, d := range a.Gear.Rows {
		list, _ := d["reminders"].([]any)
		for _, r := range list {
			reminders = append(reminders, r.(Doc))
		}
	}
	id := "0"
	switch {
	case strings.HasPrefix(path, "/activity/"):
		id = one
	case strings.HasPrefix(path, "/chats/"):
		id = g.some(a.Chats.Rows, "id")
	case strings.Contains(path, "/sport-settings/"):
		id = g.some(a.Settings.Rows, "id")
	}
	return strings.NewReplacer("{athleteId}", "0", "{id}", id, "{ids}", one+",i1", "{ext}", "", "{format}", "",
		"{eventId}", g.some(a.Events.Rows, "id"), "{folderId}", g.some(a.Folders.Rows, "id"), "{workoutId}", g.some(a.Workouts.Rows, "id"),
		"{gearId}", g.some(a.Gear.Rows, "id"), "{reminderId}", g.some(reminders, "id"), "{itemId}", g.some(a.Items.Rows, "id"),
		"{msgId}", "1", "{route_id}", g.some(a.Routes.Rows, "route_id"),
		"{date}", "2026-09-20").Replace(path)
}

// queryOf returns a query by the contract's line of an operation.
func (g generator) queryOf(line string) string {
	q := url.Values{}
	for _, w := range strings.Fields(line) {
		rest, ok := strings.CutPrefix(w, "?")
		if !ok {
			continue
		}
		name, k, _ := strings.Cut(rest, ":")
		name, required := strings.CutSuffix(name, "*")
		if !required && rapid.IntRange(0, 2).Draw(g.t, "optional") > 0 {
			continue
		}
		switch name {
		case "oldest", "start":
			q.Set(name, "2026-09-01")
		case "newest", "end", "now", "notBefore":
			q.Set(name, "2026-09-30")
		default:
			v := g.value(Kind(strings.Trim(k, "[]")), 9)
			if strings.Contains(k, "ActivityFilter") {
				v = "[]"
			}
			if v == "" {
				v = "x"
			}
			q.Set(name, fmt.Sprint(v))
		}
		if (name == "oldest" || name == "newest") && k == "int" {
			q.Set(name, "3")
		}
	}
	return q.Encode()
}

// TestWhateverIsAllowedIsAnsweredByTheDocument sends whatever the document
// allows, in any order: nothing breaks the server, and every answer is as the
// document has it.
func TestWhateverIsAllowedIsAnsweredByTheDocument(t *testing.T) {
	t.Parallel()
	lines, enums := map[string]string{}, map[string][]string{}
	for line := range strings.Lines(contractText) {
		switch words := strings.Fields(line); words[0] {
		case "op":
			lines[words[1]] = line
		case "enum":
			enums[words[1]] = strings.Split(words[2], "|")
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		s, err := build(Options{Seconds: 30, Activities: 3, StubEvery: 3, Wellness: 1})
		if err != nil {
			t.Fatal(err)
		}
		g, h := generator{t, s, enums}, s.handler()
		served := slices.DeleteFunc(slices.Clone(s.world.Contract.Operations), func(op *Operation) bool { return s.handlers[op.ID] == nil })
		for range 20 {
			op := rapid.SampledFrom(served).Draw(t, "operation")
			var body []byte
			if op.Body != "" && op.Body != "file" {
				v := g.value(op.Body, 0)
				text, err := json.Marshal(v)
				if err != nil {
					t.Fatal(err)
				}
				body = text
			}
			r := httptest.NewRequest(op.Method, "/api/v1"+g.fill(op.Path)+"?"+g.queryOf(lines[op.ID]), bytes.NewReader(body))
			r.SetBasicAuth("API_KEY", DefaultKey)
			r.Header.Set("Content-Type", "application/json")
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			for _, v := range s.Violations() {
				t.Fatalf("%s %s %s: %s", op.Method, r.URL, body, v)
			}
			if w.Code == http.StatusNotImplemented || w.Code == http.StatusNotFound && strings.Contains(w.Body.String(), `"path"`) {
				t.Fatalf("%s %s: %d %s", op.Method, r.URL, w.Code, w.Body)
			}
		}
	})
}

// TestWhatIsServedIsDocumented: what no client asks for need not be served.
func TestWhatIsServedIsDocumented(t *testing.T) {
	t.Parallel()
	s := New(t, Options{Empty: true})
	var ids []string
	for _, op := range s.world.Contract.Operations {
		ids = append(ids, op.ID)
	}
	for id := range s.handlers {
		if !slices.Contains(ids, id) {
			t.Errorf("%s is served and is no operation", id)
		}
	}
	if len(ids) != 148 {
		t.Errorf("%d operations, want 148", len(ids))
	}
}
