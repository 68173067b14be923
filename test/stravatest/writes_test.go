package stravatest

import (
	"fmt"
	"testing"
)

func TestCreate(t *testing.T) {
	t.Parallel()
	s := server(t, Options{Empty: true})
	c := calls(t, s)
	v := typed(1)
	v.Set("start_date_local", "2026-07-01T08:00:00Z") // Berlin's wall clock
	v.Set("distance", "5000.5")
	v.Set("commute", "1")
	got := c.form("POST", "/activities", v)
	got.wants(t, 201, "")
	d := got.doc(t)
	if d["start_date"] != "2026-07-01T06:00:00Z" || d["start_date_local"] != "2026-07-01T08:00:00Z" ||
		d["manual"] != true || d["commute"] != true ||
		fmt.Sprint(d["distance"]) != "5000.5" {
		t.Errorf("made was %v", d)
	}
	for name, wrong := range map[string]string{
		"name": "", "sport_type": "Chess", "start_date_local": "today", "elapsed_time": "-1", "distance": "far", "trainer": "maybe",
	} {
		v := typed(2)
		v.Set(name, wrong)
		words := "Activity/" + name + "/" + map[bool]string{true: "missing", false: "invalid"}[wrong == ""]
		c.form("POST", "/activities", v).wants(t, 400, words)
	}
	if n := len(c.all("")); n != 1 {
		t.Errorf("there are %d", n)
	}
}

func TestUpdate(t *testing.T) {
	t.Parallel()
	s := server(t, Options{Lenient: true})
	c := calls(t, s)
	before := s.State()
	path := fmt.Sprintf("/activities/%v", find(t, c.all(""), is("comment_count", 45))["id"])
	c.json("PUT", path, `{"name":"New","sport_type":"GravelRide","gear_id":"none","hide_from_home":true,"private_note":"n","description":""}`).wants(t, 200, "")
	d := c.get(path).doc(t)
	if d["name"] != "New" || d["type"] != "Ride" || d["sport_type"] != "GravelRide" || d["gear_id"] != nil || d["gear"] != nil ||
		d["hide_from_home"] != true || d["private_note"] != "n" || d["description"] != nil {
		t.Errorf("the update left %v", d)
	}
	after, changed := s.State(), 0
	for k := range before {
		if before[k] != after[k] {
			changed++
		}
	}
	if changed != 1 || len(before) != len(after) {
		t.Errorf("%d things changed", changed)
	}
	s.unobserved() // what follows is not as the document says
	c.json("PUT", path, `{"visibility":"only_me","workout_type":11}`).wants(t, 200, "")
	if d = c.get(path).doc(t); d["visibility"] != "everyone" || fmt.Sprint(d["workout_type"]) != "10" || len(s.Violations()) != 2 {
		t.Errorf("what cannot be changed was: %v, %v", d, s.Violations())
	}
	c.json("PUT", path, `{"type":"Hike"}`).wants(t, 200, "")
	c.json("PUT", path, `{"gear_id":"b1"}`).wants(t, 400, "Activity/gear_id/invalid")
	c.json("PUT", path, `{"sport_type":"Chess"}`).wants(t, 400, "Activity/sport_type/invalid")
	c.json("PUT", path, `{"commute":"yes"}`).wants(t, 400, "Activity/commute/invalid")
	c.json("PUT", path, `{`).wants(t, 400, "Application/body/invalid")
	c.request("PUT", path, nil, "").wants(t, 400, "Application/body/missing")
}
