package app

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"net"
	"net/netip"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/faces/guard"
	"lapkeep/internal/faces/mcp"
	"lapkeep/internal/faces/telemetry"
	"lapkeep/internal/faces/web"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/disk"
	"lapkeep/internal/store"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/activities"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// These are the dashboard's files in the home.
const (
	sessionsDir = "dashboard.sessions"
	formerKey   = "dashboard.key" // from earlier versions, in which sessions outlived the process
	uploadDir   = "uploads"
	onPage      = "dashboard" // the face under which the page makes its calls
	uploadsStay = "leftover upload files were not removed"
)

// serveDashboard serves the dashboard until ctx is done.
func (p *Program) serveDashboard(ctx context.Context, w *cli.Workbench, o cli.DashboardOptions, ready func(cli.DashboardAt)) error {
	door, reach, err := p.dashboardDoor(w.Settings, o)
	if err != nil {
		return err
	}
	p.first = p.staySmall(pageGarbage) // a dashboard runs all day alongside other programs
	home := w.Settings.Get(settings.Home)
	_ = os.Remove(filepath.Join(home, formerKey)) // the former key is no longer used
	sessions := guard.NewSessions(filepath.Join(home, sessionsDir), p.Now)
	defer func() { _ = sessions.Close() }() // sessions end with this process, whether they are listed or not
	coach, err := p.talker(ctx, w.Settings, reach, o)
	if err != nil {
		return err
	}
	s, err := p.dashboard(ctx, w, sessions, reach, o, coach)
	if err != nil {
		return err
	}
	defer s.Close()
	if err := s.DropUploads(); err != nil { // if uploads remain, they do no harm
		p.logger(w.Settings).WarnContext(ctx, uploadsStay, "error", err)
	}
	l, err := guard.Listen(ctx, o.Addr, true)
	if err != nil {
		return err
	}
	defer p.keepWorking(ctx, w)()
	if door.tls != nil {
		l = tls.NewListener(l, door.tls)
	}
	at := dashboardAt(l.Addr(), door, reach, sessions)
	if o.Open {
		defer func() { _ = os.Remove(filepath.Join(home, openFile)) }() // its ticket has been used by that time
		at.Opened = p.browse(ctx, home, at.URL) == nil                  // if this fails, the address is printed
	}
	ready(at)
	return guard.Serve(ctx, l, s.Handler(ctx), p.logger(w.Settings))
}

// dashboardDoor returns the settings with which the dashboard can be reached. It follows
// the same rules as the HTTP server, and uses its key if other machines can connect.
func (p *Program) dashboardDoor(s settings.Settings, o cli.DashboardOptions) (d door, reach guard.PagesOptions, err error) {
	d, err = doorOf(cli.HTTPOptions{
		Addr: o.Addr, PublicURLs: o.PublicURLs, Proxies: o.Proxies, CertFile: o.CertFile, KeyFile: o.KeyFile,
	})
	if err != nil {
		return d, reach, err
	}
	reach = guard.PagesOptions{Public: d.public, Proxies: d.proxies}
	if guard.Loopback(o.Addr) && len(d.public)+len(d.proxies) == 0 {
		return d, reach, nil
	}
	_, err = p.readKey(s)
	reach.Key = func() string {
		key, err := p.readKey(s) // `key new` may have replaced it
		if err != nil {
			return ""
		}
		return key.Text
	}
	return d, reach, err
}

// dashboardAt returns the addresses of a listener, each with a ticket.
func dashboardAt(addr net.Addr, d door, reach guard.PagesOptions, sessions *guard.Sessions) cli.DashboardAt {
	scheme := "http://"
	if d.tls != nil {
		scheme = "https://"
	}
	at := cli.DashboardAt{URL: scheme + reachable(addr) + "/#" + sessions.Ticket(), Beyond: reach.Key != nil}
	for _, u := range d.public {
		at.Others = append(at.Others, strings.TrimSuffix(u.String(), "/")+"/#"+sessions.Ticket())
	}
	return at
}

func (p *Program) dashboard(
	ctx context.Context, w *cli.Workbench, sessions *guard.Sessions, reach guard.PagesOptions, o cli.DashboardOptions, coach web.Coach,
) (*web.Server, error) {
	scope := training.Scope{Athlete: w.Athlete, Audience: training.AudiencePage}
	language := w.Settings.Get(settings.Language)
	all, err := w.DB.Athletes(ctx)
	if err != nil {
		return nil, err
	}
	return web.New(web.Options{
		Table: w.Table, Several: len(all) > 1, Homes: o.Homes, Store: w.DB, AtOneMoment: ledger.AtOneMoment, Sessions: sessions, Reach: reach,
		Coach: coach, Now: p.Now, People: w.People,
		NewCall: func(ctx context.Context) (*tools.Call, error) {
			return p.newCall(ctx, w.DB, w.Limited, w.Settings, scope, onPage)
		},
		Pending: func(ctx context.Context) ([]journal.Preview, error) {
			return w.Journal.Waiting(ctx, w.Scope(), p.Now())
		},
		Grant: func(ctx context.Context, token string) error {
			_, err := w.Journal.Grant(ctx, w.Scope(), token, p.Now())
			return err
		},
		Undo: func(ctx context.Context, id string) (journal.Outcome, error) {
			out, err := w.Journal.Undo(ctx, w.Scope(), id, p.Now())
			if err == nil {
				_, err = w.Follow(ctx, func(int, int) {})
			}
			return out, err
		},
		Import: p.uploads(w), Setups: o.Setups, Install: o.Install,
		UploadDir: filepath.Join(w.Settings.Get(settings.Home), uploadDir), Basemap: basemapOf(w.Settings),
		Say: sayIn(language), Language: language, Explained: i18n.Explained,
		Log: p.logger(w.Settings),
	})
}

func basemapOf(s settings.Settings) page.Source {
	return page.Source{Tiles: s.Get(settings.MapTiles), Credit: s.Get(settings.MapCredit), File: s.Get(settings.MapFile)}
}

// uploads imports files with the tool for assistants, which here may read only the upload
// folder.
func (p *Program) uploads(w *cli.Workbench) func(ctx context.Context, c *tools.Call, paths []string) (json.RawMessage, error) {
	return func(ctx context.Context, c *tools.Call, paths []string) (json.RawMessage, error) {
		table := tools.NewTable(activities.Rows(activities.Deps{
			Store: w.DB, Journal: w.Journal, Importer: w.Importer, NewID: w.NewID,
			ImportRoots: []string{filepath.Join(w.Settings.Get(settings.Home), uploadDir)},
		})...)
		args, err := json.Marshal(map[string][]string{"paths": paths})
		if err != nil {
			return nil, err
		}
		res, err := table.Call(ctx, "import_files", c, args)
		if err != nil {
			return nil, err
		}
		_, err = w.Follow(ctx, func(int, int) {})
		return res.Structured, err
	}
}

// sayIn returns a function that formats sentences in a language, also in English.
func sayIn(language string) func(format string, args ...any) string {
	if say := saidIn(language); say != nil {
		return say
	}
	return func(format string, args ...any) string { return i18n.Sentencef(format, args...).String() }
}

// serveHTTP serves MCP over HTTP until ctx is done.
func (p *Program) serveHTTP(ctx context.Context, w *cli.Workbench, o cli.HTTPOptions, ready func(cli.Endpoint)) error {
	plan, err := p.planHTTP(w.Settings, o)
	if err != nil {
		return err
	}
	seen := p.observer(w)
	w.Table = w.Table.WithCounter(seen.Calling)
	l, err := guard.Listen(ctx, o.Addr, o.NextFree)
	if err != nil {
		return err
	}
	in, err := p.signIn(ctx, w, plan, l.Addr())
	if err != nil {
		return errors.Join(err, l.Close())
	}
	s, err := p.server(ctx, w, w.Settings.List(settings.Toolsets), in)
	if err != nil {
		return errors.Join(err, l.Close())
	}
	defer p.keepWorking(ctx, w)()
	if plan.tls != nil {
		l = tls.NewListener(l, plan.tls)
	}
	ready(plan.endpoint(l.Addr()))
	called := newHooks(p, w, make(chan struct{}, mostAsking))
	defer called.wait()
	plan.guard.IsHook = called.is
	guarded := guard.New(plan.guard).Wrap(in.with(seen.Metrics(called.with(ctx, p.withFeeds(alone(w), seen.Log, s.Routes(ctx, o.Path))))))
	return guard.Serve(ctx, l, seen.Around(guarded), seen.Log)
}

// observer returns what the operator of a server sees of it.
func (p *Program) observer(w *cli.Workbench) *telemetry.Server {
	return telemetry.New(telemetry.Options{
		Version: p.Version, Now: p.Now, NewID: p.newID, Log: p.logger(w.Settings),
		Ready: func(ctx context.Context) error {
			_, err := w.DB.Athletes(ctx)
			return err
		},
		Gauges: func(context.Context) map[string]float64 {
			out := ofProcess()
			out["lapkeep_database_queries"] = float64(w.DB.SQL().Asked())
			if f, err := os.Stat(filepath.Join(w.Settings.Get(settings.Home), store.FileName)); err == nil {
				out["lapkeep_database_bytes"] = float64(f.Size())
			}
			return out
		},
	})
}

// ofProcess returns the values of the process that its operator sees.
func ofProcess() map[string]float64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return map[string]float64{
		"lapkeep_memory_bytes": float64(m.Sys - m.HeapReleased), "lapkeep_goroutines": float64(runtime.NumGoroutine()),
	}
}

// httpPlan describes how the server will listen. It exists only if all checks have passed.
type httpPlan struct {
	o     cli.HTTPOptions
	tls   *tls.Config
	key   cli.Key
	fresh bool // the secret path is new
	guard guard.Options
}

// planHTTP checks all settings before the server listens.
func (p *Program) planHTTP(s settings.Settings, o cli.HTTPOptions) (*httpPlan, error) {
	plan, err := p.planDoor(o)
	if err != nil {
		return nil, err
	}
	plan.guard.IsFeed = isFeed(s.Get(settings.Home))
	return plan, p.planKeys(s, plan)
}

// planDoor checks how the server can be reached.
func (p *Program) planDoor(o cli.HTTPOptions) (*httpPlan, error) {
	plan := &httpPlan{o: o}
	if !strings.HasPrefix(o.Path, "/") || strings.ContainsAny(o.Path, "?# ") {
		return nil, training.Errorf(training.KindInvalid, "%q is not a path.", o.Path).WithFix("Write it as /mcp.")
	}
	door, err := doorOf(o)
	if err != nil {
		return nil, err
	}
	plan.tls = door.tls
	plan.guard = guard.Options{
		NoKey: o.NoKey, Public: door.public, Proxies: door.proxies, Now: p.Now,
		Limits: guard.Limits{PerSecond: o.PerSecond},
	}
	return plan, nil
}

// door holds the settings of a listener, once they have been checked.
type door struct {
	tls     *tls.Config
	public  []*url.URL
	proxies []netip.Prefix
}

func doorOf(o cli.HTTPOptions) (d door, err error) {
	for _, text := range o.PublicURLs {
		u, err := guard.ParsePublicURL(text)
		if err != nil {
			return d, err
		}
		d.public = append(d.public, u)
	}
	if d.proxies, err = guard.ParseProxies(o.Proxies); err != nil {
		return d, err
	}
	if o.CertFile != "" || o.KeyFile != "" {
		if d.tls, err = guard.LoadTLS(o.CertFile, o.KeyFile); err != nil {
			return d, err
		}
	}
	return d, guard.Door{Addr: o.Addr, NoKey: o.NoKey, TLS: d.tls != nil, Public: d.public, Proxies: d.proxies}.Check()
}

func (p *Program) planKeys(s settings.Settings, plan *httpPlan) (err error) {
	if plan.o.NoKey {
		return nil
	}
	if plan.key, err = p.readKey(s); err != nil {
		return err
	}
	plan.guard.Key = plan.key.Text
	if plan.o.SecretPath {
		plan.guard.SecretPath, plan.fresh, err = p.secretPath(s)
	}
	return err
}

// endpoint returns the addresses at which clients can reach the server.
func (plan *httpPlan) endpoint(addr net.Addr) cli.Endpoint {
	scheme := "http"
	if plan.tls != nil {
		scheme = "https"
	}
	bases := []string{scheme + "://" + reachable(addr)}
	for _, u := range plan.guard.Public {
		bases = append(bases, strings.TrimSuffix(u.String(), "/"))
	}
	paths := []string{plan.o.Path, mcp.SSEPath}
	if plan.o.SSEFirst {
		paths = []string{mcp.SSEPath, plan.o.Path}
	}
	e := cli.Endpoint{Key: plan.key, NoKey: plan.o.NoKey}
	for _, base := range bases {
		for _, path := range paths {
			e.URLs = append(e.URLs, base+path)
			if plan.fresh {
				e.Secret = append(e.Secret, base+plan.guard.SecretPath+path)
			}
		}
	}
	return e
}

// reachable returns an address that a client on this machine can use.
func reachable(addr net.Addr) string {
	ap, err := netip.ParseAddrPort(addr.String())
	if err != nil || !ap.Addr().IsUnspecified() {
		return addr.String()
	}
	return netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, 0, 0, 1}), ap.Port()).String()
}

// openFile is a page that leads the browser to the dashboard. Its address is passed instead
// of the ticket, because all users of a machine can read a program's arguments.
const openFile = "dashboard-open.html"

// browse opens the address through a page in the home that only its owner can
// read.
func (p *Program) browse(ctx context.Context, home, address string) error {
	if p.Browse != nil {
		return p.Browse(ctx, address)
	}
	page := filepath.Join(home, openFile)
	text := fmt.Sprintf("<!DOCTYPE html><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"0;url=%s\"><title>Lapkeep</title>",
		html.EscapeString(address))
	if err := disk.WriteAtomic(page, []byte(text), 0o600); err != nil {
		return err
	}
	name, args := "xdg-open", []string{page}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", page}
	}
	c := exec.CommandContext(ctx, name, args...) //nolint:gosec // one of three programs, with a path in the home
	c.Stdout, c.Stderr = io.Discard, io.Discard
	if err := c.Start(); err != nil {
		return err
	}
	go func() { _ = c.Wait() }() // the browser may keep running
	return nil
}
