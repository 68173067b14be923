package intervalstest_test

import (
	"fmt"
	"strings"
	"testing"

	"lapkeep/test/intervalstest"
)

func path(parts ...any) string {
	var out []string
	for _, p := range parts {
		if n, ok := p.(float64); ok {
			p = int(n)
		}
		out = append(out, fmt.Sprint(p))
	}
	return strings.Join(out, "/")
}

// names returns the events of a list.
func names(list []any) string {
	var out []string
	for _, v := range list {
		out = append(out, v.(object)["name"].(string))
	}
	return strings.Join(out, ", ")
}

func TestListOfEvents(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{})
	for query, want := range map[string]string{
		"":                                     "Threshold, Travel, Easy run, Weekly target", // today and six days more
		"?oldest=2026-09-20&newest=2026-09-21": "Endurance",
		"?oldest=2026-09-20&newest=2026-12-31&category=RACE_A,NOTE&category=TARGET": "Travel, Weekly target, Autumn race",
		"?oldest=2026-09-20&newest=2026-12-31&limit=2":                              "Endurance, Threshold",
	} {
		if got := names(c.list("/athlete/0/events" + query)); got != want {
			t.Errorf("%q: %s, want %s", query, got, want)
		}
	}
	if _, text := c.raw("GET", "/athlete/0/events.csv?oldest=2026-09-20&newest=2026-09-20", nil); !strings.HasPrefix(string(text), "id,") {
		t.Errorf("CSV: %s", text)
	}
}

func TestWhatAnEventMustHave(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{Empty: true, Lenient: true})
	good := func() object {
		return object{"category": "NOTE", "name": "N", "start_date_local": "2026-09-25T00:00:00"}
	}
	with := func(field string, v any) object {
		d := good()
		d[field] = v
		return d
	}
	for name, tc := range map[string]struct {
		body object
		says string
	}{
		"a day alone":            {with("start_date_local", "2026-09-25"), "could not be parsed"},
		"a zone":                 {with("start_date_local", "2026-09-25T00:00:00Z"), "could not be parsed"},
		"no name":                {with("name", ""), "Name is required"},
		"category in small":      {with("category", "note"), "category"},
		"no category":            {with("category", nil), "Category"},
		"a race without a sport": {with("category", "RACE_A"), "type"},
		"an unknown word":        {with("training_availability", "SOME"), "training_availability"},
		"an end that is a day":   {with("end_date_local", "2026-09-26"), "could not be parsed"},
	} {
		c.refused("POST", "/athlete/0/events", tc.body, 422, tc.says)
		c.refused("POST", "/athlete/0/events/bulk", []object{good(), tc.body}, 422, tc.says)
		if n := len(c.list("/athlete/0/events")); n != 0 {
			t.Fatalf("%s: %d events are there", name, n)
		}
	}
}

func TestEventsComeBackCompleted(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{Empty: true})
	note := c.object("POST", "/athlete/0/events",
		object{
			"category": "NOTE", "name": "N", "start_date_local": "2026-09-25T10:00:00", "icu_ftp": 999,
			"workout_doc": object{"steps": []any{}},
		})
	if note["end_date_local"] != "2026-09-26T00:00:00" || note["uid"] == nil || note["icu_ftp"] != nil || note["workout_doc"] != nil {
		t.Errorf("ends %v, uid %v, ftp %v, doc %v", note["end_date_local"], note["uid"], note["icu_ftp"], note["workout_doc"])
	}
	at := path("/athlete/0/events", note["id"])
	long := c.object("PUT", at, object{"end_date_local": "2026-09-28T00:00:00", "color": "red"})
	moved := c.object("PUT", at, object{"start_date_local": "2026-10-01T00:00:00"})
	if long["name"] != "N" || moved["color"] != "red" || moved["end_date_local"] != "2026-10-03T14:00:00" {
		t.Errorf("moved to %v until %v", moved["start_date_local"], moved["end_date_local"])
	}
	if names(c.list("/athlete/0/events?oldest=2026-10-02&newest=2026-10-02")) != "N" {
		t.Error("an event of several days is not in their middle")
	}
	if got := c.object("PUT", at, object{"color": nil}); got["color"] != nil {
		t.Error("a null does not empty a field")
	}
	c.refused("PUT", at, object{"name": ""}, 422, "Name")
	c.refused("PUT", "/athlete/0/events/1", object{"name": "x"}, 404, "not found")
	c.refused("GET", "/athlete/0/events/1", nil, 404, "not found")
}

func TestUpserts(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{Empty: true})
	e := func(name, external, uid string) object {
		d := object{"category": "NOTE", "name": name, "start_date_local": "2026-09-25T00:00:00"}
		if external != "" {
			d["external_id"] = external
		}
		if uid != "" {
			d["uid"] = uid
		}
		return d
	}
	bulk := func(query string, list ...object) string {
		c.ok("POST", "/athlete/0/events/bulk"+query, list)
		return names(c.list("/athlete/0/events"))
	}
	for _, step := range []struct {
		query string
		e     object
		want  string
	}{
		{"?upsert=true", e("a", "1", ""), "a"},
		{"?upsert=true", e("b", "1", ""), "b"},
		{"", e("c", "1", ""), "b, c"}, // not asked for
		{"?upsertOnUid=true&updatePlanApplied=true", e("d", "", "u"), "b, c, d"},
		{"?upsertOnUid=true", e("e", "", "u"), "b, c, e"},
		{"?upsert=true", object{
			"category": "TARGET", "type": "Ride", "name": "t",
			"start_date_local": "2026-09-25T00:00:00", "load_target": 1,
		}, "b, c, e, t"},
		{"?upsert=true", object{
			"category": "TARGET", "type": "Ride", "name": "t2",
			"start_date_local": "2026-09-25T00:00:00", "load_target": 2,
		}, "b, c, e, t2"},
	} {
		if got := bulk(step.query, step.e); got != step.want {
			t.Errorf("%s %v: %s, want %s", step.query, step.e["name"], got, step.want)
		}
	}
	c.ok("POST", "/athlete/0/events?upsertOnUid=true", e("f", "", "u"))
	if got := names(c.list("/athlete/0/events")); got != "b, c, f, t2" {
		t.Errorf("by uid alone: %s", got)
	}
}

func TestDeletingEvents(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{Empty: true})
	made := func(name, category, day string) float64 {
		return c.object("POST", "/athlete/0/events",
			object{"category": category, "type": "Ride", "name": name, "external_id": name, "start_date_local": day + "T00:00:00"})["id"].(float64)
	}
	all := func() string { return names(c.list("/athlete/0/events?oldest=2026-01-01&newest=2027-12-31")) }
	a := made("a", "WORKOUT", "2026-09-22")
	made("b", "NOTE", "2026-09-23")
	made("c", "WORKOUT", "2026-09-24")
	made("d", "WORKOUT", "2026-12-24")
	e := made("e", "WORKOUT", "2026-09-10")
	c.ok("DELETE", path("/athlete/0/events", a), nil)
	c.refused("DELETE", path("/athlete/0/events", a), nil, 404, "")
	if got := c.object("PUT", "/athlete/0/events/bulk-delete",
		[]object{{"id": a}, {"id": e}, {"external_id": "b"}, {"external_id": "none"}}); got["eventsDeleted"] != 2.0 {
		t.Errorf("deleted %v, want the two that were there", got)
	}
	if got := all(); got != "c, d" {
		t.Errorf("left: %s", got)
	}
}

func TestEventsThatSteerFitness(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{})
	c.ok("POST", "/athlete/0/events", object{
		"category": "SET_FITNESS", "name": "Start",
		"start_date_local": "2026-09-21T00:00:00", "icu_ctl": 80, "icu_atl": 60,
	})
	c.ok("POST", "/athlete/0/events", object{
		"category": "FITNESS_DAYS", "start_date_local": "2026-09-01T00:00:00",
		"ctl_days": 50, "atl_days": 8,
	})
	if ctl := c.object("GET", "/athlete/0/wellness/2026-09-21", nil)["ctl"].(float64); ctl < 77 || ctl > 80 {
		t.Errorf("fitness of the day on which it is set to 80: %v", ctl)
	}
}
