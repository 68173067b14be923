package cli

import (
	"context"

	"github.com/spf13/cobra"

	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

func (a *app) newApprove() *cobra.Command {
	return &cobra.Command{
		Use:   "approve CODE",
		Short: "Agree, at a terminal, to a write that an assistant asked for",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.open(cmd.Context(), OpenOptions{}, func(w *Workbench) error {
				return a.runApprove(cmd.Context(), w, args[0])
			})
		},
	}
}

func (a *app) runApprove(ctx context.Context, w *Workbench, code string) error {
	if !a.Streams.InTTY {
		return training.Errorf(training.KindForbidden, "approve needs a person at a terminal.").
			WithFix("Run it in a terminal window, not from a program.")
	}
	var p journal.Preview
	of, err := w.owner(ctx, func(s training.Scope) (err error) {
		p, err = w.Journal.Pending(ctx, s, code)
		return err
	})
	if err != nil {
		return err
	}
	if of.Athlete != w.Athlete {
		a.say(a.Streams.Err, "For the athlete %s:\n", of.Athlete)
	}
	if err := a.confirm(p); err != nil {
		return err
	}
	if _, err := w.Journal.Grant(ctx, of, code, a.Now()); err != nil {
		return err
	}
	a.say(a.Streams.Out, "Approved. Ask the assistant to make the same call again; it counts once, for exactly this.\n")
	return nil
}
