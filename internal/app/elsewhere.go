package app

import (
	"context"
	"crypto/sha256"
	"errors"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/faces/guard"
	"lapkeep/internal/faces/telemetry"
	"lapkeep/internal/tools"
)

// Elsewhere is what one of several machines (lapkeep-host) adds to a server of many homes: any of them may have a home.
type Elsewhere struct {
	// Fetch brings the folder of a home here, before it is opened.
	Fetch func(ctx context.Context, name, dir string) (Fetched, error)
	// Serve answers requests until ctx ends.
	Serve func(ctx context.Context, s Served) error
	// Most is the number of homes that may be open.
	Most int
}

// Fetched connects a home that is here with the other machines. Its functions may be nil.
type Fetched struct {
	// Committed and Kept return once others have what was written; they are as in [store.Options].
	Committed func(context.Context) error
	Kept      func(ctx context.Context, files []string) error
	// Fetch brings originals that are not here yet; it is as in [store.Options].
	Fetch func(ctx context.Context, path string) error
	// Lost reports whether another machine has the home now.
	Lost func() bool
	// Worked is called after each call and work of the home. next is when its next work is due; zero says nothing about it.
	Worked func(ctx context.Context, next time.Time)
	// Left is called when the home is closed.
	Left func(context.Context) error
}

// Served is the server of many homes, for [Elsewhere.Serve].
type Served struct {
	// Listener and Guard are those of people and programs outside.
	Listener net.Listener
	Guard    guard.Options
	Observer *telemetry.Server
	// Homes answers requests to homes that are here; it expects the key HOME.KEY, and tokens in the same form.
	Homes http.Handler
	// Take opens a home, or waits until it can, and keeps it open until done is called.
	Take func(ctx context.Context, name string) (done func(), err error)
	// Due says that a home has work to do now.
	Due func(name string)
	// Reads reports whether a tool changes nothing, so that a call can be repeated.
	Reads func(tool string) bool
	// Close waits until no home is in use, and closes all.
	Close func(context.Context) error
}

// atHome returns the flag that names a home in printed commands. The folder of a home that may be elsewhere is nobody's business.
func (p *Program) atHome(s settings.Settings) string {
	if p.Elsewhere != nil {
		return ""
	}
	return s.AtHome()
}

// KeyFiles returns the names of the files of a home with its keys, calendar feeds and called addresses.
func KeyFiles() []string { return []string{keyFile, feedFile, hookFile} }

// KeySums returns the hashes of the keys, calendar feeds and called addresses of the home in a folder.
func KeySums(dir string) (sums [][sha256.Size]byte, err error) {
	for _, name := range KeyFiles() {
		text, readErr := os.ReadFile(filepath.Join(dir, name))
		if readErr != nil && !errors.Is(readErr, fs.ErrNotExist) {
			err = errors.Join(err, readErr)
		}
		if name == keyFile {
			sums = append(sums, sumOfKey(text)...)
		} else {
			sums = append(sums, sumsOfFeeds(text)...)
		}
	}
	return sums, err
}

// serveElsewhere serves with what other machines have. Running calls end with the server, not with ctx, so that homes are
// handed over first.
func (h *hosted) serveElsewhere(
	ctx context.Context, l net.Listener, o guard.Options, seen *telemetry.Server, routes func(context.Context) http.Handler,
) error {
	calls, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	inner := guard.Options{Key: o.Key, Now: o.Now, Limits: o.Limits}
	return h.p.Elsewhere.Serve(ctx, Served{
		Listener: l, Guard: o, Observer: seen, Homes: h.door(calls, inner, seen, routes(calls)), Close: h.pool.Close,
		Take: func(ctx context.Context, name string) (func(), error) {
			_, done, err := h.pool.Take(ctx, name)
			return done, err
		},
		Due: func(name string) { h.pool.Due(name, h.p.Now()) },
		Reads: func(tool string) bool {
			row, ok := h.table.Lookup(tool)
			return ok && row.Safety == tools.Read
		},
	})
}

// fetch brings a home here, if homes may be elsewhere.
func (h *hosted) fetch(ctx context.Context, name, dir string) error {
	if h.p.Elsewhere == nil {
		return nil
	}
	err := h.left(ctx, name) // of an opening that failed
	if err != nil {
		return err
	}
	from, err := h.p.Elsewhere.Fetch(ctx, name, dir)
	if err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.from[name] = from
	return nil
}

func (h *hosted) fetched(name string) Fetched {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.from[name]
}

// left ends what fetch began.
func (h *hosted) left(ctx context.Context, name string) error {
	h.mu.Lock()
	from := h.from[name]
	delete(h.from, name)
	h.mu.Unlock()
	if from.Left == nil {
		return nil
	}
	return from.Left(context.WithoutCancel(ctx))
}

func (o *openHome) lost() bool { return o.from.Lost != nil && o.from.Lost() }

func (f Fetched) worked(ctx context.Context, next time.Time) {
	if f.Worked != nil {
		f.Worked(context.WithoutCancel(ctx), next)
	}
}
