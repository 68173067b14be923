package stravatest

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// receiver is a webhook's callback.
type receiver struct {
	*httptest.Server
	mu     sync.Mutex
	events []Doc
	refuse int // so many events first
	wrong  bool
}

func listen(t *testing.T) *receiver {
	r := &receiver{}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		r.mu.Lock()
		defer r.mu.Unlock()
		if q.Method == http.MethodGet {
			v := q.URL.Query()
			if v.Get("hub.mode") != "subscribe" || v.Get("hub.verify_token") != "canary-verify" {
				w.WriteHeader(http.StatusForbidden)
				return
			}
			challenge := v.Get("hub.challenge")
			if r.wrong {
				challenge = "x"
			}
			_ = json.NewEncoder(w).Encode(map[string]string{"hub.challenge": challenge})
			return
		}
		if r.refuse > 0 {
			r.refuse--
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		var d Doc
		_ = json.NewDecoder(q.Body).Decode(&d)
		r.events = append(r.events, d)
	}))
	t.Cleanup(r.Close)
	return r
}

func (r *receiver) got() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := []string{}
	for _, e := range r.events {
		out = append(out, fmt.Sprint(e["object_type"], " ", e["aspect_type"], " ", e["updates"]))
	}
	return out
}

func subscribe(t *testing.T, s *Server, callback string) answer {
	return caller{t: t, base: s.APIURL()}.form("POST", "/push_subscriptions",
		credentials(url.Values{"callback_url": {callback}, "verify_token": {"canary-verify"}}))
}

func TestSubscriptions(t *testing.T) {
	t.Parallel()
	s := server(t, Options{Empty: true})
	api := caller{t: t, base: s.APIURL()}
	who := "?client_id=77001&client_secret=" + DefaultClientSecret
	r := listen(t)
	r.wrong = true
	subscribe(t, s, r.URL).wants(t, 400, "PushSubscription/callback url/not verifiable")
	subscribe(t, s, "https://example.com/hook").wants(t, 400, "PushSubscription/callback url/invalid")
	subscribe(t, s, r.URL+"/"+strings.Repeat("x", 255)).wants(t, 400, "PushSubscription/callback url/invalid")
	api.form("POST", "/push_subscriptions", credentials(url.Values{"callback_url": {r.URL}})).
		wants(t, 400, "PushSubscription/verify_token/missing")
	r.wrong = false
	got := subscribe(t, s, r.URL+"/hook")
	got.wants(t, 201, "")
	id := fmt.Sprint(got.doc(t)["id"])
	subscribe(t, s, r.URL).wants(t, 400, "PushSubscription//already exists")
	rows := api.get("/push_subscriptions" + who).rows(t)
	if len(rows) != 1 || fmt.Sprint(rows[0]["id"]) != id || rows[0]["callback_url"] != r.URL+"/hook" {
		t.Errorf("subscriptions are %v", rows)
	}
	api.get("/push_subscriptions?client_id=77001&client_secret=x").wants(t, 401, "Application/client_secret/invalid")
	api.request("DELETE", "/push_subscriptions/1"+who, nil, "").wants(t, 404, "PushSubscription/id/invalid")
	gone := api.request("DELETE", "/push_subscriptions/"+id+who, nil, "")
	if gone.status != 204 || gone.text != "" || len(api.get("/push_subscriptions"+who).rows(t)) != 0 {
		t.Errorf("the end is %d %q", gone.status, gone.text)
	}
}

func TestEvents(t *testing.T) {
	t.Parallel()
	s := server(t, Options{Empty: true})
	r := listen(t)
	c := calls(t, s)
	subscribe(t, s, r.URL).wants(t, 201, "")
	start := s.Now().AddDate(0, 0, -90)
	id := s.AddActivity(DefaultAthleteID, Activity{Name: "a", SportType: "Run", SpeedMps: 3, Seconds: 600, Start: start})
	s.EditActivity(DefaultAthleteID, id, func(a *Activity) { a.Name, a.SportType = "b", "Ride" })
	s.EditActivity(DefaultAthleteID, id, func(a *Activity) { a.Description = "not told" })
	s.EditActivity(DefaultAthleteID, id, func(a *Activity) { a.Visibility = OnlyMe })
	c.json("PUT", fmt.Sprint("/activities/", id), `{"name":"by the app"}`).wants(t, 200, "")
	s.DeleteActivity(DefaultAthleteID, id)
	if len(r.got()) != 0 || len(s.Pending()) != 5 {
		t.Fatalf("before Deliver there are %v, %d wait", r.got(), len(s.Pending()))
	}
	s.Advance(3 * time.Hour) // so late do they come
	done := s.Deliver(Delivery{})
	want := []string{
		"activity create map[]", "activity update map[title:b type:Ride]", "activity update map[private:true]",
		"activity update map[title:by the app]", "activity delete map[]",
	}
	if got := r.got(); !slices.Equal(got, want) || len(done) != 5 || done[0].Tries != 1 || done[0].Status != 200 {
		t.Errorf("events are %q, %+v", got, done)
	}
	e := r.events[0]
	if e["owner_id"] != float64(DefaultAthleteID) ||
		e["event_time"] != float64(s.Now().Add(-3*time.Hour).Unix()) || e["object_id"] != float64(id) {
		t.Errorf("an event is %v", e)
	}
}

func TestDeliveries(t *testing.T) {
	t.Parallel()
	s := server(t, Options{Empty: true, CallbackTimeout: 200 * time.Millisecond})
	r := listen(t)
	s.Grant()
	subscribe(t, s, r.URL).wants(t, 201, "")
	add := func(name string) int64 {
		return s.AddActivity(DefaultAthleteID, Activity{Name: name, SportType: "Run", Start: s.Now()})
	}
	id := add("one")
	s.EditActivity(DefaultAthleteID, id, func(a *Activity) { a.Name = "two" })
	s.Deliver(Delivery{Twice: true, Reversed: true})
	if got := r.got(); len(got) != 4 || got[0] != "activity update map[title:two]" || got[2] != got[3] {
		t.Errorf("twice and reversed are %q", got)
	}
	add("three")
	s.Deliver(Delivery{Lost: true})
	if n := len(r.got()); n != 4 || len(s.Pending()) != 0 {
		t.Errorf("a lost one came: %d", n)
	}
	r.refuse = 2
	add("four")
	if d := s.Deliver(Delivery{}); d[0].Tries != 3 || d[0].Status != 200 || len(r.got()) != 5 {
		t.Errorf("the third try is %+v", d)
	}
	r.refuse = 3
	add("five")
	if d := s.Deliver(Delivery{}); d[0].Tries != 3 || d[0].Status != 500 || len(r.got()) != 5 || len(s.Pending()) != 0 {
		t.Errorf("after three tries it is %+v", d)
	}
	s.RevokeByAthlete(DefaultAthleteID)
	s.Deliver(Delivery{})
	if got := r.got(); got[len(got)-1] != "athlete update map[authorized:false]" {
		t.Errorf("the end of consent is told as %q", got)
	}
	add("six")
	if len(s.Pending()) != 0 {
		t.Error("without consent an activity is told of")
	}
}

func TestEventsWithoutReadAll(t *testing.T) {
	t.Parallel()
	s := server(t, Options{Empty: true})
	r := listen(t)
	s.Grant("read", "activity:read")
	subscribe(t, s, r.URL).wants(t, 201, "")
	s.AddActivity(DefaultAthleteID, Activity{SportType: "Run", Start: s.Now(), Visibility: OnlyMe})
	id := s.AddActivity(DefaultAthleteID, Activity{SportType: "Run", Start: s.Now()})
	s.EditActivity(DefaultAthleteID, id, func(a *Activity) { a.Visibility = OnlyMe })
	s.EditActivity(DefaultAthleteID, id, func(a *Activity) { a.Visibility = Followers })
	s.Deliver(Delivery{})
	if got := r.got(); !slices.Equal(got, []string{"activity create map[]", "activity delete map[]", "activity create map[]"}) {
		t.Errorf("events are %q", got)
	}
	s.Grant("read")
	s.DeleteActivity(DefaultAthleteID, id)
	if len(s.Pending()) != 0 {
		t.Error("an application that may not read activities is told of one")
	}
}

func gpx(first, last string) string {
	return fmt.Sprintf(` <?xml version="1.0"?><gpx><metadata/><trk><trkseg><trkpt lat="1" lon="2"><time>%s</time></trkpt>`+
		`<trkpt lat="1" lon="2"><time>%s</time></trkpt></trkseg></trk></gpx>`, first, last)
}

// poll asks a second later.
func (c caller) poll(s *Server, up Doc) Doc {
	s.Advance(time.Second)
	return c.get("/uploads/" + up["id_str"].(string)).doc(c.t)
}

func TestUploadBecomesAnActivity(t *testing.T) {
	t.Parallel()
	s := server(t, Options{Empty: true})
	c := calls(t, s)
	body := []byte(gpx("2026-11-01T10:00:00Z", "2026-11-01T10:30:00Z"))
	up := c.upload("ride.gpx", body, map[string]string{
		"data_type": "gpx", "name": "Lunch", "description": "d", "commute": "1", "external_id": "mine-1",
	})
	up.wants(t, 201, "")
	d := up.doc(t)
	if d["status"] != statusWorking || d["activity_id"] != nil || d["error"] != nil ||
		d["external_id"] != "mine-1" || d["id_str"] != fmt.Sprint(d["id"]) {
		t.Fatalf("the upload is %v", d)
	}
	if d = c.poll(s, d); d["status"] != statusWorking || len(c.all("")) != 0 {
		t.Fatalf("after a poll it is %v", d)
	}
	d = c.poll(s, d)
	if d["status"] != statusReady || d["activity_id"] == nil {
		t.Fatalf("after two polls it is %v", d)
	}
	a := c.get("/activities/" + fmt.Sprint(d["activity_id"])).doc(t)
	if a["name"] != "Lunch" || a["description"] != "d" || a["commute"] != true || a["external_id"] != "mine-1" ||
		fmt.Sprint(a["upload_id"]) != d["id_str"] || a["start_date"] != "2026-11-01T10:00:00Z" || fmt.Sprint(a["elapsed_time"]) != "1801" {
		t.Errorf("the activity is %v", a)
	}
	again := c.poll(s, c.poll(s, c.upload("same.gpx", body, map[string]string{"data_type": "gpx"}).doc(t)))
	if again["status"] != statusError || !strings.Contains(again["error"].(string), "duplicate of") ||
		!strings.Contains(again["error"].(string), fmt.Sprint(d["activity_id"])) || again["activity_id"] != nil {
		t.Errorf("the same again is %v", again)
	}
	id, _ := d["activity_id"].(interface{ Int64() (int64, error) }).Int64()
	s.DeleteActivity(DefaultAthleteID, id)
	if d = c.poll(s, d); d["status"] != statusDeleted || d["activity_id"] != nil {
		t.Errorf("of a deleted one it says %v", d)
	}
}

func TestUploadsThatFail(t *testing.T) {
	t.Parallel()
	s := server(t, Options{Empty: true, UploadPolls: -1})
	c := calls(t, s)
	for kind, body := range map[string]string{
		"fit": "no FIT", "gpx": gpx("2026", "2027"), "tcx": "<a>", "gpx.gz": "not zipped", "json": "[]",
	} {
		d := c.upload("x", []byte(body), map[string]string{"data_type": kind}).doc(t)
		if d["status"] != statusError || d["error"] == nil {
			t.Errorf("%s: %v", kind, d)
		}
	}
	if n := len(c.all("")); n != 0 {
		t.Errorf("%d activities came of it", n)
	}
	c.upload("x", []byte("x"), map[string]string{"data_type": "doc"}).wants(t, 400, "Upload/data_type/invalid")
	c.upload("", nil, map[string]string{"data_type": "fit"}).wants(t, 400, "Upload/file/missing")
	c.upload("x", []byte(gpx("2026-11-01T10:00:00Z", "2026-11-01T10:30:00Z")), map[string]string{"data_type": "gpx", "trainer": "maybe"}).
		wants(t, 400, "Upload/trainer/invalid")
	c.get("/uploads/99").wants(t, 404, "Upload/id/invalid")
	calls(t, s, "read").upload("x", nil, nil).wants(t, 401, "AccessToken/activity:write_permission/missing")
}

func TestUploadOfZippedFiles(t *testing.T) {
	t.Parallel()
	s := server(t, Options{Empty: true, UploadPolls: -1, HugeIDs: true})
	c := calls(t, s)
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write([]byte("  " + strings.ReplaceAll(gpx("2026-11-02T10:00:00Z", "2026-11-02T10:30:00Z"), "time>", "Time>")))
	_ = z.Close()
	d := c.upload("x.tcx.gz", b.Bytes(), map[string]string{"data_type": "tcx.gz"}).doc(t)
	if d["status"] != statusReady || len(d["id_str"].(string)) != 19 || len(fmt.Sprint(d["activity_id"])) != 19 {
		t.Errorf("the upload is %v", d)
	}
}

func TestPollsWithinASecondAreViolations(t *testing.T) {
	t.Parallel()
	s := server(t, Options{Empty: true, Lenient: true})
	c := calls(t, s)
	d := c.upload("x.gpx", []byte(gpx("2026-11-01T10:00:00Z", "2026-11-01T10:30:00Z")), map[string]string{"data_type": "gpx"}).doc(t)
	c.poll(s, d)
	if v := s.Violations(); len(v) != 0 {
		t.Errorf("a second is too short: %v", v)
	}
	c.get("/uploads/" + d["id_str"].(string))
	if len(s.Violations()) != 1 {
		t.Errorf("%v", s.Violations())
	}
}
