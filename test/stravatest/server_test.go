package stravatest

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"lapkeep/test/rawfit"
)

func at(day string) func() time.Time {
	return func() time.Time {
		t, err := time.Parse(time.DateOnly, day)
		if err != nil {
			panic(err)
		}
		return t
	}
}

func TestInactiveApplication(t *testing.T) {
	t.Parallel()
	s := server(t, Options{Inactive: true})
	token := s.Grant()
	caller{t, s.APIURL(), token.Access}.get("/athlete").wants(t, 403, "Application/Status/Inactive")
	website(t, s).form("POST", "/oauth/token", refreshGrant(token.Refresh)).wants(t, 200, "")
}

func TestTheBaseOf2027(t *testing.T) {
	t.Parallel()
	s := server(t, Options{Now: at("2027-01-04")})
	token := s.Grant().Access
	neu := caller{t, s.NewAPIURL, token}
	neu.get("/athlete").wants(t, 200, "")
	caller{t, s.APIURL(), token}.get("/athlete").wants(t, 200, "")
	s.Configure(func(o *Options) { o.Now = at("2027-06-01") })
	neu.token = s.Grant().Access
	caller{t, s.APIURL(), neu.token}.get("/athlete").wants(t, 200, "")
	neu.get("/athlete").wants(t, 200, "")
	if r := s.Requests(); r[0].Host != hostAPI || r[0].Path != "/athlete" || r[1].Host != hostWeb || r[1].Path != "/athlete" {
		t.Errorf("the journal has %+v", r)
	}
	early := New(t, Options{Lenient: true})
	caller{t, early.NewAPIURL, early.Grant().Access}.get("/athlete").wants(t, 404, "resource/path/invalid")
	if len(early.Violations()) != 1 {
		t.Errorf("%v", early.Violations())
	}
}

func TestTokensOutsideOfHeaders(t *testing.T) {
	t.Parallel()
	s := New(t, Options{Lenient: true})
	bare := caller{t: t, base: s.APIURL()}
	bare.get("/athlete?access_token="+s.Grant().Access).wants(t, 200, "")
	s.Configure(func(o *Options) { o.Now = at("2027-06-01") })
	bare.get("/athlete?access_token="+s.Grant().Access).wants(t, 401, "Athlete/access_token/invalid")
	if len(s.Violations()) != 2 {
		t.Errorf("%v", s.Violations())
	}
}

func TestViolations(t *testing.T) {
	t.Parallel()
	s := New(t, Options{Lenient: true})
	c := calls(t, s)
	for i, do := range []func(){
		func() { c.get("/clubs/231407/members") }, // removed
		func() { c.get("/segments/1/leaderboard") },
		func() { c.get("/athlete/activities?limit=3") },
		func() { c.form("POST", "/activities", url.Values{"naem": {"x"}}) },
		func() { caller{t, s.ElsewhereURL, c.token}.get("/") },
		func() { website(t, s).form("POST", "/oauth/token?client_secret=x", nil) },
	} {
		do()
		if n := len(s.Violations()); n != i+1 {
			t.Fatalf("after %d mistakes there are %q", i+1, s.Violations())
		}
	}
	c.get("/clubs/231407/members").wants(t, 404, "resource/path/invalid")
}

// TestUploadOfFIT reads what a writer of another hand made.
func TestUploadOfFIT(t *testing.T) {
	t.Parallel()
	s := server(t, Options{Empty: true, UploadPolls: -1})
	c := calls(t, s)
	d := c.upload("ride.fit", rawfit.SteadyRide().Bytes, map[string]string{"data_type": "fit"}).doc(t)
	if d["status"] != statusReady {
		t.Fatalf("the upload is %v", d)
	}
	a := c.get("/activities/" + fmt.Sprint(d["activity_id"])).doc(t)
	if a["sport_type"] != "Ride" || a["manual"] != false || a["elapsed_time"] == nil {
		t.Errorf("the activity is %v", a)
	}
	d = c.upload("cut.fit", rawfit.Truncated().Bytes, map[string]string{"data_type": "fit"}).doc(t)
	if d["status"] != statusError {
		t.Errorf("half a file is %v", d)
	}
}

func TestEndsOfConsent(t *testing.T) {
	t.Parallel()
	s := server(t, Options{})
	web := website(t, s)
	revoke := func(token, secret string) answer {
		r, err := http.NewRequest("POST", s.WebURL+"/oauth/revoke", strings.NewReader(url.Values{"token": {token}}.Encode()))
		if err != nil {
			t.Fatal(err)
		}
		r.SetBasicAuth(fmt.Sprint(DefaultClientID), secret)
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		return web.send(r)
	}
	dead := func(token Token) {
		t.Helper()
		caller{t, s.APIURL(), token.Access}.get("/athlete").wants(t, 401, "Athlete/access_token/invalid")
		web.form("POST", "/oauth/token", refreshGrant(token.Refresh)).wants(t, 400, "RefreshToken/refresh_token/invalid")
	}
	token := s.Grant()
	revoke(token.Refresh, "wrong").wants(t, 401, "Application/client_secret/invalid")
	if got := revoke(token.Refresh, DefaultClientSecret); got.status != 200 || got.text != "" {
		t.Errorf("revoke answers %d %q", got.status, got.text)
	}
	dead(token)
	revoke("unknown", DefaultClientSecret).wants(t, 200, "")
	token = s.Grant()
	revoke(token.Access, DefaultClientSecret).wants(t, 200, "")
	dead(token)
	token = s.Grant()
	old := web.form("POST", "/oauth/deauthorize", url.Values{"access_token": {token.Access}})
	if old.status != 200 || old.doc(t)["access_token"] != token.Access {
		t.Errorf("deauthorize answers %d %s", old.status, old.text)
	}
	dead(token)
	web.form("POST", "/oauth/deauthorize", url.Values{"access_token": {token.Access}}).wants(t, 401, "Athlete/access_token/invalid")
	token = s.Grant()
	s.RevokeByAthlete(DefaultAthleteID)
	dead(token)
	s.Configure(func(o *Options) { o.Now = func() time.Time { return time.Date(2027, 6, 1, 0, 0, 0, 0, time.UTC) } })
	web.form("POST", "/oauth/deauthorize", url.Values{"access_token": {s.Grant().Access}}).wants(t, 404, "resource/path/invalid")
}

func TestAthleteLimit(t *testing.T) {
	t.Parallel()
	s := server(t, Options{})
	s.Grant()
	to, err := s.Decide(s.page(func(v url.Values) { v.Set("approval_prompt", "force") }), Decision{Athlete: SecondAthleteID})
	website(t, s).form("POST", "/oauth/token", codeGrant(back(t, to, err))).wants(t, 403, "Application/Limit of connected athletes/exceeded")
	s.Configure(func(o *Options) { o.LimitAtCalls = true })
	to, err = s.Decide(s.page(func(v url.Values) { v.Set("approval_prompt", "force") }), Decision{Athlete: SecondAthleteID})
	d := website(t, s).form("POST", "/oauth/token", codeGrant(back(t, to, err))).doc(t)
	second := caller{t, s.APIURL(), d["access_token"].(string)}
	second.get("/athlete").wants(t, 403, "Application/Limit of connected athletes/exceeded")
	calls(t, s).get("/athlete").wants(t, 200, "")
	s.Configure(func(o *Options) { o.Tier = SelfServe })
	second.get("/athlete").wants(t, 200, "")
	s.Configure(func(o *Options) { o.AthleteLimit = 1 })
	second.get("/athlete").wants(t, 403, "")
}

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
