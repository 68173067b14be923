package stravatest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

func (a answer) limits(t *testing.T, overall, read string) {
	t.Helper()
	for name, want := range map[string]string{
		"X-RateLimit-Limit": "200,2000", "X-ReadRateLimit-Limit": "100,1000", "X-RateLimit-Usage": overall, "X-ReadRateLimit-Usage": read,
	} {
		if got := a.header.Get(name); got != want {
			t.Errorf("%s is %q, not %q", name, got, want)
		}
	}
}

func typed(i int) url.Values {
	return url.Values{
		"name": {fmt.Sprint("typed ", i)}, "sport_type": {"Run"}, "start_date_local": {"2026-11-20T09:00:00Z"}, "elapsed_time": {"900"},
	}
}

func TestBuckets(t *testing.T) {
	t.Parallel()
	s := server(t, Options{Empty: true})
	c := calls(t, s)
	c.get("/athlete").limits(t, "1,1", "1,1")
	c.form("POST", "/activities", typed(1)).limits(t, "2,2", "1,1")
	up := c.upload("x.gpx", []byte(gpx("2026-11-01T10:00:00Z", "2026-11-01T11:00:00Z")), map[string]string{"data_type": "gpx"})
	up.limits(t, "3,3", "1,1")
	c.get("/uploads/"+up.doc(t)["id_str"].(string)).limits(t, "4,4", "2,2")
	c.json("PUT", "/activities/1", "{}").limits(t, "5,5", "3,3")
	c.get("/gear/none").limits(t, "6,6", "4,4") // errors count too
	token := s.Grant()
	website(t, s).form("POST", "/oauth/token", refreshGrant(token.Refresh)).wants(t, 200, "")
	if u := s.Usage(); u != (Usage{6, 6, 4, 4}) || s.Count("") != 6 || s.Count("token") != 1 {
		t.Errorf("usage is %+v after %d calls", u, s.Count(""))
	}
	for _, r := range s.Requests() {
		want := map[string]string{"createActivity": BucketOverall, "createUpload": BucketOverall, "token": BucketNone}
		if bucket, ok := want[r.Operation]; ok && r.Bucket != bucket || !ok && r.Bucket != BucketRead {
			t.Errorf("%s is in %q", r.Operation, r.Bucket)
		}
	}
}

func TestQuarters(t *testing.T) {
	t.Parallel()
	s := server(t, Options{}) // it is 21:37:12
	c := calls(t, s)
	s.Spend(Usage{Quarter: 99, Day: 500, ReadQuarter: 99, ReadDay: 499})
	c.get("/athlete").limits(t, "100,501", "100,500")
	full := c.get("/athlete")
	full.wants(t, 429, "Application/rate limit/exceeded")
	full.limits(t, "100,502", "100,501") // what is refused counts in the day
	if full.header.Get("Retry-After") != "" {
		t.Error("the service is not known to send Retry-After")
	}
	c.form("POST", "/activities", typed(1)).wants(t, 201, "") // reads alone are spent
	s.Advance(7*time.Minute + 47*time.Second)                 // 21:44:59
	c.get("/athlete").wants(t, 429, "")
	s.Advance(time.Second) // 21:45:00
	c.get("/athlete").limits(t, "1,505", "1,503")
}

func TestOverallQuarterStopsWritesToo(t *testing.T) {
	t.Parallel()
	s := server(t, Options{})
	s.Spend(Usage{Quarter: 200, Day: 300})
	calls(t, s).form("POST", "/activities", typed(1)).wants(t, 429, "")
}

func TestDays(t *testing.T) {
	t.Parallel()
	for _, u := range []Usage{{0, 2000, 0, 0}, {0, 1000, 0, 1000}} {
		s := server(t, Options{})
		c := calls(t, s)
		s.Spend(u)
		c.get("/athlete").wants(t, 429, "")
		s.Advance(2 * time.Hour) // 23:37
		c.get("/athlete").wants(t, 429, "")
		s.Advance(23 * time.Minute) // 00:00:12 UTC
		caller{t, s.APIURL(), s.Grant().Access}.get("/athlete").limits(t, "1,1", "1,1")
	}
}

func TestLimitsAreOfTheApplication(t *testing.T) {
	t.Parallel()
	s := server(t, Options{Tier: SelfServe})
	one, two := calls(t, s), caller{t, s.APIURL(), s.GrantTo(DefaultClientID, SecondAthleteID).Access}
	s.AddApplication(5, "other")
	other := caller{t, s.APIURL(), s.GrantTo(5, DefaultAthleteID).Access}
	one.get("/athlete").wants(t, 200, "")
	got := two.get("/athlete")
	if got.header.Get("X-RateLimit-Usage") != "2,2" || got.header.Get("X-RateLimit-Limit") != "400,4000" ||
		got.header.Get("X-ReadRateLimit-Limit") != "200,2000" {
		t.Errorf("athletes share the account: %v", got.header)
	}
	if got := other.get("/athlete"); got.header.Get("X-RateLimit-Usage") != "1,1" {
		t.Errorf("applications share the account: %v", got.header)
	}
	s.Configure(func(o *Options) { o.Limits = &Limits{3, 100, 3, 100} })
	one.get("/athlete").wants(t, 200, "")
	two.get("/athlete").wants(t, 429, "")
}

func TestWithoutATokenNothingIsCounted(t *testing.T) {
	t.Parallel()
	s := server(t, Options{})
	got := caller{t: t, base: s.APIURL()}.get("/athlete")
	got.wants(t, 401, "Athlete/access_token/invalid")
	if got.header.Get("X-RateLimit-Usage") != "" || s.Usage() != (Usage{}) {
		t.Errorf("%v, %+v", got.header, s.Usage())
	}
}

// server returns a server whose every exchange is compared with the document.
func server(t *testing.T, o Options) *Server {
	t.Helper()
	s := New(t, o)
	return documentedBy(t, s, theDocument(t))
}

func documentedBy(t *testing.T, s *Server, d *document) *Server {
	if d != nil {
		s.Observe(func(r Request, p response, faulted bool) { d.check(t, r, p, faulted) })
	}
	return s
}

// caller makes calls of the API.
type caller struct {
	t     *testing.T
	base  string
	token string
}

type answer struct {
	status int
	header http.Header
	text   string
	v      any
}

func calls(t *testing.T, s *Server, scopes ...string) caller {
	return caller{t, s.APIURL(), s.Grant(scopes...).Access}
}

func (c caller) send(r *http.Request) answer {
	c.t.Helper()
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	browser := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	got, err := browser.Do(r)
	if err != nil {
		c.t.Fatal(err)
	}
	defer got.Body.Close()
	text, err := io.ReadAll(got.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	a := answer{status: got.StatusCode, header: got.Header, text: string(text)}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	_ = d.Decode(&a.v) // some answers are no JSON
	return a
}

func (c caller) request(method, path string, body io.Reader, kind string) answer {
	c.t.Helper()
	r, err := http.NewRequest(method, c.base+path, body)
	if err != nil {
		c.t.Fatal(err)
	}
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	return c.send(r)
}

func (c caller) get(path string) answer { c.t.Helper(); return c.request("GET", path, nil, "") }

func (c caller) form(method, path string, v url.Values) answer {
	c.t.Helper()
	return c.request(method, path, strings.NewReader(v.Encode()), "application/x-www-form-urlencoded")
}

func (c caller) json(method, path, body string) answer {
	c.t.Helper()
	return c.request(method, path, strings.NewReader(body), "application/json")
}

func (c caller) upload(name string, content []byte, fields map[string]string) answer {
	c.t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for k, v := range fields {
		if err := w.WriteField(k, v); err != nil {
			c.t.Fatal(err)
		}
	}
	if name != "" {
		part, err := w.CreateFormFile("file", name)
		if err != nil {
			c.t.Fatal(err)
		}
		_, _ = part.Write(content)
	}
	_ = w.Close()
	return c.request("POST", "/uploads", &b, w.FormDataContentType())
}

// rows returns the objects of a list.
func (a answer) rows(t *testing.T) []Doc {
	t.Helper()
	list, ok := a.v.([]any)
	if !ok {
		t.Fatalf("no list: %d %s", a.status, a.text)
	}
	out := make([]Doc, len(list))
	for i, v := range list {
		out[i] = v.(Doc)
	}
	return out
}

func (a answer) doc(t *testing.T) Doc {
	t.Helper()
	d, ok := a.v.(Doc)
	if !ok {
		t.Fatalf("no object: %d %s", a.status, a.text)
	}
	return d
}

// wants fails unless the status is this one, and the first error reads so.
func (a answer) wants(t *testing.T, status int, words string) {
	t.Helper()
	if a.status != status {
		t.Fatalf("status %d, not %d: %s", a.status, status, a.text)
	}
	if words == "" {
		return
	}
	list, _ := a.doc(t)["errors"].([]any)
	if len(list) != 1 {
		t.Fatalf("errors are %v", list)
	}
	e := list[0].(Doc)
	if got := fmt.Sprintf("%v/%v/%v", e["resource"], e["field"], e["code"]); got != words {
		t.Errorf("the error is %s, not %s", got, words)
	}
}

// find returns the first activity of a list that f likes.
func find(t *testing.T, rows []Doc, f func(Doc) bool) Doc {
	t.Helper()
	for _, r := range rows {
		if f(r) {
			return r
		}
	}
	t.Fatalf("no such row among %d", len(rows))
	return nil
}

func is(field string, value any) func(Doc) bool {
	return func(d Doc) bool { return fmt.Sprint(d[field]) == fmt.Sprint(value) }
}

// all returns the activities that the caller sees, page by page.
func (c caller) all(query string) []Doc {
	c.t.Helper()
	out := []Doc{}
	for page := 1; ; page++ {
		rows := c.get(fmt.Sprintf("/athlete/activities?per_page=200&page=%d%s", page, query)).rows(c.t)
		if len(rows) == 0 {
			return out
		}
		out = append(out, rows...)
	}
}

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
	s.Observe(nil) // what follows is not as the document says
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
