package intervalstest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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

// names are the events of a list.
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
	files := c.list("/athlete/0/events?ext=zwo")
	if d := files[0].(object); d["workout_filename"] != "Threshold.zwo" || d["workout_file_base64"] == nil ||
		files[1].(object)["workout_filename"] != nil {
		t.Errorf("with files: %v", d["workout_filename"])
	}
	c.refused("GET", "/athlete/0/events?ext=doc", nil, 422, "Unsupported")
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
	made("b", "NOTE", "2026-09-23")
	c.ok("DELETE", "/athlete/0/events?oldest=2026-09-01&newest=2026-09-30&category=WORKOUT", nil)
	if got := all(); got != "b, d" {
		t.Errorf("left of a range: %s", got)
	}
	c.ok("DELETE", "/athlete/0/events?oldest=2026-09-01&category=WORKOUT,NOTE", nil) // no end: all the future
	if got := all(); got != "" {
		t.Errorf("left of everything: %s", got)
	}
}

func TestRangeDeleteWantsCategories(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{Lenient: true})
	c.refused("DELETE", "/athlete/0/events?oldest=2026-09-01", nil, 422, "category")
}

func TestUpdatingARangeOfEvents(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{})
	list := c.ok("PUT", "/athlete/0/events?oldest=2026-09-22&newest=2026-09-23", object{"hide_from_athlete": true, "name": "other"}).([]any)
	if names(list) != "Threshold, Travel" || list[0].(object)["hide_from_athlete"] != true {
		t.Errorf("%s", names(list))
	}
}

func TestDuplicates(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{})
	first := c.list("/athlete/0/events")[0].(object)
	made := c.ok("POST", "/athlete/0/duplicate-events", object{"eventIds": []any{first["id"]}, "numCopies": 2, "weeksBetween": 2}).([]any)
	var days []string
	for _, v := range made {
		e := v.(object)
		days = append(days, e["start_date_local"].(string))
		if e["id"] == first["id"] || e["uid"] == first["uid"] || e["name"] != first["name"] {
			t.Errorf("a copy that is none: %v", e["id"])
		}
	}
	if diff := cmp.Diff([]string{"2026-10-06T00:00:00", "2026-10-20T00:00:00"}, days); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	c.refused("POST", "/athlete/0/duplicate-events", object{"eventIds": []int{1}, "numCopies": 1, "weeksBetween": 1}, 404, "")
}

func TestMarkDone(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{})
	list := c.list("/athlete/0/events")
	a := c.object("POST", path("/athlete/0/events", list[0].(object)["id"], "mark-done"), nil)
	if a["source"] != "MANUAL" || a["paired_event_id"] != list[0].(object)["id"] ||
		a["icu_training_load"] != list[0].(object)["icu_training_load"] {
		t.Errorf("%v of %v, paired with %v", a["source"], a["icu_training_load"], a["paired_event_id"])
	}
	if c.object("GET", "/activity/"+a["id"].(string), nil)["name"] != "Threshold" {
		t.Error("the activity is not there")
	}
	c.refused("POST", path("/athlete/0/events", list[1].(object)["id"], "mark-done"), nil, 422, "not a workout")
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
	list := c.list("/athlete/0/fitness-model-events")
	if len(list) != 2 || list[0].(object)["category"] != "FITNESS_DAYS" {
		t.Errorf("%v", list)
	}
	if ctl := c.object("GET", "/athlete/0/wellness/2026-09-21", nil)["ctl"].(float64); ctl < 77 || ctl > 80 {
		t.Errorf("fitness of the day on which it is set to 80: %v", ctl)
	}
	if got := c.list("/athlete/0/event-tags"); len(got) != 1 || got[0] != "key" {
		t.Errorf("tags %v", got)
	}
}

func TestAthleteCurves(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{Activities: 8})
	got := c.object("GET",
		"/athlete/0/power-curves?type=Ride&curves=42d,s0,all&curves=r.2026-09-20.2026-09-20&includeRanks=false&filters=%5B%5D", nil)
	list := got["list"].([]any)
	if len(list) != 4 {
		t.Fatalf("%d curves, want 4", len(list))
	}
	for _, v := range list {
		d := v.(object)
		secs, values, where := d["secs"].([]any), d["values"].([]any), d["activity_id"].([]any)
		if len(secs) != len(values) || len(secs) != len(where) || len(secs) == 0 {
			t.Errorf("%v: %d times, %d values, %d activities", d["id"], len(secs), len(values), len(where))
		}
		for i := range where {
			if got["activities"].(object)[where[i].(string)] == nil {
				t.Errorf("%v is not among the activities", where[i])
			}
			if i > 0 && values[i].(float64) > values[i-1].(float64) {
				t.Errorf("%v: more over %v s than over %v s", d["id"], secs[i], secs[i-1])
			}
		}
	}
	// The suffix of a path can be anything.
	if got := c.object("GET", "/athlete/0/power-curves-ext?type=Ride", nil); len(got["list"].([]any)) != 1 {
		t.Errorf("with a suffix of its own: %v", got)
	}
	pace := c.object("GET", "/athlete/0/pace-curves?type=Run&curves=all", nil)["list"].([]any)[0].(object)
	if pace["secs"] != nil || len(pace["distance"].([]any)) == 0 || pace["values"].([]any)[0].(float64) < 60 {
		t.Errorf("pace: %v m in %v s", pace["distance"], pace["values"])
	}
	if heart := c.object("GET", "/athlete/0/hr-curves", nil)["list"].([]any)[0].(object); heart["id"] != "1y" ||
		len(heart["secs"].([]any)) == 0 {
		t.Errorf("heart rate: %v", heart["id"])
	}
	c.refused("GET", "/athlete/0/power-curves?type=Ride&curves=lately", nil, 422, "Invalid curve")
}

func TestActivityCurves(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{})
	ride, run := "/activity/"+c.recorded("Ride")["id"].(string), "/activity/"+c.recorded("Run")["id"].(string)
	for _, path := range []string{ride + "/power-curve", ride + "/power-curve.json", ride + "/hr-curve", run + "/pace-curve?gap=true"} {
		if d := c.object("GET", path, nil); len(d["values"].([]any)) < 3 {
			t.Errorf("%s has %v", path, d["values"])
		}
	}
	if _, text := c.raw("GET", ride+"/power-curve.csv", nil); !strings.HasPrefix(string(text), "secs,value\n1,") {
		t.Errorf("CSV: %.40s", text)
	}
	if got := c.list(ride + "/power-curves?types=watts,fixed_watts"); len(got) != 2 || got[1].(object)["stream_type"] != "fixed_watts" {
		t.Errorf("two streams: %v", got)
	}
	if status, text := c.raw("GET", run+"/power-curve", nil); status != 422 || len(text) != 0 {
		t.Errorf("a run's power curve: %d %q, want a 422 without a word", status, text)
	}
	if status, text := c.raw("GET", run+"/power-curves?types=watts", nil); status != 422 || len(text) != 0 {
		t.Errorf("a run's power curves: %d %q, want a 422 without a word", status, text)
	}
}

func TestCurvesOfManyActivities(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{StubEvery: -1, Activities: 5})
	power := c.object("GET", "/athlete/0/activity-power-curves?oldest=2026-09-01&newest=2026-09-20&type=Ride&secs=5,60", nil)
	curves := power["curves"].([]any)
	if len(curves) != 3 || len(curves[0].(object)["watts"].([]any)) != 2 {
		t.Errorf("power of %d rides: %v", len(curves), power)
	}
	if heart := c.object("GET", "/athlete/0/activity-hr-curves?oldest=2026-09-01&newest=2026-09-20", nil); len(heart["curves"].([]any)) != 5 {
		t.Errorf("heart rate of all: %v", heart)
	}
	paces := c.object("GET", "/athlete/i12345/activity-pace-curves?oldest=2026-09-01&newest=2026-09-20&type=Run&distances=1000", nil)
	if len(paces["curves"].([]any)) != 1 {
		t.Errorf("paces of runs: %v", paces)
	}
	c.refused("GET", "/athlete/i12345/activity-pace-curves.csv?oldest=2026-09-01&newest=2026-09-20", nil, 500, "")
}

// TestOtherFigures asks for everything else that the service computes; that
// the answers are as the document has them is checked by the server.
func TestOtherFigures(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{})
	ride := "/activity/" + c.recorded("Ride")["id"].(string)
	for path, field := range map[string]string{
		ride + "/power-vs-hr": "decoupling", ride + "/time-at-hr": "cumulative_secs", ride + "/hr-load-model": "type",
		ride + "/power-spike-model": "criticalPower", ride + "/map": "latlngs", ride + "/weather-summary": "average_weather_temp",
		"/athlete/0/mmp-model?type=Ride": "ftp", "/athlete/0/power-hr-curve?start=2026-01-01&end=2026-09-20": "bpm",
		"/pace_distances": "distances",
	} {
		if c.object("GET", path, nil)[field] == nil {
			t.Errorf("%s has no %s", path, field)
		}
	}
	if d := c.object("GET", ride+"/map?boundsOnly=true", nil); d["latlngs"] != nil || d["bounds"] == nil {
		t.Errorf("only the bounds: %v", d)
	}
	if d := c.object("GET", "/activity/"+c.recorded("VirtualRide")["id"].(string)+"/map", nil); d["bounds"] != nil {
		t.Errorf("the map of a ride indoors: %v", d)
	}
	if got := c.list(ride + "/segments"); len(got) != 1 {
		t.Errorf("segments: %v", got)
	}
	plot := c.object("GET", ride+"/time-at-hr", nil)
	if n := len(plot["secs"].([]any)); float64(n) != plot["max_bpm"].(float64)-plot["min_bpm"].(float64)+1 {
		t.Errorf("%d values from %v to %v bpm", n, plot["min_bpm"], plot["max_bpm"])
	}
}
