package connect

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"lapkeep/internal/answers/serviced"
	"lapkeep/internal/services/source"
	"lapkeep/internal/services/syncer"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

func needsConsent(err error) (*journal.NeedsConsent, bool) {
	return errors.AsType[*journal.NeedsConsent](err)
}

func (e *Env) sync() *cobra.Command {
	var full, asJSON bool
	c := &cobra.Command{
		Use:   "sync [SERVICE]",
		Short: "Read what is new at the connected services",
		Long: "Read what is new at the connected services. The first time this reads the whole history, newest first;\n" +
			"it may be stopped at any moment and continues where it stopped.",
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return e.runSync(cmd.Context(), args, full, asJSON) },
	}
	c.Flags().BoolVar(&full, "full", false, "check the whole past for edits and deletions")
	c.Flags().BoolVar(&asJSON, "json", false, "one JSON object a service")
	return c
}

func (e *Env) runSync(ctx context.Context, args []string, full, asJSON bool) error {
	return e.With(ctx, Whose{}, func(d Desk) error {
		views, err := d.chosen(ctx, e.Now(), args)
		if err != nil {
			e.remark(d) // the key may lie in a file that does not count
			return err
		}
		var failed error
		for _, v := range views {
			failed = errors.Join(failed, e.syncOne(ctx, d, v, full, asJSON))
		}
		return failed
	})
}

func (e *Env) syncOne(ctx context.Context, d Desk, v serviced.ConnectedView, full, asJSON bool) error {
	bar := e.bar(asJSON)
	r, err := d.Sync(ctx, source.Name(v.Source), full, func(r syncer.Result, at training.Day) {
		bar.Step(r.Stored+r.Withheld+r.Failed, 0, e.in().Sprintf("%s", r.Progress(at)))
	})
	bar.Done()
	after, verr := d.View(context.WithoutCancel(ctx), v.Source, e.Now().In(d.Zone))
	if verr != nil {
		return errors.Join(err, verr)
	}
	if asJSON {
		run := serviced.ConnectedRun{Source: v.Source, Result: r, State: after.State, NextTry: after.NextTry, More: after.HistoryBackTo != nil}
		return errors.Join(err, e.writeJSON(run))
	}
	e.say(e.Out, "%s: %d stored, %d deleted there, %d withheld, %d failed\n", v.Name, r.Stored, r.Gone, r.Withheld, r.Failed)
	for i := range r.Changes {
		e.say(e.Out, "  %s\n", r.Changes[i].Counts())
	}
	for _, reason := range after.Reasons {
		e.say(e.Out, "  %d: %s\n", reason.Activities, reason.Reason)
	}
	for _, w := range r.Words {
		e.say(e.Out, "  %s\n", w)
	}
	if after.HistoryBackTo != nil {
		e.say(e.Out, "  The history is here back to %s; run it again for the rest.\n", after.HistoryBackTo)
	}
	return err
}
