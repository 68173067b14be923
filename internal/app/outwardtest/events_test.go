package outwardtest_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"lapkeep/test/intervalstest/apitest"
)

// eventsHere are the days and names of the athlete's calendar as the program
// lists it.
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

// eventsThere are those of the service.
func (a *athlete) eventsThere() string {
	var lines []string
	a.server.Do(func(w *apitest.World) {
		for _, e := range w.Athletes[0].Events.Rows {
			lines = append(lines, apitest.Text(e, "start_date_local")[:10]+" "+apitest.Text(e, "name"))
		}
	})
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// count is how many events of a name the service has.
func (a *athlete) count(name string) int { return len(a.named(name)) }

// named are the events of a name at the service.
func (a *athlete) named(name string) []apitest.Doc {
	var out []apitest.Doc
	a.server.Do(func(w *apitest.World) {
		out = w.Athletes[0].Events.Where(func(e apitest.Doc) bool { return apitest.Text(e, "name") == name })
	})
	return out
}

// atTheirPages changes an event as a person does at the service's own pages.
func (a *athlete) atTheirPages(t *testing.T, name string, fields apitest.Doc) {
	t.Helper()
	n := 0
	a.server.Do(func(w *apitest.World) {
		for _, e := range w.Athletes[0].Events.Rows {
			if apitest.Text(e, "name") == name {
				n++
				for k, v := range apitest.PlainDoc(fields) {
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
