package privacy

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"lapkeep/internal/journal"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Env holds what the command gets from the rest of the program.
type Env struct {
	In       io.Reader
	Out, Err io.Writer
	InTTY    bool // a person is at In
	Now      func() time.Time
	// AtHome is a text whose commands find the home of this run.
	AtHome func(text string) string
	// With lends the athlete's store.
	With func(ctx context.Context, readOnly bool, f func(Desk) error) error
	// Usage makes what is wrong with arguments an error of usage.
	Usage func(cobra.PositionalArgs) cobra.PositionalArgs
}

// Desk is an athlete's store with what works on it.
type Desk struct {
	DB      *store.DB
	Athlete training.AthleteID
	Journal *journal.Journal
	// NewID gives ids that nobody can guess.
	NewID func() string
}

func (d *Desk) scope() training.Scope {
	return training.Scope{Athlete: d.Athlete, Audience: training.AudienceExport}
}

// Command is the command.
func Command(e *Env) *cobra.Command {
	c := &cobra.Command{
		Use:   "privacy",
		Short: "Show and decide what assistants never see: places, and single activities",
		Long: "Positions within a privacy zone reach no assistant, even if you share positions; what you hide reaches none at all.\n" +
			"Exports and your files keep everything.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return e.With(cmd.Context(), true, func(d Desk) error { return e.list(cmd.Context(), d) })
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

// zones lists them by id.
func zones(ctx context.Context, d Desk) ([]zone, error) {
	docs, err := d.DB.Documents(ctx, d.scope(), document.PrivacyZones, document.Filter{})
	if err != nil {
		return nil, err
	}
	out := make([]zone, len(docs))
	for i, doc := range docs {
		out[i].id = doc.ID
		if out[i].PrivacyZone, err = document.Show[training.PrivacyZone](doc); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// list shows zones and hidden activities. The place of a zone is shown to a
// person alone: whoever runs the command in a program may be an assistant.
func (e *Env) list(ctx context.Context, d Desk) error {
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
		fmt.Fprint(e.Out, e.AtHome(fmt.Sprintln("Assistants see no position at all; lapkeep call update_athlete_settings "+
			"with share would let them.")))
	case len(all) == 0:
		fmt.Fprint(e.Out, e.AtHome(fmt.Sprintln("Assistants see every position. Hide your home: lapkeep privacy propose")))
	default:
		fmt.Fprintln(e.Out, "Assistants see positions outside of the zones.")
	}
	for _, z := range all {
		fmt.Fprintf(e.Out, "zone %s: %s, %.0f m around%s\n", z.id, z.called(), z.RadiusM, e.place(z.PrivacyZone))
	}
	page, err := d.DB.Activities(ctx, d.scope(), store.ActivityFilter{})
	if err != nil {
		return err
	}
	n := 0
	for _, row := range page.Rows {
		if row.HiddenFromModels {
			n++
			fmt.Fprintf(e.Out, "hidden %s: %s of %s%s\n", row.ID, row.Sport, row.LocalDay, e.name(row.Name))
		}
	}
	fmt.Fprintf(e.Out, "%d of %d activities are hidden from assistants.\n", n, page.Total)
	return nil
}

func (z *zone) called() string {
	if z.Name == "" {
		return "a place"
	}
	return z.Name
}

func (e *Env) place(z training.PrivacyZone) string {
	if !e.InTTY {
		return " its middle"
	}
	return fmt.Sprintf(" %.4f, %.4f", z.LatDeg, z.LonDeg)
}

func (e *Env) name(text string) string {
	if !e.InTTY || text == "" {
		return ""
	}
	return " (" + text + ")"
}

// person refuses what only a person may do.
func (e *Env) person(what string) error {
	if e.InTTY {
		return nil
	}
	return training.Errorf(training.KindForbidden, "%s needs a person at a terminal.", what).
		WithFix("Run it in a terminal window, not from a program.")
}

// ask asks a question to be answered with y.
func (e *Env) ask(lines *bufio.Scanner, question string) bool {
	fmt.Fprintf(e.Err, "%s [y/N] ", question)
	return lines.Scan() && strings.EqualFold(strings.TrimSpace(lines.Text()), "y")
}

// write makes a journaled write and says how to take it back.
func (e *Env) write(ctx context.Context, d Desk, summary, target string, apply func(tx *store.Tx) (journal.Effect, error)) error {
	w := journal.Write{
		Athlete: d.Athlete, Audience: training.AudienceExport, Face: "cli", Tool: "privacy", Summary: summary,
		Targets: map[string]string{target: ""}, Now: e.Now(),
	}
	out, err := d.Journal.Do(ctx, w, apply)
	if err == nil {
		fmt.Fprintf(e.Out, "%s To take it back: %s\n", summary, out.Undo)
	}
	return err
}
