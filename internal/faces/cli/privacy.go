package cli

import (
	"context"

	"github.com/spf13/cobra"
)

func (a *app) newPrivacy() *cobra.Command {
	s := a.Streams
	return Command(&Env{
		In: s.In, Out: s.Out, Err: s.Err, InTTY: s.InTTY, Now: a.Now, AtHome: a.homed, Say: a.text,
		Usage: usage, With: a.withPrivacy,
	})
}

// withPrivacy lends the athlete's store.
func (a *app) withPrivacy(ctx context.Context, readOnly bool, f func(PrivacyDesk) error) error {
	return a.open(ctx, OpenOptions{ReadOnly: readOnly}, func(w *Workbench) error {
		return f(PrivacyDesk{DB: w.DB, Athlete: w.Athlete, Journal: w.Journal, NewID: w.NewID})
	})
}
