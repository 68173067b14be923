package connect

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/progress"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/connection"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// Connections manages an athlete's connections to services.
type Connections interface {
	Views(ctx context.Context, now time.Time) ([]servicevalues.ConnectedView, error)
	View(ctx context.Context, name string, now time.Time) (servicevalues.ConnectedView, error)
	// Needs returns what connecting requires; account is as in [Answers].
	Needs(name, account string) (Need, error)
	Connect(ctx context.Context, name string, a Answers, now time.Time) (source.Account, error)
	// Prepare stores the answers that only a person may type, for an assistant to
	// connect with.
	Prepare(ctx context.Context, name string, a Answers) error
	// Assistants opens a service's rows to assistants. version is the version of
	// the text that the athlete agreed to; if it is empty, the rows are closed.
	Assistants(ctx context.Context, name, version string) error
	// Webhook asks a service to call an address below base when its data changes,
	// or to stop calling.
	Webhook(ctx context.Context, name, base string, on bool) error
	Check(ctx context.Context, name source.Name) (source.Account, error)
	Disconnect(ctx context.Context, name string, keep bool, w journal.Write) (journal.Outcome, error)
	Sync(ctx context.Context, name source.Name, full bool, progress func(connection.Result, training.Day)) (connection.Result, error)
}

// Offer is a service that can be connected.
type Offer struct {
	Name, Title string
	Keyless     bool // it has no accounts
	source.Abilities
}

// Backend holds an athlete's home and its connections.
type Backend struct {
	Connections
	Athlete training.AthleteID
	Zone    *time.Location
	// Remarks are sentences about settings that were found but are ignored.
	Remarks []string
	// Language is the message that the requested language is not available; "" if it is.
	Language string
	// Settle sets thresholds, by name, from today on.
	Settle func(ctx context.Context, thresholds map[string]int) error
	// Agree asks a person to agree to what a preview shows.
	Agree func(p journal.Preview) error
}

// Env holds what the commands need from the rest of the program.
type Env struct {
	In       io.Reader
	Out, Err io.Writer
	// InTTY, OutTTY and ErrTTY report whether the stream is connected to a terminal.
	InTTY, OutTTY, ErrTTY bool

	Services []Offer // all services that can be connected

	Now func() time.Time
	// AtHome adapts the commands in a text to the home of this run.
	AtHome func(text string) string
	// AskSecret asks a person for a secret without showing it.
	AskSecret func(ctx context.Context, prompt string) (string, error)
	// AskMenu asks a person at the terminal for a line; Esc, Ctrl-C and q end it with
	// [io.EOF]. nil reads the line from In.
	AskMenu func(ctx context.Context, prompt string) (string, error)
	// Language returns the printer for the person's language, once flags are read;
	// nil means English.
	Language func() i18n.Printer
	// With calls f with an athlete's backend.
	With func(ctx context.Context, w Whose, f func(Backend) error) error

	typing chan typed // a requested line that nothing has read yet
}

// Whose identifies the athlete whose home a command uses.
type Whose struct {
	// Athlete is a local athlete; "" means the one in the settings.
	Athlete string
	// Unmet allows an athlete who is not in the home yet, without creating one.
	Unmet bool
}

// offer finds a connectable service by name.
func (e *Env) offer(name string) Offer {
	i := slices.IndexFunc(e.Services, func(o Offer) bool { return o.Name == name })
	if i < 0 {
		return Offer{}
	}
	return e.Services[i]
}

// Commands returns the commands connect, disconnect, check and sync.
func Commands(e *Env) []*cobra.Command {
	return []*cobra.Command{e.connect(), e.disconnect(), e.check(), e.sync()}
}

// bar shows progress, unless a program reads the output.
func (e *Env) bar(quiet bool) *progress.Reporter {
	mode := progress.Plain
	switch {
	case quiet:
		mode = progress.Silent
	case e.ErrTTY:
		mode = progress.Line
	}
	return progress.New(e.Err, mode, e.Now)
}

func (e *Env) writeJSON(v any) error { return textclean.WriteJSON(e.Out, v) }

func (e *Env) in() i18n.Printer {
	if e.Language == nil {
		return i18n.Printer{}
	}
	return e.Language()
}

// say writes a sentence for the person.
func (e *Env) say(to io.Writer, format string, args ...any) {
	fmt.Fprint(to, e.in().Sprintf(format, args...))
}

// words translates and joins the program's own words.
func (e *Env) words(all []string) string {
	var said []string
	for _, w := range all {
		said = append(said, e.in().Text(w))
	}
	return strings.Join(said, ", ")
}

// remark prints the remarks on settings, which are not errors.
func (e *Env) remark(d Backend) {
	for _, r := range d.Remarks {
		fmt.Fprintln(e.Err, r)
	}
}

// chosen returns the connected services of a command: the named one, or all.
func (d Backend) chosen(ctx context.Context, now time.Time, args []string) ([]servicevalues.ConnectedView, error) {
	if len(args) == 1 {
		v, err := d.View(ctx, args[0], now.In(d.Zone))
		if err == nil && !v.Connected {
			err = training.Errorf(training.KindNotFound, "%s is not connected.", v.Name).WithFix("Run: %s", v.HowTo)
		}
		return []servicevalues.ConnectedView{v}, err
	}
	all, err := d.Views(ctx, now.In(d.Zone))
	var on []servicevalues.ConnectedView
	for _, v := range all {
		if v.Connected {
			on = append(on, v)
		}
	}
	if err == nil && len(on) == 0 {
		err = training.Errorf(training.KindNotFound, "No service is connected.").WithFix("Run: lapkeep connect SERVICE")
	}
	return on, err
}

// runWebhook asks a service to call the HTTP server when its data changes, or
// to stop calling.
func (e *Env) runWebhook(ctx context.Context, name, base string) error {
	return e.With(ctx, Whose{}, func(d Backend) error {
		need, err := d.Needs(name, "")
		if err != nil {
			return err
		}
		if base == "" {
			return training.Errorf(training.KindInvalid, "--webhook needs the address at which %s reaches your server.", need.Title).
				WithFix("Start `lapkeep serve --http ADDR --public-url https://NAME`, then pass --webhook https://NAME. To stop, pass " +
					"--webhook off.")
		}
		if err := d.Webhook(ctx, name, base, base != off); err != nil {
			return err
		}
		if base == off {
			e.say(e.Out, "%s no longer notifies Lapkeep of changes; Lapkeep checks for them from time to time.\n", need.Title)
			return nil
		}
		e.say(e.Out, "%s notifies %s of changes, so what you delete there is deleted here at once. Notifications arrive while lapkeep "+
			"serve --http runs. To stop them: lapkeep connect %s --webhook off\n", need.Title, base, name)
		return nil
	})
}

// off is the value of a flag that turns a feature off again.
const off = "off"

// agreed shows a text and asks a person to type their agreement. It returns the
// version of the text.
func (e *Env) agreed(ctx context.Context, title string, t Terms) (version string, err error) {
	if t.Text == "" {
		return "", nil
	}
	if !e.InTTY {
		return "", training.Errorf(training.KindForbidden, "A person must agree to the terms of %s by typing, so the input cannot come "+
			"from a pipe.", title).
			WithFix("Run this at a terminal.")
	}
	fmt.Fprintf(e.Err, "%s\n\n", e.in().Text(t.Text))
	said, err := e.Ask(ctx, e.in().Sprintf("(text of %s) Type %q to agree; anything else cancels: ", t.Version, t.Word))
	if err != nil {
		return "", err
	}
	if !strings.EqualFold(strings.Join(strings.Fields(said), " "), t.Word) {
		return "", training.Errorf(training.KindForbidden, "You did not agree to the terms of %s, so nothing was changed.", title).
			WithFix("Import files or an export from the service instead; that needs no agreement.")
	}
	return t.Version, nil
}

// runAssistants opens the rows of a connected service to assistants, or closes
// them again.
func (e *Env) runAssistants(ctx context.Context, name string, open bool) error {
	return e.With(ctx, Whose{}, func(d Backend) error {
		need, err := d.Needs(name, "")
		if err != nil {
			return err
		}
		version := ""
		if open {
			if version, err = e.agreed(ctx, need.Title, need.Assistants); err != nil {
				return err
			}
		}
		if err := d.Assistants(ctx, name, version); err != nil {
			return err
		}
		if open {
			e.say(e.Out, "Assistants can now see the data from %s. To stop that: lapkeep connect %s --assistants=false\n", need.Title, name)
		} else {
			e.say(e.Out, "Assistants can no longer see the data from %s.\n", need.Title)
		}
		return nil
	})
}

func needsConsent(err error) (*journal.NeedsConsent, bool) {
	return errors.AsType[*journal.NeedsConsent](err)
}

func (e *Env) sync() *cobra.Command {
	var full, asJSON bool
	c := &cobra.Command{
		Use:   "sync [SERVICE]",
		Short: "Download new data from the connected services",
		Long: "Download new data from the connected services. The first sync downloads your whole history, newest first;\n" +
			"you can stop it at any time, and it continues where it stopped.",
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return e.runSync(cmd.Context(), args, full, asJSON) },
	}
	c.Flags().BoolVar(&full, "full", false, "check your whole history for edits and deletions")
	c.Flags().BoolVar(&asJSON, "json", false, "one JSON object per service")
	return c
}

func (e *Env) runSync(ctx context.Context, args []string, full, asJSON bool) error {
	return e.With(ctx, Whose{}, func(d Backend) error {
		views, err := d.chosen(ctx, e.Now(), args)
		if err != nil {
			e.remark(d) // the key may be in a file that is ignored
			return err
		}
		var failed error
		for _, v := range views {
			failed = errors.Join(failed, e.syncOne(ctx, d, v, full, asJSON))
		}
		return failed
	})
}

func (e *Env) syncOne(ctx context.Context, d Backend, v servicevalues.ConnectedView, full, asJSON bool) error {
	bar := e.bar(asJSON)
	r, err := d.Sync(ctx, source.Name(v.Source), full, func(r connection.Result, at training.Day) {
		bar.Step(r.Stored+r.Withheld+r.Failed, 0, e.in().Sprintf("%s", r.Progress(at)))
	})
	bar.Done()
	after, verr := d.View(context.WithoutCancel(ctx), v.Source, e.Now().In(d.Zone))
	if verr != nil {
		return errors.Join(err, verr)
	}
	if asJSON {
		run := servicevalues.ConnectedRun{
			Source: v.Source, Result: r, State: after.State, NextTry: after.NextTry,
			More: after.HistoryBackTo != nil,
		}
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
		e.say(e.Out, "  Your history is downloaded back to %s; run it again for the rest.\n", after.HistoryBackTo)
	}
	return err
}
