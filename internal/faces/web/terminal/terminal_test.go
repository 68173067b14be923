package terminal_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"lapkeep/internal/faces/guard"
	"lapkeep/internal/faces/web/terminal"
)

// fake is a program that says back what is typed.
type fake struct {
	deaf    bool // it hears no hangup
	reads   *io.PipeReader
	writes  *io.PipeWriter
	over    chan struct{}
	once    sync.Once
	mu      sync.Mutex
	sizes   []terminal.Size
	killed  bool
	code    int
	silence bool // nothing is said back
	typed   int
}

func newFake() *fake {
	f := &fake{over: make(chan struct{})}
	f.reads, f.writes = io.Pipe()
	return f
}

func (f *fake) Read(b []byte) (int, error) { return f.reads.Read(b) }
func (f *fake) Write(b []byte) (int, error) {
	f.mu.Lock()
	f.typed += len(b)
	silence := f.silence
	f.mu.Unlock()
	if !silence {
		go func() { _, _ = f.writes.Write(append([]byte("heard "), b...)) }()
	}
	return len(b), nil
}

func (f *fake) Resize(s terminal.Size) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.sizes = append(f.sizes, s)
	return nil
}

func (f *fake) end(code int) {
	f.once.Do(func() { f.code = code; close(f.over); _ = f.writes.Close() })
}

func (f *fake) Hangup() {
	if !f.deaf {
		f.end(-1)
	}
}

func (f *fake) Kill() {
	f.mu.Lock()
	f.killed = true
	f.mu.Unlock()
	f.end(-1)
}
func (f *fake) Wait() int { <-f.over; return f.code }

// place is a terminal behind the wall that it stands behind in the dashboard.
type place struct {
	*httptest.Server
	terminal *terminal.Terminal
	sessions *guard.Sessions
	mu       sync.Mutex
	now      time.Time
	made     []*fake
	next     func() (*fake, error)
	stop     context.CancelFunc // of the server
}

func (p *place) clock() time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.now
}

func (p *place) wait(d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.now = p.now.Add(d)
}

func newPlace(t *testing.T) *place {
	t.Helper()
	p := &place{now: time.Date(2026, 11, 27, 18, 0, 0, 0, time.UTC), next: func() (*fake, error) { return newFake(), nil }}
	p.sessions = guard.NewSessions(filepath.Join(t.TempDir(), "sessions"), p.clock)
	p.terminal = terminal.New(terminal.Options{
		Start: func(s terminal.Size) (terminal.Program, error) {
			p.mu.Lock()
			defer p.mu.Unlock()
			f, err := p.next()
			if err != nil {
				return nil, err
			}
			f.sizes = append(f.sizes, s)
			p.made = append(p.made, f)
			return f, nil
		},
		Say: func(_ *http.Request, err error) string { return "said: " + err.Error() },
		Now: p.clock,
	})
	ctx, stop := context.WithCancel(t.Context())
	p.stop = stop
	m := http.NewServeMux()
	m.HandleFunc("POST /coach/ticket", p.terminal.Ticket)
	m.HandleFunc("POST /coach/stop", p.terminal.Stop)
	m.HandleFunc("GET /coach/terminal", func(w http.ResponseWriter, r *http.Request) { p.terminal.Serve(ctx, w, r) })
	m.HandleFunc("GET /token", func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, guard.Token(r.Context())) })
	door := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) })
	p.Server = httptest.NewServer(guard.NewPages(p.sessions, guard.PagesOptions{}).Wrap(m, http.NotFoundHandler(), door))
	t.Cleanup(func() { stop(); p.terminal.Close(); p.CloseClientConnections(); p.Close() })
	return p
}

// program returns the newest that was started.
func (p *place) program(t *testing.T) *fake {
	t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.made) == 0 {
		t.Fatal("nothing was started")
	}
	return p.made[len(p.made)-1]
}

func (p *place) started() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.made)
}

// browser has a session.
type browser struct{ cookie, root, token string }

func (p *place) browser(t *testing.T) browser {
	t.Helper()
	b, _ := json.Marshal(map[string]string{"ticket": p.sessions.Ticket()})
	res, err := http.Post(p.URL+guard.SessionPath, "application/json", bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	out := browser{cookie: strings.Split(res.Header.Get("Set-Cookie"), ";")[0], root: strings.TrimSuffix(res.Cookies()[0].Path, "/")}
	_, out.token = p.ask(t, out, http.MethodGet, "/token")
	return out
}

func (p *place) ask(t *testing.T, b browser, method, path string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, p.URL+b.root+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Cookie", b.cookie)
	r.Header.Set(guard.TokenHeader, b.token)
	res, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(text)
}

func (p *place) ticket(t *testing.T, b browser) string {
	t.Helper()
	var out struct{ Ticket string }
	status, text := p.ask(t, b, http.MethodPost, "/coach/ticket")
	if err := json.Unmarshal([]byte(text), &out); err != nil || out.Ticket == "" {
		t.Fatalf("%d %s", status, text)
	}
	return out.Ticket
}

// dial connects as the page of a browser does, but for what change does.
func (p *place) dial(t *testing.T, b browser, change func(h http.Header)) (*websocket.Conn, int, error) {
	t.Helper()
	h := http.Header{"Cookie": {b.cookie}, "Origin": {p.URL}, "Sec-Fetch-Site": {"same-origin"}, "Sec-Fetch-Mode": {"websocket"}}
	if change != nil {
		change(h)
	}
	o := &websocket.DialOptions{HTTPHeader: h, Host: h.Get("Host")}
	h.Del("Host")
	c, res, err := websocket.Dial(t.Context(), p.URL+b.root+"/coach/terminal", o)
	if err != nil {
		status := 0
		if res != nil {
			status = res.StatusCode
		}
		return nil, status, err
	}
	t.Cleanup(func() { _ = c.CloseNow() })
	c.SetReadLimit(1 << 20)
	return c, http.StatusSwitchingProtocols, nil
}

// open opens a connection and says its first message.
func (p *place) open(t *testing.T, b browser, start bool) *page {
	t.Helper()
	c, _, err := p.dial(t, b, nil)
	if err != nil {
		t.Fatal(err)
	}
	say(t, c, map[string]any{"ticket": p.ticket(t, b), "cols": 80, "rows": 24, "start": start})
	return &page{T: t, c: c}
}

func say(t *testing.T, c *websocket.Conn, v any) {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Write(t.Context(), websocket.MessageText, b); err != nil {
		t.Fatal(err)
	}
}

// page is what a page has seen.
type page struct {
	*testing.T
	c    *websocket.Conn
	seen []byte
}

type state struct {
	State  string
	Replay int
	Code   *int
	Why    string
}

// read returns the next message: a state, or more output.
func (p *page) read() (s state, err error) {
	ctx, cancel := context.WithTimeout(p.Context(), 20*time.Second)
	defer cancel()
	kind, b, err := p.c.Read(ctx)
	if err == nil && kind == websocket.MessageBinary {
		p.seen = append(p.seen, b...)
		return s, nil
	}
	if err == nil {
		err = json.Unmarshal(b, &s)
	}
	return s, err
}

// state waits for what the page is told next.
func (p *page) state(want string) state {
	p.Helper()
	for {
		s, err := p.read()
		if err != nil {
			p.Fatalf("while waiting for %s: %v", want, err)
		}
		if s.State == want {
			return s
		}
		if s.State != "" {
			p.Fatalf("the page is told %+v, not %s", s, want)
		}
	}
}

// until waits for a text.
func (p *page) until(text string) {
	p.Helper()
	for !bytes.Contains(p.seen, []byte(text)) {
		if _, err := p.read(); err != nil {
			p.Fatalf("%q did not come: %v", text, err)
		}
	}
}

func (p *page) types(text string) {
	p.Helper()
	if err := p.c.Write(p.Context(), websocket.MessageBinary, []byte(text)); err != nil {
		p.Fatal(err)
	}
}

// closed returns the code that the connection ended with.
func (p *page) closed() websocket.StatusCode {
	for {
		if _, err := p.read(); err != nil {
			return websocket.CloseStatus(err)
		}
	}
}

func TestATalk(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	b := p.browser(t)
	p.open(t, b, false).state("idle") // nothing starts by itself
	one := p.open(t, b, true)
	one.state("running")
	one.types("hello")
	one.until("heard hello")
	say(t, one.c, terminal.Size{Cols: 120, Rows: 40})
	one.types("again")
	one.until("heard again")
	f := p.program(t)
	f.mu.Lock()
	if last := f.sizes[len(f.sizes)-1]; last != (terminal.Size{Cols: 120, Rows: 40}) {
		t.Errorf("the window is %v", f.sizes)
	}
	f.mu.Unlock()
	// The page is loaded anew: what was said is there, and the older page is told.
	two := p.open(t, b, true)
	if s := two.state("running"); s.Replay != len("heard hello")+len("heard again") {
		t.Errorf("%+v", s)
	}
	two.until("heard again")
	one.state("elsewhere")
	if p.started() != 1 {
		t.Errorf("%d programs were started", p.started())
	}
	f.end(3)
	if s := two.state("ended"); s.Code == nil || *s.Code != 3 {
		t.Errorf("%+v", s)
	}
	p.open(t, b, false).state("idle")
	three := p.open(t, b, true) // a fresh one, without the past
	if s := three.state("running"); s.Replay != 0 || p.started() != 2 {
		t.Errorf("%+v, %d started", s, p.started())
	}
	if status, _ := p.ask(t, b, http.MethodPost, "/coach/stop"); status != http.StatusOK {
		t.Error(status)
	}
	three.state("ended")
}

// TestWhatCannotStart checks that a program that cannot start reports why.
func TestWhatCannotStart(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.next = func() (*fake, error) { return nil, errors.New("no such program") }
	if s := p.open(t, p.browser(t), true).state("refused"); s.Why != "said: no such program" {
		t.Error(s.Why)
	}
}

// TestALongPasteArrives whole, and a flood waits on the line.
func TestALongPasteArrives(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.next = func() (*fake, error) { f := newFake(); f.silence = true; return f, nil }
	one := p.open(t, p.browser(t), true)
	one.state("running")
	const pieces = 48
	began := time.Now()
	for range pieces {
		one.types(strings.Repeat("x", 16<<10))
	}
	f := p.program(t)
	for typed := 0; typed < pieces*16<<10; {
		f.mu.Lock()
		typed = f.typed
		f.mu.Unlock()
		runtime.Gosched()
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("a paste of 768 KB took %v", took)
	}
	for range 500 { // more messages than may come at once
		one.types("y")
	}
	_, _ = f.writes.Write([]byte("done"))
	one.until("done")
}

// TestAProgramIsNotHeldUp by a page that is gone, nor without one, and the next
// page gets its last 256 KB.
func TestAProgramIsNotHeldUp(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	b := p.browser(t)
	one := p.open(t, b, true)
	one.state("running")
	_ = one.c.CloseNow() // in the middle of it
	f := p.program(t)
	for i := range 1 << 13 {
		if _, err := fmt.Fprintf(f.writes, "line %5d %s\r\n", i, strings.Repeat("-", 50)); err != nil {
			t.Fatal(err)
		}
	}
	two := p.open(t, b, false)
	if s := two.state("running"); s.Replay > 256<<10 || s.Replay < 255<<10 {
		t.Errorf("%+v", s)
	}
	two.until("line  8191")
	if !bytes.HasPrefix(two.seen, []byte("line ")) {
		t.Errorf("it begins within a line: %q", two.seen[:20])
	}
}

// TestStoppingTheServerEndsTheProgram, though it hears no hangup, and nothing is
// left behind.
func TestStoppingTheServerEndsTheProgram(t *testing.T) {
	p := newPlace(t)
	p.next = func() (*fake, error) { f := newFake(); f.deaf = true; return f, nil }
	b := p.browser(t)
	one := p.open(t, b, true)
	one.state("running")
	two := p.open(t, b, true)
	two.state("running")
	p.stop()
	p.terminal.Close()
	f := p.program(t)
	if f.mu.Lock(); !f.killed {
		t.Error("the program lives")
	}
	f.mu.Unlock()
	three := p.open(t, b, true)
	if _, err := three.read(); err == nil {
		t.Error("a program can be started after the end")
	}
	if p.started() != 1 {
		t.Errorf("%d were started", p.started())
	}
	for range 500 {
		if left := leaked(); left == "" {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("goroutines are left:\n%s", leaked())
}

// leaked returns the stacks of goroutines that are in the terminal's own code.
func leaked() string {
	buf := make([]byte, 1<<20)
	var out []string
	for _, stack := range strings.Split(string(buf[:runtime.Stack(buf, true)]), "\n\n") {
		if strings.Contains(stack, "dashboard/terminal.(*") {
			out = append(out, stack)
		}
	}
	return strings.Join(out, "\n\n")
}
