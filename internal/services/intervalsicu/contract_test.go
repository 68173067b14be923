package intervalsicu

import (
	"maps"
	"slices"
	"testing"
)

// TestEveryRequestIsAsTheDocumentHasIt makes every request that the client can
// make and holds it against the service's document.
func TestEveryRequestIsAsTheDocumentHasIt(t *testing.T) {
	t.Parallel()
	doc, d := readDocument(t), newDesk(t)
	c := d.client(t)
	for _, name := range slices.Sorted(maps.Keys(allCalls())) {
		call := allCalls()[name]
		if err := call(t.Context(), t, c); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, s := range d.log {
		for _, w := range doc.check(s) {
			t.Errorf("%s: %s", s.op, w)
		}
	}
	for _, o := range operations(t) {
		if len(d.requests(o.ID)) == 0 {
			t.Errorf("no call asks for %s", o.ID)
		}
	}
}

// TestTheDocumentIsKeptTo proves that the check above can fail.
func TestTheDocumentIsKeptTo(t *testing.T) {
	t.Parallel()
	doc := readDocument(t)
	good := seen{
		op: "updateEvent", path: apiPath + "/athlete/0/events/71", header: jsonHeader(),
		body: `{"name":"N","moving_time":600,"tags":["a"],"category":"NOTE"}`,
	}
	if wrong := doc.check(good); len(wrong) > 0 {
		t.Fatal(wrong)
	}
	for name, bad := range map[string]seen{
		"a field":     {op: good.op, path: good.path, header: good.header, body: `{"workout_steps":1}`},
		"a type":      {op: good.op, path: good.path, header: good.header, body: `{"moving_time":600.5}`},
		"an enum":     {op: good.op, path: good.path, header: good.header, body: `{"category":"note"}`},
		"a list":      {op: good.op, path: good.path, header: good.header, body: `{"tags":"a"}`},
		"a parameter": {op: "listEvents", path: "/x", query: map[string][]string{"from": {"2026-01-01"}}, header: good.header},
		"a lack":      {op: "searchForIntervals", path: "/x", header: good.header},
		"an op":       {op: "nothing", header: good.header},
	} {
		if len(doc.check(bad)) == 0 {
			t.Errorf("%s passes", name)
		}
	}
	if !slices.Contains(doc.check(seen{op: "listAthletes", path: apiPath + "/athletes", header: good.header, body: "{}"}), "has a body") {
		t.Error("a body passes")
	}
}

func jsonHeader() map[string][]string {
	return map[string][]string{"Content-Type": {"application/json"}}
}
