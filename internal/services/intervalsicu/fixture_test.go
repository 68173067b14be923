package intervalsicu

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

const canary = "canary-4711-key"

// operations returns the operations of the client, read from its text, so that
// none can be forgotten here.
func operations(t testing.TB) []operation {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var all []operation
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name) //nolint:gosec // a file of this package
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`client\.(\w+)\("(\w+)", "([^"]+)"\)`).FindAllStringSubmatch(string(text), -1) {
			all = append(all, operation{ID: m[2], Method: strings.ToUpper(m[1]), Path: m[3]})
		}
	}
	return all
}

// seen is a request as it arrived.
type seen struct {
	op     string
	path   string
	query  url.Values
	header http.Header
	body   string
}

// fixture answers for the service: by script, an operation at a time.
type fixture struct {
	*httptest.Server
	mu sync.Mutex
	// script holds an operation's answers; the last one stands for all after it.
	script map[string][]http.HandlerFunc
	log    []seen
}

// newFixture answers what fixtures say to whatever is not scripted.
func newFixture(t testing.TB) *fixture {
	t.Helper()
	d := &fixture{script: map[string][]http.HandlerFunc{}}
	m := http.NewServeMux()
	m.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { d.answer(w, r, "") })
	for _, o := range operations(t) {
		path := strings.NewReplacer("{ext}", "", "{format}", "").Replace(o.Path)
		m.HandleFunc(o.Method+" "+apiPath+path, func(w http.ResponseWriter, r *http.Request) { d.answer(w, r, o.ID) })
	}
	d.Server = httptest.NewServer(m)
	t.Cleanup(d.Close)
	return d
}

func (d *fixture) answer(w http.ResponseWriter, r *http.Request, op string) {
	body, _ := io.ReadAll(r.Body)
	d.mu.Lock()
	d.log = append(d.log, seen{op, r.URL.Path, r.URL.Query(), r.Header, string(body)})
	script := d.script[op]
	if len(script) > 1 {
		d.script[op] = script[1:]
	}
	d.mu.Unlock()
	switch {
	case len(script) > 0:
		script[0](w, r)
	case op == "":
		http.Error(w, `{"status":404,"error":"no such path"}`, http.StatusNotFound)
	default:
		text(fixtures[op])(w, r)
	}
}

var place = regexp.MustCompile(`\{(\w+)\}`)

// says scripts the next answers of an operation.
func (d *fixture) says(op string, answers ...http.HandlerFunc) *fixture {
	d.script[op] = answers
	return d
}

// requests returns the requests of an operation so far.
func (d *fixture) requests(op string) (list []seen) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, s := range d.log {
		if s.op == op {
			list = append(list, s)
		}
	}
	return list
}

// last returns the newest request of an operation.
func (d *fixture) last(t testing.TB, op string) seen {
	t.Helper()
	list := d.requests(op)
	if len(list) == 0 {
		t.Fatalf("%s was not asked for", op)
	}
	return list[len(list)-1]
}

func text(body string) http.HandlerFunc { return status(http.StatusOK, body) }

func status(code int, body string, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(code)
		_, _ = io.Copy(w, bytes.NewReader([]byte(body)))
	}
}

// fixedKey hands out one credential.
type fixedKey struct{ token source.Token }

func (k fixedKey) Token(context.Context) (source.Token, error) { return k.token, nil }
func (k fixedKey) Renew(context.Context, source.Token) (source.Token, error) {
	return source.Token{}, source.Fail(source.Failure{Fault: source.Unauthorised, Source: "intervals"}, "There is no other key.")
}

func basic() source.Tokens {
	return fixedKey{source.Token{Scheme: source.Basic, Access: source.NewSecret(canary)}}
}

// noon stands still, later than the machine's clock.
var noon = time.Date(2126, 9, 20, 12, 0, 0, 0, time.UTC)

func (d *fixture) client(t testing.TB, change ...func(*client.Options)) *Client {
	t.Helper()
	o := client.Options{
		BaseURL: d.URL, Tokens: basic(), UserAgent: "lapkeep/test",
		Clock: client.Clock{
			Now:   func() time.Time { return noon },
			Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
		},
	}
	for _, f := range change {
		f(&o)
	}
	c, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func fault(err error) string {
	if f, ok := source.FailureOf(err); ok {
		return f.Fault.String()
	}
	if err != nil {
		return training.KindOf(err).String()
	}
	return "none"
}

func day(t testing.TB, s string) training.Day {
	t.Helper()
	d, err := training.ParseDay(s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func days(t testing.TB, from string, to ...string) training.DayRange {
	t.Helper()
	return training.DayRange{From: day(t, from), To: day(t, cmp.Or(strings.Join(to, ""), from))}
}

// TestEveryRequestIsAsTheDocumentHasIt makes every request that the client can
// make and holds it against the service's document.
func TestEveryRequestIsAsTheDocumentHasIt(t *testing.T) {
	t.Parallel()
	doc, d := readDocument(t), newFixture(t)
	c := d.client(t)
	for _, name := range slices.Sorted(maps.Keys(allCalls())) {
		call := allCalls()[name]
		if err := call(t.Context(), t, c); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, s := range d.log {
		for _, w := range doc.check(s) {
			t.Errorf("%s: %s", s.op, w)
		}
	}
	for _, o := range operations(t) {
		if len(d.requests(o.ID)) == 0 {
			t.Errorf("no call asks for %s", o.ID)
		}
	}
}

// TestTheDocumentIsKeptTo proves that the check above can fail.
func TestTheDocumentIsKeptTo(t *testing.T) {
	t.Parallel()
	doc := readDocument(t)
	good := seen{
		op: "updateEvent", path: apiPath + "/athlete/0/events/71", header: jsonHeader(),
		body: `{"name":"N","moving_time":600,"tags":["a"],"category":"NOTE"}`,
	}
	if wrong := doc.check(good); len(wrong) > 0 {
		t.Fatal(wrong)
	}
	for name, bad := range map[string]seen{
		"a field":     {op: good.op, path: good.path, header: good.header, body: `{"workout_steps":1}`},
		"a type":      {op: good.op, path: good.path, header: good.header, body: `{"moving_time":600.5}`},
		"an enum":     {op: good.op, path: good.path, header: good.header, body: `{"category":"note"}`},
		"a list":      {op: good.op, path: good.path, header: good.header, body: `{"tags":"a"}`},
		"a parameter": {op: "listEvents", path: "/x", query: map[string][]string{"from": {"2026-01-01"}}, header: good.header},
		"a lack":      {op: "searchForIntervals", path: "/x", header: good.header},
		"an op":       {op: "nothing", header: good.header},
	} {
		if len(doc.check(bad)) == 0 {
			t.Errorf("%s passes", name)
		}
	}
	if !slices.Contains(doc.check(seen{op: "listAthletes", path: apiPath + "/athletes", header: good.header, body: "{}"}), "has a body") {
		t.Error("a body passes")
	}
}

func jsonHeader() map[string][]string {
	return map[string][]string{"Content-Type": {"application/json"}}
}
