package intervalstest_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/test/intervalstest"
)

func TestViolationsAreTold(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{Empty: true, Lenient: true})
	c.raw("GET", "/athlete/0/wellness?days=3", nil)
	c.raw("POST", "/athlete/0/events", object{
		"category": "NOTE", "name": "A", "start_date_local": "2026-09-22T00:00:00",
		"event_type": "Ride",
	})
	c.raw("PUT", "/athlete/0/wellness/2026-09-20", object{"restingHR": "fifty"})
	c.raw("GET", "/athlete/0/power-curves", nil)
	want := []string{
		`request listWellnessRecords: listWellnessRecords has no query parameter "days"`,
		`request createEvent: EventEx has no field "event_type"`,
		`request updateWellness: Wellness.restingHR is fifty, not int`,
		`request listAthletePowerCurves: Required parameter 'type' is not present.`,
	}
	if diff := cmp.Diff(want, c.s.Violations()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestAuthorisation(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{Empty: true, Scopes: "ACTIVITY:READ,WELLNESS:WRITE", Coached: []string{"67890"}})
	basic := func(user, key string) func(*http.Request) {
		return func(r *http.Request) { r.SetBasicAuth(user, key) }
	}
	bearer := func(token string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+token) }
	}
	for name, tc := range map[string]struct {
		auth   func(*http.Request)
		method string
		path   string
		want   int
	}{
		"key":                      {basic("API_KEY", intervalstest.DefaultKey), "GET", "/athlete/0", 200},
		"none":                     {func(*http.Request) {}, "GET", "/athlete/0", 401},
		"wrong key":                {basic("API_KEY", "x"), "GET", "/athlete/0", 401},
		"wrong user":               {basic("i12345", intervalstest.DefaultKey), "GET", "/athlete/0", 401},
		"key as a token":           {bearer(intervalstest.DefaultKey), "GET", "/athlete/0", 403},
		"token":                    {bearer(intervalstest.DefaultToken), "GET", "/athlete/0", 200},
		"wrong token":              {bearer("x"), "GET", "/athlete/0", 401},
		"token within its scope":   {bearer(intervalstest.DefaultToken), "GET", "/athlete/0/activities?oldest=2026-01-01", 200},
		"writing implies reading":  {bearer(intervalstest.DefaultToken), "GET", "/athlete/0/wellness", 200},
		"reading is not writing":   {bearer(intervalstest.DefaultToken), "DELETE", "/activity/i1", 403},
		"token outside its scope":  {bearer(intervalstest.DefaultToken), "GET", "/athlete/0/events", 403},
		"roster by key":            {basic("API_KEY", intervalstest.DefaultKey), "GET", "/athletes", 200},
		"roster by token":          {bearer(intervalstest.DefaultToken), "GET", "/athletes", 403},
		"leaving needs a token":    {basic("API_KEY", intervalstest.DefaultKey), "DELETE", "/disconnect-app", 401},
		"by name":                  {basic("API_KEY", intervalstest.DefaultKey), "GET", "/athlete/i12345", 200},
		"old account, bare digits": {basic("API_KEY", intervalstest.DefaultKey), "GET", "/athlete/67890", 200},
		"with an i it is another":  {basic("API_KEY", intervalstest.DefaultKey), "GET", "/athlete/i67890", 403},
		"somebody else":            {basic("API_KEY", intervalstest.DefaultKey), "GET", "/athlete/i99999", 403},
		"zero is refused here": {
			basic("API_KEY", intervalstest.DefaultKey), "GET",
			"/athlete/0/activity-pace-curves?oldest=2026-01-01&newest=2026-02-01", 403,
		},
		"no such path":            {basic("API_KEY", intervalstest.DefaultKey), "GET", "/athlete/0/event/1", 404},
		"other verb":              {basic("API_KEY", intervalstest.DefaultKey), "DELETE", "/athlete/0/wellness/2026-09-20", 405},
		"reading what is written": {basic("API_KEY", intervalstest.DefaultKey), "GET", "/athlete/0/folders/1/workouts", 405},
	} {
		r, err := http.NewRequestWithContext(t.Context(), tc.method, c.s.BaseURL+tc.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		tc.auth(r)
		if got, text := c.do(r); got != tc.want {
			t.Errorf("%s: %d %s, want %d", name, got, text, tc.want)
		}
	}
	for _, r := range c.s.Requests() {
		if strings.Contains(r.Auth, "canary") {
			t.Errorf("the log has a secret: %q", r.Auth)
		}
	}
}

func TestWellnessRange(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{Activities: 3, StubEvery: -1, Wellness: 6})
	list := c.list("/athlete/0/wellness?oldest=2026-09-14&newest=2026-09-22")
	var days []string
	for _, v := range list {
		days = append(days, v.(object)["id"].(string))
	}
	// The fifth night has no record and no training; tomorrow has a plan.
	if got := strings.Join(days, " "); got != "2026-09-16 2026-09-18 2026-09-19 2026-09-20 2026-09-21 2026-09-22" {
		t.Errorf("days %s", got)
	}
	if list[0].(object)["ctl"] != nil || list[2].(object)["ctl"] == nil || list[5].(object)["restingHR"] != nil ||
		list[5].(object)["ctlLoad"] == 0.0 {
		t.Error("fitness is not from the first activity on into what is planned")
	}
	slim := c.list("/athlete/0/wellness?oldest=2026-09-20&newest=2026-09-20&fields=id,ctl,injury")
	if d := slim[0].(object); len(d) != 2 || d["ctl"] == nil {
		t.Errorf("only id, ctl and what is null: %v", d)
	}
	if _, text := c.raw("GET", "/athlete/0/wellness.csv?oldest=2026-09-20&newest=2026-09-21&cols=weight,hrv",
		nil); !strings.HasPrefix(string(text), "date,weight,hrv\n2026-09-20,62.4") {
		t.Errorf("CSV: %s", text)
	}
	c.refused("GET", "/athlete/0/wellness?oldest=2026-09-31", nil, 422, "could not be parsed")
}

func TestWellnessIsWrittenFieldByField(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{})
	const day = "/athlete/0/wellness/2026-09-20"
	before := c.object("GET", day, nil)
	got := c.object("PUT", day, object{"weight": 61.9, "sleepQuality": nil, "hrv": -1, "comments": "tired", "ctl": 500, "Coffee": 3})
	for field, want := range map[string]any{
		"weight": 61.9, "comments": "tired", "Coffee": 3.0, "hrv": nil, // set, and cleared
		"sleepQuality": before["sleepQuality"], "restingHR": before["restingHR"], // a null and what is not named change nothing
		"ctl": before["ctl"], // the service's own
	} {
		if got[field] != want {
			t.Errorf("%s is %v, want %v", field, got[field], want)
		}
	}
	if status, text := c.raw("PUT", "/athlete/0/wellness-bulk",
		[]object{{"id": "2026-08-02", "mood": 1}, {"id": "2026-08-03", "mood": 2}}); status != 200 || len(text) != 0 {
		t.Errorf("bulk: %d %q, want an empty answer", status, text)
	}
	if n := len(c.list("/athlete/0/wellness?oldest=2026-08-01&newest=2026-08-31")); n != 2 {
		t.Errorf("%d days in August, want 2", n)
	}
}

func TestUnknownWellnessFieldsAreRefused(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{Lenient: true})
	c.refused("PUT", "/athlete/0/wellness/2026-09-20", object{"feel": 3, "weight": 50}, 422, "Unrecognized wellness field [feel]")
	c.refused("PUT", "/athlete/0/wellness/2026-09-20", object{"Beer": 3}, 422, "Unrecognized wellness field [Beer]")
	c.refused("PUT", "/athlete/0/wellness-bulk", []object{{"id": "2026-09-20", "rpe": 3}}, 422, "Unrecognized wellness field [rpe]")
	c.refused("PUT", "/athlete/0/wellness/2026-09-20", object{"menstrualPhase": "none"}, 422, "menstrualPhase")
	if d := c.object("GET", "/athlete/0/wellness/2026-09-20", nil); d["weight"] == 50.0 {
		t.Error("a refused request was half done")
	}
}

func TestLockedDaysStayAsTheyAre(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{})
	const day = "/athlete/0/wellness/2026-09-19"
	c.ok("PUT", day, object{"locked": true, "weight": 60})
	if d := c.object("PUT", day, object{"weight": 70, "locked": false}); d["weight"] != 60.0 || d["locked"] != true {
		t.Errorf("a locked day took %v, %v", d["weight"], d["locked"])
	}
}

func TestFitnessFollowsItsRule(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{Empty: true})
	c.ok("POST", "/athlete/0/activities/manual", object{"start_date_local": "2026-09-01T08:00:00", "type": "Ride", "icu_training_load": 100})
	c.ok("POST", "/athlete/0/events", object{
		"category": "WORKOUT", "type": "Ride", "name": "P",
		"start_date_local": "2026-09-25T00:00:00", "icu_training_load": 80,
	})
	at := func(day string) object { return c.object("GET", "/athlete/0/wellness/"+day, nil) }
	first := at("2026-09-01")
	// 30 + (100 − 30)(1 − e^(−1/42)) and with 7 days
	if ctl, atl := first["ctl"].(float64), first["atl"].(float64); ctl < 31.646 || ctl > 31.648 || atl < 39.31 || atl > 39.33 {
		t.Errorf("ctl %v, atl %v", ctl, atl)
	}
	if at("2026-09-25")["ctl"].(float64) <= at("2026-09-24")["ctl"].(float64) {
		t.Error("what is planned does not raise fitness")
	}
	if d := at("2026-09-08"); d["rampRate"].(float64) != round4(d["ctl"].(float64)-first["ctl"].(float64)) {
		t.Errorf("ramp %v", d["rampRate"])
	}
}

func round4(v float64) float64 {
	if v < 0 {
		return -round4(-v)
	}
	return float64(int64(v*1e4+0.5)) / 1e4
}
