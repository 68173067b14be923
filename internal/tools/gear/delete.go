package gear

import (
	"context"
	"encoding/json"
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

type deleteIn struct {
	ID       string `json:"id,omitempty" jsonschema:"gear to delete, with its reminders"`
	Reminder string `json:"reminder_id,omitempty" jsonschema:"or only this reminder"`
}

func deleteRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "delete_gear", Title: "Delete gear", Toolset: toolset, Safety: tools.Write, Sends: true, Deletes: true, Asks: true,
		Description: "Deletes gear with its reminders, or one reminder. What was used, or came from a service, is deleted only after a " +
			"person has agreed; save_gear with retired keeps it. Can be undone.",
	}, func(ctx context.Context, c *tools.Call, in deleteIn) (*tools.WrittenOne, error) {
		if (in.ID == "") == (in.Reminder == "") {
			return nil, training.Errorf(training.KindInvalid, "Give the id of gear or of a reminder.").WithFix("list_gear shows both.")
		}
		if in.Reminder != "" {
			return in.reminder(ctx, d, c)
		}
		return in.gear(ctx, d, c)
	})
}

func (in *deleteIn) gear(ctx context.Context, d Deps, c *tools.Call) (*tools.WrittenOne, error) {
	g, err := find(ctx, d, c, in.ID)
	if err != nil {
		return nil, err
	}
	words, err := d.Store.OwnGear(ctx, c.Scope)
	if err != nil {
		return nil, err
	}
	all, err := reminders(ctx, d, c)
	if err != nil {
		return nil, err
	}
	use, err := d.Store.GearUse(ctx, c.Scope, document.Stretch{GearID: g.ID})
	if err != nil {
		return nil, err
	}
	had := words[g.ID].Fields
	w := c.Write(i18n.Sentencef("Delete the gear %s.", g.Name), map[string]string{"gear:" + g.ID: string(had)})
	brought, err := d.Store.SaidGear(ctx, c.Scope)
	if err != nil {
		return nil, err
	}
	// A service or an archive may have counted use of its own.
	w.Destructive = use.Activities > 0 || slices.ContainsFunc(brought, func(b training.Gear) bool { return b.ID == g.ID })
	return c.Do(ctx, d.Journal, w, g.ID, false, func(tx *store.Tx) (journal.Effect, error) {
		effect := journal.Effect{Changes: []journal.Change{{
			Of: store.ChangeGear, Target: g.ID, Field: "gear", Before: i18n.Name(g.Name), After: "deleted",
		}}}
		for _, r := range all { // first, so that an undo has the gear before them
			if r.GearID != g.ID {
				continue
			}
			if err := forget(tx, c.Scope.Athlete, r, &effect); err != nil {
				return effect, err
			}
		}
		former, err := tx.PutOwnGear(c.Scope.Athlete, g.ID, document.GearOwn{Fields: had, Deleted: true})
		effect.Changed = append(effect.Changed, journal.GearChanged{ID: g.ID, Before: former})
		return effect, err
	})
}

func (in *deleteIn) reminder(ctx context.Context, d Deps, c *tools.Call) (*tools.WrittenOne, error) {
	r, err := findReminder(ctx, d, c, in.Reminder)
	if err != nil {
		return nil, err
	}
	w := c.Write(i18n.Sentencef("Delete the reminder %s.", r.Text), map[string]string{"reminder:" + r.ID: string(r.own)})
	return c.Do(ctx, d.Journal, w, r.ID, false, func(tx *store.Tx) (effect journal.Effect, err error) {
		return effect, forget(tx, c.Scope.Athlete, r, &effect)
	})
}

// forget deletes a reminder.
func forget(tx *store.Tx, a training.AthleteID, r reminder, effect *journal.Effect) error {
	effect.Changes = append(effect.Changes, journal.Change{
		Of: store.ChangeKind(document.Reminders), Target: r.ID,
		Field: "reminder", Before: i18n.Name(r.Text), After: "deleted",
	})
	own := tools.OwnWords{In: document.Reminders, ID: r.ID, Own: document.Own{Fields: r.own, Deleted: true}}
	return own.Put(tx, a, effect)
}

// reminder is a reminder as it is shown, and the athlete's own words on it.
type reminder struct {
	training.GearReminder
	own json.RawMessage
}

func reminders(ctx context.Context, d Deps, c *tools.Call) ([]reminder, error) {
	docs, err := d.Store.Documents(ctx, c.Scope, document.Reminders, document.Filter{})
	if err != nil {
		return nil, err
	}
	out := make([]reminder, len(docs))
	for i, doc := range docs {
		if out[i].GearReminder, err = document.Show[training.GearReminder](doc); err != nil {
			return nil, err
		}
		out[i].ID, out[i].own = doc.ID, doc.Own
	}
	return out, nil
}

func findReminder(ctx context.Context, d Deps, c *tools.Call, id string) (reminder, error) {
	all, err := reminders(ctx, d, c)
	if err != nil {
		return reminder{}, err
	}
	for _, r := range all {
		if r.ID == id {
			return r, nil
		}
	}
	return reminder{}, training.Errorf(training.KindNotFound, "There is no reminder %q.", id).WithFix("list_gear shows what there is.")
}
