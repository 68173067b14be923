// Command server serves the protocol's own conformance suite: the suite's
// fixtures on Lapkeep's server, tool table, routing and guard. It listens on
// loopback, prints an address that replaces its key, and holds no data.
package main

import (
	"context"
	"crypto/rand"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	httpguard "lapkeep/internal/faces/guard"
	"lapkeep/internal/faces/mcp"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

func main() {
	addr := flag.String("http", "127.0.0.1:0", "address to listen on")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := serve(ctx, *addr, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// path is the path of streamable HTTP, as in the product.
const path = "/mcp"

// serve answers until ctx is done and writes its address to out.
func serve(ctx context.Context, addr string, out io.Writer) error {
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	s, err := newServer(time.Now, rand.Reader, log)
	if err != nil {
		return err
	}
	key, err := httpguard.NewKey(rand.Reader)
	if err != nil {
		return err
	}
	// The suite cannot send a key, so a secret address replaces it.
	secret, err := httpguard.NewSecretPath(rand.Reader)
	if err != nil {
		return err
	}
	if err := (httpguard.Door{Addr: addr}).Check(); err != nil {
		return err
	}
	l, err := httpguard.Listen(ctx, addr, false)
	if err != nil {
		return err
	}
	guard := httpguard.New(httpguard.Options{Key: key, SecretPath: secret, Now: time.Now})
	fmt.Fprintf(out, "http://%s%s%s\n", strings.Replace(l.Addr().String(), "127.0.0.1", "localhost", 1), secret, path)
	return httpguard.Serve(ctx, l, guard.Wrap(s.Routes(ctx, path)), log)
}

// newServer returns the product's server with the fixtures on it.
func newServer(now func() time.Time, random io.Reader, log *slog.Logger) (*mcp.Server, error) {
	f, err := newFixtures(random)
	if err != nil {
		return nil, err
	}
	return mcp.New(mcp.Options{
		Version: "conformance",
		Table:   tools.NewTable(f.rows()...),
		NewCall: func(context.Context) (*tools.Call, error) {
			return &tools.Call{Now: now(), Today: training.DayOf(now()), Location: time.UTC, Week: time.Monday}, nil
		},
		Approver: f,
		Random:   random,
		Log:      log,
		Extra:    &mcp.Extra{Tools: f.tools(), Announce: announce, Mount: f.mount},
	})
}

// rows returns the fixtures that could be Lapkeep's own tools. They go through
// the tool table like every tool.
func (f *fixtures) rows() []tools.Row {
	asks := spec("test_input_required_result_tampered_state", "Asks for consent, and knows its own sealed state.")
	asks.Safety = tools.Destructive
	return []tools.Row{
		tools.New(spec("test_simple_text", "Answers with a text."), func(context.Context, *tools.Call, none) (answer, error) {
			return answer{"This is a simple text response for testing."}, nil
		}),
		tools.New(spec("test_error_handling", "Fails, always."), func(context.Context, *tools.Call, none) (answer, error) {
			return answer{}, training.Errorf(training.KindInvalid, "This tool fails on purpose.").WithFix("Nothing helps.")
		}),
		tools.New(spec("test_tool_with_progress", "Reports how far it is."), inSteps),
		tools.New(asks, f.consented),
	}
}

type none struct{}

type answer struct {
	Answer string `json:"answer"`
}

func spec(name, description string) tools.Spec {
	return tools.Spec{Name: name, Title: "Fixture", Description: description, Toolset: "fixtures", Default: true}
}

// inSteps leaves time between its reports, so that the suite sees each of them.
func inSteps(ctx context.Context, c *tools.Call, _ none) (answer, error) {
	for _, done := range []int{0, 50, 100} {
		c.Report(done, 100, "a step")
		if err := rest(ctx, 50*time.Millisecond); err != nil {
			return answer{}, err
		}
	}
	return answer{"done"}, nil
}

// rest waits, unless ctx is done first.
func rest(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// approvalToken names the only question that is asked here.
const approvalToken = "FIXTURE"

// consented does something that a person must agree to first.
func (f *fixtures) consented(_ context.Context, c *tools.Call, _ none) (answer, error) {
	if c.Approval == approvalToken {
		return answer{"done"}, nil
	}
	return answer{}, &journal.NeedsConsent{Preview: journal.Preview{
		Tool: c.Tool, Summary: "Nothing will happen.", Token: approvalToken, ExpiresAt: c.Now.Add(time.Minute),
	}}
}

// Grant implements mcp.Approver.
func (f *fixtures) Grant(context.Context, string) error { return nil }
