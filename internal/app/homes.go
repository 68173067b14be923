package app

import (
	"context"
	"crypto/tls"
	"errors"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/faces/guard"
	"lapkeep/internal/faces/mcp"
	"lapkeep/internal/faces/skills"
	"lapkeep/internal/faces/telemetry"
	"lapkeep/internal/homes"
	"lapkeep/internal/platform/disk"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/limited"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

const (
	// mostHomes bounds the homes that a server has open; each takes a few file descriptors.
	mostHomes = 64
	// homeIdle is how long a home stays open without a call.
	homeIdle = time.Minute
	// workingHomes bounds the homes that are synced or computed at the same time.
	workingHomes = 4
	// restAfter is how long after a home was closed its memory is returned to the system.
	restAfter = time.Second
)

// openHome is one open home of a server of many.
type openHome struct {
	w     *cli.Workbench
	table *tools.Table // what this home's settings allow
}

// hosted serves the homes of a root. One MCP server answers for all of them, so listing tools
// opens no home, and a client's session outlives the time that its home is open.
type hosted struct {
	p    *Program
	s    settings.Settings // of the server; a home's own can only narrow them
	pool *homes.Pool[*openHome]
	keys *homes.Keys
	rest *time.Timer
}

func (p *Program) hosted(s settings.Settings) *hosted {
	root, log := homes.Root(s.Get(settings.Home)), p.logger(s)
	h := &hosted{p: p, s: s, rest: time.AfterFunc(restAfter, rest)}
	h.rest.Stop()
	h.pool = homes.New(homes.Options[*openHome]{
		Root: root, Now: p.Now, Open: h.open, Close: h.shut, Work: h.work, Most: mostHomes, Idle: homeIdle, Working: workingHomes,
		Failed: func(name string, err error) {
			log.Warn("the work of a home ended early", "home", name, "kind", training.KindOf(err).String(), "error", source.Unsaid(err))
		},
	})
	h.keys = &homes.Keys{
		Root: root, Now: p.Now, File: keyFile, Good: func(key string) bool { return guard.CheckKey(key) == nil },
		Shared: func(names []string) {
			log.Error("homes have the same key, so it opens none of them", "homes", strings.Join(names, " "),
				"fix", "lapkeep key new --home FOLDER")
		},
	}
	return h
}

func rest() {
	debug.FreeOSMemory()
	disk.Release()
}

// serveHomes serves MCP over HTTP for all homes below the home folder in the settings, until
// ctx is done. The key in a request selects its home.
func (p *Program) serveHomes(ctx context.Context, s settings.Settings, o cli.HTTPOptions, ready func(cli.Endpoint)) (err error) {
	if err := onlyOneHome(s, o); err != nil {
		return err
	}
	plan, err := p.planDoor(o)
	if err != nil {
		return err
	}
	h := p.hosted(s)
	if err := h.ready(ctx); err != nil {
		return err
	}
	server, err := h.server()
	if err != nil {
		return err
	}
	l, err := guard.Listen(ctx, o.Addr, o.NextFree)
	if err != nil {
		return err
	}
	if plan.tls != nil {
		l = tls.NewListener(l, plan.tls)
	}
	working := make(chan struct{})
	go func() {
		defer close(working)
		h.keep(ctx)
	}()
	defer func() {
		<-working
		err = errors.Join(err, h.pool.Close(context.WithoutCancel(ctx)))
		h.rest.Stop()
	}()
	ready(plan.endpoint(l.Addr()))
	plan.guard.HomeOf = h.keys.Home
	// The counts of calls are not served: the key of one home must not tell of the others.
	seen := telemetry.New(telemetry.Options{Version: p.Version, Now: p.Now, NewID: p.newID, Log: p.logger(s), Ready: h.ready})
	return guard.Serve(ctx, l, seen.Around(guard.New(plan.guard).Wrap(server.Routes(ctx, o.Path))), seen.Log)
}

// ready returns an error if homes cannot be found.
func (h *hosted) ready(context.Context) error {
	_, err := homes.Root(h.s.Get(settings.Home)).Names()
	return err
}

// onlyOneHome rejects settings that make sense for one home only.
func onlyOneHome(s settings.Settings, o cli.HTTPOptions) error {
	what := ""
	switch {
	case o.NoKey:
		what = "--no-auth"
	case o.SecretPath:
		what = "--secret-path"
	case s.Get(settings.APIKey) != "":
		what = s.Value(settings.APIKey).From
	case s.Get(settings.Athletes) != "":
		what = "--athletes"
	default:
		return nil
	}
	return training.Errorf(training.KindInvalid,
		"%s does not work with --homes: each home has a key of its own, which selects the home.", what).
		WithFix("Leave it out.")
}

// server returns the MCP server of all homes. A write that needs consent is always agreed to
// by a person.
func (h *hosted) server() (*mcp.Server, error) {
	table, err := h.p.table(h.s).Select(chosen(h.s))
	if err != nil {
		return nil, err
	}
	return mcp.New(mcp.Options{
		Version: h.p.Version, Table: table, NewCall: h.newCall, AtOneMoment: ledger.AtOneMoment, Approver: h,
		Metrics: metricGlossary{h.s.Get(settings.Language)}, Skills: skills.All, Random: h.p.Random,
		Log: h.p.logger(h.s),
	})
}

// settingsOf returns the settings of a home. The server's environment may hold the keys of
// one person's services, so a home gets nothing from it but the language and time zone.
func (h *hosted) settingsOf(dir string) (settings.Settings, error) {
	in := h.p.places()
	in.WorkDir, in.EnvFile = dir, ""
	in.Flags = map[settings.Key]string{settings.Home: dir}
	for _, k := range []settings.Key{settings.Writes, settings.More, settings.Consent, settings.LogLevel, settings.LogFormat} {
		in.Flags[k] = h.s.Get(k)
	}
	in.Flags[settings.ImportDirs] = "" // a home must not give access to other homes or to the machine
	in.Environ = slices.DeleteFunc(slices.Clone(in.Environ), func(kv string) bool {
		name, _, _ := strings.Cut(kv, "=")
		return !slices.Contains([]string{"TZ", "LANG", "LC_ALL", "LC_MESSAGES"}, name)
	})
	return settings.Load(in)
}

func (h *hosted) open(ctx context.Context, name, dir string) (*openHome, error) {
	s, err := h.settingsOf(dir)
	if err != nil {
		return nil, err
	}
	w, err := h.p.open(ctx, s, cli.OpenOptions{Serves: true})
	if err != nil {
		return nil, err
	}
	table, err := w.Table.Select(chosen(s))
	if err != nil {
		return nil, errors.Join(err, w.Close())
	}
	h.pool.Due(name, h.p.Now().Add(followFirst))
	return &openHome{w, table.Within()}, nil
}

func (h *hosted) shut(o *openHome) error {
	h.rest.Reset(restAfter)
	return o.w.Close()
}

// newCall returns a call for the home whose key the request carries. The home stays open
// until the call ends; then it computes what follows from what the call wrote.
func (h *hosted) newCall(ctx context.Context) (*tools.Call, error) {
	name := guard.Home(ctx)
	o, done, err := h.pool.Take(ctx, name)
	if err != nil {
		return nil, err
	}
	before := o.w.DB.Written()
	sc := training.Scope{Athlete: o.w.Athlete, Audience: training.AudienceModel}
	c, err := h.p.newCall(ctx, o.w.DB, o.w.Limited, o.w.Settings, sc, "mcp")
	if err != nil {
		done()
		return nil, homes.Named(name, err)
	}
	c.Home = o.table
	c.Done = func() {
		if o.w.DB.Written() != before {
			h.pool.Due(name, h.p.Now())
		}
		done()
	}
	return c, nil
}

// Grant records the approval of the person who holds the key of a home.
func (h *hosted) Grant(ctx context.Context, token string) error {
	o, done, err := h.pool.Take(ctx, guard.Home(ctx))
	if err != nil {
		return err
	}
	defer done()
	_, err = o.w.Journal.Grant(ctx, training.Everything(o.w.Athlete), token, h.p.Now())
	return err
}

// work brings a home up to date, and returns when its services are due or its limited rows end.
func (h *hosted) work(ctx context.Context, o *openHome) (next time.Time, err error) {
	_, err = o.w.Follow(ctx, func(int, int) {})
	next, failed := o.w.Look(ctx)
	return next, errors.Join(err, failed)
}

// keep does the work of the homes until ctx is done. At the start, it opens only the homes
// that may be connected to a service.
func (h *hosted) keep(ctx context.Context) {
	root := homes.Root(h.s.Get(settings.Home))
	names, err := root.Names()
	if err != nil {
		return // serveHomes has read it before
	}
	at := h.p.Now().Add(followFirst)
	for _, name := range names {
		if connected(root.Dir(name)) {
			h.pool.Due(name, at)
		}
	}
	h.pool.Run(ctx)
}

// connected reports whether a home may have services or limited rows, without opening it.
func connected(home string) bool {
	for _, name := range []string{settings.KeysFolder, limited.FileName, settings.ConfigName, ".env"} {
		if _, err := os.Lstat(filepath.Join(home, name)); err == nil {
			return true
		}
	}
	return false
}

// addHome creates a home in a new folder, with a key of its own.
func (p *Program) addHome(ctx context.Context, dir string) (cli.Key, error) {
	if err := settings.MakeHome(filepath.Dir(dir)); err != nil {
		return cli.Key{}, err
	}
	in := p.places()
	in.Flags = map[settings.Key]string{settings.Home: dir, settings.Athlete: settings.DefaultAthlete}
	s, err := settings.Load(in)
	if err != nil {
		return cli.Key{}, err
	}
	w, err := p.open(ctx, s, cli.OpenOptions{Create: true})
	if err != nil {
		return cli.Key{}, err
	}
	if err := w.Close(); err != nil {
		return cli.Key{}, err
	}
	key := cli.Key{From: filepath.Join(dir, keyFile), Made: true}
	key.Text, err = p.makeSecret(key.From, guard.NewKey)
	return key, err
}
