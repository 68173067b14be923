package cli

import (
	"context"

	"github.com/spf13/cobra"

	"lapkeep/internal/cli/privacy"
)

func (a *app) newPrivacy() *cobra.Command {
	s := a.Streams
	return privacy.Command(&privacy.Env{
		In: s.In, Out: s.Out, Err: s.Err, InTTY: s.InTTY, Now: a.Now, AtHome: a.homed, Say: a.text,
		Usage: usage, With: a.withPrivacy,
	})
}

// withPrivacy lends the athlete's store.
func (a *app) withPrivacy(ctx context.Context, readOnly bool, f func(privacy.Desk) error) error {
	return a.open(ctx, OpenOptions{ReadOnly: readOnly}, func(w *Workbench) error {
		return f(privacy.Desk{DB: w.DB, Athlete: w.Athlete, Journal: w.Journal, NewID: w.NewID})
	})
}
