package cli

import (
	"bufio"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

func (a *app) newPrivacy() *cobra.Command {
	c := &cobra.Command{
		Use:   "privacy",
		Short: "Show and choose what assistants never see: places and single activities",
		Long: "Assistants never see positions inside a privacy zone, even if you share positions. They do not see hidden activities at " +
			"all.\nExports and your own files always contain everything.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.open(cmd.Context(), OpenOptions{ReadOnly: true}, func(d *Workbench) error { return a.listPrivacy(cmd.Context(), d) })
		},
	}
	c.AddCommand(a.newZonePropose(), a.newZoneAdd(), a.newZoneRemove(),
		a.newMark("hide ID…", "Hide activities from assistants", true),
		a.newMark("show ID…", "Let assistants see activities again", false))
	return c
}

// zone is a privacy zone with its id.
type zone struct {
	id string
	training.PrivacyZone
}

// zones returns the privacy zones by id.
func zones(ctx context.Context, d *Workbench) ([]zone, error) {
	var out []zone
	err := document.Each(ctx, d.DB.Documents, d.Scope(), document.PrivacyZones, document.Filter{},
		func(doc document.Document, z training.PrivacyZone) {
			out = append(out, zone{PrivacyZone: z, id: doc.ID})
		})
	return out, err
}

// listPrivacy shows zones and hidden activities. The position of a zone is shown
// only to a person, because a program that runs the command may be an assistant.
func (a *app) listPrivacy(ctx context.Context, d *Workbench) error {
	all, err := zones(ctx, d)
	if err != nil {
		return err
	}
	who, err := d.DB.Athlete(ctx, d.Scope())
	if err != nil {
		return err
	}
	switch {
	case !who.Sharing.Position:
		a.sayAtHome(a.Streams.Out,
			"Assistants see no positions at all. To share them: lapkeep set share position\n")
	case len(all) == 0:
		a.sayAtHome(a.Streams.Out, "Assistants see every position. Hide your home: lapkeep privacy propose\n")
	default:
		a.say(a.Streams.Out, "Assistants see positions outside your privacy zones.\n")
	}
	for _, z := range all {
		a.say(a.Streams.Out, "zone %s: %s, %.0f m around%s\n", z.id, z.words(), z.RadiusM, a.zonePlace(z.PrivacyZone))
	}
	page, err := d.DB.Activities(ctx, d.Scope(), store.ActivityFilter{})
	if err != nil {
		return err
	}
	n := 0
	for _, row := range page.Rows {
		if row.HiddenFromModels {
			n++
			a.say(a.Streams.Out, "hidden %s: %s of %s%s\n", row.ID, row.Sport, row.LocalDay, a.shownName(row.Name))
		}
	}
	a.say(a.Streams.Out, "%d of %d activities are hidden from assistants.\n", n, page.Total)
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

func (a *app) zonePlace(z training.PrivacyZone) string {
	if !a.Streams.InTTY {
		return a.text(" its middle")
	}
	return fmt.Sprintf(" %.4f, %.4f", z.LatDeg, z.LonDeg)
}

func (a *app) shownName(text string) string {
	if !a.Streams.InTTY || text == "" {
		return ""
	}
	return " (" + text + ")"
}

// onlyPerson refuses an action that only a person may take.
func (a *app) onlyPerson(what string) error {
	if a.Streams.InTTY {
		return nil
	}
	return training.Errorf(training.KindForbidden, "%s must be run by a person at a terminal.", what).
		WithFix("Run it in a terminal window, not from a program.")
}

// agrees asks a yes/no question and reports whether the answer is y.
func (a *app) agrees(lines *bufio.Scanner, question string) bool {
	fmt.Fprintf(a.Streams.Err, "%s [y/N] ", question)
	return lines.Scan() && strings.EqualFold(strings.TrimSpace(lines.Text()), "y")
}

// writePrivacy carries out a journaled write and prints how to undo it.
func (a *app) writePrivacy(ctx context.Context, d *Workbench, summary i18n.Sentence, target string,
	apply func(tx *store.Tx) (journal.Effect, error),
) error {
	w := journal.Write{
		Athlete: d.Athlete, Audience: training.AudienceExport, Face: "cli", Tool: "privacy",
		Summary: summary,
		Targets: map[string]string{target: ""}, Now: a.Now(),
	}
	out, err := d.Journal.Do(ctx, w, apply)
	if err == nil {
		a.say(a.Streams.Out, "%s Undo with: %s\n", summary.Say(a.text), out.Undo)
	}
	return err
}

// newMark returns the command that hides activities, or shows them again.
func (a *app) newMark(use, short string, hide bool) *cobra.Command {
	return &cobra.Command{
		Use:   use,
		Short: short,
		Args:  cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !hide {
				if err := a.onlyPerson("privacy show"); err != nil {
					return err
				}
			}
			return a.open(cmd.Context(), OpenOptions{}, func(d *Workbench) error {
				for _, id := range args {
					if err := a.markActivity(cmd.Context(), d, id, hide); err != nil {
						return err
					}
				}
				return nil
			})
		},
	}
}

func (a *app) markActivity(ctx context.Context, d *Workbench, named string, hide bool) error {
	id, err := d.DB.Resolve(ctx, d.Scope(), named)
	if err != nil {
		return err
	}
	row, err := d.DB.Activity(ctx, d.Scope(), id)
	if err != nil {
		return err
	}
	if row.HiddenFromModels == hide {
		a.say(a.Streams.Out, "Nothing changed: the %s of %s already has this setting.\n", row.Sport, row.LocalDay)
		return nil
	}
	const field = "hidden_from_models"
	summary := i18n.Sentencef("Let assistants see the %s of %s.", row.Sport, row.LocalDay)
	value := []byte("false")
	if hide {
		summary, value = i18n.Sentencef("Hide the %s of %s from assistants.", row.Sport, row.LocalDay), []byte("true")
	}
	return a.writePrivacy(ctx, d, summary, string(id), func(tx *store.Tx) (journal.Effect, error) {
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
