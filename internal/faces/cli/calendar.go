package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/period"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// calendarOptions selects the days to write, the format and the destination.
type calendarOptions struct {
	days, form, out, title string
}

// The output formats of a calendar.
const (
	formHTML     = "html"
	formMarkdown = "md"
	formICS      = "ics"
)

// calendarWeeks is the number of weeks to write if no days are given.
const calendarWeeks = 6

func (a *app) newCalendar() *cobra.Command {
	var o calendarOptions
	c := &cobra.Command{
		Use:   "calendar",
		Short: "Export the training calendar as printable HTML, Markdown or iCalendar",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return a.runCalendar(cmd.Context(), o) },
	}
	c.Flags().StringVar(&o.days, "range", "", "days, such as \"2026-03-01..2026-04-12\" or \"next month\"; default this week and the "+
		"next five")
	c.Flags().StringVar(&o.form, "to", "", "format: html, md or ics; default from the name of --out, else md")
	c.Flags().StringVar(&o.out, "out", "", "file to write; default standard output")
	c.Flags().StringVar(&o.title, "title", "", "heading of the page")
	c.AddCommand(a.newCalendarFeed())
	return c
}

// formOf returns the requested format, by its name or by the output file's
// extension.
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
	return "", training.Errorf(training.KindInvalid, "Unknown calendar format %q.", name).WithFix("Pass --to html, md or ics.")
}

func (a *app) runCalendar(ctx context.Context, o calendarOptions) error {
	form, err := o.formOf()
	if err != nil {
		return err
	}
	return a.open(ctx, OpenOptions{OrReadOnly: true}, func(w *Workbench) error {
		if err := a.catchUpSoon(ctx, w); err != nil {
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

// printedCalendar returns planned and completed sessions as an HTML page or as
// Markdown.
func (a *app) printedCalendar(
	ctx context.Context, w *Workbench, f answers.Frame, days training.DayRange, form, title string,
) ([]byte, error) {
	sheet, err := calendar.SheetOf(ctx, w.DB, w.Scope(), f, days)
	if err != nil {
		return nil, err
	}
	if title == "" {
		title = a.text("Training %s to %s", sheet.Days.From.String(), sheet.Days.To.String())
	}
	if form == formHTML {
		return calendar.HTML(sheet, title, settings.Tongue(a.places()), a.text), nil
	}
	return calendar.Markdown(sheet, title, a.text), nil
}

// FeedChange is a change to a calendar feed.
type FeedChange int

// The changes.
const (
	FeedShow FeedChange = iota // changes nothing
	FeedOn                     // a new address, replacing any earlier one
	FeedOff
)

// Feed describes the feed through which others read a calendar from the HTTP server.
type Feed struct {
	On       bool
	Path     string // set only if it was just created
	Replaced bool   // an earlier path no longer works
}

func (a *app) newCalendarFeed() *cobra.Command {
	return &cobra.Command{
		Use:       "feed [on|off]",
		Short:     "Turn the calendar subscription link on or off (needs lapkeep serve --http)",
		Args:      usage(cobra.MatchAll(cobra.MaximumNArgs(1), cobra.OnlyValidArgs)),
		ValidArgs: []string{"on", "off"},
		RunE: func(_ *cobra.Command, args []string) error {
			change := FeedShow
			if len(args) > 0 {
				change = map[string]FeedChange{"on": FeedOn, "off": FeedOff}[args[0]]
			}
			return a.runFeed(change)
		},
	}
}

// runFeed prints only the address on standard output, and all else on standard error. The
// address is known only when it is created.
func (a *app) runFeed(change FeedChange) error {
	s, err := a.settings()
	if err != nil {
		return err
	}
	if change == FeedOn && !isHome(s.Get(settings.Home)) {
		return training.Errorf(training.KindNotFound, "There is no training data yet, so there is no calendar to share.").
			WithFix("Run lapkeep setup, or import a file with lapkeep import.")
	}
	feed, err := a.Feed(s, change)
	if err != nil {
		return err
	}
	out := a.Streams.Err
	switch {
	case feed.Path != "":
		for _, base := range feedBases(s) {
			fmt.Fprintln(a.Streams.Out, base+feed.Path)
		}
		a.say(out, "Anyone with this link can read your calendar, but nothing else. It is shown only this once.\n")
		if feed.Replaced {
			a.say(out, "The previous link no longer works.\n")
		}
		a.sayAtHome(out, "The link works while lapkeep serve --http runs. Turn it off with: lapkeep calendar feed off\n")
	case feed.On:
		a.sayAtHome(out, "The calendar subscription link is on. It was shown when you created it; for a new link, run: lapkeep "+
			"calendar feed on\n")
	case change == FeedOff:
		a.say(out, "The subscription link is off; nobody can read your calendar with it any more.\n")
	default:
		a.sayAtHome(out, "The calendar subscription link is off. Turn it on with: lapkeep calendar feed on\n")
	}
	return nil
}

// feedBases returns the configured public addresses of the HTTP server.
func feedBases(s settings.Settings) []string {
	var out []string
	for _, u := range s.List(settings.PublicURL) {
		out = append(out, strings.TrimSuffix(u, "/"))
	}
	if len(out) > 0 {
		return out
	}
	addr := s.Get(settings.HTTP)
	if addr == "" {
		addr = s.Get(settings.Host) + ":" + s.Get(settings.Port)
	}
	scheme := "http://"
	if s.Get(settings.TLSCert) != "" {
		scheme = "https://"
	}
	return []string{scheme + addr}
}

// maxArguments is the maximum number of bytes read from standard input.
const maxArguments = 4 << 20

func (a *app) newCall() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "call TOOL [JSON]",
		Short: "Call one tool and print its answer",
		Long: "Call one tool and print its answer: as tables and words at a terminal, otherwise as JSON.\n" +
			"Arguments are one JSON object, or - to read it from standard input.",
		Args: cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			arguments := json.RawMessage("{}")
			if len(args) == 2 {
				arguments = json.RawMessage(args[1])
			}
			if string(arguments) == "-" {
				b, err := io.ReadAll(io.LimitReader(a.Streams.In, maxArguments))
				if err != nil {
					return err
				}
				arguments = b
			}
			return a.open(cmd.Context(), OpenOptions{Create: true, OrReadOnly: true}, func(w *Workbench) error {
				return a.runCall(cmd.Context(), w, args[0], arguments, a.printer(a.Streams.OutTTY && !asJSON, nil))
			})
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON at a terminal too")
	return c
}

// printer returns a function that prints an answer for people, or nil if JSON is
// requested.
func (a *app) printer(people bool, v view, hides ...string) func(json.RawMessage) error {
	if !people {
		return nil
	}
	return func(b json.RawMessage) error { return Answer(a.Streams.Out, b, a.look(v, hides...)) }
}

// look returns how answers are shown to the person of this run.
func (a *app) look(v view, hides ...string) Look {
	return Look{Width: a.Streams.Width, Miles: a.miles, view: v, hides: hides, say: func(format string, args ...any) string {
		return a.homed(a.text(format, args...))
	}}
}

// runCall calls a tool and prints its answer: with print, or as JSON if print
// is nil. JSON is always metric.
func (a *app) runCall(ctx context.Context, w *Workbench, tool string, arguments json.RawMessage, print func(json.RawMessage) error) error {
	call, err := w.NewCall(ctx)
	if err != nil {
		return err
	}
	if print == nil {
		print = a.printStructured
	} else {
		a.tellPerson(call)
	}
	if err := a.catchUpSoon(ctx, w); err != nil {
		return err
	}
	res, err := w.Table.Call(ctx, tool, call, arguments)
	if needs, ok := errors.AsType[*journal.NeedsConsent](err); ok {
		if res, err = a.askAndRepeat(ctx, w, call, tool, arguments, needs.Preview); err != nil {
			return err
		}
	} else if err != nil {
		return err
	}
	if err := print(res.Structured); err != nil {
		return err
	}
	var sent journal.Outcome
	_ = json.Unmarshal(res.Structured, &sent) // the answer of a read has no such fields
	for _, at := range sent.AtService {
		fmt.Fprintln(a.Streams.Err, a.text("%s", at.Sentence()))
	}
	return nil
}

// mostCatchUp limits how long a command derives stale data before it answers.
const mostCatchUp = 10 * time.Second

// catchUpSoon runs [Workbench.CatchUp] for at most [mostCatchUp]. After an
// upgrade with many activities, a read command then answers from the data
// derived so far and says so.
func (a *app) catchUpSoon(ctx context.Context, w *Workbench) error {
	within, stop := context.WithTimeout(ctx, mostCatchUp)
	defer stop()
	err := w.CatchUp(within)
	if err != nil && within.Err() != nil && ctx.Err() == nil {
		a.say(a.Streams.Err, "The values of some older activities still come from an earlier version. Every command computes more of "+
			"them; lapkeep serve and lapkeep dashboard compute all of them.\n")
		return nil
	}
	return err
}

// CatchUp derives all stale data. A read-only home still answers with the data
// derived earlier.
func (w *Workbench) CatchUp(ctx context.Context) error {
	_, err := w.Follow(ctx, func(int, int) {})
	if training.KindOf(err) == training.KindUnavailable {
		return nil
	}
	return err
}

// askAndRepeat shows the preview to a person at the terminal and, once they
// have typed the code, makes the call again under their approval.
func (a *app) askAndRepeat(
	ctx context.Context, w *Workbench, call *tools.Call, tool string, arguments json.RawMessage, p journal.Preview,
) (tools.Result, error) {
	if err := a.confirm(p); err != nil {
		return tools.Result{}, err
	}
	if _, err := w.Journal.Grant(ctx, w.Scope(), p.Token, a.Now()); err != nil {
		return tools.Result{}, err
	}
	call.Approval = p.Token
	return w.Table.Call(ctx, tool, call, arguments)
}

// confirm shows a preview and waits for a person to type its code.
func (a *app) confirm(p journal.Preview) error {
	fmt.Fprintln(a.Streams.Err, p.Question(a.text))
	if !a.Streams.InTTY {
		return training.Errorf(training.KindNeedsConsent, "This change needs approval by a person at a terminal.").
			WithFix("Run %s (valid until %s), then make the same call again.", p.Approve, p.ExpiresAt.Local().Format("15:04"))
	}
	a.say(a.Streams.Err, "Type %s to agree: ", p.Token)
	var typed string
	if _, err := fmt.Fscanln(a.Streams.In, &typed); err != nil || typed != p.Token {
		return training.Errorf(training.KindNeedsConsent, "Nothing was changed, because you did not type the code.")
	}
	return nil
}

// printStructured writes JSON, indented if a person reads it.
func (a *app) printStructured(b json.RawMessage) error {
	b = textclean.JSON(b)
	if !a.Streams.OutTTY {
		_, err := fmt.Fprintf(a.Streams.Out, "%s\n", b)
		return err
	}
	var buf bytes.Buffer
	if err := json.Indent(&buf, b, "", "  "); err != nil {
		return err
	}
	_, err := fmt.Fprintln(a.Streams.Out, buf.String())
	return err
}
