package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/writes/journal"
)

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
			return e.With(cmd.Context(), false, func(d PrivacyDesk) error {
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

func (e *Env) mark(ctx context.Context, d PrivacyDesk, named string, hide bool) error {
	id, err := d.DB.Resolve(ctx, d.scope(), named)
	if err != nil {
		return err
	}
	row, err := d.DB.Activity(ctx, d.scope(), id)
	if err != nil {
		return err
	}
	if row.HiddenFromModels == hide {
		e.say("Nothing changed: the %s of %s is already set that way.\n", row.Sport, row.LocalDay)
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
