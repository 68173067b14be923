package intervalstest_test

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/test/intervalstest"
)

// ids returns the field "id" of a list.
func ids(list []any) []string {
	var out []string
	for _, v := range list {
		out = append(out, fmt.Sprint(v.(object)["id"]))
	}
	return out
}

// recorded returns the newest activity of a sport that is no stub.
func (c caller) recorded(sport string) object {
	c.t.Helper()
	for _, v := range c.list("/athlete/0/activities?oldest=2026-01-01") {
		if a := v.(object); a["type"] == sport && a["source"] != "STRAVA" {
			return a
		}
	}
	c.t.Fatalf("the sample has no %s", sport)
	return nil
}

func TestListOfActivities(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{StubEvery: -1, Activities: 5})
	days := func(query string) []string {
		var out []string
		for _, v := range c.list("/athlete/0/activities?" + query) {
			out = append(out, v.(object)["start_date_local"].(string))
		}
		return out
	}
	all := []string{"2026-09-20T07:15:00", "2026-09-19T08:15:00", "2026-09-18T09:15:00", "2026-09-17T10:15:00", "2026-09-16T11:15:00"}
	for query, want := range map[string][]string{
		"oldest=2026-09-01":                                                       all, // newest first, until now
		"oldest=2026-09-17&newest=2026-09-19":                                     all[1:4],
		"oldest=2026-09-17T10:15:01&newest=2026-09-19T08:15:00":                   all[1:3],
		"oldest=2026-09-01&limit=2":                                               all[:2],
		"oldest=2026-09-01&limit=2&newest=" + all[1]:                              all[1:3],
		"oldest=2027-01-01":                                                       nil,
		"oldest=2026-09-01&route_id=5":                                            nil,
		"oldest=2026-09-19T00:00&newest=2026-09-19T23:59&fields=start_date_local": all[1:2],
	} {
		if diff := cmp.Diff(want, days(query)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", query, diff)
		}
	}
	c.refused("GET", "/athlete/0/activities?oldest=2026-09-01T00:00:00Z", nil, 422, "could not be parsed")
	c.refused("GET", "/athlete/0/activities?oldest=yesterday", nil, 422, "could not be parsed")
}

func TestFieldsRestrictAndDropNulls(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{StubEvery: -1, Activities: 2})
	full := c.list("/athlete/0/activities?oldest=2026-09-01")[1].(object) // a run
	if v, there := full["icu_average_watts"]; !there || v != nil {
		t.Errorf("a run's power in full is %v, %v: want a null", v, there)
	}
	slim := c.list("/athlete/0/activities?oldest=2026-09-01&fields=id,type,icu_average_watts&fields=name")[1].(object)
	if diff := cmp.Diff(object{"id": full["id"], "type": "Run", "name": "Threshold run"}, slim); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestStubs(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{Activities: 12, StubEvery: 3})
	var noted, bare string
	for _, v := range c.list("/athlete/0/activities?oldest=2026-01-01") {
		a := v.(object)
		if len(a) > 40 {
			continue
		}
		if id := a["id"].(string); strings.Trim(id, "0123456789") != "" {
			t.Errorf("the stub %s has no bare number", id)
		}
		if a["_note"] != nil {
			noted = a["id"].(string)
		} else {
			bare = a["id"].(string)
		}
	}
	if noted == "" || bare == "" {
		t.Fatalf("stubs with a note %q and without %q", noted, bare)
	}
	if a := c.object("GET", "/activity/"+noted+"?intervals=true", nil); a["source"] != "STRAVA" || a["icu_intervals"] != nil {
		t.Errorf("a stub by its id is %v", a)
	}
	if got := c.list("/athlete/0/activities/" + noted + ",nothing," + c.recorded("Ride")["id"].(string)); len(got) != 2 {
		t.Errorf("of a stub, a nothing and a ride came %d", len(got))
	}
	for _, path := range []string{
		"/streams", "/streams.csv", "/file",
	} {
		c.refused("GET", "/activity/"+noted+path, nil, 422, "Cannot read Strava activities via the API")
	}
	if got := c.object("GET", "/activity/"+noted+"/intervals", nil); len(got["icu_intervals"].([]any)) != 0 {
		t.Errorf("a stub has intervals: %v", got)
	}
	c.refused("PUT", "/activity/"+noted, object{"name": "x"}, 422, "Strava")
}

func TestFromStravaAndYetShown(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{})
	found := false
	for _, v := range c.list("/athlete/0/activities?oldest=2026-01-01") {
		a := v.(object)
		found = found || a["source"] == "STRAVA" && a["average_heartrate"] != nil && a["strava_id"] != nil
	}
	if !found {
		t.Error("the sample has no activity from Strava with figures")
	}
}

func TestUpdateActivity(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{})
	a := c.recorded("Ride")
	path := "/activity/" + a["id"].(string)
	event := c.object("POST", "/athlete/0/events",
		object{"category": "WORKOUT", "type": "Ride", "name": "P", "start_date_local": "2026-09-20T00:00:00"})
	got := c.object("PUT", path, object{
		"name": "Renamed", "feel": 5, "icu_rpe": 8, "trainer": true, "commute": false, "carbs_ingested": 60, "tags": []string{"a"},
		"paired_event_id": event["id"], "sub_type": "RACE",
		"distance": 1, "icu_ctl": 99, "average_heartrate": 1, // the service's own: ignored
	})
	want := object{
		"name": "Renamed", "feel": 5.0, "icu_rpe": 8.0, "trainer": true, "commute": false, "carbs_ingested": 60.0, "tags": []any{"a"},
		"paired_event_id": event["id"], "sub_type": "RACE", "session_rpe": 8 * a["moving_time"].(float64) / 60,
		"distance": a["distance"], "icu_ctl": nil, "average_heartrate": a["average_heartrate"], "description": nil,
	}
	for field, v := range want {
		if diff := cmp.Diff(v, got[field]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", field, diff)
		}
	}
	// Strava's effort is another field than the one that is shown.
	got = c.object("PUT", path, object{"perceived_exertion": 3})
	if got["icu_rpe"] != 8.0 || got["perceived_exertion"] != 3.0 {
		t.Errorf("effort %v, Strava's %v", got["icu_rpe"], got["perceived_exertion"])
	}
	if got = c.object("PUT", path, object{"icu_rpe": nil, "name": nil}); got["icu_rpe"] != nil ||
		got["session_rpe"] != nil || got["name"] != nil {
		t.Errorf("nulls left %v, %v, %v", got["icu_rpe"], got["session_rpe"], got["name"])
	}
	c.refused("PUT", path, object{"feel": 6}, 422, "feel")
	c.refused("PUT", path, object{"icu_rpe": 11}, 422, "icu_rpe")
	c.refused("PUT", "/activity/i1", object{"feel": 1}, 404, "not found")
	c.ok("DELETE", "/athlete/0/events/"+fmt.Sprint(event["id"]), nil)
	if got = c.object("GET", path, nil); got["paired_event_id"] != nil {
		t.Error("still paired with an event that is gone")
	}
}

func TestOwnFieldsOfActivities(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{})
	path := "/activity/" + c.recorded("Run")["id"].(string)
	got := c.object("PUT", path, object{"ShoeFeel": "stiff", "Nothing": 1})
	if _, there := got["Nothing"]; got["ShoeFeel"] != "stiff" || there {
		t.Errorf("own field %v, one that was never made %v", got["ShoeFeel"], got["Nothing"])
	}
}

func TestManualActivities(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{Empty: true})
	one := object{"start_date_local": "2026-09-19T18:00:00", "type": "Yoga", "name": "Stretching", "moving_time": 1800, "external_id": "x1"}
	first := c.ok("POST", "/athlete/0/activities/manual/bulk",
		[]object{one, {"start_date_local": "2026-09-18T18:00:00", "type": "Yoga", "name": "No id"}}).([]any)
	one["name"] = "Again"
	second := c.ok("POST", "/athlete/0/activities/manual/bulk",
		[]object{one, {"start_date_local": "2026-09-18T18:00:00", "type": "Yoga", "name": "No id"}}).([]any)
	if ids(first)[0] != ids(second)[0] || ids(first)[1] == ids(second)[1] {
		t.Errorf("%v then %v: want the one with an external id changed and the other made anew", ids(first), ids(second))
	}
	got := c.list("/athlete/0/activities?oldest=2026-09-01")
	if len(got) != 3 || got[0].(object)["name"] != "Again" || got[0].(object)["start_date"] != "2026-09-19T16:00:00Z" ||
		got[0].(object)["source"] != "MANUAL" {
		t.Errorf("%v", got)
	}
	c.refused("POST", "/athlete/0/activities/manual", object{"start_date_local": "2026-09-19T18:00:00"}, 422, "Missing type")
	c.refused("GET", "/activity/"+ids(first)[0]+"/file", nil, 404, "not found")
	if got := c.object("PUT", "/activity/"+ids(first)[0], object{"distance": 5000}); got["distance"] != 5000.0 {
		t.Error("a manual activity's distance cannot be set")
	}
}

func TestDeleteAndTombstone(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{Empty: true})
	ride := fit(1)
	status, made := c.upload("ride.fit", ride, "?name=Mine&external_id=e1")
	if status != http.StatusCreated {
		t.Fatalf("upload: %d", status)
	}
	id := made["id"].(string)
	got := c.object("DELETE", "/activity/"+id, nil)
	if diff := cmp.Diff(object{"id": id, "icu_athlete_id": "i12345"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	c.refused("GET", "/activity/"+id, nil, 404, "not found")
	if status, again := c.upload("ride.fit", ride, ""); status != http.StatusOK || len(again["activities"].([]any)) != 0 {
		t.Errorf("a deleted activity's file made %v (%d)", again, status)
	}
	c.ok("DELETE", "/activity/"+id+"/tombstone", nil)
	c.refused("DELETE", "/activity/"+id+"/tombstone", nil, 404, "")
	if status, _ := c.upload("ride.fit", ride, ""); status != http.StatusCreated {
		t.Errorf("without its tombstone the file gives %d", status)
	}
}

// TestASampleFileIsKnownAgain: the file that a sample activity was made of is
// that activity, whatever it is called now, and stays out once it is deleted.
func TestASampleFileIsKnownAgain(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{StubEvery: -1, Activities: 5})
	for _, v := range c.list("/athlete/0/activities?oldest=2026-01-01") {
		a := v.(object)
		id, form := a["id"].(string), a["file_type"].(string)
		_, file := c.raw("GET", "/activity/"+id+"/file", nil)
		c.object("PUT", "/activity/"+id, object{"name": "Renamed"})
		if _, again := c.raw("GET", "/activity/"+id+"/file", nil); !bytes.Equal(file, again) {
			t.Errorf("the %s file follows the name", form)
		}
		if status, made := c.upload("again."+form+".gz", file, ""); status != http.StatusOK || made["id"] != id {
			t.Errorf("its own %s file made %v (%d)", form, made, status)
		}
		c.ok("DELETE", "/activity/"+id, nil)
		if status, made := c.upload("again."+form+".gz", file, ""); status != http.StatusOK || made["id"] != nil {
			t.Errorf("a deleted activity's %s file made %v (%d)", form, made, status)
		}
		c.ok("DELETE", "/activity/"+id+"/tombstone", nil)
		if status, made := c.upload("again."+form+".gz", file, ""); status != http.StatusCreated || made["id"] == id {
			t.Errorf("without its tombstone the %s file gives %v (%d)", form, made, status)
		}
	}
}

func TestMessages(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{StubEvery: -1})
	path := "/activity/" + c.recorded("Ride")["id"].(string) + "/messages"
	before := c.list(path)
	sent := c.object("POST", path, object{"content": "Legs like stone"})
	after := c.list(path + "?sinceId=" + fmt.Sprint(int(before[len(before)-1].(object)["id"].(float64))))
	if len(before) != 1 || len(after) != 1 || after[0].(object)["content"] != "Legs like stone" || after[0].(object)["id"] != sent["id"] {
		t.Errorf("%d before, then %v", len(before), after)
	}
	c.refused("POST", path, object{"content": "  "}, 422, "Content")
}
