package cli

import (
	"context"

	"lapkeep/internal/faces/cli/connect"
	"lapkeep/internal/i18n"
)

func (a *app) collecting() *connect.CollectEnv {
	s := a.Streams
	return &connect.CollectEnv{
		Out: s.Out, Err: s.Err, ErrTTY: s.ErrTTY, Now: a.Now, Tick: a.Tick, Said: errSaid, Usage: usage, With: a.withStore,
		LimitMemory: a.LimitMemory, Language: a.language,
		Next: func() error { return a.printNext(s.Err, defaultName) },
	}
}

// withStore lends the athlete's store.
func (a *app) withStore(ctx context.Context, use connect.Use, f func(connect.CollectDesk) error) error {
	o := OpenOptions{ReadOnly: use == connect.Reading, Create: use == connect.Creating}
	return a.open(ctx, o, func(w *Workbench) error { return f(a.desk(w)) })
}

func (a *app) desk(w *Workbench) connect.CollectDesk {
	return connect.CollectDesk{
		DB: w.DB, Athlete: w.Athlete, Journal: w.Journal, Importer: w.Importer, NewID: w.NewID,
		CatchUp: func(ctx context.Context) error { return a.catchUp(ctx, w) },
		Texts:   func(ctx context.Context) ([]i18n.Sentence, error) { return w.Texts.Sync(ctx, w.Athlete, a.Now()) },
	}
}
