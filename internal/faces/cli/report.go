package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/coach/report"
	"lapkeep/internal/faces/cli/settings"
	summaries "lapkeep/internal/tools/fitness"
	"lapkeep/internal/tools/period"
	"lapkeep/internal/training"
)

func (a *app) newReport() *cobra.Command {
	var out string
	var asJSON, all bool
	c := &cobra.Command{
		Use:   "report [WEEK]",
		Short: "Report on a week: planned, done, what it means, what comes next",
		Long: "Report on a week: planned, done, what it means, what comes next. WEEK is a day in it, or \"last week\"; default this week.\n" +
			"With --out, the report is saved as Markdown, or as an HTML page that prints on A4.",
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.open(cmd.Context(), OpenOptions{Create: true, OrReadOnly: true}, func(w *Workbench) error {
				week := strings.Join(args, "")
				if !all {
					return a.runReport(cmd.Context(), w, "", week, out, asJSON)
				}
				who, err := w.DB.Athletes(cmd.Context())
				for i := range who {
					if err == nil {
						err = a.runReport(cmd.Context(), w, who[i].ID, week, nameFor(out, who[i].ID), asJSON)
					}
				}
				return err
			})
		},
	}
	c.Flags().BoolVar(&all, "all", false, "report on every athlete of the home folder; --out gets a file for each, with their id in its name")
	c.Flags().StringVar(&out, "out", "", "file to write, with the extension .md or .html")
	c.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	return c
}

// nameFor returns the name of an athlete's file: week.md becomes week-ann.md.
func nameFor(out string, who training.AthleteID) string {
	if out == "" {
		return ""
	}
	ext := filepath.Ext(out)
	return strings.TrimSuffix(out, ext) + "-" + string(who) + ext
}

// runReport reports on the week of an athlete; empty means the command's own.
func (a *app) runReport(ctx context.Context, w *Workbench, who training.AthleteID, week, out string, asJSON bool) error {
	form := strings.TrimPrefix(strings.ToLower(filepath.Ext(out)), ".")
	if out != "" && form != formMarkdown && form != formHTML {
		return training.Errorf(training.KindInvalid, "Unknown report format %q.", form).
			WithFix("Pass --out with a name that ends in .md or .html.")
	}
	call, err := w.NewCall(ctx)
	if err != nil {
		return err
	}
	in := map[string]any{"period": fitness.PeriodWeek, "sections": []string{"report"}}
	if who != "" {
		in["athlete"] = who
		of := *w
		of.Table = w.Table.WithAthletes(w.Everyone)
		w = &of
		if out == "" && !asJSON {
			a.say(a.Streams.Out, "%s\n\n", string(who))
		}
	}
	if week != "" {
		days, err := period.Parse(week, call.Today, call.Week)
		if err != nil {
			return err
		}
		in["date"] = days.From
	}
	arguments, err := json.Marshal(in)
	if err != nil {
		return err
	}
	var print func(json.RawMessage) error
	if !asJSON {
		print = func(b json.RawMessage) error { return a.printWeekly(b, out, form) }
	}
	return a.runCall(ctx, w, "get_training_summary", arguments, print)
}

// printWeekly prints a weekly report, or saves it as a file.
func (a *app) printWeekly(b json.RawMessage, out, form string) error {
	var v summaries.Weekly
	if err := json.Unmarshal(b, &v); err != nil {
		return err
	}
	switch {
	case out == "":
		_, err := fmt.Fprint(a.Streams.Out, report.Text(&v.Report, &v.SummaryView, a.text))
		return err
	case form == formHTML:
		return a.writeNamed(out, report.HTML(&v.Report, &v.SummaryView, settings.Tongue(a.places()), a.text))
	}
	return a.writeNamed(out, report.Markdown(&v.Report, &v.SummaryView, a.text))
}

func (a *app) newNote() *cobra.Command {
	var asJSON bool
	var by string
	c := &cobra.Command{
		Use:   "note ID [TEXT]",
		Short: "Show the notes on an activity or planned session, or add one",
		Args:  cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			tool, in := "get_activity_notes", map[string]string{"id": args[0]}
			if len(args) == 2 {
				tool, in["text"], in["author"] = "add_activity_note", args[1], by
			}
			arguments, err := json.Marshal(in)
			if err != nil {
				return err
			}
			return a.open(cmd.Context(), OpenOptions{Create: true, OrReadOnly: true}, func(w *Workbench) error {
				return a.runCall(cmd.Context(), w, tool, arguments, a.printer(!asJSON, nil, forPrograms()...))
			})
		},
	}
	c.Flags().StringVar(&by, "by", "athlete", "who wrote it: athlete or coach")
	c.Flags().BoolVar(&asJSON, "json", false, "print the same output as lapkeep call")
	return c
}
