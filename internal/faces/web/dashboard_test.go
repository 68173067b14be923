package web_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/faces/guard"
	"lapkeep/internal/faces/web"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// fakeTable answers each tool with what stands in testdata, as change made it.
type fakeTable struct {
	change func(json.RawMessage) json.RawMessage
	fail   error
	fails  map[string]error // of single tools
	called atomic.Int64
	rows   []tools.Row
	last   sync.Map // the arguments that each tool was asked with last
	calls  sync.Map // each tool with its arguments
	counts sync.Map // how often each tool was asked
	mu     sync.Mutex
	wrote  []string              // calls of tools that write, with their approval
	said   map[string]string     // answers in place of those
	asks   *journal.NeedsConsent // once, before a write
}

// asked returns the arguments of the last call of a tool.
func (f *fakeTable) asked(name string) string {
	v, _ := f.last.Load(name)
	text, _ := v.(string)
	return text
}

// calledOf returns how often a tool was asked.
func (f *fakeTable) calledOf(name string) int64 {
	n, ok := f.counts.Load(name)
	if !ok {
		return 0
	}
	return n.(*atomic.Int64).Load()
}

// answer has a tool answer so from now on.
func (f *fakeTable) answer(tool, text string) { f.said = map[string]string{tool: text} }

// want compares the writes since the last time.
func (f *fakeTable) want(t *testing.T, calls ...string) {
	t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	if d := cmp.Diff(calls, f.wrote, cmpopts.EquateEmpty()); d != "" {
		t.Errorf("the writes (-want +got):\n%s", d)
	}
	f.wrote = nil
}

// write notes a call of a tool that writes, and asks if it is to.
func (f *fakeTable) write(name string, c *tools.Call, in json.RawMessage) (tools.Result, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.wrote = append(f.wrote, strings.TrimSpace(name+" "+string(in)+" "+c.Approval))
	if f.asks != nil && c.Approval == "" {
		return tools.Result{}, f.asks
	}
	text, ok := f.said[name]
	if !ok {
		text = "{}"
	}
	return tools.Result{Structured: json.RawMessage(text)}, nil
}

func (f *fakeTable) Call(_ context.Context, name string, c *tools.Call, in json.RawMessage) (tools.Result, error) {
	f.called.Add(1)
	f.last.Store(name, string(in))
	f.calls.Store(name+" "+string(in), true)
	n, _ := f.counts.LoadOrStore(name, new(atomic.Int64))
	n.(*atomic.Int64).Add(1)
	verb, _, _ := strings.Cut(name, "_")
	if err := f.fails[name]; err != nil {
		return tools.Result{}, err
	}
	if name == "create_workout" || slices.Contains([]string{"update", "duplicate", "edit", "apply", "add", "save", "delete", "star"}, verb) {
		return f.write(name, c, in)
	}
	if f.fail != nil {
		return tools.Result{}, f.fail
	}
	b, err := os.ReadFile(filepath.Join("testdata", "answers", name+".json"))
	if err != nil {
		b = []byte("{}")
	}
	if f.change != nil {
		b = f.change(b)
	}
	return tools.Result{Structured: b}, nil
}

// Rows returns tools of the kinds that the question box asks, and one that it must not.
func (f *fakeTable) Rows() []tools.Row { return f.rows }

// site is a dashboard with a session.
type site struct {
	*httptest.Server
	table         *fakeTable
	store         *fakeStore
	cookie, token string
	root          string // that begins the paths of the session
	server        *web.Server
	uploads       string
	refuse        error // of the import
	imports       int   // calls of the import
	chinese       bool
}

func newSite(t testing.TB, change ...func(o *web.Options)) *site {
	t.Helper()
	s := &site{table: &fakeTable{}, store: &fakeStore{stream: &training.Columns{}}}
	s.uploads = filepath.Join(t.TempDir(), "uploads")
	now := time.Date(2026, 11, 27, 18, 0, 0, 0, time.UTC)
	sessions := guard.NewSessions(filepath.Join(t.TempDir(), "sessions"), func() time.Time { return now })
	o := web.Options{
		Table: s.table, Store: s.store, Sessions: sessions, AtOneMoment: func(ctx context.Context) context.Context { return ctx },
		NewCall: func(context.Context) (*tools.Call, error) {
			c := &tools.Call{
				Scope: training.Scope{Athlete: "me", Audience: training.AudiencePage}, Now: now, Location: time.UTC,
				Today: training.DayOf(now), Week: time.Monday, Language: settings.English, Face: "dashboard",
			}
			if s.chinese {
				c.Language, c.Said = settings.Chinese, i18n.In(settings.Chinese).Sprintf
			}
			return c, nil
		},
		Grant: func(context.Context, string) error { return nil },
		Pending: func(context.Context) ([]journal.Preview, error) {
			return []journal.Preview{{Token: "K7Q2", Summary: "<script>alert(1)</script>\x1b"}}, nil
		},
		Undo: func(context.Context, string) (journal.Outcome, error) { return journal.Outcome{JournalID: "u"}, nil },
		Import: func(_ context.Context, _ *tools.Call, paths []string) (json.RawMessage, error) {
			if s.refuse != nil {
				return nil, s.refuse
			}
			s.imports++
			var names []string
			bytes := 0
			for _, path := range paths {
				b, err := os.ReadFile(path)
				if err != nil {
					return nil, err
				}
				names, bytes = append(names, filepath.Base(path)), bytes+len(b)
			}
			return json.Marshal(map[string]any{"name": strings.Join(names, " "), "bytes": bytes})
		},
		Setups: someSetups,
		Install: func(_ context.Context, client string, dryRun bool) (string, error) {
			return fmt.Sprint(client, " ", dryRun), nil
		},
		UploadDir: s.uploads, Log: slog.New(slog.DiscardHandler),
		Say: func(format string, _ ...any) string { return format }, Explained: i18n.Explained, Now: func() time.Time { return now },
	}
	for _, c := range change {
		c(&o)
	}
	server, err := web.New(o)
	if err != nil {
		t.Fatal(err)
	}
	s.server = server
	s.Server = httptest.NewServer(server.Handler(t.Context()))
	t.Cleanup(s.CloseClientConnections)
	b, _ := json.Marshal(map[string]string{"ticket": sessions.Ticket()})
	res, err := http.Post(s.URL+guard.SessionPath, "application/json", bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	s.cookie = strings.Split(res.Header.Get("Set-Cookie"), ";")[0]
	s.root = strings.TrimSuffix(res.Cookies()[0].Path, "/")
	_, page := s.ask(t, http.MethodGet, "/glossary", nil)
	s.token = regexp.MustCompile(`name="lapkeep-token" content="([^"]+)"`).FindStringSubmatch(page)[1]
	return s
}

func (s *site) request(t testing.TB, method, path string, body io.Reader) *http.Request {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, s.URL+s.root+path, body)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Cookie", s.cookie)
	r.Header.Set("Accept", "text/html")
	if s.token != "" {
		r.Header.Set(guard.TokenHeader, s.token)
	}
	return r
}

func (s *site) ask(t testing.TB, method, path string, body io.Reader) (*http.Response, string) {
	t.Helper()
	return do(t, s.request(t, method, path, body))
}

// upload returns the request with which the page sends files; names and
// contents take turns.
func (s *site) upload(t testing.TB, name string, content io.Reader, more ...string) *http.Request {
	t.Helper()
	body, sent := io.Pipe()
	form := multipart.NewWriter(sent)
	go func() {
		w, err := form.CreateFormFile("file", name)
		if err == nil {
			_, err = io.Copy(w, content)
		}
		for i := 0; i < len(more) && err == nil; i += 2 {
			if w, err = form.CreateFormFile("file", more[i]); err == nil {
				_, err = io.WriteString(w, more[i+1])
			}
		}
		_ = sent.CloseWithError(errors.Join(err, form.Close()))
	}()
	r := s.request(t, http.MethodPost, "/upload", body)
	r.Header.Set("Content-Type", form.FormDataContentType())
	return r
}

// do asks, and is told addresses without the root of the session that asks.
func do(t testing.TB, r *http.Request) (*http.Response, string) {
	t.Helper()
	root := rootOf.FindString(r.URL.Path)
	res, body := doRaw(t, r)
	res.Header.Set("Location", strings.TrimPrefix(res.Header.Get("Location"), root))
	if root == "" {
		return res, body
	}
	return res, strings.ReplaceAll(body, root, "")
}

var rootOf = regexp.MustCompile(`^/s/\w+`)

func doRaw(t testing.TB, r *http.Request) (*http.Response, string) {
	t.Helper()
	res, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res, string(b)
}

// everyPage returns each page that there is.
func everyPage() []string {
	return []string{
		"/", "/fitness", "/calendar", "/calendar?view=week", "/calendar?view=agenda&date=2026-11-24", "/activities", "/curves?kind=pace",
		"/wellness", "/body", "/body?region=left_shin", "/plan", "/workouts", "/workouts?id=strides",
		"/workouts?sport=running&text=-+1h+easy", "/coach", "/sources", "/journal", "/settings", "/glossary", "/glossary/tss",
		"/activities/ride",
		"/activities/ride?from=1&to=20&with=other&streams=table", "/calendar/event", "/start",
		"/start?step=import", "/start?step=thresholds", "/start?step=assistant", "/start?step=answer", "/ask",
		"/assistants/cursor",
		"/fitness/zones", "/report?date=2026-11-24", "/fitness?sport=running&hide=atl,bands&ctl=30", "/days/2026-11-25", "/days/2026-12-20",
		"/fitness?load=hr", "/activities/ride/share", "/activities/ride/share?share=1&part=description&part=laps&number=avg_hr_bpm&date=month",
		"/goals", "/gear", "/gear?id=road-bike", "/memory", "/records", "/records?sport=running&range=last+year&steps=20min",
		"/records?rank=power-1200&range=2025", "/season",
		"/season?year=2025&sport=cycling", "/race", "/race?sport=running&of=10,21.1&from=5&time=20:00", "/segments", "/segments/river-bend",
		"/routes", "/routes/lake-loop", "/map", "/map?sport=running",
	}
}

// TestNumbersOfPagesFollowTheTable: what a tool answered stands on its page as the
// table of units shows it, with all the tool's digits in the markup, and in the
// title where the text has fewer.
func TestNumbersOfPagesFollowTheTable(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for path, digits := range map[string][]string{
		"/":                {"47.6", "40.2", "4.9", "168.8", "12.274", "44.5", "9.7", "91.72", "19.94", "126.58", "64.2", "49.6"},
		"/fitness":         {"47.6", "317.1", "1.46", "464", "0.9", "125.2"},
		"/activities/ride": {"154.67", "157.9", "72.14", "0.647", "51.781", "156.51", "12.5"},
		"/curves":          {"548", "512.6"},
		"/wellness":        {"64.2", "62"},
		"/settings":        {"244", "252.5", "61.8"},
		"/goals":           {"91.72"},
		"/gear":            {"8431.7", "312.6", "83.4", "3120.4"},
		"/season":          {"312.47", "163.42", "156.79", "61", "19"},
		"/records":         {"512.6", "341.7", "995.4", "214.5"},
		"/race":            {"1263.4", "2712.7", "1281", "47.3"},
		"/segments":        {"2.13", "214.5", "5.4"},
		"/segments/x":      {"219.5", "-1.8", "33.42", "12.3"},
		"/routes/x":        {"42.37", "97.4", "5601"},
	} {
		res, body := s.ask(t, http.MethodGet, path, nil)
		if res.StatusCode != http.StatusOK {
			t.Errorf("%s: %d", path, res.StatusCode)
		}
		for _, d := range digits {
			if !strings.Contains(body, `value="`+d+`"`) {
				t.Errorf("%s does not say %s", path, d)
			}
		}
	}
	number, n, less := regexp.MustCompile(`<data value="([^"]*)" data-key="([^"]*)"(?: title="([^"]*)")?>([^<]*)</data>`), 0, 0
	for _, path := range everyPage() {
		_, body := s.ask(t, http.MethodGet, path, nil)
		for _, m := range number.FindAllStringSubmatch(body, -1) {
			f, err := strconv.ParseFloat(m[1], 64)
			if err != nil {
				t.Errorf("%s: %s is no number", path, m[0])
				continue
			}
			swum := path == "/activities" && m[0] == `<data value="2" data-key="distance_km" title="2 km">2,000</data>`
			want, _ := i18n.UnitOf(m[2]).Display(i18n.Reader{Swims: swum}, f, m[1])
			if regexp.MustCompile(`^/(curves|records|race)`).MatchString(path) && m[2] == "distance_m" && f >= 1000 {
				want = (&page.Page{Call: &tools.Call{}}).Stretch(m[2], m[1]).Text
			}
			got := strings.TrimPrefix(strings.TrimPrefix(strings.ReplaceAll(m[4], "−", "-"), "≥ "), "+")
			if n++; got != want {
				t.Errorf("%s: %s %s reads %q, not %q", path, m[2], m[1], got, want)
			}
			whole := strings.ReplaceAll(want, ",", "") == m[1] || strings.Contains(want, ":") && f == math.Trunc(f)
			if !whole {
				less++
			}
			if title, _, _ := strings.Cut(m[3], " "); !whole && title != m[1] || whole && title != "" {
				t.Errorf("%s: %s %s reads %q with the title %q", path, m[2], m[1], got, m[3])
			}
		}
	}
	if n < 1000 || less < 100 {
		t.Errorf("only %d numbers were looked at, %d of them shortened", n, less)
	}
}

// TestMissingNumbersAreNotZero: what no tool said stands as a dash.
func TestMissingNumbersAreNotZero(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.table.change = func(json.RawMessage) json.RawMessage { return json.RawMessage(`{}`) }
	for _, path := range everyPage() {
		res, body := s.ask(t, http.MethodGet, path, nil)
		if res.StatusCode != http.StatusOK {
			t.Errorf("%s: %d", path, res.StatusCode)
		}
		if m := regexp.MustCompile(`<data value="0?"[^>]*>[^<]*`).FindString(body); m != "" && path != "/sources" {
			t.Errorf("%s says %s of nothing", path, m)
		}
	}
}

// hostile returns texts that would do something if they were more than text.
func hostile() []string {
	return []string{
		`<img src=x onerror=alert(1)>`, `"><script>alert(1)</script>`, `' onmouseover='alert(1)`, "\x1b[2J\x1b]0;owned\x07", "\u202e\u2066evil\u2069",
		`javascript:alert(1)`, `{{.}}</textarea></title>`, "&lt;b&gt;", "\u2028line\u0000",
	}
}

// TestTextsOfOthersAreInert puts hostile texts in the place of every text of
// every answer.
func TestTextsOfOthersAreInert(t *testing.T) {
	t.Parallel()
	for _, text := range hostile() {
		s := newSite(t)
		s.store.entries = []store.JournalEntry{{ID: text, Summary: text, Face: text, Irreversible: []string{text}}}
		s.table.change = func(b json.RawMessage) json.RawMessage { return replaced(b, text) }
		for _, path := range everyPage() {
			_, body := s.ask(t, http.MethodGet, path, nil)
			for _, bad := range []string{"<img", "<script>alert", " onmouseover='", "<b>Lovelace", `href="javascript:`, "\u202e", "\x1b", "\x00"} {
				if strings.Contains(body, bad) {
					t.Errorf("%s with %q holds %q", path, text, bad)
				}
			}
		}
	}
}

// replaced returns JSON with a text in the place of each that is not a date.
func replaced(b json.RawMessage, text string) json.RawMessage {
	var v any
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		return b
	}
	date := regexp.MustCompile(`^\d{4}-\d\d-\d\d`)
	var walk func(v any) any
	walk = func(v any) any {
		switch v := v.(type) {
		case string:
			if date.MatchString(v) {
				return v
			}
			return text
		case []any:
			for i := range v {
				v[i] = walk(v[i])
			}
		case map[string]any:
			for k := range v {
				v[k] = walk(v[k])
			}
		}
		return v
	}
	out, _ := json.Marshal(walk(v))
	return out
}

func TestWhatFailsSaysSoAndWhereToGo(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.table.fail = training.Errorf(training.KindNotFound, "There is no activity %q.", "x").WithFix("list_activities shows your " +
		"activities.")
	for _, path := range everyPage() {
		if strings.HasPrefix(path, "/glossary") || strings.HasPrefix(path, "/map") ||
			slices.Contains([]string{"/journal", "/assistants/cursor", "/coach", "/start?step=assistant", "/ask"}, path) {
			continue
		}
		_, body := s.ask(t, http.MethodGet, path, nil)
		if !strings.Contains(body, "There is no activity") || !strings.Contains(body, "Open Activities to see your activities.") {
			t.Errorf("%s does not say what failed", path)
		}
	}
	s.table.fail = nil
	for path, want := range map[string]int{
		"/nowhere": http.StatusNotFound, "/calendar?date=yesterday": http.StatusBadRequest, "/glossary/none": http.StatusNotFound,
		"/columns/other": http.StatusNotFound, "/columns/ride?channels=soul": http.StatusBadRequest,
		"/calendar?view=%00%ff": http.StatusOK, "/activities?min_km=NaN&sort=%3Cscript%3E": http.StatusOK,
	} {
		if res, body := s.ask(t, http.MethodGet, path, nil); res.StatusCode != want {
			t.Errorf("%s: %d, want %d: %.200s", path, res.StatusCode, want, body)
		}
	}
}

func TestTheTableAnswersAsJSON(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	res, body := s.ask(t, http.MethodPost, "/api/list_goals", strings.NewReader("{}"))
	if res.StatusCode != http.StatusOK || !json.Valid([]byte(body)) || !strings.Contains(body, "91.72") {
		t.Errorf("%d %s", res.StatusCode, body)
	}
	s.table.fail = training.Errorf(training.KindInvalid, "No.").WithFix("Yes.")
	if res, body = s.ask(t, http.MethodPost, "/api/list_goals", nil); res.StatusCode != http.StatusBadRequest || !strings.Contains(body, `"fix":"Yes."`) {
		t.Errorf("%d %s", res.StatusCode, body)
	}
	res, _ = s.ask(t, http.MethodGet, "/api/list_goals", nil)
	if res.StatusCode != http.StatusMethodNotAllowed && res.StatusCode != http.StatusNotFound {
		t.Errorf("GET of a tool: %d", res.StatusCode)
	}
}

func TestTablesAsCSV(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.table.change = func(b json.RawMessage) json.RawMessage {
		return bytes.ReplaceAll(b, []byte(`"Leg opener"`), []byte(`"=cmd|' /C calc'!A0"`))
	}
	res, body := s.ask(t, http.MethodGet, "/activities?as=csv&table=activities", nil)
	if got := res.Header.Get("Content-Type"); !strings.HasPrefix(got, "text/csv") {
		t.Errorf("it is %s", got)
	}
	for _, want := range []string{"local_date,name,sport,duration_s", "2026-11-27,'=cmd", "126.58"} {
		if !strings.Contains(body, want) {
			t.Errorf("no %s in %s", want, body)
		}
	}
}

func TestColumns(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := &training.Columns{}
	for i := range 30000 {
		c.TimeS = append(c.TimeS, int32(i))
		c.Put(training.Power, i, int32(200+i%7))
	}
	c.Put(training.Power, 12345, 999)
	s.store.stream = c
	res, body := s.ask(t, http.MethodGet, "/columns/ride?channels=power", nil)
	b := []byte(body)
	if res.StatusCode != http.StatusOK || string(b[:4]) != "LKC1" {
		t.Fatalf("%d %.40q", res.StatusCode, body)
	}
	n := binary.LittleEndian.Uint32(b[4:])
	var head struct {
		Rows, Of int
		Channels []string
	}
	if err := json.Unmarshal(b[8:8+n], &head); err != nil || head.Rows > 2000 || head.Of != 30000 || len(head.Channels) != 2 {
		t.Fatalf("%+v %v", head, err)
	}
	highest := float32(0)
	for i := range head.Rows {
		at := 8 + int(n) + 4*head.Rows + 4*i
		highest = max(highest, math.Float32frombits(binary.LittleEndian.Uint32(b[at:])))
	}
	if highest != 999 {
		t.Errorf("the peak is lost: %v", highest)
	}
	if _, body = s.ask(t, http.MethodGet, "/columns/ride?channels=power,moving_time&from=29990", nil); !strings.Contains(body, `"moving_time"`) ||
		math.Float32frombits(binary.LittleEndian.Uint32([]byte(body[len(body)-4:]))) != 30000 {
		t.Errorf("the moving time is not there, or not all of it: %.120q", body)
	}
	c.Put(training.Latitude, 0, 1<<29)
	c.Pad()
	if _, body = s.ask(t, http.MethodGet, "/columns/ride?channels=latitude", nil); !strings.Contains(body, `"origin":{"latitude":45}`) {
		t.Errorf("no origin: %.120q", body)
	}
}

// TestEvents: a page is told the number of each change, and after a break what
// it missed.
func TestEvents(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.store.seq.Store(7)
	for last, want := range map[string]string{"5": "id: 7\ndata: {\"seq\":7}", "": "id: 7\n"} {
		r := s.request(t, http.MethodGet, "/events?since=6", nil)
		if last != "" {
			r.Header.Set("Last-Event-ID", last)
		}
		res, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		said, b := "", make([]byte, 512)
		for !strings.Contains(said, "\n\nid:") && err == nil {
			var n int
			n, err = res.Body.Read(b)
			said += string(b[:n])
		}
		_ = res.Body.Close()
		if !strings.Contains(said, want) {
			t.Errorf("since %q: %q", last, said)
		}
	}
}
