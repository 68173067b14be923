package app

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/base32"
	"io"
	"log/slog"
	"maps"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/term"

	"lapkeep/internal/answers/limitedrows"
	"lapkeep/internal/app/connections"
	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/faces/telemetry"
	"lapkeep/internal/i18n"
	"lapkeep/internal/importing"
	"lapkeep/internal/importing/listing"
	"lapkeep/internal/importing/match"
	"lapkeep/internal/importing/timezone"
	"lapkeep/internal/platform/disk"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/token"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// Main runs the program with the process's own streams and returns its exit code.
func Main(version string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// The first signal asks the command to stop. After it, the system's default
	// applies again, so that a second signal ends the process at once.
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

// columns returns the width of the terminal at f in columns, or 0 if f is not a terminal.
func columns(f *os.File) int {
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return width
}

// Program is one run of Lapkeep with all its external inputs.
type Program struct {
	Streams cli.Streams
	Places  settings.Input
	Now     func() time.Time
	Random  io.Reader // for ids that must not be guessable
	Version string
	// Keyring keeps the keys of services; nil keeps them in files.
	Keyring token.Keyring
	// Secret replaces the terminal's prompt for a secret, in tests.
	Secret func(ctx context.Context, prompt string) (string, error)
	// Sleep replaces the timer between requests to services, in tests; nil uses a timer.
	Sleep func(ctx context.Context, d time.Duration) error
	// Browse replaces the system's browser, in tests.
	Browse func(ctx context.Context, address string) error
	// Tick replaces the system's ticker, in tests.
	Tick func(every time.Duration) (at <-chan time.Time, stop func())
	// Kinds lists the services that can be connected; nil means the product's own services.
	Kinds []connections.Kind
	// Path is the file of the program, if that is not the running program.
	Path string
	// Borders holds the tables of time zones by position. Programs in one process may
	// share them; nil creates them when they are first needed.
	Borders *timezone.Finder
	// Alone is set if nothing else runs in the process, so that it may limit the
	// process's memory.
	Alone bool
	// Elsewhere is set if this is one of several machines that share homes.
	Elsewhere *Elsewhere

	zones zoneMemory
	apart services
	// partOf says which part of the tool table a tool is in.
	partOnce sync.Once
	partOf   map[string]int
	calls    atomic.Int64 // number of calls to tools through any face
	first    func()       // runs before the first call; nil does nothing
	quiet    *time.Timer  // returns memory when no tool has been called for a while; nil does nothing
	quieted  atomic.Bool  // it has done so since the last call
	// interrupt is called after each step of a split, in tests.
	interrupt func(done string) error
}

// Run runs one command line.
func (p *Program) Run(ctx context.Context, args []string) int {
	return cli.Main(ctx, p.deps(), args)
}

// places returns the sources of settings, including the services' settings.
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
		AskMenu:     p.menus(),
		Table:       p.table,
		Services:    connections.Offers(p.kinds()),
		Restore:     p.restore,
		Verify:      p.verify,
		Repair:      p.repair,
		ServeStdio:  p.serveStdio,
		ServeHTTP:   p.serveHTTP,
		ServeHomes:  p.serveHomes,
		AskHomes:    p.askHomes,
		AddHome:     p.addHome,
		SplitHome:   p.splitHome,
		OpenBook:    p.bookOf,

		ServeDashboard: p.serveDashboard, ServeDashboardOfHomes: p.serveDashboardOfHomes,

		Key: p.key, EndSessions: p.endSessions,
		Feed:       p.feed,
		BuildDemo:  p.buildDemo,
		Executable: p.executable,
		Greet:      p.greet,
	}
}

// tick returns a channel that receives the time at the given interval until stop is called.
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

// logger returns a logger that writes to stderr, with the id of a server's request. It never writes to stdout, which is
// reserved for the protocol.
func (p *Program) logger(s settings.Settings) *slog.Logger {
	levels := map[string]slog.Level{"error": slog.LevelError, "warn": slog.LevelWarn, "info": slog.LevelInfo, "debug": slog.LevelDebug}
	o := &slog.HandlerOptions{Level: levels[s.Get(settings.LogLevel)], ReplaceAttr: logged}
	if s.Get(settings.LogFormat) == "json" {
		return slog.New(telemetry.WithID(slog.NewJSONHandler(p.Streams.Err, o)))
	}
	return slog.New(telemetry.WithID(slog.NewTextHandler(p.Streams.Err, o)))
}

// logged limits the length of log values: errors and paths can contain text from
// outside. The handler itself escapes invisible characters.
func logged(_ []string, a slog.Attr) slog.Attr {
	if a.Value.Kind() == slog.KindString || a.Value.Kind() == slog.KindAny {
		a.Value = slog.StringValue(textclean.Text(a.Value.String(), textclean.TextRunes))
	}
	return a
}

func randomSource() io.Reader { return rand.Reader }

// idBytes is the number of random bytes for an id of ten characters with 50 bits. That is too
// much to guess within the 15 minutes for which an approval is valid, but short enough to type.
const idBytes = 7

// newID returns an id that nobody can guess. It consists of letters and digits that
// cannot be confused with each other.
func (p *Program) newID() string {
	b := make([]byte, idBytes)
	if _, err := io.ReadFull(p.Random, b); err != nil {
		panic("app: the system has no randomness: " + err.Error())
	}
	enc := base32.NewEncoding("abcdefghjkmnpqrstvwxyz0123456789")
	return strings.TrimRight(enc.WithPadding(base32.NoPadding).EncodeToString(b), "=")[:10]
}

// importMemory is the limit in bytes for the garbage collector during an
// import. The whole process then stays under 250 MB, even with the largest
// files.
const importMemory = 128 << 20

// importGarbage is the garbage collector's percentage during an import. Nearly all memory becomes
// free after each file, so rare collections cost little memory as long as the limit holds.
const importGarbage = 400

// serveGarbage is the garbage collector's percentage in a server for one client. Such a
// server runs for days next to other programs, and needs little memory for an answer.
const serveGarbage = 50

// pageGarbage is the garbage collector's percentage in a dashboard. A page takes several megabytes
// for a moment, and a quarter of its time would be collections with serveGarbage.
const pageGarbage = 150

// startGarbage is the garbage collector's percentage before a server's first request,
// because startup produces too little garbage to be worth a collection.
const startGarbage = 200

// startFreely makes a server start without a garbage collection.
func (p *Program) startFreely() {
	if p.Alone {
		debug.SetGCPercent(startGarbage)
	}
}

// staySmall returns a function for a server's first request: it makes the server collect garbage
// at the given percentage from then on, and returns the memory used at startup to the system.
func (p *Program) staySmall(percent int) func() {
	return func() {
		if p.Alone {
			debug.SetGCPercent(percent)
		}
		disk.Release()
	}
}

// limitMemory limits an import's memory until undo is called. The limits apply to the
// whole process, so several programs in one process would undo each other's limits.
func (p *Program) limitMemory() (undo func()) {
	if !p.Alone {
		return func() {}
	}
	limit, garbage := debug.SetMemoryLimit(importMemory), debug.SetGCPercent(importGarbage)
	return func() { debug.SetMemoryLimit(limit); debug.SetGCPercent(garbage) }
}

// table returns the whole tool table without a store. Its tools can be listed even on a
// new machine, but they cannot be called.
func (p *Program) table(s settings.Settings) *tools.Table {
	who := p.athletes(nil, nil, training.AthleteID(s.Get(settings.Athlete)), s)
	t := tools.NewTable(allRows(p.parts(nil, who, s, keptTexts(nil, s, nil), nil, nil, nil, limitedrows.Remote{}), s)...).
		WithOldNames(tools.Hints())
	if who.several() {
		t = t.WithAthletes(who)
	}
	return t
}

// reread imports the originals that have no recording in the store, and reports
// whether there were any.
func (p *Program) reread(ctx context.Context, w *cli.Workbench, s settings.Settings, did *cli.Repaired) (some bool, err error) {
	r, err := w.DB.Verify(ctx)
	if err != nil {
		return false, err
	}
	for _, athlete := range slices.Sorted(maps.Keys(r.Orphans)) {
		if err := p.ensureAthlete(ctx, w.DB, athlete, s, true); err != nil {
			return false, err
		}
		if err := p.rereadOf(ctx, w, athlete, r.Orphans[athlete], did); err != nil {
			return false, err
		}
	}
	return len(r.Orphans) > 0, nil
}

// rereadOf first imports recordings with an activity of their own, then those that
// belong to another recording's activity. In this order, each recording returns to its
// former activity, if that is known.
func (p *Program) rereadOf(ctx context.Context, w *cli.Workbench, athlete training.AthleteID, hashes []string, did *cli.Repaired) error {
	named, err := w.DB.Named(athlete)
	if err != nil {
		return err
	}
	first, others := []listing.Item{}, []listing.Item{}
	for _, hash := range hashes {
		item := listing.Made(hash, func(context.Context) ([]byte, error) { return w.DB.KeptOriginal(athlete, hash) })
		if rec := match.IdentityOf(hash, 0).Recording(); cmp.Or(named[rec], rec.Starts()) == rec.Starts() {
			first = append(first, item)
		} else {
			others = append(others, item)
		}
	}
	count := map[importing.Status]int{}
	for _, items := range [][]listing.Item{first, others} {
		o := importing.RunOptions{RunID: p.newID(), Named: named}
		_, err := w.Importer.Import(ctx, athlete, slices.Values(items), o, func(f importing.FileResult) {
			count[f.Status]++
			if f.Status == importing.Failed {
				did.Lost = append(did.Lost, i18n.Sentencef("The original %s… of %s cannot be read: %s", f.Path[:12], athlete, f.Reason))
			}
		})
		if err != nil {
			return err
		}
	}
	if n := count[importing.Imported] + count[importing.Updated]; n > 0 {
		did.TakenBack = append(did.TakenBack, i18n.Sentencef("Recordings of %s were read again from %s.", athlete,
			i18n.Numbered(n, "original file", "original files")))
	}
	return nil
}
