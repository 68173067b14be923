package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"lapkeep/internal/cli/settings"
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

func (a *app) newVerify() *cobra.Command {
	var asJSON, repair bool
	c := &cobra.Command{
		Use:   "verify",
		Short: "Read everything that is kept and say what is damaged",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := a.settings()
			if err != nil {
				return err
			}
			if repair {
				err = a.runRepair(cmd.Context(), s, asJSON)
			}
			if err != nil {
				return err
			}
			return a.runVerify(cmd.Context(), s, asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	c.Flags().BoolVar(&repair, "repair", false,
		"first restore from the original files what is damaged or missing; no other Lapkeep may be running")
	return c
}

func (a *app) runRepair(ctx context.Context, s settings.Settings, asJSON bool) error {
	did, err := a.Repair(ctx, s)
	if err != nil {
		return err
	}
	if asJSON {
		return textclean.WriteJSON(a.Streams.Out, did)
	}
	for _, part := range []struct {
		title string
		lines []phrase.Sentence
	}{{"Found:", did.Found}, {"Taken back:", did.TakenBack}, {"Lost:", did.Lost}} {
		for _, line := range part.lines {
			fmt.Fprintf(a.Streams.Out, "%s %s\n", a.language().Text(part.title), line.In(a.text))
		}
	}
	if did.Aside != "" {
		a.say(a.Streams.Out, "The damaged database is kept as %s.\n", did.Aside)
	}
	if len(did.TakenBack)+len(did.Lost) == 0 {
		a.say(a.Streams.Out, "There was nothing to restore.\n")
	}
	return nil
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
		return training.Errorf(training.KindCorrupt, "Something is damaged: %s.", phrase.Numbered(len(r.Findings), "finding", "findings")).
			WithFix("%s", store.FixRepair)
	}
	return err
}

func (a *app) printReport(r store.Report) {
	a.say(a.Streams.Out, "Read %d activities, %d recordings, %d columns, %d original files; computed %d activities again.\n",
		r.Activities, r.Recordings, r.Columns, r.Originals, r.Derived)
	for _, f := range append(r.Findings, r.Notes...) {
		fmt.Fprintln(a.Streams.Out, phrase.InARow(f.What, f.Fix).In(a.text))
	}
}
