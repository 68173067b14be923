package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

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
			week := strings.Join(args, "")
			if cmd.Flags().Lookup("homes").Changed {
				return a.reportHomes(cmd.Context(), week, out, asJSON)
			}
			return a.open(cmd.Context(), OpenOptions{Create: true, OrReadOnly: true}, func(w *Workbench) error {
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
	a.flagOfServe(c, settings.Homes)
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
	print, err := a.weeklyPrinter(out, asJSON)
	if err != nil {
		return err
	}
	call, err := w.NewCall(ctx)
	if err != nil {
		return err
	}
	if who != "" {
		of := *w
		of.Table = w.Table.WithAthletes(w.Everyone)
		w = &of
		a.headReport(who != w.Athlete, who, out, asJSON)
	}
	arguments, err := weekly(who, week, call.Today, call.Week)
	if err != nil {
		return err
	}
	return a.runCall(ctx, w, weeklyTool, arguments, print)
}

// headReport names the athlete of a report among others, after a blank line if it is not the first.
func (a *app) headReport(apart bool, who training.AthleteID, out string, asJSON bool) {
	if out != "" || asJSON {
		return
	}
	if apart {
		fmt.Fprintln(a.Streams.Out)
	}
	a.say(a.Streams.Out, "%s\n\n", string(who))
}

// weeklyTool is the tool that reports on a week.
const weeklyTool = "get_training_summary"

// weekly returns its arguments.
func weekly(who training.AthleteID, week string, today training.Day, begins time.Weekday) (json.RawMessage, error) {
	in := map[string]any{"period": fitness.PeriodWeek, "sections": []string{"report"}}
	if who != "" {
		in["athlete"] = who
	}
	if week != "" {
		days, err := period.Parse(week, today, begins)
		if err != nil {
			return nil, err
		}
		in["date"] = days.From
	}
	return json.Marshal(in)
}

// reportHomes reports on the week of the athletes of all homes. A home that cannot be read hides no other.
func (a *app) reportHomes(ctx context.Context, week, out string, asJSON bool) error {
	root, s, err := a.homesSettings()
	if err != nil {
		return err
	}
	names, err := root.Names()
	if err != nil {
		return err
	}
	if len(names) == 0 {
		a.noHomes(root)
	}
	return a.AskHomes(ctx, s, a.adapt(asJSON), func(ask AskTool) error {
		var failed error
		for i, name := range names {
			who := training.AthleteID(name)
			print, err := a.weeklyPrinter(nameFor(out, who), asJSON)
			if err != nil {
				return err
			}
			arguments, err := weekly(who, week, training.DayOf(a.Now()), time.Monday)
			if err != nil {
				return err
			}
			a.headReport(i > 0, who, out, asJSON)
			res, err := ask(weeklyTool, arguments)
			switch {
			case err != nil:
			case asJSON:
				err = a.printStructured(res.Structured)
			default:
				err = print(res.Structured)
			}
			failed = errors.Join(failed, err)
		}
		return failed
	})
}

// weeklyPrinter returns what prints a weekly report, or saves it as a file; nil for JSON.
func (a *app) weeklyPrinter(out string, asJSON bool) (func(json.RawMessage) error, error) {
	form := strings.TrimPrefix(strings.ToLower(filepath.Ext(out)), ".")
	if out != "" && form != formMarkdown && form != formHTML {
		return nil, training.Errorf(training.KindInvalid, "Unknown report format %q.", form).
			WithFix("Pass --out with a name that ends in .md or .html.")
	}
	if asJSON {
		return nil, nil //nolint:nilnil // it is printed as it is
	}
	return func(b json.RawMessage) error { return a.printWeekly(b, out, form) }, nil
}

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
