// Command server serves the protocol's own conformance suite: the fixtures that the
// suite expects, on Lapkeep's server, tool table, routing and guard. It listens on
// loopback, prints the address that stands for its key, and holds no data.
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

// path is where streamable HTTP is, as in the product.
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
	// The suite can send no key, so an address stands for it.
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

// newServer is the product's server with the fixtures on it.
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
