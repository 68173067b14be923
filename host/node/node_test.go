package node_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"lapkeep/host/engine"
	"lapkeep/host/node"
	"lapkeep/host/replica"
	"lapkeep/internal/app"
	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/importing/timezone"
)

var secret = bytes.Repeat([]byte{7}, node.SecretSize)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func privateDir(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	must(t, os.Chmod(dir, 0o700)) //nolint:gosec // a folder
	return dir
}

func newID() string { return strings.ToLower(rand.Text()) }

func keysOn(t testing.TB, e engine.Engine) *replica.Keys {
	t.Helper()
	master, err := node.Master(secret)
	must(t, err)
	keys, err := replica.NewKeys(e, master)
	must(t, err)
	return keys
}

// borders are the tables of time zones, which all programs of the tests share.
var borders = &timezone.Finder{}

func program(elsewhere *app.Elsewhere, out, errs io.Writer) *app.Program {
	return &app.Program{
		Streams: cli.Streams{In: strings.NewReader(""), Out: out, Err: errs}, Places: settings.Input{WorkDir: "/", UserHome: "/nonexistent"},
		Now: time.Now, Random: rand.Reader, Version: "test", Borders: borders, Elsewhere: elsewhere,
	}
}

// addHome adds a home to a cluster and returns its key.
func addHome(t testing.TB, e engine.Engine, home string) string {
	t.Helper()
	dir := privateDir(t)
	var out, errs bytes.Buffer
	if code := program(nil, &out, &errs).Run(t.Context(), []string{"homes", "add", home, "--homes", dir}); code != 0 {
		t.Fatalf("homes add: %d %s", code, errs.String())
	}
	must(t, node.Import(t.Context(), e, keysOn(t, e), home, filepath.Join(dir, home), t.TempDir(), newID))
	key, err := os.ReadFile(filepath.Join(dir, home, "http.key"))
	must(t, err)
	return strings.TrimSpace(string(key))
}

// machine is one node of a test.
type machine struct {
	*node.Node
	url   string
	name  string // its ids begin with it
	dir   string
	log   *logOf
	inner net.Listener
	stop  context.CancelFunc // begins to drain
	ended chan struct{}
}

// logOf writes a node's log to the test.
type logOf struct {
	mu   sync.Mutex
	t    testing.TB
	name string
	over bool
}

// end ends the writing, before the test or the node does.
func (l *logOf) end() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.over = true
}

func (l *logOf) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.over && !bytes.Contains(p, []byte("msg=request")) && bytes.Contains(p, []byte("level=")) {
		l.t.Logf("%s: %s", l.name, bytes.TrimSpace(p))
	}
	return len(p), nil
}

// startNode starts a node and waits until it listens. change may change its options.
func startNode(t testing.TB, e engine.Engine, name string, change func(*node.Options), listens ...func(*app.Served)) *machine {
	t.Helper()
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	m := &machine{name: name + "-", dir: privateDir(t), inner: inner, ended: make(chan struct{})}
	log := &logOf{t: t, name: name}
	m.log = log
	t.Cleanup(log.end)
	o := node.Options{
		Engine: e, Keys: keysOn(t, e), Dir: m.dir, Inner: inner, Address: inner.Addr().String(), Secret: secret, TTL: 3 * time.Second,
		Now: time.Now, NewID: func() string { return m.name + newID()[:10] }, Most: 64, Sweep: 2 * time.Second, Log: slog.New(slog.NewTextHandler(log, nil)),
	}
	if change != nil {
		change(&o)
	}
	m.Node, err = node.New(o)
	must(t, err)
	elsewhere := m.Elsewhere()
	serve, at := elsewhere.Serve, make(chan string, 1)
	elsewhere.Serve = func(ctx context.Context, s app.Served) error {
		for _, change := range listens {
			change(&s)
		}
		at <- s.Listener.Addr().String()
		return serve(ctx, s)
	}
	ctx, stop := context.WithCancel(context.Background())
	m.stop = stop
	go func() {
		defer close(m.ended)
		args := []string{"serve", "--http", "127.0.0.1:0", "--homes", o.Dir, "--log-level", "warn"}
		if code := program(elsewhere, io.Discard, log).Run(ctx, args); code != 0 {
			_, _ = fmt.Fprintf(log, "level=end with %d", code)
		}
	}()
	t.Cleanup(func() { stop(); <-m.ended })
	m.url = "http://" + <-at
	for until := time.Now().Add(10 * time.Second); m.Ready(t.Context()) != nil; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(until) {
			t.Fatalf("%s is not ready: %v", name, m.Ready(t.Context()))
		}
	}
	return m
}

// drained stops a node and waits until it has given its homes away.
func (m *machine) drained(t testing.TB) {
	t.Helper()
	m.stop()
	select {
	case <-m.ended:
	case <-time.After(90 * time.Second):
		t.Fatal("a node did not stop")
	}
}

// answer is what a call said.
type answer struct {
	status int
	text   string
	failed bool // the tool or the protocol says so
}

// call calls a tool by hand, as curl does.
func call(ctx context.Context, url, key, tool string, args any) (answer, error) {
	body, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": map[string]any{"name": tool, "arguments": args},
	})
	if err != nil {
		return answer{}, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url+"/mcp", bytes.NewReader(body))
	if err != nil {
		return answer{}, err
	}
	r.Header.Set("Authorization", "Bearer "+key)
	r.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return answer{}, err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		return answer{}, err
	}
	var m struct {
		Result *struct{ IsError bool }
		Error  any
	}
	_ = json.Unmarshal(text, &m)
	return answer{res.StatusCode, string(text), m.Result == nil || m.Result.IsError || m.Error != nil}, nil
}

// note writes a note, which the checker finds again.
func note(ctx context.Context, url, key string, i int) (answer, error) {
	return call(ctx, url, key, "save_gear", map[string]any{"name": fmt.Sprintf("bike-%d", i), "kind": "bike"})
}

func TestOneNode(t *testing.T) {
	e := &engine.Memory{Now: time.Now}
	key := addHome(t, e, "anna")
	a := startNode(t, e, "a", nil)
	got, err := call(t.Context(), a.url, key, "get_status", map[string]any{})
	must(t, err)
	if got.status != 200 || got.failed {
		t.Fatalf("%+v", got)
	}
	got, err = note(t.Context(), a.url, key, 1)
	must(t, err)
	t.Logf("%+v", got)
}
