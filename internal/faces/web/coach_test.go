package web_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"lapkeep/internal/faces/web"
	"lapkeep/internal/faces/web/terminal"
	"lapkeep/internal/training"
)

// greeter is a program that says a word and ends when it is told to.
type greeter struct {
	out   *io.PipeReader
	in    *io.PipeWriter
	ended chan struct{}
}

func newGreeter() *greeter {
	g := &greeter{ended: make(chan struct{})}
	g.out, g.in = io.Pipe()
	go func() { _, _ = g.in.Write([]byte("good morning")) }()
	return g
}

func (g *greeter) Read(b []byte) (int, error)  { return g.out.Read(b) }
func (g *greeter) Write(b []byte) (int, error) { return len(b), nil }
func (g *greeter) Resize(terminal.Size) error  { return nil }
func (g *greeter) Hangup()                     { close(g.ended); _ = g.in.Close() }
func (g *greeter) Kill()                       {}
func (g *greeter) Wait() int                   { <-g.ended; return 0 }
func withCoach(start func(terminal.Size) (terminal.Program, error)) func(o *web.Options) {
	return func(o *web.Options) {
		o.Coach = web.Coach{Name: `<i>helper</i>`, Folder: "/srv/ada/.lapkeep", Start: start}
	}
}

// TestTheCoachIsOff unless somebody turned it on: the page says how, and where else
// one can talk, or why it cannot be; nothing is there to be opened.
func TestTheCoachIsOff(t *testing.T) {
	t.Parallel()
	greets := func(terminal.Size) (terminal.Program, error) { return newGreeter(), nil }
	for name, c := range map[string]struct {
		change func(o *web.Options)
		says   string
	}{
		"by itself": {func(*web.Options) {}, "lapkeep dashboard --terminal COMMAND"},
		"never":     {func(o *web.Options) { o.Coach.Never = "There can be none." }, "There can be none."},
		"a key lets others in": {
			func(o *web.Options) { withCoach(greets)(o); o.Reach.Key = func() string { return "secret" } }, "lapkeep dashboard --terminal COMMAND",
		},
	} {
		s := newSite(t, c.change)
		_, body := s.ask(t, http.MethodGet, "/coach", nil)
		if !strings.Contains(body, c.says) || !strings.Contains(body, `href="/start"`) || strings.Contains(body, "lk-coach") {
			t.Errorf("%s: %s", name, body)
		}
		for path, method := range map[string]string{
			"/coach/terminal": http.MethodGet, "/coach/ticket": http.MethodPost, "/coach/stop": http.MethodPost,
		} {
			if res, _ := s.ask(t, method, path, nil); res.StatusCode != http.StatusNotFound {
				t.Errorf("%s: %s is %d", name, path, res.StatusCode)
			}
		}
	}
}

// converse opens the terminal as its page does.
func (s *site) converse(t *testing.T) *websocket.Conn {
	t.Helper()
	_, body := s.ask(t, http.MethodPost, "/coach/ticket", strings.NewReader("{}"))
	var in map[string]any
	if err := json.Unmarshal([]byte(body), &in); err != nil {
		t.Fatal(body)
	}
	in["cols"], in["rows"], in["start"] = 80, 24, true
	c, _, err := websocket.Dial(t.Context(), s.URL+s.root+"/coach/terminal", &websocket.DialOptions{
		HTTPHeader: http.Header{"Cookie": {s.cookie}, "Origin": {s.URL}},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.CloseNow() })
	b, _ := json.Marshal(in)
	if err := c.Write(t.Context(), websocket.MessageText, b); err != nil {
		t.Fatal(err)
	}
	return c
}

func said(t *testing.T, c *websocket.Conn) string {
	t.Helper()
	_, b, err := c.Read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestTheCoachTalks behind the wall of the dashboard, and ends with it.
func TestTheCoachTalks(t *testing.T) {
	t.Parallel()
	s := newSite(t, withCoach(func(terminal.Size) (terminal.Program, error) { return newGreeter(), nil }))
	_, body := s.ask(t, http.MethodGet, "/coach", nil)
	for _, want := range []string{"<lk-coach", "&lt;i&gt;helper&lt;/i&gt; runs in the folder /srv/ada/.lapkeep as you", "/assets/coach.", `id="coach-keys"`} {
		if !strings.Contains(body, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	c := s.converse(t)
	if got := said(t, c); got != `{"state":"running"}` {
		t.Error(got)
	}
	if got := said(t, c); got != "good morning" {
		t.Error(got)
	}
	s.server.Close()
	if got := said(t, c); got != `{"state":"ended","code":0}` {
		t.Error(got)
	}
}

// TestACoachThatCannotStart is told in words.
func TestACoachThatCannotStart(t *testing.T) {
	t.Parallel()
	s := newSite(t, withCoach(func(terminal.Size) (terminal.Program, error) {
		return nil, training.Errorf(training.KindUnavailable, "It is gone.").WithFix("Find it.")
	}))
	if got := said(t, s.converse(t)); got != `{"state":"refused","why":"It is gone. Find it."}` {
		t.Error(got)
	}
}
