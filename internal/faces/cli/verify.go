package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

func (a *app) newVerify() *cobra.Command {
	var asJSON, repair, dry bool
	c := &cobra.Command{
		Use:   "verify",
		Short: "Read everything that is kept and say what is damaged",
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

// runRepair repairs, once it has said what it will do and nobody at a terminal
// has said no.
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
			_, _ = fmt.Fscanln(a.Streams.In, &typed) // no answer is no
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
		a.say(a.Streams.Out, "The database from before is kept as %s.\n", did.Aside)
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
		return training.Errorf(training.KindCorrupt, "Something is damaged: %s.", i18n.Numbered(len(r.Findings), "finding", "findings")).
			WithFix("%s", store.FixRepair)
	}
	return err
}

func (a *app) printReport(r store.Report) {
	a.say(a.Streams.Out, "Read %d activities, %d recordings, %d columns, %d original files; computed %d activities again.\n",
		r.Activities, r.Recordings, r.Columns, r.Originals, r.Derived)
	for _, f := range append(r.Findings, r.Notes...) {
		fmt.Fprintln(a.Streams.Out, i18n.InARow(f.What, f.Fix).In(a.text))
	}
}
