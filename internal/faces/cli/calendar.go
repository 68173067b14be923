package cli

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/tools/period"
	"lapkeep/internal/training"
)

// calendarOptions say what is written of the calendar, and where.
type calendarOptions struct {
	days, form, out, title string
}

// The forms that a calendar is written in.
const (
	formHTML     = "html"
	formMarkdown = "md"
	formICS      = "ics"
)

// calendarWeeks is how many weeks are written unless days are named.
const calendarWeeks = 6

func (a *app) newCalendar() *cobra.Command {
	var o calendarOptions
	c := &cobra.Command{
		Use:   "calendar",
		Short: "Write planned and done as a page that prints, as Markdown or as an iCalendar file",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return a.runCalendar(cmd.Context(), o) },
	}
	c.Flags().StringVar(&o.days, "range", "", "days, such as \"2026-03-01..2026-04-12\" or \"next month\"; else this week and five more")
	c.Flags().StringVar(&o.form, "to", "", "form: html, md or ics; else as the file of --out is called, else md")
	c.Flags().StringVar(&o.out, "out", "", "file to write; else standard output")
	c.Flags().StringVar(&o.title, "title", "", "heading of the page")
	c.AddCommand(a.newCalendarFeed())
	return c
}

// formOf is the form that is asked for, by its name or that of a file.
func (o *calendarOptions) formOf() (string, error) {
	name := o.form
	if name == "" {
		name = strings.TrimPrefix(filepath.Ext(o.out), ".")
	}
	switch strings.ToLower(name) {
	case "", formMarkdown, "markdown":
		return formMarkdown, nil
	case formHTML, "htm":
		return formHTML, nil
	case formICS, "ical":
		return formICS, nil
	}
	return "", training.Errorf(training.KindInvalid, "A calendar is not written as %q.", name).WithFix("Give --to html, md or ics.")
}

func (a *app) runCalendar(ctx context.Context, o calendarOptions) error {
	form, err := o.formOf()
	if err != nil {
		return err
	}
	return a.open(ctx, OpenOptions{OrReadOnly: true}, func(w *Workbench) error {
		if err := a.catchUp(ctx, w); err != nil {
			return err
		}
		call, err := w.NewCall(ctx)
		if err != nil {
			return err
		}
		f := call.Frame()
		days := training.DayRange{From: f.Today.WeekStart(f.Week)}
		days.To = days.From + 7*calendarWeeks - 1
		if o.days != "" {
			if days, err = period.Parse(o.days, f.Today, f.Week); err != nil {
				return err
			}
		}
		var data []byte
		if form == formICS {
			data, err = calendar.File(ctx, w.DB, w.Scope(), calendar.FileOptions{
				Days: days, Say: a.text, Stamp: call.Now, Zone: call.Location,
			})
		} else {
			data, err = a.printedCalendar(ctx, w, f, days, form, o.title)
		}
		if err != nil {
			return err
		}
		if o.out == "" {
			_, err = a.Streams.Out.Write(data)
			return err
		}
		return a.writeNamed(o.out, data)
	})
}

// printedCalendar is planned and done as a page or as Markdown.
func (a *app) printedCalendar(
	ctx context.Context, w *Workbench, f answers.Frame, days training.DayRange, form, title string,
) ([]byte, error) {
	sheet, err := calendar.SheetOf(ctx, w.DB, w.Scope(), f, days)
	if err != nil {
		return nil, err
	}
	if title == "" {
		title = a.text("Training from %s to %s", sheet.Days.From.String(), sheet.Days.To.String())
	}
	if form == formHTML {
		return calendar.HTML(sheet, title, settings.Tongue(a.places()), a.text), nil
	}
	return calendar.Markdown(sheet, title, a.text), nil
}
