package stravatest

import (
	"fmt"
	"net/url"
	"testing"
)

// TestTour calls everything there is once, so that each answer and each request
// is held against the document (by server), and what is allowed to differ does.
func TestTour(t *testing.T) {
	t.Parallel()
	d := theDocument(t)
	s := documentedBy(t, New(t, Options{Tier: Extended}), d)
	c := calls(t, s)
	rows := c.all("")
	for _, r := range rows {
		if r["manual"] == false {
			c.get(fmt.Sprintf("/activities/%v?include_all_efforts=true", r["id"])).wants(t, 200, "")
		}
	}
	ride := find(t, rows, is("comment_count", 45))
	id := fmt.Sprint(ride["id"])
	efforts := c.get("/activities/" + id).doc(t)["segment_efforts"].([]any)
	effort := fmt.Sprint(efforts[0].(Doc)["id"])
	segment := fmt.Sprint(efforts[0].(Doc)["segment"].(Doc)["id"])
	route := fmt.Sprint(int64(firstRoute))
	streams := "/streams?key_by_type=true&keys="
	for _, path := range []string{
		"/athlete", "/athlete/zones", fmt.Sprintf("/athletes/%d/stats", DefaultAthleteID), "/athlete/clubs", "/clubs/231407",
		"/gear/b12345678", "/gear/g2345678", "/activities/" + id + "/laps", "/activities/" + id + "/zones",
		"/activities/" + id + "/comments?page_size=5", "/activities/" + id + "/kudos?page=1&per_page=30",
		"/activities/" + id + "/photos?size=600",
		"/activities/" + id + streams + "time,watts,latlng,heartrate,cadence,temp,moving,grade_smooth,velocity_smooth,altitude",
		"/activities/" + id + streams + "time&resolution=low&series_type=time",
		"/segments/" + segment, "/segments/starred?page=1", "/segments/" + segment + streams + "latlng,altitude",
		"/segments/explore?bounds=52,13,53,14&activity_type=riding&min_cat=0&max_cat=5",
		"/segment_efforts?segment_id=" + segment + "&per_page=10", "/segment_efforts/" + effort, "/segment_efforts/" + effort + streams + "time",
		fmt.Sprintf("/athletes/%d/routes?per_page=2", DefaultAthleteID), "/routes/" + route, "/routes/" + route + "/streams",
		"/routes/" + route + "/export_gpx", "/routes/" + route + "/export_tcx",
	} {
		c.get(path).wants(t, 200, "")
	}
	c.form("PUT", "/athlete", url.Values{"weight": {"60.5"}}).wants(t, 200, "")
	c.form("PUT", "/segments/"+segment+"/starred", url.Values{"starred": {"true"}}).wants(t, 200, "")
	c.json("PUT", "/activities/"+id, `{"name":"x","private_note":"y","commute":true,"gear_id":"none","sport_type":"Ride"}`).wants(t, 200, "")
	c.form("POST", "/activities", url.Values{
		"name": {"typed"}, "sport_type": {"Run"}, "start_date_local": {"2026-11-20T09:00:00Z"}, "elapsed_time": {"900"}, "trainer": {"1"},
	}).wants(t, 201, "")
	u := c.upload("x.json", []byte(`{"start_time":"2026-11-19T08:00:00Z","elapsed_time":60}`), map[string]string{"data_type": "json", "sport_type": "Crossfit"})
	u.wants(t, 201, "")
	c.get("/uploads/"+fmt.Sprint(u.doc(t)["id_str"])).wants(t, 200, "")
	called := map[string]bool{}
	for _, r := range s.Requests() {
		called[r.Operation] = true
	}
	for _, op := range operations() {
		if !op.web && !op.client && !called[op.name] {
			t.Errorf("%s was not called", op.name)
		}
	}
	if d == nil {
		t.Skip("the service's document is in the folder of data, which is not here")
	}
	d.checkAllowances(t)
	for path, methods := range d.Paths {
		for method, op := range methods {
			removed := path == "/clubs/{id}/members" || path == "/clubs/{id}/admins" || path == "/clubs/{id}/activities"
			if op.OperationID != "" && called[op.OperationID] == removed {
				t.Errorf("%s %s: called is %t", method, path, called[op.OperationID])
			}
		}
	}
}
