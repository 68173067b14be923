package intervalstest_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/test/intervalstest"
)

func TestProfile(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{Coached: []string{"i2"}})
	me := c.object("GET", "/athlete/0", nil)
	if me["icu_api_key"] != intervalstest.DefaultKey || me["email"] == nil || len(me["custom_items"].([]any)) != 3 {
		t.Error("the athlete comes without what a client has to keep to itself")
	}
	got := c.object("PUT", "/athlete/0", object{"icu_weight": 61, "timezone": "Australia/Sydney", "icu_api_key": "mine", "plan": "SUPPORTER"})
	if got["icu_weight"] != 61.0 || got["icu_api_key"] != intervalstest.DefaultKey || got["plan"] != "FREE" {
		t.Errorf("%v, %v, %v", got["icu_weight"], got["icu_api_key"], got["plan"])
	}
	c.refused("PUT", "/athlete/0", object{"timezone": "Mars/Base"}, 422, "timezone")
	if list := c.list("/athletes"); strings.Join(ids(list), " ") != "i12345 i2" || list[1].(object)["icu_api_key"] != nil {
		t.Errorf("%v", ids(list))
	}
}

// TestTodayIsTheAthletes checks the default range of events at one instant in
// two zones.
func TestTodayIsTheAthletes(t *testing.T) {
	t.Parallel()
	for zone, want := range map[string]string{
		"America/Los_Angeles": "2026-09-20", "Europe/Berlin": "2026-09-21",
		"Asia/Kolkata": "2026-09-21",
	} {
		c := start(t, intervalstest.Options{Empty: true, TimeZone: zone})
		for _, day := range []string{"2026-09-20", "2026-09-21"} {
			c.ok("POST", "/athlete/0/events", object{"category": "NOTE", "name": day, "start_date_local": day + "T00:00:00"})
		}
		if got := names(c.list("/athlete/0/events")); !strings.HasPrefix(got, want) {
			t.Errorf("in %s events begin with %s, want %s", zone, got, want)
		}
	}
	if _, err := intervalstest.Start(intervalstest.Options{TimeZone: "Mars/Base"}, "127.0.0.1:0"); err == nil {
		t.Error("a zone that is none")
	}
}

func TestSummary(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{Activities: 14, StubEvery: -1, Coached: []string{"i2"}})
	list := c.list("/athlete/0/athlete-summary?start=2026-09-07&end=2026-09-20")
	if len(list) != 4 { // two weeks of two athletes
		t.Fatalf("%d rows", len(list))
	}
	week := list[2].(object)
	if week["date"] != "2026-09-14" || week["count"] != 7.0 || len(week["byCategory"].([]any)) != 4 || week["fitness"] == nil {
		t.Errorf("%v with %v activities of %d kinds", week["date"], week["count"], len(week["byCategory"].([]any)))
	}
	r, err := http.NewRequestWithContext(t.Context(), "GET", c.s.BaseURL+"/athlete/0/athlete-summary.csv?start=2026-09-07&end=2026-09-20", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+intervalstest.DefaultToken)
	if status, text := c.do(r); status != 200 || strings.Count(string(text), "\n") != 3 || strings.Contains(string(text), "i2") {
		t.Errorf("by a token: %d %s", status, text)
	}
}

func TestGear(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{})
	if n := len(c.list("/athlete/0/gear")); n != 3 {
		t.Errorf("%d pieces", n)
	}
	g := c.object("POST", "/athlete/0/gear", object{"type": "Shoes", "name": "Road", "purchased": "2026-01-01"})
	at := path("/athlete/0/gear", g["id"])
	if got := c.object("PUT", at, object{"retired": "2026-09-01", "notes": "worn"}); got["retired"] != "2026-09-01" || got["name"] != "Road" {
		t.Errorf("%v, %v", got["retired"], got["name"])
	}
	if got := c.object("PUT", at, object{"retired": ""}); got["retired"] != nil {
		t.Error("an empty day does not bring gear back")
	}
	c.refused("POST", "/athlete/0/gear", object{"type": "Shoes"}, 422, "Name")
	c.refused("POST", "/athlete/0/gear", object{"name": "x"}, 422, "type")
	c.refused("PUT", at, object{"retired": "soon"}, 422, "could not be parsed")
	if _, text := c.raw("GET", "/athlete/0/gear.csv", nil); !strings.HasPrefix(string(text), "id,type,name,") {
		t.Errorf("CSV: %s", text)
	}
	c.ok("DELETE", at, nil)
	c.refused("DELETE", at, nil, 404, "")
}

func TestReminders(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{})
	chain := c.list("/athlete/0/gear")[1].(object)
	at := path("/athlete/0/gear", chain["id"])
	g := c.object("POST", at+"/reminder", object{"name": "Wax", "distance": 300000})
	list := g["reminders"].([]any)
	if len(list) != 2 || list[1].(object)["starting_distance"] != chain["distance"] {
		t.Fatalf("the answer is not the gear with both reminders: %v", list)
	}
	rid := list[1].(object)["id"]
	g = c.object("PUT", path(at, "reminder", rid)+"?reset=false&snoozeDays=3", object{"distance": 400000})
	if r := g["reminders"].([]any)[1].(object); r["distance"] != 400000.0 || r["name"] != "Wax" ||
		r["snoozed_until"] != "2026-09-23T22:30:00Z" {
		t.Errorf("%v", r)
	}
	g = c.object("PUT", path(at, "reminder", rid)+"?reset=true&snoozeDays=0", object{})
	if r := g["reminders"].([]any)[1].(object); r["snoozed_until"] != nil {
		t.Error("a reset reminder still sleeps")
	}
	c.refused("POST", at+"/reminder", object{"distance": 1}, 422, "Name")
	c.refused("POST", at+"/reminder", object{"name": "x"}, 422, "required")
	c.refused("POST", at+"/reminders", object{"name": "x", "distance": 1}, 404, "") // the plural does not exist
	if g = c.object("DELETE", path(at, "reminder", rid), nil); len(g["reminders"].([]any)) != 1 {
		t.Error("the reminder is still there")
	}
	c.refused("DELETE", path(at, "reminder", rid), nil, 404, "")
}

func TestSportSettings(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{StubEvery: -1})
	const all = "/athlete/0/sport-settings"
	i := slices.IndexFunc(c.list(all), func(v any) bool { return slices.Contains(v.(object)["types"].([]any), any("TrailRun")) })
	run := c.list(all)[i].(object)
	if pace := run["threshold_pace"].(float64); pace < 3.70 || pace > 3.71 {
		t.Errorf("threshold pace %v, want metres a second", pace)
	}
	if got := c.object("PUT", path(all, run["id"])+"?recalcHrZones=true", object{"lthr": 170}); got["lthr"] != 170.0 ||
		got["hr_zones"].([]any)[0] != 138.0 {
		t.Errorf("%v with %v", got["lthr"], got["hr_zones"])
	}
	if got := c.object("PUT", all+"/Run", object{"lthr": 160}); got["hr_zones"].([]any)[0] != 138.0 {
		t.Error("zones moved without being asked to")
	}
	made := c.object("POST", all, object{"types": []string{"Rowing"}, "ftp": 200})
	if made["ftp"] != 200.0 || made["max_hr"] != 190.0 {
		t.Errorf("%v, %v", made["ftp"], made["max_hr"])
	}
	c.refused("POST", all, object{"types": []string{"Ride"}}, 422, "already")
	c.refused("POST", all, object{"ftp": 1}, 422, "types")
	c.ok("DELETE", path(all, made["id"]), nil)
	c.refused("DELETE", all+"/Rowing", nil, 404, "")
	c.refused("DELETE", all+"/Other", nil, 422, "Cannot")
}

// TestSettingsAreAppliedLater reads twice after the service has promised to
// rewrite the history.
func TestSettingsAreAppliedLater(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{})
	ride, run := c.recorded("Ride")["id"].(string), c.recorded("Run")["id"].(string)
	c.ok("PUT", "/athlete/0/sport-settings/Ride", object{"ftp": 280})
	c.ok("PUT", "/athlete/0/sport-settings/Ride/apply", nil)
	var seen []any
	for range 2 {
		seen = append(seen, c.object("GET", "/activity/"+ride, nil)["icu_ftp"])
	}
	if diff := cmp.Diff([]any{250.0, 280.0}, seen); diff != "" {
		t.Errorf("FTP of a ride (-want +got):\n%s", diff)
	}
	if got := c.object("GET", "/activity/"+run, nil)["icu_ftp"]; got != 250.0 {
		t.Errorf("a run's FTP is %v", got)
	}
}

func TestCustomItems(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{})
	const all = "/athlete/0/custom-item"
	field := object{"type": "INPUT_FIELD", "name": "Beer", "content": object{"code": "Beer", "type": "numeric", "aggregate": "SUM"}}
	made := c.object("POST", all, field)
	if made["visibility"] != "PRIVATE" || made["index"] != 3.0 {
		t.Errorf("%v at %v", made["visibility"], made["index"])
	}
	if d := c.object("PUT", "/athlete/0/wellness/2026-09-20", object{"Beer": 2}); d["Beer"] != 2.0 {
		t.Error("the new field cannot be written")
	}
	c.refused("POST", all, field, 422, "already")
	for says, d := range map[string]object{
		"Invalid code":    {"type": "INPUT_FIELD", "name": "x", "content": object{"code": "beer", "type": "numeric"}},
		"content type":    {"type": "ACTIVITY_FIELD", "name": "x", "content": object{"code": "Beer", "type": "number"}},
		"Name":            {"type": "FITNESS_CHART"},
		"Missing type":    {"name": "x"},
		"Invalid code []": {"type": "INTERVAL_FIELD", "name": "x"},
	} {
		c.refused("POST", all, d, 422, says)
	}
	at := path(all, made["id"])
	if got := c.object("PUT", at, object{"description": "d", "usage_count": 9}); got["description"] != "d" ||
		got["usage_count"] != 0.0 || got["name"] != "Beer" {
		t.Errorf("%v", got)
	}
	for _, kind := range []string{
		"FITNESS_TABLE", "TRACE_CHART", "ACTIVITY_STREAM", "ACTIVITY_CHART",
		"ACTIVITY_HISTOGRAM", "ACTIVITY_HEATMAP", "ACTIVITY_MAP", "ACTIVITY_PANEL", "ZONES",
	} {
		c.object("POST", all, object{"type": kind, "name": kind})
	}
	c.ok("DELETE", at, nil)
	c.refused("DELETE", at, nil, 404, "")
	if n := len(c.list(all)); n != 12 {
		t.Errorf("%d items", n)
	}
}

// TestAnActivityHasAChat: the first message on it begins one, by which what
// was said is changed and deleted; it is listed while it is new.
func TestAnActivityHasAChat(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 8, 20, 12, 0, 0, 0, time.UTC)
	c := start(t, intervalstest.Options{StubEvery: -1, Now: func() time.Time { return now }})
	at := func(kind string) string { return path("/activity", c.recorded(kind)["id"], "messages") }
	listed := func() (n int) {
		for _, d := range c.list("/athlete/0/chats") {
			if d.(object)["type"] == "ACTIVITY" {
				n++
			}
		}
		return n
	}
	if d := c.object("POST", at("Ride"), object{"content": "thanks"}); d["new_chat"] != nil || listed() != 1 {
		t.Errorf("another chat where there was one: %v", d)
	}
	first := c.object("POST", at("Run"), object{"content": "one"})
	chat, _ := first["new_chat"].(object)
	if chat["activity_id"] != c.recorded("Run")["id"] || listed() != 2 {
		t.Fatalf("%v", first)
	}
	second := c.object("POST", at("Run"), object{"content": "two"})
	if second["new_chat"] != nil {
		t.Errorf("a chat begins twice: %v", second)
	}
	before := c.s.State()
	said := path("/chats", chat["id"], "messages")
	c.ok("DELETE", path(said, second["id"]), nil)
	c.refused("DELETE", path(said, c.list(at("Ride"))[0].(object)["id"]), nil, 404, "")
	got := c.list(at("Run"))
	if d := got[1].(object); len(got) != 2 || d["deleted"] == nil || d["content"] != nil || cmp.Equal(before, c.s.State()) {
		t.Errorf("deleted: %v", got)
	}
	now = now.AddDate(0, 0, 8)
	if listed() != 1 { // the one with a message that was not seen
		t.Errorf("%d chats after a week", listed())
	}
}

func TestPlaces(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{})
	routes := c.list("/athlete/0/routes")
	r := routes[0].(object)
	if len(routes) != 1 || r["latlngs"] != nil || r["activity_count"].(float64) < 2 || r["most_recent_id"] == nil {
		t.Errorf("%v", r)
	}
	at := path("/athlete/0/routes", r["route_id"])
	if d := c.object("GET", at+"?includePath=true", nil); len(d["latlngs"].([]any)) != 3 {
		t.Errorf("%v", d)
	}
	ridden := c.list("/athlete/0/activities?oldest=2026-01-01&route_id=" + fmt.Sprint(int(r["route_id"].(float64))))
	if float64(len(ridden)) != r["activity_count"] {
		t.Errorf("%d activities, want %v", len(ridden), r["activity_count"])
	}
	c.refused("GET", "/athlete/0/routes/1", nil, 404, "")
}
