package app

import (
	"context"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/term"

	"lapkeep/internal/app/connections"
	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/importing/timezone"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/token"
)

// Main runs the program on the process's own streams and returns its exit
// code.
func Main(version string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// The first signal asks the command to end; from then on the system's own
	// way holds, by which a second one ends the process at once.
	context.AfterFunc(ctx, stop)
	wd, err := os.Getwd()
	if err != nil {
		wd = "."
	}
	p := &Program{
		Streams: cli.Streams{
			In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
			InTTY:  term.IsTerminal(int(os.Stdin.Fd())),
			OutTTY: term.IsTerminal(int(os.Stdout.Fd())),
			ErrTTY: term.IsTerminal(int(os.Stderr.Fd())),
			Width:  columns(os.Stdout),
		},
		Places:  settings.Input{Environ: os.Environ(), WorkDir: wd, UserHome: settings.DefaultUserHome()},
		Now:     time.Now,
		Random:  randomSource(),
		Version: version,
		Keyring: token.SystemKeyring(),
		Borders: &timezone.Finder{},
		Alone:   true,
	}
	return p.Run(ctx, os.Args[1:])
}

// columns is how wide the terminal at f is, or 0.
func columns(f *os.File) int {
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return width
}

// Program is one run of Lapkeep with everything that comes from outside.
type Program struct {
	Streams cli.Streams
	Places  settings.Input
	Now     func() time.Time
	Random  io.Reader // for ids that nobody may guess
	Version string
	// Keyring keeps the keys of services; nil keeps them in files.
	Keyring token.Keyring
	// Secret asks for a secret in place of the terminal, in tests.
	Secret func(ctx context.Context, prompt string) (string, error)
	// Sleep lets time pass before services are asked again, in tests; nil is a timer.
	Sleep func(ctx context.Context, d time.Duration) error
	// Browse shows an address in place of the system's browser, in tests.
	Browse func(ctx context.Context, address string) error
	// Tick gives moments in place of the system's timer, in tests.
	Tick func(every time.Duration) (at <-chan time.Time, stop func())
	// Kinds are the services that can be connected; nil is those of the product.
	Kinds []connections.Kind
	// Path is the program's file, if it is not the running one.
	Path string
	// Borders are the tables of time zones by position, which programs of one
	// process may share; nil makes them when they are first needed.
	Borders *timezone.Finder
	// Alone says that the process is this program's: its memory may be limited.
	Alone bool

	zones zoneMemory
	apart services
	calls atomic.Int64 // of tools, by whichever face
	first func()       // runs before the first of them; nil does nothing
}

// Run runs one command line.
func (p *Program) Run(ctx context.Context, args []string) int {
	return cli.Main(ctx, p.deps(), args)
}

// places are where settings are looked for, with what services declare.
func (p *Program) places() settings.Input {
	in := p.Places
	in.Services = connections.Settings(p.kinds())
	return in
}

func (p *Program) kinds() []connections.Kind {
	if p.Kinds != nil {
		return p.Kinds
	}
	return connections.Kinds()
}

func (p *Program) deps() cli.Deps {
	return cli.Deps{
		Streams:     p.Streams,
		Build:       p.build(),
		Now:         p.Now,
		Tick:        p.tick,
		LimitMemory: p.limitMemory,
		Places:      p.places(),
		Open:        p.open,
		AskSecret:   p.askSecret,
		Table:       p.table,
		Services:    connections.Offers(p.kinds()),
		Restore:     p.restore,
		Verify:      p.verify,
		Repair:      p.repair,
		ServeStdio:  p.serveStdio,
		ServeHTTP:   p.serveHTTP,

		ServeDashboard: p.serveDashboard,

		Key: p.key, EndSessions: p.endSessions,
		Feed:       p.feed,
		BuildDemo:  p.buildDemo,
		Executable: p.executable,
		Greet:      p.greet,
	}
}

// tick gives moments, every so often, until stop is called.
func (p *Program) tick(every time.Duration) (at <-chan time.Time, stop func()) {
	if p.Tick != nil {
		return p.Tick(every)
	}
	t := time.NewTicker(every)
	return t.C, t.Stop
}

func (p *Program) build() cli.Build {
	b := cli.Build{Version: p.Version, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH, Commit: "unknown"}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				b.Commit = s.Value
			}
		}
	}
	return b
}

// logger writes to stderr, never to stdout, which belongs to the protocol.
func (p *Program) logger(level string) *slog.Logger {
	levels := map[string]slog.Level{"error": slog.LevelError, "warn": slog.LevelWarn, "info": slog.LevelInfo, "debug": slog.LevelDebug}
	return slog.New(slog.NewTextHandler(p.Streams.Err, &slog.HandlerOptions{Level: levels[level], ReplaceAttr: logged}))
}

// logged caps what a line of the log says: errors and paths quote what came
// from outside. The handler itself escapes what nobody sees.
func logged(_ []string, a slog.Attr) slog.Attr {
	if a.Value.Kind() == slog.KindString || a.Value.Kind() == slog.KindAny {
		a.Value = slog.StringValue(textclean.Text(a.Value.String(), textclean.TextRunes))
	}
	return a
}
