package app

import (
	"context"
	"runtime/debug"
	"time"

	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/faces/mcp"
	"lapkeep/internal/faces/skills"
	"lapkeep/internal/faces/web"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/glossary"
	"lapkeep/internal/platform/disk"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// followEvery is the interval at which a server checks whether another process has
// written data from which values must be derived. The first check waits until the client
// has received its first answer, because it would delay that answer.
const (
	followFirst = 100 * time.Millisecond
	followEvery = 5 * time.Second
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
	stop := p.keepFollowing(ctx, w)
	defer stop()
	defer p.keepReading(ctx, w)()
	return s.ServeStdio(ctx, p.Streams.In, p.Streams.Out)
}

// keepFollowing derives values from other processes' imports, until stop is
// called.
func (p *Program) keepFollowing(ctx context.Context, w *cli.Workbench) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	log := p.logger(w.Settings)
	go func() {
		defer close(done)
		next := time.NewTimer(followFirst)
		defer next.Stop()
		var rest resting
		for {
			select {
			case <-ctx.Done():
				return
			case <-next.C:
			}
			if _, err := w.Follow(ctx, func(int, int) {}); err != nil && ctx.Err() == nil {
				log.Warn("derived values are out of date", "err", err)
			}
			if idle, begins := rest.looked(p.calls.Load()); idle {
				if begins {
					debug.FreeOSMemory()
				}
				disk.Release() // including the memory that this round used
			}
			next.Reset(followEvery)
		}
	}()
	return func() { cancel(); <-done }
}

// resting detects when a server no longer gets requests. A client keeps its server
// for days, so when requests stop, all memory that answers used is returned to the
// system, even memory that the next answer will need again.
type resting struct{ seen, rested int64 }

// looked reports whether no tool has been called since looked was last called, and
// whether this is the first time that this is so after a call.
func (r *resting) looked(calls int64) (idle, begins bool) {
	idle = calls == r.seen
	begins = idle && calls != r.rested
	r.seen = calls
	if idle {
		r.rested = calls
	}
	return idle, begins
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
