package igpsporttest_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	emu "lapkeep/test/igpsporttest"
)

const (
	analyze  = "/service/web-gateway/web-analyze/activity/"
	mobile   = "/service/mobile/api/"
	segments = "/service/web-gateway/segments4j/"
	list     = analyze + "queryMyActivity?pageNo=1&pageSize=20&reqType=0&sort=1"
)

// caller is a bare HTTP client of one region, signed in.
type caller struct {
	t      *testing.T
	s      *emu.Server
	region emu.Region
	token  string
}

type reply struct {
	status  int
	code    float64
	message string
	data    any
	header  http.Header
	text    string
}

func start(t *testing.T, o emu.Options, region emu.Region) caller {
	t.Helper()
	c := caller{t: t, s: emu.New(t, o), region: region}
	c.token = c.signIn()
	return c
}

func user(region emu.Region) string {
	if region == emu.CN {
		return emu.DefaultPhone
	}
	return emu.DefaultEmail
}

func (c caller) login(name, password string) reply {
	c.t.Helper()
	return c.call(http.MethodPost, "/service/auth/account/login",
		emu.Doc{"appId": "igpsport-web", "username": name, "password": password})
}

func (c caller) signIn() string {
	c.t.Helper()
	got := c.login(user(c.region), emu.DefaultPassword)
	d, _ := got.data.(emu.Doc)
	token, _ := d["access_token"].(string)
	if got.status != 200 || token == "" {
		c.t.Fatalf("login: %d %s", got.status, got.text)
	}
	return token
}

// call sends one request and reads the envelope, if there is one.
func (c caller) call(method, path string, body any, headers ...string) reply {
	c.t.Helper()
	var in []byte
	if body != nil {
		var err error
		if in, err = json.Marshal(body); err != nil {
			c.t.Fatal(err)
		}
		headers = append([]string{"Content-Type", "application/json"}, headers...)
	}
	if c.token != "" {
		headers = append([]string{"Authorization", "Bearer " + c.token}, headers...)
	}
	return c.send(method, c.s.URL(c.region)+path, in, headers...)
}

func (c caller) send(method, url string, body []byte, headers ...string) reply {
	c.t.Helper()
	r, err := http.NewRequestWithContext(c.t.Context(), method, url, bytes.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	got := reply{status: answer.StatusCode, header: answer.Header, text: string(text), code: -1}
	var d emu.Doc
	if json.Unmarshal(text, &d) == nil {
		got.data = d["data"]
		got.message, _ = d["message"].(string)
		if n, ok := d["code"].(float64); ok {
			got.code = n
		}
	}
	return got
}

// data returns the data of an answer that must be a good one.
func (c caller) data(method, path string, body any) any {
	c.t.Helper()
	got := c.call(method, path, body)
	if got.status != 200 || got.code != 0 {
		c.t.Fatalf("%s %s: %d %s", method, path, got.status, got.text)
	}
	return got.data
}

func (c caller) object(path string) emu.Doc {
	c.t.Helper()
	d, ok := c.data(http.MethodGet, path, nil).(emu.Doc)
	if !ok {
		c.t.Fatalf("%s is no object", path)
	}
	return d
}

// docs returns the objects of an array.
func (c caller) docs(v any) []emu.Doc {
	c.t.Helper()
	all, ok := v.([]any)
	if !ok {
		c.t.Fatalf("%v is no array", v)
	}
	out := []emu.Doc{}
	for _, e := range all {
		out = append(out, e.(emu.Doc))
	}
	return out
}

// refused checks the status, the code and what the message says.
func (c caller) refused(got reply, status int, code float64, says string) {
	c.t.Helper()
	if got.status != status || got.code != code || !strings.Contains(got.message, says) {
		c.t.Errorf("%d %s, want %d with code %v and %q", got.status, got.text, status, code, says)
	}
}

// violated checks how many violations there are and what they say, in order.
func (c caller) violated(says ...string) {
	c.t.Helper()
	got := c.s.Violations()
	if len(got) != len(says) {
		c.t.Fatalf("violations %q, want %d", got, len(says))
	}
	for i, want := range says {
		if !strings.Contains(got[i], want) {
			c.t.Errorf("violation %q does not say %q", got[i], want)
		}
	}
}

// each runs a test in both regions.
func each(t *testing.T, o emu.Options, f func(c caller)) {
	t.Helper()
	for _, region := range []emu.Region{emu.CN, emu.INTL} {
		t.Run(string(region), func(t *testing.T) {
			t.Parallel()
			f(start(t, o, region))
		})
	}
}

func TestWhatIsNoCallIsAViolation(t *testing.T) {
	t.Parallel()
	c := start(t, emu.Options{Lenient: true}, emu.INTL)
	c.refused(c.call("GET", "/service/nowhere", nil), 404, 404, "")
	c.refused(c.call("GET", analyze+"getDownloadUrl/..%2F..%2Fx", nil), 404, 404, "")
	c.refused(c.call("DELETE", list, nil), 405, 405, "")
	c.refused(c.call("GET", segments+"segments/queryMyCollect?pageNo=1&pageSize=20", nil), 404, 404, "")
	c.data("GET", list+"&colour=red&pagesize=3", nil)
	c.data("GET", mobile+"user/userinfo", nil)
	c.refused(c.send("POST", c.s.URL(c.region)+"/service/auth/account/login", []byte("{}")), 415, 415, "")
	got := c.s.Violations()
	if len(got) != 7 || !strings.Contains(strings.Join(got, "\n"), `"colour"`) || !strings.Contains(strings.Join(got, "\n"), `"pagesize"`) {
		t.Errorf("violations: %q", got)
	}
}

func TestBodiesThatAreNone(t *testing.T) {
	t.Parallel()
	c := start(t, emu.Options{Lenient: true, Empty: true}, emu.CN)
	url, bearer := c.s.URL(c.region), "Bearer "+c.token
	json := []string{"Content-Type", "application/json; charset=UTF-8", "Authorization", bearer}
	c.refused(c.send("POST", url+mobile+"WorkOut/EditCustomWorkOut", []byte(`{"data"`), json...), 400, 400, "")
	c.refused(c.send("POST", url+mobile+"WorkOut/EditCustomWorkOut", []byte(`{} {}`), json...), 200, 400, "data")
	if got := c.send("GET", url+list, []byte("{}"), json...); got.code != 0 {
		t.Errorf("%d %s", got.status, got.text)
	}
	c.violated("no object", "more behind", "a GET with a body")
}

func TestChineseSegments(t *testing.T) {
	t.Parallel()
	c := start(t, emu.Options{}, emu.CN)
	d := c.object(segments + "segments/queryMyCollect?pageNo=2&pageSize=20")
	if rows := c.docs(d["rows"]); len(rows) != 3 || d["totalRows"] != 23.0 || rows[0]["avgSlope"].(float64) > 1 {
		t.Errorf("%v", d)
	}
	if d := c.object(segments + "segments/queryMyCreate?pageNo=1&pageSize=20"); len(c.docs(d["list"])) != 2 {
		t.Errorf("%v", d)
	}
	if d := c.object(segments + "segments/detail/5101"); d["title"] != "路段 2" || d["distance"] != 1350.0 || d["segmentsFinishCount"] != 81.0 {
		t.Errorf("%v", d)
	}
	efforts := c.docs(c.data("GET", segments+"segments-score/check/5101", nil))
	if len(efforts) != 3 || efforts[0]["rideTotalTime"] != 367.0 || efforts[0]["avgSpeed"] != 13.24 {
		t.Errorf("%v", efforts)
	}
	rank := c.object(segments + "segments/rank?pageNo=1&pageSize=30&segmentsId=5101&queryType=1")
	rows := c.docs(rank["rankList"].(emu.Doc)["rows"])
	total, mine := rank["rankList"].(emu.Doc)["totalRows"], rank["personalRank"].(emu.Doc)["rank"]
	if len(rows) != 20 || total != 33.0 || mine != 8.0 || rows[5]["gender"] != 2.0 {
		t.Errorf("%v", rank)
	}
	top := c.object(segments + "segments/topRecords/5101")
	if top["segmentsKing"].(emu.Doc)["rideTotalTime"] != rows[0]["rideTotalTime"] || len(c.docs(top["fastestTimeRanks"])) != 5 {
		t.Errorf("%v", top)
	}
	for _, path := range []string{
		"segments/queryOverView/5101", "segments-note/myNote?segmentsId=5101&pageNo=1&pageSize=20",
		"segments-note/list?segmentsId=5101&pageNo=1&pageSize=20&sortType=1",
	} {
		c.object(segments + path)
	}
	c.docs(c.data("GET", segments+"segments/recentRecords/5101", nil))
	c.docs(c.data("POST", segments+"segments/querySegmentsMap",
		emu.Doc{"maxLat": 1, "maxLon": 1, "minLat": 0, "minLon": 0, "reqCategory": 1, "segmentsType": -1}))
}

func TestASegmentThatNobodyRode(t *testing.T) {
	t.Parallel()
	c := start(t, emu.Options{}, emu.CN)
	if d := c.object(segments + "segments-score/check/5108"); d["openDialog"] != false {
		t.Errorf("%v", d)
	}
	if d := c.object(segments + "segments/topRecords/5108"); d["segmentsKing"] != nil {
		t.Errorf("%v", d)
	}
	if d := c.object(segments + "segments/rank?pageNo=1&pageSize=30&segmentsId=5108&queryType=2"); d["personalRank"] != nil {
		t.Errorf("%v", d)
	}
	if efforts := c.docs(c.data("GET", segments+"segments-score/check/5101", nil)); efforts[0]["avgSpeed"] != 13.24 {
		t.Errorf("%v", efforts)
	}
	for _, path := range []string{
		"detail/1", "topRecords/1", "queryOverView/1", "recentRecords/1", "rank?pageNo=1&pageSize=9&segmentsId=1&queryType=1",
	} {
		c.refused(c.call("GET", segments+"segments/"+path, nil), 200, 500, "")
	}
}

func TestInternationalSegments(t *testing.T) {
	t.Parallel()
	c := start(t, emu.Options{}, emu.INTL)
	find := mobile + "Segment/SegmentFindList?FindType=1&PageIndex=2&PageSize=20"
	d := c.object(find)
	if items := c.docs(d["items"]); len(items) != 3 || d["total"] != 23.0 || items[1]["title"] == nil {
		t.Errorf("%v", d)
	}
	items := c.docs(c.object(mobile + "segment/segmentfindlist?findtype=1&pageindex=1&pagesize=5")["items"])
	if len(items) != 5 || len(items[2]) != 1 {
		t.Errorf("%v", items)
	}
	if c.data("POST", mobile+"Segment/SegmentCreateCheck", nil) != true {
		t.Error("it may not be made")
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write([]byte(`{"title":"Mine"}`)); err != nil || w.Close() != nil {
		t.Fatal("not packed")
	}
	post := func(body []byte) string {
		return c.send("POST", c.s.URL(emu.INTL)+mobile+"Segment/SegmentAdd", body, "Authorization", "Bearer "+c.token).text
	}
	if got := post(packed.Bytes()); !strings.Contains(got, `"isSucceed":true`) {
		t.Error(got)
	}
	if got := post([]byte("no")); !strings.Contains(got, `"isSucceed":false`) {
		t.Error(got)
	}
	if d := c.object(find); d["total"] != 24.0 {
		t.Errorf("%v", d)
	}
}
