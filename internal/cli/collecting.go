package cli

import (
	"context"

	"lapkeep/internal/cli/collect"
	"lapkeep/internal/platform/phrase"
)

func (a *app) collecting() *collect.Env {
	s := a.Streams
	return &collect.Env{
		Out: s.Out, Err: s.Err, ErrTTY: s.ErrTTY, Now: a.Now, Tick: a.Tick, Said: errSaid, Usage: usage, With: a.withStore,
		LimitMemory: a.LimitMemory, Language: a.language,
		Next: func() error { return a.printNext(s.Err, defaultName) },
	}
}

// withStore lends the athlete's store.
func (a *app) withStore(ctx context.Context, use collect.Use, f func(collect.Desk) error) error {
	o := OpenOptions{ReadOnly: use == collect.Reading, Create: use == collect.Creating}
	return a.open(ctx, o, func(w *Workbench) error { return f(a.desk(w)) })
}

func (a *app) desk(w *Workbench) collect.Desk {
	return collect.Desk{
		DB: w.DB, Athlete: w.Athlete, Journal: w.Journal, Importer: w.Importer, NewID: w.NewID,
		CatchUp: func(ctx context.Context) error { return a.catchUp(ctx, w) },
		Texts:   func(ctx context.Context) ([]phrase.Sentence, error) { return w.Texts.Sync(ctx, w.Athlete, a.Now()) },
	}
}
