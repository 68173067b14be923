package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// Env holds what the command gets from the rest of the program.
type Env struct {
	In       io.Reader
	Out, Err io.Writer
	InTTY    bool // a person is at In
	Now      func() time.Time
	// AtHome is a text whose commands find the home of this run.
	AtHome func(text string) string
	// Say says sentences to the person, once flags are read; nil is English.
	Say func(format string, args ...any) string
	// With lends the athlete's store.
	With func(ctx context.Context, readOnly bool, f func(PrivacyBackend) error) error
	// Usage makes what is wrong with arguments an error of usage.
	Usage func(cobra.PositionalArgs) cobra.PositionalArgs
}

// PrivacyBackend is an athlete's store with what works on it.
type PrivacyBackend struct {
	DB      *store.DB
	Athlete training.AthleteID
	Journal *journal.Journal
	// NewID gives ids that nobody can guess.
	NewID func() string
}

func (d *PrivacyBackend) scope() training.Scope {
	return training.Everything(d.Athlete)
}

// Command returns the command privacy.
func Command(e *Env) *cobra.Command {
	c := &cobra.Command{
		Use:   "privacy",
		Short: "Show and choose what assistants never see: places and single activities",
		Long: "Assistants never see positions inside a privacy zone, even if you share positions. They do not see hidden activities at " +
			"all.\nExports and your own files always contain everything.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return e.With(cmd.Context(), true, func(d PrivacyBackend) error { return e.list(cmd.Context(), d) })
		},
	}
	c.AddCommand(e.newPropose(), e.newAdd(), e.newRemove(),
		e.newMark("hide ID…", "Hide activities from assistants", true),
		e.newMark("show ID…", "Let assistants see activities again", false))
	for _, sub := range c.Commands() {
		sub.Args = e.Usage(sub.Args)
	}
	return c
}

// zone is a privacy zone with its id.
type zone struct {
	id string
	training.PrivacyZone
}

// zones returns the privacy zones by id.
func zones(ctx context.Context, d PrivacyBackend) ([]zone, error) {
	var out []zone
	err := document.Each(ctx, d.DB.Documents, d.scope(), document.PrivacyZones, document.Filter{},
		func(doc document.Document, z training.PrivacyZone) {
			out = append(out, zone{PrivacyZone: z, id: doc.ID})
		})
	return out, err
}

// list shows zones and hidden activities. The place of a zone is shown to a
// person alone: whoever runs the command in a program may be an assistant.
func (e *Env) list(ctx context.Context, d PrivacyBackend) error {
	all, err := zones(ctx, d)
	if err != nil {
		return err
	}
	who, err := d.DB.Athlete(ctx, d.scope())
	if err != nil {
		return err
	}
	switch {
	case !who.Sharing.Position:
		e.sayAtHome("Assistants see no positions at all. To share them: lapkeep call update_athlete_settings, with the argument share.\n")
	case len(all) == 0:
		e.sayAtHome("Assistants see every position. Hide your home: lapkeep privacy propose\n")
	default:
		e.say("Assistants see positions outside your privacy zones.\n")
	}
	for _, z := range all {
		e.say("zone %s: %s, %.0f m around%s\n", z.id, z.words(), z.RadiusM, e.place(z.PrivacyZone))
	}
	page, err := d.DB.Activities(ctx, d.scope(), store.ActivityFilter{})
	if err != nil {
		return err
	}
	n := 0
	for _, row := range page.Rows {
		if row.HiddenFromModels {
			n++
			e.say("hidden %s: %s of %s%s\n", row.ID, row.Sport, row.LocalDay, e.name(row.Name))
		}
	}
	e.say("%d of %d activities are hidden from assistants.\n", n, page.Total)
	return nil
}

func (z *zone) called() string {
	if z.Name == "" {
		return "a place"
	}
	return z.Name
}

// words returns the zone's name for a sentence.
func (z *zone) words() any {
	if z.Name == "" {
		return i18n.Word(z.called())
	}
	return z.Name
}

// text returns a sentence in the person's language.
func (e *Env) text(format string, args ...any) string {
	if e.Say == nil {
		return fmt.Sprintf(format, args...)
	}
	return e.Say(format, args...)
}

func (e *Env) say(format string, args ...any) { fmt.Fprint(e.Out, e.text(format, args...)) }

// sayAtHome prints a sentence whose commands name the home of this run.
func (e *Env) sayAtHome(format string, args ...any) {
	fmt.Fprint(e.Out, e.AtHome(e.text(format, args...)))
}

func (e *Env) place(z training.PrivacyZone) string {
	if !e.InTTY {
		return e.text(" its middle")
	}
	return fmt.Sprintf(" %.4f, %.4f", z.LatDeg, z.LonDeg)
}

func (e *Env) name(text string) string {
	if !e.InTTY || text == "" {
		return ""
	}
	return " (" + text + ")"
}

// person refuses an action that only a person may take.
func (e *Env) person(what string) error {
	if e.InTTY {
		return nil
	}
	return training.Errorf(training.KindForbidden, "%s must be run by a person at a terminal.", what).
		WithFix("Run it in a terminal window, not from a program.")
}

// ask asks a question to be answered with y.
func (e *Env) ask(lines *bufio.Scanner, question string) bool {
	fmt.Fprintf(e.Err, "%s [y/N] ", question)
	return lines.Scan() && strings.EqualFold(strings.TrimSpace(lines.Text()), "y")
}

// sentence is kept in English and shown in the person's language.
type sentence struct {
	format string
	args   []any
}

func sentencef(format string, args ...any) sentence { return sentence{format, args} }

// write makes a journaled write and says how to take it back.
func (e *Env) write(ctx context.Context, d PrivacyBackend, summary sentence, target string,
	apply func(tx *store.Tx) (journal.Effect, error),
) error {
	w := journal.Write{
		Athlete: d.Athlete, Audience: training.AudienceExport, Face: "cli", Tool: "privacy",
		Summary: i18n.Sentencef(summary.format, summary.args...),
		Targets: map[string]string{target: ""}, Now: e.Now(),
	}
	out, err := d.Journal.Do(ctx, w, apply)
	if err == nil {
		e.say("%s Undo with: %s\n", e.text(summary.format, summary.args...), out.Undo)
	}
	return err
}

func (a *app) newPrivacy() *cobra.Command {
	s := a.Streams
	return Command(&Env{
		In: s.In, Out: s.Out, Err: s.Err, InTTY: s.InTTY, Now: a.Now, AtHome: a.homed, Say: a.text,
		Usage: usage, With: a.withPrivacy,
	})
}

// withPrivacy lends the athlete's store.
func (a *app) withPrivacy(ctx context.Context, readOnly bool, f func(PrivacyBackend) error) error {
	return a.open(ctx, OpenOptions{ReadOnly: readOnly}, func(w *Workbench) error {
		return f(PrivacyBackend{DB: w.DB, Athlete: w.Athlete, Journal: w.Journal, NewID: w.NewID})
	})
}

// newMark makes the command that hides activities, or shows them again.
func (e *Env) newMark(use, short string, hide bool) *cobra.Command {
	return &cobra.Command{
		Use:   use,
		Short: short,
		Args:  cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !hide {
				if err := e.person("privacy show"); err != nil {
					return err
				}
			}
			return e.With(cmd.Context(), false, func(d PrivacyBackend) error {
				for _, id := range args {
					if err := e.mark(cmd.Context(), d, id, hide); err != nil {
						return err
					}
				}
				return nil
			})
		},
	}
}

func (e *Env) mark(ctx context.Context, d PrivacyBackend, named string, hide bool) error {
	id, err := d.DB.Resolve(ctx, d.scope(), named)
	if err != nil {
		return err
	}
	row, err := d.DB.Activity(ctx, d.scope(), id)
	if err != nil {
		return err
	}
	if row.HiddenFromModels == hide {
		e.say("Nothing changed: the %s of %s already has this setting.\n", row.Sport, row.LocalDay)
		return nil
	}
	const field = "hidden_from_models"
	summary := sentencef("Let assistants see the %s of %s.", row.Sport, row.LocalDay)
	value := []byte("false")
	if hide {
		summary, value = sentencef("Hide the %s of %s from assistants.", row.Sport, row.LocalDay), []byte("true")
	}
	return e.write(ctx, d, summary, string(id), func(tx *store.Tx) (journal.Effect, error) {
		former, err := tx.SetOverride(d.Athlete, id, field, value)
		return journal.Effect{
			Changes: []journal.Change{{
				Of: store.ChangeActivity, Target: string(id), Field: field,
				Before: i18n.Name(fmt.Sprint(row.HiddenFromModels)), After: i18n.Name(string(value)),
			}},
			Changed: []journal.Changed{journal.SetOverride(id, field, former)},
		}, err
	})
}
