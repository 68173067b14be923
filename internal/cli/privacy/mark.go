package privacy

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"lapkeep/internal/journal"
	"lapkeep/internal/store"
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
			return e.With(cmd.Context(), false, func(d Desk) error {
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

func (e *Env) mark(ctx context.Context, d Desk, named string, hide bool) error {
	id, err := d.DB.Resolve(ctx, d.scope(), named)
	if err != nil {
		return err
	}
	row, err := d.DB.Activity(ctx, d.scope(), id)
	if err != nil {
		return err
	}
	called := fmt.Sprintf("the %s of %s", row.Sport, row.LocalDay)
	if row.HiddenFromModels == hide {
		fmt.Fprintf(e.Out, "Nothing changed: %s is already set that way.\n", called)
		return nil
	}
	const field = "hidden_from_models"
	summary := fmt.Sprintf("Let assistants see %s.", called)
	value := []byte("false")
	if hide {
		summary, value = fmt.Sprintf("Hide %s from assistants.", called), []byte("true")
	}
	return e.write(ctx, d, summary, string(id), func(tx *store.Tx) (journal.Effect, error) {
		former, err := tx.SetOverride(d.Athlete, id, field, value)
		return journal.Effect{
			Changes: []journal.Change{{
				Of: store.ChangeActivity, Target: string(id), Field: field,
				Before: fmt.Sprint(row.HiddenFromModels), After: string(value),
			}},
			Changed: []journal.Changed{journal.SetOverride(id, field, former)},
		}, err
	})
}
