package cli

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// undoShown is the number of entries that undo --list shows.
const undoShown = 20

func (a *app) newUndo() *cobra.Command {
	var list bool
	c := &cobra.Command{
		Use:   "undo [ID]",
		Short: "Undo the most recent change, or a given one",
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
	c.Flags().BoolVar(&list, "list", false, "list the latest changes instead")
	return c
}

func (a *app) runUndo(ctx context.Context, w *Workbench, id string) error {
	of := w.Scope()
	if id != "" {
		var err error
		if of, err = w.owner(ctx, func(s training.Scope) error {
			_, err := w.DB.JournalEntry(ctx, s, id)
			if brought, berr := w.DB.Brought(ctx, s, id); berr == nil && brought { // an import that is not in the journal
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
		a.say(a.Streams.Out, "Nothing you see has changed. To bring back the state before this undo: %s\n", out.Undo)
		return nil
	}
	a.say(a.Streams.Out, "Undone. To redo it: %s\n", out.Undo)
	return nil
}

// tellSynced prints that the last write of a sync was not undone, and how to
// undo it.
func (a *app) tellSynced(ctx context.Context, w *Workbench, of training.Scope) error {
	e, undo, synced, err := w.Journal.BySync(ctx, of)
	if err == nil && synced {
		a.say(a.Streams.Out, "Not undone, because a sync made this change: %s To undo that: %s\n", i18n.Sentence(e.Summary), undo)
	}
	return err
}

func (a *app) listJournal(ctx context.Context, w *Workbench) error {
	entries, err := w.DB.Journal(ctx, w.Scope(), undoShown)
	if err != nil {
		return err
	}
	if len(entries) == 0 {
		a.say(a.Streams.Out, "There are no changes yet.\n")
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

func (a *app) newVerify() *cobra.Command {
	var asJSON, repair, dry bool
	c := &cobra.Command{
		Use:   "verify",
		Short: "Check all stored data and report damage",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := a.settings()
			if err != nil {
				return err
			}
			if repair || dry {
				agreed, err := a.runRepair(cmd.Context(), s, asJSON, dry)
				if err != nil || !agreed {
					return err
				}
			}
			return a.runVerify(cmd.Context(), s, asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	c.Flags().BoolVar(&repair, "repair", false,
		"show what is damaged or missing and what can be restored, then restore it; no other Lapkeep may be running")
	c.Flags().BoolVar(&dry, "dry-run", false, "only show what --repair would do")
	return c
}

// runRepair lists the changes, then repairs the home unless a person at a terminal refuses.
func (a *app) runRepair(ctx context.Context, s settings.Settings, asJSON, dry bool) (agreed bool, err error) {
	agreed = !dry
	told := 0
	did, err := a.Repair(ctx, s, func(plan Repaired) (bool, error) {
		if !asJSON {
			a.printRepair(plan.Found, plan.Will, nil, plan.Lost)
			told = len(plan.Lost)
		}
		if agreed && a.Streams.InTTY && !asJSON {
			a.say(a.Streams.Err, "Repair now? [y/N] ")
			var typed string
			_, _ = fmt.Fscanln(a.Streams.In, &typed) // no answer means no
			agreed = strings.EqualFold(typed, "y") || strings.EqualFold(typed, "yes")
		}
		return agreed, nil
	})
	if err != nil {
		return false, err
	}
	if asJSON {
		return agreed, textclean.WriteJSON(a.Streams.Out, did)
	}
	if !agreed {
		a.say(a.Streams.Out, "Nothing was changed.\n")
		return false, nil
	}
	if len(did.Will) == 0 {
		a.printRepair(did.Found, nil, nil, nil)
	}
	a.printRepair(nil, nil, did.TakenBack, did.Lost[told:])
	if did.Aside != "" {
		a.say(a.Streams.Out, "The previous database is kept as %s.\n", did.Aside)
	}
	if len(did.TakenBack)+len(did.Lost) == 0 {
		a.say(a.Streams.Out, "There was nothing to restore.\n")
	}
	return true, nil
}

func (a *app) printRepair(found, will, takenBack, lost []i18n.Sentence) {
	for _, part := range []struct {
		title string
		lines []i18n.Sentence
	}{{"Found:", found}, {"Will do:", will}, {"Restored:", takenBack}, {"Lost:", lost}} {
		for _, line := range part.lines {
			fmt.Fprintf(a.Streams.Out, "%s %s\n", a.language().Text(part.title), line.In(a.text))
		}
	}
}

func (a *app) runVerify(ctx context.Context, s settings.Settings, asJSON bool) error {
	r, err := a.Verify(ctx, s)
	if err != nil {
		return err
	}
	if asJSON {
		err = textclean.WriteJSON(a.Streams.Out, r)
	} else {
		a.printReport(r)
	}
	if err == nil && !r.OK() {
		return training.Errorf(training.KindCorrupt, "Some data is damaged: %s.", i18n.Numbered(len(r.Findings), "finding", "findings")).
			WithFix("%s", store.FixRepair)
	}
	return err
}

func (a *app) printReport(r store.Report) {
	a.say(a.Streams.Out, "Checked %s, %s, %s, %s; recomputed %s.\n",
		i18n.Numbered(r.Activities, "activity", "activities"), i18n.Numbered(r.Recordings, "recording", "recordings"),
		i18n.Numbered(r.Columns, "column", "columns"), i18n.Numbered(r.Originals, "original file", "original files"),
		i18n.Numbered(r.Derived, "activity", "activities"))
	if r.OK() {
		a.say(a.Streams.Out, "All is well: nothing is damaged or missing.\n")
	}
	for _, f := range append(r.Findings, r.Notes...) {
		fmt.Fprintln(a.Streams.Out, i18n.InARow(f.What, f.Fix).In(a.text))
	}
}
