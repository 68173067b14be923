package app

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"

	"lapkeep/internal/app/connections"
	"lapkeep/internal/derive"
	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/faces/guard"
	"lapkeep/internal/faces/web"
	"lapkeep/internal/faces/web/terminal"
	"lapkeep/internal/i18n"
	"lapkeep/internal/importing"
	"lapkeep/internal/services/source"
	"lapkeep/internal/services/token"
	"lapkeep/internal/store"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/limited"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/internal/writes/kinds"
	"lapkeep/internal/writes/outbox"
)

// links returns the connections of a home's athletes. Keys in the settings belong to own,
// the athlete of the process.
func (p *Program) links(db *store.DB, own training.AthleteID, s settings.Settings, with parts) *links {
	return &links{sets: map[training.AthleteID]*connections.Set{}, set: func(id training.AthleteID) *connections.Set {
		g := connections.GivenBy(s, p.kinds())
		if id != own {
			g = onlyAddresses(g)
		}
		return p.connections(db, id, g, s, with)
	}}
}

// parts holds what connections need in addition to the store.
type parts struct {
	limited  *limited.DB
	journal  *journal.Journal
	importer *importing.Importer
	outbox   *outbox.Box
	readOnly bool
}

func onlyAddresses(g map[source.Name]connections.Given) map[source.Name]connections.Given {
	out := map[source.Name]connections.Given{}
	for name, of := range g {
		out[name] = connections.Given{URL: of.URL, URLFrom: of.URLFrom, SignInURL: of.SignInURL, SigningKeyFile: of.SigningKeyFile}
	}
	return out
}

func (p *Program) connections(
	db *store.DB, id training.AthleteID, g map[source.Name]connections.Given, s settings.Settings, with parts,
) *connections.Set {
	home := s.Get(settings.Home)
	return connections.New(connections.Options{
		Athlete: id, Kinds: p.kinds(), Given: g, Sleep: p.Sleep,
		Vault: p.vault(home, id), Coach: func() connections.Coach { return p.coach(home, id) },
		Others: func(ctx context.Context) []connections.Coach { return p.others(ctx, db, home, id) },
		Meet:   func(ctx context.Context) error { return p.ensureAthlete(ctx, db, id, s, true) },
		State:  db.Connections(), Store: db, Limited: with.limited, Importer: with.importer, Journal: with.journal, Outbox: with.outbox,
		Follow: func(ctx context.Context) error {
			_, err := follow(ctx, db, with.importer, keptIn(home), func(derive.Progress) {})
			return err
		},
		NewID: p.newID, Now: p.Now, Jitter: jitter, Random: p.Random, Version: p.Version, UserHome: p.Places.UserHome,
		Log: p.logger(s), ReadOnly: with.readOnly,
		Hooked: func(name source.Name, hash string) error { return keepHook(home, id, name, hash) },
	})
}

// outbox returns the outbox, which sends the athlete's writes to services.
func (p *Program) outbox(
	db *store.DB, rows *limited.DB, s settings.Settings, services func(training.AthleteID) outbox.Services,
) *outbox.Box {
	return outbox.New(outbox.Options{
		Store: db, Services: services, NewID: p.newID, Now: p.Now, Log: p.logger(s),
		Kinds: kinds.All(db, rows, p.Now), Words: rows,
	})
}

func (p *Program) vault(home string, id training.AthleteID) *token.Vault {
	return &token.Vault{Dir: filepath.Join(home, settings.KeysFolder, string(id)), Keyring: p.Keyring, NewID: p.newID}
}

// coach returns the owner of the home if a command works for another athlete. The
// owner is the athlete in the settings when flags are ignored.
func (p *Program) coach(home string, id training.AthleteID) connections.Coach {
	if own := p.ownerOf(home); own != id && own != "" {
		return connections.Coach{Athlete: own, Vault: p.vault(home, own)}
	}
	return connections.Coach{}
}

// ownerOf returns the athlete in the settings of a home, or "" if there is none; errors in
// the settings are reported elsewhere.
func (p *Program) ownerOf(home string) training.AthleteID {
	in := p.places()
	in.Flags = map[settings.Key]string{settings.Home: home}
	s, err := settings.Load(in)
	if own := training.AthleteID(s.Get(settings.Athlete)); err == nil && ledger.CheckAthlete(own) == nil {
		return own
	}
	return ""
}

func (p *Program) others(ctx context.Context, db *store.DB, home string, id training.AthleteID) (out []connections.Coach) {
	all, err := db.Athletes(ctx)
	if err != nil {
		return nil // they count as not connected; the code that reads the home reports the error
	}
	for i := range all {
		if other := all[i].ID; other != id {
			out = append(out, connections.Coach{Athlete: other, Vault: p.vault(home, other)})
		}
	}
	return out
}

// jitter returns a random number in [0, 1), so that programs do not all send
// requests at the same time.
func jitter() float64 {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails
	return float64(binary.LittleEndian.Uint64(b[:])>>11) / (1 << 53)
}

// writeMode returns the write mode, restricted by the delete mode.
func writeMode(s settings.Settings) tools.Writes {
	w := tools.Writes(s.Get(settings.Writes))
	if w == tools.WritesFull && s.Get(settings.DeleteMode) != "full" {
		return tools.WritesSafe
	}
	return w
}

// keepReading reads the connected services until stop is called. It starts after the client
// has received its first answer, because finding the athletes means reading the whole schema.
func (p *Program) keepReading(ctx context.Context, w *cli.Workbench) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		select {
		case <-ctx.Done():
		case <-time.After(followFirst):
			w.KeepReading(ctx)
		}
	}()
	return func() { cancel(); <-done }
}

// services returns the names of the services that can be connected.
func (p *Program) services() []string {
	var out []string
	for _, k := range p.kinds() {
		out = append(out, string(k.Name))
	}
	return out
}

// talker returns the program for the dashboard's terminal, or the reason why there is no
// terminal. It returns an error if a terminal was requested but is not possible.
func (p *Program) talker(
	ctx context.Context, s settings.Settings, reach guard.PagesOptions, o cli.DashboardOptions,
) (web.Coach, error) {
	never := noTerminal(s, reach, o)
	if len(o.Terminal) == 0 {
		return web.Coach{Never: never}, nil
	}
	if never != "" {
		return web.Coach{}, training.Errorf(training.KindForbidden, "%s", never).WithFix("Leave out --terminal, or the setting that " +
			"conflicts with it.")
	}
	path, err := terminal.FindPseudo(o.Terminal[0])
	if err != nil {
		return web.Coach{}, err
	}
	if err := o.Acquaint(ctx, path); err != nil {
		return web.Coach{}, err
	}
	home := s.Get(settings.Home)
	run := terminal.Command{Path: path, Args: o.Terminal[1:], Dir: home, Environ: p.coachEnvironment(home)}
	return web.Coach{
		Name: filepath.Base(path), Folder: home,
		Start: func(size terminal.Size) (terminal.Program, error) {
			program, err := terminal.StartPseudo(run, size.Cols, size.Rows)
			if err != nil {
				return nil, training.Errorf(training.KindUnavailable, "The program could not be started: %w.", err).
					WithFix("Try the same command at a terminal.")
			}
			return window{program}, nil
		},
	}, nil
}

// noTerminal returns the reason why a terminal is not possible, or "" if it is.
func noTerminal(s settings.Settings, reach guard.PagesOptions, o cli.DashboardOptions) i18n.Sentence {
	switch {
	case !terminal.Here:
		return "The page's terminal does not work on Windows."
	case reach.Key != nil || !guard.Loopback(o.Addr) || len(reach.Public)+len(reach.Proxies) > 0:
		return "While other machines can reach the dashboard, it has no terminal: programs there run with your permissions."
	case s.Get(settings.Terminal) != "named":
		return "The terminal is disabled in the config file (terminal: none)."
	}
	return ""
}

// window adapts a program to the type that the page uses for sizes.
type window struct{ *terminal.PseudoProgram }

// Resize sets the size of the program's window.
func (w window) Resize(s terminal.Size) error { return w.PseudoProgram.Resize(s.Cols, s.Rows) }

// coachEnvironment returns this process's environment without Lapkeep's settings and the
// keys of services. It contains the home, so that the program finds the same one.
func (p *Program) coachEnvironment(home string) []string {
	var secret []string
	for _, d := range settings.Catalogue(p.places().Services) {
		if d.Secret || d.OfService {
			secret = append(secret, d.Env...)
		}
	}
	out := []string{}
	for _, kv := range p.Places.Environ {
		name, _, _ := strings.Cut(kv, "=")
		own := strings.HasPrefix(name, "LAPKEEP_") || strings.HasPrefix(name, "MCP_") || strings.HasPrefix(name, "FASTMCP_")
		if !own && !slices.Contains(secret, name) && !slices.Contains([]string{"TERM", "COLORTERM", "COLUMNS", "LINES"}, name) {
			out = append(out, kv)
		}
	}
	return append(out, "TERM=xterm-256color", "COLORTERM=truecolor", "LAPKEEP_HOME="+home)
}

// askSecret reads a line from the terminal without showing it; echo is already off when
// the prompt appears. If ctx is done, it restores the terminal.
func (p *Program) askSecret(ctx context.Context, prompt string) (string, error) {
	if p.Secret != nil {
		return p.Secret(ctx, prompt)
	}
	return p.askRaw(ctx, os.Stdin, func(t *term.Terminal) (string, error) { return t.ReadPassword(prompt) })
}

// menus returns the function that asks for a line of a menu, or nil if the program does
// not read from the process's own terminal.
func (p *Program) menus() func(ctx context.Context, prompt string) (string, error) {
	if p.Streams.In != io.Reader(os.Stdin) {
		return nil
	}
	return func(ctx context.Context, prompt string) (string, error) {
		return p.askRaw(ctx, &menuKeys{in: os.Stdin}, func(t *term.Terminal) (string, error) {
			t.SetPrompt(prompt)
			return t.ReadLine()
		})
	}
}

// menuKeys reads the keys of a menu. Esc and q end it.
type menuKeys struct {
	in    io.Reader
	after []byte // the keys after an Esc that begins a longer key, such as an arrow
}

// escWait is how long the rest of a longer key may take; all of it arrives at once.
const escWait = 50 * time.Millisecond

func (k *menuKeys) Read(b []byte) (int, error) {
	if len(k.after) > 0 && len(b) > 0 {
		n := copy(b, k.after)
		k.after = k.after[n:]
		return n, nil
	}
	n, err := k.in.Read(b[:min(len(b), 1)])
	if n == 0 {
		return n, err
	}
	if b[0] == 'q' {
		return 0, io.EOF
	}
	if b[0] != '\x1b' {
		return n, err
	}
	next := make(chan byte, 1)
	go func() {
		var c [1]byte
		if n, _ := k.in.Read(c[:]); n == 1 { // an error ends the next read too
			next <- c[0]
		}
	}()
	select {
	case c := <-next:
		k.after = []byte{c}
		return n, err
	case <-time.After(escWait):
		return 0, io.EOF
	}
}

// askRaw reads with read while the terminal is in raw mode, and then restores it.
func (p *Program) askRaw(ctx context.Context, in io.Reader, read func(*term.Terminal) (string, error)) (string, error) {
	at := int(os.Stdin.Fd())
	before, err := term.MakeRaw(at)
	if err != nil {
		return "", err
	}
	type answer struct {
		text string
		err  error
	}
	typed := make(chan answer, 1)
	go func() {
		text, err := read(term.NewTerminal(screen{in, p.Streams.Err}, ""))
		typed <- answer{text, err}
	}()
	var got answer
	select {
	case got = <-typed:
	case <-ctx.Done():
		got.err = ctx.Err()
	}
	err = errors.Join(got.err, term.Restore(at, before))
	if got.err != nil {
		fmt.Fprintln(p.Streams.Err)
	}
	return got.text, err
}

// screen combines the input and the output of a terminal. It reads nothing beyond
// the line, because the rest is the answer to the next question.
type screen struct {
	in  io.Reader
	out io.Writer
}

func (s screen) Read(b []byte) (int, error) { return s.in.Read(b[:min(len(b), 1)]) }

func (s screen) Write(b []byte) (int, error) { return s.out.Write(b) }

// zoneRoot is the name of the folder with the zone database, to which the link for the
// system's local time points.
const zoneRoot = "zoneinfo/"

// localZone returns the IANA name of the computer's time zone, or "" if it is
// unknown. It is the first guess for a new athlete.
func localZone(environ []string) string {
	for _, kv := range environ {
		if tz, ok := strings.CutPrefix(kv, "TZ="); ok && loads(tz) {
			return tz
		}
	}
	if link, err := filepath.EvalSymlinks("/etc/localtime"); err == nil {
		if i := strings.LastIndex(link, zoneRoot); i >= 0 && loads(link[i+len(zoneRoot):]) {
			return link[i+len(zoneRoot):]
		}
	}
	if b, err := os.ReadFile("/etc/timezone"); err == nil && loads(strings.TrimSpace(string(b))) {
		return strings.TrimSpace(string(b))
	}
	if name := time.Local.String(); name != "Local" && loads(name) {
		return name
	}
	return ""
}

func loads(name string) bool {
	if name == "" {
		return false
	}
	_, err := time.LoadLocation(name)
	return err == nil
}

// zoneMemory caches the zones of athletes: each call needs its athlete's zone, and loading
// it would read a file.
type zoneMemory struct {
	mu    sync.Mutex
	zones map[string]*time.Location
}

// mostZones is the number of zones that are cached; athletes of one server have few.
const mostZones = 64

func (m *zoneMemory) of(a training.Athlete) *time.Location {
	m.mu.Lock()
	defer m.mu.Unlock()
	zone := m.zones[a.TimeZone]
	if zone == nil {
		if zone = a.Location(); m.zones == nil || len(m.zones) >= mostZones {
			m.zones = map[string]*time.Location{}
		}
		m.zones[a.TimeZone] = zone
	}
	return zone
}
