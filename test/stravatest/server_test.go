package stravatest

import (
	"fmt"
	"net/url"
	"slices"
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
	s := server(t, Options{Now: at("2027-01-04"), OldBaseGone: true})
	token := s.Grant().Access
	neu := caller{t, s.NewAPIURL, token}
	neu.get("/athlete").wants(t, 200, "")
	caller{t, s.APIURL(), token}.get("/athlete").wants(t, 200, "")
	s.Configure(func(o *Options) { o.Now = at("2027-06-01") })
	neu.token = s.Grant().Access
	caller{t, s.APIURL(), neu.token}.get("/athlete").wants(t, 404, "resource/path/invalid")
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

func TestThousandsAreFast(t *testing.T) {
	t.Parallel()
	began := time.Now()
	s := New(t, Options{Activities: 5000, Seconds: 120, HugeIDs: true})
	rows := calls(t, s).all("")
	if len(rows) != 5000 || len(fmt.Sprint(rows[0]["id"])) != 19 || !strings.HasPrefix(fmt.Sprint(rows[0]["id"]), "922337203685") {
		t.Errorf("%d rows, the newest %v", len(rows), rows[0]["id"])
	}
	t.Logf("5,000 activities in %d calls: %v", s.Count(""), time.Since(began))
}

func TestOmittedFields(t *testing.T) {
	t.Parallel()
	s := server(t, Options{Omit: []string{"moving_time", "summary_polyline", "sport_type", "athlete"}})
	for _, r := range calls(t, s).all("") {
		if r["moving_time"] != nil || r["map"].(Doc)["summary_polyline"] != nil || r["sport_type"] != nil || r["name"] == nil {
			t.Fatalf("a row is %v", r)
		}
	}
}

func TestTheJournal(t *testing.T) {
	t.Parallel()
	s := server(t, Options{})
	c := calls(t, s)
	c.get("/athlete/activities?per_page=5")
	c.form("POST", "/activities", typed(1))
	r := s.Requests()
	if len(r) != 2 || r[0].Operation != "getLoggedInAthleteActivities" || r[0].Method != "GET" || r[0].Path != "/athlete/activities" ||
		r[0].Query.Get("per_page") != "5" || r[0].Bucket != BucketRead || r[0].Status != 200 || r[0].Athlete != DefaultAthleteID ||
		r[0].App != DefaultClientID || r[0].Auth != "Bearer" || !r[0].At.Equal(s.Now()) {
		t.Errorf("the first is %+v", r[0])
	}
	if r[1].Form.Get("name") != "typed 1" || r[1].Bucket != BucketOverall || r[1].Status != 201 {
		t.Errorf("the second is %+v", r[1])
	}
	if s.Forget(); len(s.Requests()) != 0 {
		t.Error("it is not forgotten")
	}
}

func TestLateUploadsKeepTheirStart(t *testing.T) {
	t.Parallel()
	s := server(t, Options{})
	c := calls(t, s)
	before := c.all("")
	start := s.Now().AddDate(0, 0, -30)
	id := s.AddActivity(DefaultAthleteID, Activity{Name: "late", SportType: "Ride", SpeedMps: 7, Seconds: 700, Start: start})
	rows := c.all("")
	place := slices.IndexFunc(rows, is("name", "late"))
	if len(rows) != len(before)+1 || place < 10 || fmt.Sprint(rows[place]["id"]) != fmt.Sprint(id) {
		t.Errorf("it lies at %d of %d", place, len(rows))
	}
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
