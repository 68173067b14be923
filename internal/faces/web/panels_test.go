package web_test

import (
	"context"
	"encoding/json"
	"html"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"lapkeep/internal/faces/web"
	"lapkeep/internal/faces/web/terminal"
	"lapkeep/internal/metrics/glossary"
	"lapkeep/internal/platform/disk"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

func TestUpload(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	res, body := do(t, s.upload(t, "../../ride.fit", strings.NewReader("twelve bytes")))
	if res.StatusCode != http.StatusOK || !strings.Contains(body, `"bytes":12`) || !strings.Contains(body, "ride.fit") || strings.Contains(body, "/") {
		t.Errorf("%d %s", res.StatusCode, body)
	}
	s.imports = 0
	res, body = do(t, s.upload(t, "a.fit", strings.NewReader("one"), "b.fit", "three", "a.fit", "seventy"))
	if res.StatusCode != http.StatusOK || s.imports != 1 || !strings.Contains(body, `"bytes":15`) || !strings.Contains(body, "a.fit b.fit a.fit") {
		t.Errorf("three files, two of one name, were %d imports: %d %s", s.imports, res.StatusCode, body)
	}
	if left, err := os.ReadDir(s.uploads); err != nil || len(left) > 0 {
		t.Errorf("%v stayed, %v", left, err)
	}
	r := s.upload(t, "large.zip", io.LimitReader(zeros{}, 2<<30))
	r.ContentLength = 2 << 30
	res, err := http.DefaultTransport.RoundTrip(r)
	if err == nil {
		b, _ := io.ReadAll(res.Body)
		_ = res.Body.Close()
		if res.StatusCode != http.StatusRequestEntityTooLarge || !strings.Contains(string(b), "lapkeep import FILE") {
			t.Errorf("2 GB: %d %s", res.StatusCode, b)
		}
	}
}

// TestAnUploadOntoAFullDisk checks that an upload onto a full disk is refused
// in a sentence, though the browser still sends, and nothing of it stays.
func TestAnUploadOntoAFullDisk(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.server.FullDisk(1 << 16)
	r := s.upload(t, "ride.fit", io.LimitReader(zeros{}, 8<<20))
	res, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	b, _ := io.ReadAll(res.Body)
	_ = res.Body.Close()
	if res.StatusCode != http.StatusServiceUnavailable || !strings.Contains(string(b),
		"Free some space on the disk that holds Lapkeep's home folder") {
		t.Errorf("%d %s", res.StatusCode, b)
	}
	if left, err := os.ReadDir(s.uploads); err != nil || len(left) > 0 {
		t.Errorf("%v stayed, %v", left, err)
	}
	if res, body := do(t, s.upload(t, "ride.fit", strings.NewReader("small"))); res.StatusCode != http.StatusOK {
		t.Errorf("what has room: %d %s", res.StatusCode, body)
	}
}

// TestAnUploadThatCannotBeReadSaysWhy in the page's words, and which of several
// files it was.
func TestAnUploadThatCannotBeReadSaysWhy(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answer, want string
		chinese      bool
	}{
		"one":     {`{"files":[{"path":"x/broken.fit","status":"failed","reason":"It is cut off."}],"counts":{"failed":1}}`, `"failed":true,"files":[{"path":"x/broken.fit","reason":"It is cut off.","status":"failed"}],"none":true,"said":"It is cut off."`, false},
		"new":     {`{"files":[{"path":"x/a.fit","status":"imported"}],"counts":{"imported":1}}`, `"none":false,"said":"Imported"`, false},
		"chinese": {`{"files":[{"path":"x/a.fit","status":"imported"}],"counts":{"imported":1}}`, `"none":false,"said":"已导入"`, true},
		"of several": {
			`{"files":[{"path":"x/z/b.fit","status":"failed","reason":"It is cut off."},{"path":"x/a.fit","status":"imported"}],"counts":{"failed":1,"imported":1}}`,
			`"none":false,"said":"Imported: 1 · Failed: 1 · b.fit: It is cut off."`, false,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, func(o *web.Options) {
				o.Import = func(context.Context, *tools.Call, []string) (json.RawMessage, error) {
					return json.RawMessage(c.answer), nil
				}
			})
			s.chinese = c.chinese
			res, body := do(t, s.upload(t, "a.fit", strings.NewReader("x")))
			if res.StatusCode != http.StatusOK || !strings.Contains(body, c.want) {
				t.Errorf("%d %s, want %s", res.StatusCode, body, c.want)
			}
		})
	}
}

// TestAnUploadThatIsRefusedLeavesNothing: what the import refuses is told as it
// says it, and the file is gone.
func TestAnUploadThatIsRefusedLeavesNothing(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.refuse = training.Errorf(training.KindUnavailable, "The disk is full.").WithFix("Make room.")
	res, body := do(t, s.upload(t, "ride.fit", strings.NewReader("twelve bytes")))
	if res.StatusCode != http.StatusServiceUnavailable || !strings.Contains(body, "The disk is full.") ||
		!strings.Contains(body, "Make room.") {
		t.Errorf("%d %s", res.StatusCode, body)
	}
	if left, err := os.ReadDir(s.uploads); err != nil || len(left) > 0 {
		t.Errorf("%v stayed, %v", left, err)
	}
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) { clear(b); return len(b), nil }

// TestAnUploadThatWasKilledIsDropped at the next start, unless a process reads one
// at that moment.
func TestAnUploadThatWasKilledIsDropped(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	dir := filepath.Join(s.uploads, "upload-1")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "ride.fit"), []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	release, err := disk.Share(t.Context(), s.uploads+".lock", time.Second)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []int{1, 0} {
		if err := s.server.DropUploads(); err != nil {
			t.Fatal(err)
		}
		if left, err := os.ReadDir(s.uploads); err != nil || len(left) != want {
			t.Errorf("%v stayed, %v; want %d", left, err, want)
		}
		if want == 1 && release() != nil {
			t.Fatal("the lock is not freed")
		}
	}
	if res, body := do(t, s.upload(t, "ride.fit", strings.NewReader("whole"))); res.StatusCode != http.StatusOK {
		t.Errorf("afterwards: %d %s", res.StatusCode, body)
	}
}

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

// TestACoachThatCannotStart checks that a coach that cannot start is reported
// in words.
func TestACoachThatCannotStart(t *testing.T) {
	t.Parallel()
	s := newSite(t, withCoach(func(terminal.Size) (terminal.Program, error) {
		return nil, training.Errorf(training.KindUnavailable, "It is gone.").WithFix("Find it.")
	}))
	if got := said(t, s.converse(t)); got != `{"state":"refused","why":"It is gone. Find it."}` {
		t.Error(got)
	}
}

// TestGlossaryInChinese: no page of the glossary has an English sentence.
func TestGlossaryInChinese(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.chinese = true
	text := regexp.MustCompile(`(?s)<main.*</main>`)
	mark := regexp.MustCompile(`(?s)<[^>]*>`)
	english := regexp.MustCompile(`\b[A-Za-z]{2,}[ ,;:]+[a-z]{2,} [a-z]{2,}`)
	paths := []string{"/glossary"}
	for _, e := range glossary.Entries() {
		paths = append(paths, "/glossary/"+e.Key)
	}
	for _, path := range paths {
		res, page := s.ask(t, http.MethodGet, path, nil)
		if res.StatusCode != http.StatusOK {
			t.Fatalf("%s: %s", path, res.Status)
		}
		for _, part := range mark.Split(text.FindString(page), -1) {
			if english.MatchString(html.UnescapeString(part)) {
				t.Errorf("%s: %q is English", path, part)
			}
		}
	}
}
