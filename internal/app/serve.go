package app

import (
	"context"
	"path/filepath"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"

	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/faces/mcp"
	"lapkeep/internal/faces/skills"
	"lapkeep/internal/faces/web"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/glossary"
	"lapkeep/internal/platform/disk"
	"lapkeep/internal/store"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

const (
	// followFirst is how long a server waits before it derives values. At the start, the client
	// then has its first answer.
	followFirst = 100 * time.Millisecond
	// followGap is the time between two rounds of deriving while data is being written.
	followGap = 5 * time.Second
	// restAfterCalls is the time without a call after which a server returns memory. A client
	// keeps its server for days.
	restAfterCalls = 8 * time.Second
)

func (p *Program) server(ctx context.Context, w *cli.Workbench, toolsets []string, in *signIn) (*mcp.Server, error) {
	who := p.athletes(w.DB, w.Limited, w.Athlete, w.Settings)
	choice := chosen(w.Settings)
	choice.Toolsets, choice.Several = toolsets, who.several()
	table, err := w.Table.Select(choice)
	if err != nil {
		return nil, err
	}
	if err := who.check(ctx); err != nil {
		return nil, err
	}
	if who.several() {
		table = table.WithAthletes(who)
	}
	newCall := func(ctx context.Context) (*tools.Call, error) {
		return p.newCall(ctx, w.DB, w.Limited, w.Settings, training.Scope{Athlete: w.Athlete, Audience: training.AudienceModel}, "mcp")
	}
	var how *mcp.SignIn
	if in != nil {
		table, newCall, how = table.WithAccessLog(in.book), p.callsOf(w, who), in.server.SignIn()
	}
	return mcp.New(mcp.Options{
		Version: p.Version,
		Table:   table,
		NewCall: newCall,
		SignIn:  how,

		AtOneMoment: ledger.AtOneMoment,

		Approver: approver{p, w, who},

		ModelConsent: w.Settings.Get(settings.Consent) == "model",

		Metrics: metricGlossary{w.Settings.Get(settings.Language)},
		Skills:  skills.All,
		View:    web.View,
		Random:  p.Random,
		Log:     p.logger(w.Settings),
	})
}

// chosen returns the tools that the settings offer to assistants.
func chosen(s settings.Settings) tools.Selection {
	return tools.Selection{Toolsets: s.List(settings.Toolsets), Writes: writeMode(s), More: s.Get(settings.More) == tools.AllSets}
}

// approver approves writes to which a person agreed through the client.
type approver struct {
	p *Program
	w *cli.Workbench
	y *athletes
}

// Grant records the person's approval, regardless of the athlete for whom the write is.
func (a approver) Grant(ctx context.Context, token string) error {
	all, err := a.y.Athletes(ctx)
	if err != nil {
		return err
	}
	for _, who := range all {
		sc := training.Everything(who.ID)
		if _, err = a.w.Journal.Grant(ctx, sc, token, a.p.Now()); training.KindOf(err) != training.KindNotFound {
			return err
		}
	}
	return err
}

func (p *Program) serveStdio(ctx context.Context, w *cli.Workbench, toolsets []string) error {
	p.startFreely()
	p.first = p.staySmall(serveGarbage)
	s, err := p.server(ctx, w, toolsets, nil)
	if err != nil {
		return err
	}
	defer p.keepWorking(ctx, w)()
	return s.ServeStdio(ctx, p.Streams.In, p.Streams.Out)
}

// keepWorking does the background work of a home until stop is called. Nothing polls: due times
// and writes begin the work.
func (p *Program) keepWorking(ctx context.Context, w *cli.Workbench) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var noting sync.WaitGroup
	noting.Go(func() { noteOthers(ctx, w.Settings.Get(settings.Home), w.DB.SQL().Tell) })
	stopFollowing, stopReading := p.keepFollowing(ctx, w), p.keepReading(ctx, w)
	return func() { cancel(); stopReading(); stopFollowing(); noting.Wait() }
}

// noteOthers calls tell when any process has written to the store of a home, until ctx is done.
// Where the system does not report this, the next call finds it.
func noteOthers(ctx context.Context, home string, tell func()) {
	select { // the first answer does not wait for this
	case <-ctx.Done():
		return
	case <-time.After(followFirst):
	}
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		return
	}
	defer watcher.Close() //nolint:errcheck // nothing was written
	if watcher.Add(filepath.Join(home, store.FileName+sqlitedb.MarkSuffix)) != nil {
		return
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-watcher.Errors: //nolint:errcheck // too many at once: some were lost, and the next ones come
		case <-watcher.Events:
			tell()
		}
	}
}

// keepFollowing derives values at the start and after each change of the store, until stop is
// called. Between them it waits.
func (p *Program) keepFollowing(ctx context.Context, w *cli.Workbench) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	log := p.logger(w.Settings)
	p.quiet = time.AfterFunc(restAfterCalls, func() { p.quieted.Store(true); rest() })
	go func() {
		defer close(done)
		wait := time.NewTimer(followFirst)
		defer wait.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-wait.C:
			}
			changed := w.DB.SQL().Changed()
			if _, err := w.Follow(ctx, func(int, int) {}); err != nil && ctx.Err() == nil {
				log.Warn("derived values are out of date", "err", err)
			}
			switch { // the memory that this round used is returned, too
			case p.calls.Load() == 0:
				disk.Release()
			case p.quieted.Load(): // otherwise it is still to come
				p.quiet.Reset(restAfterCalls)
			}
			ended := p.Now()
			select {
			case <-ctx.Done():
				return
			case <-changed:
			}
			wait.Reset(max(followFirst, followGap-p.Now().Sub(ended)))
		}
	}()
	return func() { cancel(); <-done; p.quiet.Stop() }
}

type metricGlossary struct{ language string }

// Keys returns the metrics' names.
func (metricGlossary) Keys() []string {
	var out []string
	for _, e := range glossary.Entries() {
		out = append(out, e.Key)
	}
	return out
}

// Index returns the list of all metrics.
func (m metricGlossary) Index() string { return glossary.Index(m.title) }

func (m metricGlossary) title(english string) string { return i18n.In(m.language).Text(english) }

// Explain returns the entry of one metric.
func (m metricGlossary) Explain(key string) (string, bool) {
	e, ok := glossary.Find(key)
	e.Title = m.title(e.Title)
	return e.Markdown(), ok
}
