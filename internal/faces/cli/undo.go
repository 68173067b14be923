package cli

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// undoShown is how many entries undo --list shows.
const undoShown = 20

func (a *app) newUndo() *cobra.Command {
	var list bool
	c := &cobra.Command{
		Use:   "undo [ID]",
		Short: "Take back the latest write of yours or of an assistant, or any by its id",
		Args: func(c *cobra.Command, args []string) error {
			if list {
				return cobra.NoArgs(c, args)
			}
			return cobra.MaximumNArgs(1)(c, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.open(cmd.Context(), OpenOptions{}, func(w *Workbench) error {
				if list {
					return a.listJournal(cmd.Context(), w)
				}
				id := ""
				if len(args) == 1 {
					id = args[0]
				}
				return a.runUndo(cmd.Context(), w, id)
			})
		},
	}
	c.Flags().BoolVar(&list, "list", false, "show the latest writes instead")
	return c
}

func (a *app) runUndo(ctx context.Context, w *Workbench, id string) error {
	of := w.Scope()
	if id != "" {
		var err error
		if of, err = w.owner(ctx, func(s training.Scope) error {
			_, err := w.DB.JournalEntry(ctx, s, id)
			if brought, berr := w.DB.Brought(ctx, s, id); berr == nil && brought { // by an import that is in no journal
				return nil
			}
			return err
		}); err != nil {
			return err
		}
	}
	if id == "" {
		if err := a.tellSynced(ctx, w, of); err != nil {
			return err
		}
	}
	out, err := w.Journal.Undo(ctx, of, id, a.Now())
	if err != nil {
		return err
	}
	if _, err := w.Follow(ctx, func(int, int) {}); err != nil {
		return err
	}
	for _, c := range out.Changes {
		a.say(a.Streams.Out, "%s %s: %q became %q\n", c.Target, c.Field, c.Before, c.After)
	}
	for _, at := range out.AtService {
		fmt.Fprintln(a.Streams.Out, a.text("%s", at.Sentence()))
	}
	for _, why := range out.NotShown {
		fmt.Fprintln(a.Streams.Out, a.text("%s", why))
	}
	if out.Idle {
		a.say(a.Streams.Out, "Nothing that is shown has changed. To bring back what was restored: %s\n", out.Undo)
		return nil
	}
	a.say(a.Streams.Out, "Undone. To bring it back: %s\n", out.Undo)
	return nil
}

// tellSynced names what a sync wrote last: without its id it stays.
func (a *app) tellSynced(ctx context.Context, w *Workbench, of training.Scope) error {
	e, undo, synced, err := w.Journal.BySync(ctx, of)
	if err == nil && synced {
		a.say(a.Streams.Out, "Not undone, because a sync wrote it: %s To take that back: %s\n", i18n.Sentence(e.Summary), undo)
	}
	return err
}

func (a *app) listJournal(ctx context.Context, w *Workbench) error {
	entries, err := w.DB.Journal(ctx, w.Scope(), undoShown)
	if err != nil {
		return err
	}
	if len(entries) == 0 {
		a.say(a.Streams.Out, "Nothing has been written yet.\n")
	}
	call, err := w.NewCall(ctx)
	if err != nil {
		return err
	}
	for _, e := range entries {
		state := ""
		if !e.UndoneAt.IsZero() {
			state = a.text(" (undone)")
		}
		fmt.Fprintf(a.Streams.Out, "%s  %s  %s%s\n", e.ID, e.At.In(call.Location).Format(time.DateTime),
			a.text("%s", i18n.Sentence(e.Summary)), state)
	}
	return nil
}
