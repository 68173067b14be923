package app

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"lapkeep/internal/cli"
	"lapkeep/internal/cli/settings"
	"lapkeep/internal/httpguard"
	"lapkeep/internal/platform/atomicfile"
	"lapkeep/internal/training"
)

// The HTTP server listens where no other machine can reach it, and moves to
// the next free port.
const loopbackAddress = "127.0.0.1:8642"

// mcpPath is where MCP is served.
const mcpPath = "/mcp"

// keyFile holds the bearer key, in the home.
const keyFile = "http.key"

// serveLoopback answers MCP over HTTP on this machine until ctx ends.
func (p *Program) serveLoopback(ctx context.Context, w *cli.Workbench, ready func(cli.Endpoint)) error {
	s, err := p.server(w, w.Settings.List(settings.Toolsets))
	if err != nil {
		return err
	}
	key, err := p.httpKey(w.Settings)
	if err != nil {
		return err
	}
	l, err := httpguard.Listen(ctx, loopbackAddress)
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.Handle(mcpPath, s.HTTPHandler(ctx))
	stop := p.keepFollowing(ctx, w)
	defer stop()
	ready(cli.Endpoint{URL: "http://" + l.Addr().String() + mcpPath, Key: key})
	return httpguard.Serve(ctx, l, httpguard.New(httpguard.Options{Key: key}).Wrap(mux))
}

// httpKey is the key of the settings, else the one kept in the home, made on
// first use.
func (p *Program) httpKey(s settings.Settings) (string, error) {
	if key := s.Get(settings.APIKey); key != "" {
		return key, nil
	}
	path := filepath.Join(s.Get(settings.Home), keyFile)
	b, err := os.ReadFile(path)
	if key := strings.TrimSpace(string(b)); err == nil && key != "" {
		return key, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", training.Errorf(training.KindUnavailable, "The key in %s cannot be read: %w.", path, err).
			WithFix("Check the file's permissions.")
	}
	key, err := httpguard.NewKey(p.Random)
	if err != nil {
		return "", err
	}
	if err := atomicfile.Write(path, []byte(key+"\n"), 0o600); err != nil {
		return "", training.Errorf(training.KindUnavailable, "The key cannot be kept in %s: %w.", path, err).
			WithFix("Make the folder writable, or set LAPKEEP_API_KEY.")
	}
	return key, nil
}
