package app

import (
	"context"
	"crypto/sha256"
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"lapkeep/internal/answers/limitedrows"
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
	name  string
	files string // the version of its files about services
	from  Fetched
	pages func() (http.Handler, error) // made at the first request; nil if there are none
}

// worked identifies the state of a home that the last work has seen.
type worked struct {
	change int64  // the last one of the change log
	files  string // as in openHome
}

// hosted serves the homes of a root. One MCP server answers for all of them, so listing tools
// opens no home, and a client's session outlives the time that its home is open.
type hosted struct {
	p    *Program
	s    settings.Settings // of the server; a home's own can only narrow them
	face string            // overMCP, or what a person at this machine uses
	pool *homes.Pool[*openHome]
	keys *homes.Keys
	feed *homes.Keys // of the calendars that are published
	hook *homes.Keys // of the addresses that services call
	// asking limits the events that are followed up at the same time, as in hooks.
	asking chan struct{}
	rest   *time.Timer

	in    *signIn      // nil if only keys open homes
	table *tools.Table // every tool, without a store

	mu     sync.Mutex
	tables map[string]*tools.Table // by the settings that decide what is offered
	worked map[string]worked       // by home
	wrote  map[string]time.Time    // by home, when somebody who signed in last wrote or asked to
	from   map[string]Fetched      // by home, from before it opens until it is closed
}

// overMCP is the face of calls by assistants.
const overMCP = "mcp"

// hosted returns what serves the homes below the home folder in the settings, of which most
// may be open. A person at this machine sees them beside other programs; the other faces do not
// share a home with another server.
func (p *Program) hosted(s settings.Settings, most int, face string) *hosted {
	root, log := homes.Root(s.Get(settings.Home)), p.logger(s)
	h := &hosted{
		p: p, s: s, face: face, rest: time.AfterFunc(restAfter, rest), worked: map[string]worked{}, tables: map[string]*tools.Table{},
		wrote:  map[string]time.Time{},
		from:   map[string]Fetched{},
		asking: make(chan struct{}, mostAsking),
	}
	h.rest.Stop()
	h.pool = homes.New(homes.Options[*openHome]{
		Root: root, Now: p.Now, Fetch: h.fetch, Lost: (*openHome).lost, Open: h.open, Close: h.shut, Work: h.work,
		Most: most, Idle: homeIdle, Working: workingHomes, Shared: face != overMCP,
		Failed: func(name string, err error) {
			log.Warn("the work of a home ended early", "home", name, "kind", training.KindOf(err).String(), "error", source.Unsaid(err))
		},
	})
	keys := func(file string, sums func([]byte) [][sha256.Size]byte, what, fix string) *homes.Keys {
		return &homes.Keys{Root: root, Now: p.Now, File: file, Sums: sums, Shared: func(names []string) {
			log.Error("homes have the same "+what+", so it opens none of them", "homes", strings.Join(names, " "), "fix", fix)
		}}
	}
	h.keys = keys(keyFile, sumOfKey, "key", "lapkeep key new --home FOLDER")
	h.feed = keys(feedFile, sumsOfFeeds, "calendar feed", "lapkeep calendar feed on --home FOLDER")
	h.hook = keys(hookFile, sumsOfFeeds, "address for a service", "lapkeep connect SERVICE --webhook ADDRESS --home FOLDER")
	return h
}

// sumOfKey returns the hash of the key in a key file.
func sumOfKey(file []byte) [][sha256.Size]byte {
	key := strings.TrimSpace(string(file))
	if guard.CheckKey(key) != nil {
		return nil
	}
	return [][sha256.Size]byte{sha256.Sum256([]byte(key))}
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
	most := mostHomes
	if p.Elsewhere != nil {
		most = p.Elsewhere.Most
	}
	h := p.hosted(s, most, overMCP)
	if err := h.ready(ctx); err != nil {
		return err
	}
	p.startFreely()
	if p.Elsewhere == nil {
		go h.keys.Look() // while the server starts
	}
	seen := h.observer()
	if plan.guard.Key, err = readSecret(filepath.Join(s.Get(settings.Home), keyFile)); err != nil {
		return err
	}
	l, err := guard.Listen(ctx, o.Addr, o.NextFree)
	if err != nil {
		return err
	}
	closeBook, err := h.signIn(ctx, plan, l.Addr())
	if err != nil {
		return errors.Join(err, l.Close())
	}
	defer func() { err = errors.Join(err, closeBook()) }()
	server, err := h.server(seen)
	if err != nil {
		return errors.Join(err, l.Close())
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
	if p.Elsewhere != nil {
		return h.serveElsewhere(ctx, l, plan.guard, seen, func(ctx context.Context) http.Handler { return server.Routes(ctx, o.Path) })
	}
	return guard.Serve(ctx, l, seen.Around(h.door(ctx, plan.guard, seen, server.Routes(ctx, o.Path))), seen.Log)
}

// door returns the handler of all requests: who may enter, and what answers. Programs that look
// for a sign-in are told that there is none.
func (h *hosted) door(ctx context.Context, o guard.Options, seen *telemetry.Server, next http.Handler) http.Handler {
	o.HomeOf, o.IsFeed, o.IsHook = h.homeOf(h.keys), h.isFeed, h.isHook
	guarded := guard.New(o).Wrap(h.in.with(h.routes(ctx, seen, next)))
	if h.in != nil {
		return guarded
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/.well-known/oauth-") {
			http.Error(w, "Nobody can sign in here. Use the key of the home, or let people sign in: "+
				"lapkeep login setup NAME --homes FOLDER. Then start the server again.", http.StatusNotFound)
			return
		}
		guarded.ServeHTTP(w, r)
	})
}

// routes answers what is not about one home, requests for calendar feeds, and calls from services, and
// passes all other requests to next. The key of one home must not tell of the others, so the counters
// have a key of their own.
func (h *hosted) routes(ctx context.Context, seen *telemetry.Server, next http.Handler) http.Handler {
	next = h.p.withFeeds(h.fed, h.p.logger(h.s), next)
	counters := seen.Metrics(http.NotFoundHandler())
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		metrics := r.URL.Path == telemetry.MetricsPath
		ofHome := guard.Home(r.Context()) != "" || guard.IsFeed(r) || training.Limits(r.Context()) != nil
		switch {
		case guard.IsHook(r):
			h.called(ctx, w, r)
		case metrics && !ofHome:
			counters.ServeHTTP(w, r)
		case metrics:
			http.Error(w, "The key of a home does not show the counters of all homes. Use the server's own key: "+
				"lapkeep key new --home FOLDER, with the folder of the homes. Then start the server again.", http.StatusForbidden)
		case !ofHome:
			http.Error(w, "The server's own key shows only "+telemetry.MetricsPath+". Use the key of a home: lapkeep key show --home FOLDER",
				http.StatusForbidden)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// homeOf returns the function that finds the home of a key or a token.
func (h *hosted) homeOf(in *homes.Keys) func(string) (name string, ok bool) {
	if h.p.Elsewhere == nil {
		return in.Home
	}
	return func(named string) (string, bool) {
		name, key, _ := strings.Cut(named, ".")
		return name, ledger.CheckAthlete(training.AthleteID(name)) == nil && in.Opens(name, key)
	}
}

func (h *hosted) isFeed(token string) bool {
	_, ok := h.homeOf(h.feed)(token)
	return ok
}

// fed opens the home of a calendar feed.
func (h *hosted) fed(ctx context.Context, token string) (w *cli.Workbench, done func(), err error) {
	name, _ := h.homeOf(h.feed)(token)
	o, done, err := h.pool.Take(ctx, name)
	if err != nil {
		return nil, nil, err
	}
	return o.w, done, nil
}

func (h *hosted) isHook(token string) bool {
	_, ok := h.homeOf(h.hook)(token)
	return ok
}

// called answers a call from a service. It opens only the home that subscribed, keeps it open
// until what the event requires is done, and then computes what follows from it.
func (h *hosted) called(ctx context.Context, w http.ResponseWriter, r *http.Request) {
	name, _ := h.homeOf(h.hook)(guard.HookToken(r.URL.Path))
	o, done, err := h.pool.Take(r.Context(), name)
	if err != nil {
		h.p.logger(h.s).Warn("the home of a service's event was not opened", "kind", training.KindOf(err).String())
		http.Error(w, "It cannot be taken now.", http.StatusServiceUnavailable)
		return
	}
	before, by := o.w.DB.Written(), newHooks(h.p, o.w, h.asking)
	defer func() { // also after a panic
		go func() {
			by.wait()
			if o.w.DB.Written() != before {
				h.pool.Due(name, h.p.Now())
			}
			done()
		}()
	}()
	by.answer(ctx, w, r)
}

// observer returns what the operator sees of the server.
func (h *hosted) observer() *telemetry.Server {
	return telemetry.New(telemetry.Options{
		Version: h.p.Version, Now: h.p.Now, NewID: h.p.newID, Log: h.p.logger(h.s), Ready: h.ready,
		Gauges: func(context.Context) map[string]float64 {
			out := ofProcess()
			out["lapkeep_homes_open"] = float64(h.pool.Open())
			return out
		},
	})
}

// ready returns an error if homes cannot be found.
func (h *hosted) ready(context.Context) error { return homes.Root(h.s.Get(settings.Home)).Check() }

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
func (h *hosted) server(seen *telemetry.Server) (*mcp.Server, error) {
	h.table = h.p.table(h.s)
	table, err := h.table.Select(h.chosen(h.s))
	if err != nil {
		return nil, err
	}
	var how *mcp.SignIn
	if h.in != nil {
		table, how = table.WithAthletes(h).WithAccessLog(h.in.book), h.in.server.SignIn()
	}
	return mcp.New(mcp.Options{
		Version: h.p.Version, Table: table.WithCounter(seen.Calling), NewCall: h.newCall, AtOneMoment: ledger.AtOneMoment,
		Approver: h, SignIn: how,
		Metrics: metricGlossary{h.s.Get(settings.Language)}, Skills: skills.All, Random: h.p.Random,
		Log: h.p.logger(h.s), Roams: h.p.Elsewhere != nil,
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

func (h *hosted) open(ctx context.Context, name, dir string) (o *openHome, err error) {
	defer func() {
		if err != nil {
			err = errors.Join(err, h.left(ctx, name))
		}
	}()
	s, err := h.settingsOf(dir)
	if err != nil {
		return nil, err
	}
	if h.face != overMCP {
		return h.openShown(ctx, s, name)
	}
	offered, err := h.offered(s)
	if err != nil {
		return nil, err
	}
	from := h.fetched(name)
	w, err := h.p.open(ctx, s, cli.OpenOptions{Serves: true, Later: true, Committed: from.Committed, Kept: from.Kept, Fetch: from.Fetch})
	if err != nil {
		return nil, err
	}
	return &openHome{w: w, table: w.Bind(offered), name: name, files: serviceFiles(dir), from: from}, nil
}

// offered returns the tools that the settings of a home allow, without a store. Homes with the same
// settings share one table.
func (h *hosted) offered(s settings.Settings) (*tools.Table, error) {
	choice := h.chosen(s)
	key := fmt.Sprintf("%+v %s", choice, s.Get(settings.DeleteMode))
	h.mu.Lock()
	defer h.mu.Unlock()
	if t, ok := h.tables[key]; ok {
		return t, nil
	}
	who := h.p.athletes(nil, nil, "", s)
	all := tools.NewTable(allRows(h.p.parts(nil, who, s, tools.Keeper{}, nil, nil, nil, limitedrows.Remote{}), s)...)
	t, err := all.Select(choice)
	if err != nil {
		return nil, err
	}
	if t = t.Within(); len(h.tables) >= mostHomes {
		clear(h.tables)
	}
	h.tables[key] = t
	return t, nil
}

// looked reports whether work has seen the state of an open home, and remembers the state.
func (h *hosted) looked(ctx context.Context, o *openHome) bool {
	seq, err := o.w.DB.LastChange(ctx)
	h.mu.Lock()
	defer h.mu.Unlock()
	is := worked{seq, o.files}
	was, ok := h.worked[o.name]
	h.worked[o.name] = is
	return err != nil || ok && was == is
}

func (h *hosted) shut(o *openHome) error {
	h.rest.Reset(restAfter)
	return errors.Join(o.w.Close(), h.left(context.Background(), o.name))
}

// callOf returns a call for a home, which stays open until the call ends; then it computes what
// follows from what the call wrote.
func (h *hosted) callOf(ctx context.Context, name string) (*tools.Call, error) {
	o, done, err := h.pool.Take(ctx, name)
	if err != nil {
		return nil, err
	}
	before := o.w.DB.Written()
	sc := training.Scope{Athlete: o.w.Athlete, Audience: training.AudienceModel}
	if h.face != overMCP {
		sc.Audience = training.AudiencePage
	}
	c, err := h.p.newCall(ctx, o.w.DB, o.w.Limited, o.w.Settings, sc, h.face)
	if err != nil {
		done()
		return nil, homes.Named(name, err)
	}
	c.Home = o.table
	if !h.looked(ctx, o) {
		h.pool.Due(name, h.p.Now().Add(followFirst))
	}
	c.Done = func() {
		if o.w.DB.Written() != before {
			h.pool.Due(name, h.p.Now())
			h.note(ctx, name)
		}
		o.from.worked(ctx, time.Time{})
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
	h.looked(ctx, o)
	_, err = o.w.Follow(ctx, func(int, int) {})
	next, failed := o.w.Look(ctx)
	o.from.worked(ctx, next)
	return next, errors.Join(err, failed)
}

// keep does the work of the homes until ctx is done. At the start, and once an hour, it looks for
// homes that may have been connected to a service, and opens only these.
func (h *hosted) keep(ctx context.Context) {
	root := homes.Root(h.s.Get(settings.Home))
	var looking sync.WaitGroup
	defer looking.Wait()
	looking.Go(func() {
		if h.p.Elsewhere != nil { // it knows when work is due
			return
		}
		at, stop := h.p.tick(purgeEvery)
		defer stop()
		select { // the first answer does not wait for this
		case <-ctx.Done():
			return
		case <-time.After(followFirst):
		}
		for {
			names, _ := root.Names() // at the start, serveHomes has read it
			for _, name := range names {
				if files := serviceFiles(root.Dir(name)); files != "" && files != h.filesOf(name) {
					h.pool.Due(name, h.p.Now().Add(followFirst))
				}
			}
			select {
			case <-ctx.Done():
				return
			case <-at:
			}
		}
	})
	h.pool.Run(ctx)
}

// filesOf returns the version of a home's files about services that the last work has seen.
func (h *hosted) filesOf(name string) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.worked[name].files
}

// serviceFiles returns the version of the files of a home that say which services it has, and
// of its limited rows. It is empty if the home has none, and read without opening the home.
func serviceFiles(home string) (version string) {
	for _, name := range []string{settings.KeysFolder, limited.FileName, settings.ConfigName, ".env"} {
		if info, err := os.Lstat(filepath.Join(home, name)); err == nil {
			version += fmt.Sprintf("%s %d %d\n", name, info.Size(), info.ModTime().UnixNano())
		}
	}
	return version
}

// addHome creates a home in a new folder, with a key of its own.
func (p *Program) addHome(ctx context.Context, dir string) (cli.Key, error) {
	root := homes.Root(filepath.Dir(dir))
	if err := settings.MakeHome(string(root)); err != nil {
		return cli.Key{}, err
	}
	if err := p.forgetHome(ctx, root, filepath.Base(dir)); err != nil {
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
