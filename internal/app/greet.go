package app

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"lapkeep/internal/faces/cli"
	"lapkeep/internal/training"
)

// greetWithin bounds how long a server may take to list its tools.
const greetWithin = 30 * time.Second

// executable is the path that clients should start. A name on the PATH that
// leads here is better than where it leads: it stays through an upgrade.
func (p *Program) executable() (string, error) {
	if p.Path != "" {
		return p.Path, nil
	}
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	if strings.Contains(self, string(filepath.Separator)+"go-build") {
		return "", training.Errorf(training.KindUnsupported, "This program was built by go run and will be gone when it ends.").
			WithFix("Install it first: go install ./cmd/lapkeep")
	}
	if named, err := exec.LookPath("lapkeep"); err == nil && sameFile(named, self) {
		return filepath.Abs(named)
	}
	return self, nil
}

func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// greet connects as a client does and asks for the tools.
func (p *Program) greet(ctx context.Context, t cli.Target) (cli.Greeting, error) {
	ctx, cancel := context.WithTimeout(ctx, greetWithin)
	defer cancel()
	var said lastWords
	client := mcp.NewClient(&mcp.Implementation{Name: "lapkeep mcp install", Version: p.Version}, nil)
	session, err := client.Connect(ctx, transport(ctx, t, &said), nil)
	if err != nil {
		return cli.Greeting{}, said.explain(err)
	}
	g := cli.Greeting{}
	if about := session.InitializeResult(); about != nil && about.ServerInfo != nil {
		g.Name, g.Version = about.ServerInfo.Name, about.ServerInfo.Version
	}
	for _, err := range session.Tools(ctx, nil) {
		if err != nil {
			return g, errors.Join(said.explain(err), session.Close())
		}
		g.Tools++
	}
	return g, session.Close()
}

func transport(ctx context.Context, t cli.Target, errs *lastWords) mcp.Transport {
	if t.URL != "" {
		return &mcp.StreamableClientTransport{
			Endpoint: t.URL, MaxRetries: -1,
			HTTPClient: &http.Client{Transport: bearer{t.Key}, CheckRedirect: noRedirect},
		}
	}
	cmd := exec.CommandContext(ctx, t.Command,
		t.Args...) // #nosec G204 -- the entry that a person installed into a client, tried as the client would
	cmd.Env, cmd.Dir, cmd.Stderr = t.Environ, t.Dir, errs
	return &mcp.CommandTransport{Command: cmd}
}

// noRedirect keeps the key from going anywhere else.
func noRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// bearer sends the key with every request.
type bearer struct{ key string }

// RoundTrip sends one request.
func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	if b.key != "" {
		r = r.Clone(r.Context())
		r.Header.Set("Authorization", "Bearer "+b.key)
	}
	return http.DefaultTransport.RoundTrip(r)
}

// lastWords keeps the end of a program's standard error.
type lastWords struct {
	mu   sync.Mutex
	text []byte
}

// Write keeps the last two kilobytes.
func (w *lastWords) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.text = append(w.text, b...)
	w.text = w.text[max(0, len(w.text)-2048):]
	return len(b), nil
}

// explain adds the program's last output.
func (w *lastWords) explain(err error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if text := strings.TrimSpace(string(w.text)); text != "" {
		return fmt.Errorf("%w: %s", err, text)
	}
	return err
}
