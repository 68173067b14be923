package activities

import (
	"context"
	"slices"
	"strings"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// mostEdited is the maximum number of activities that one call edits. An assistant that
// edits more than freeEdits of them needs a person's consent.
const (
	mostEdited = 100
	freeEdits  = 20
)

// several carries out the same edit on several activities as one write, which one undo
// takes back. It leaves out activities that already have the values.
func (in *updateIn) several(ctx context.Context, d Deps, c *tools.Call) (*tools.WrittenOne, error) {
	if only := in.ofOne(); len(only) > 0 {
		return nil, training.Errorf(training.KindInvalid, "%s cannot be set for several activities at once.", strings.Join(only, ", ")).
			WithFix("Leave out more_ids, and edit each activity by itself.")
	}
	hidden, err := d.Journal.Withheld(ctx, c.Scope)
	if err != nil {
		return nil, err
	}
	var all []func(*store.Tx) (journal.Effect, error)
	seen, targets := map[training.ActivityID]bool{}, map[string]string{}
	for i, id := range append([]string{in.ID}, in.MoreIDs...) {
		row, err := d.stored(ctx, c, id)
		if err != nil {
			return nil, tools.InRow("activity", i, err)
		}
		if seen[row.ID] {
			continue
		}
		seen[row.ID] = true
		e, err := in.edit(&row, hidden)
		if err != nil {
			return nil, tools.InRow("activity", i, err)
		}
		if len(e.Changes) > 0 {
			targets[string(row.ID)] = version(&row)
			all = append(all, applied(c.Scope.Athlete, row.ID, e))
		}
	}
	if len(all) == 0 {
		return nil, unchanged()
	}
	w := c.Write(i18n.Sentencef("Edit %s.", i18n.Numbered(len(all), "activity", "activities")), targets)
	w.Destructive = len(all) > freeEdits && c.Scope.Audience == training.AudienceModel
	out, err := c.Do(ctx, d.Journal, w, "", false, func(tx *store.Tx) (effect journal.Effect, err error) {
		for _, apply := range all {
			one, err := apply(tx)
			if err != nil {
				return effect, err
			}
			effect.Changes, effect.Changed = append(effect.Changes, one.Changes...), append(effect.Changed, one.Changed...)
		}
		return effect, nil
	})
	if n := len(seen) - len(all); err == nil && n > 0 {
		out.Notes = append(out.Notes, i18n.Sentencef("Unchanged, because they already have these values: %s.",
			i18n.Numbered(n, "activity", "activities")))
	}
	return out, err
}

// ofOne returns the given arguments that fit only one activity.
func (in *updateIn) ofOne() (only []string) {
	for name, given := range map[string]bool{
		"hide_from_home": in.Hide != nil, "intervals": in.Marked != nil, "send_to": in.SendTo != "",
	} {
		if given {
			only = append(only, name)
		}
	}
	slices.Sort(only)
	return only
}

// stored returns an activity, or an error if only a service has it.
func (d Deps) stored(ctx context.Context, c *tools.Call, id string) (store.ActivityRow, error) {
	if at, there, err := d.Apart.Stands(ctx, c.Scope, id); err != nil || there {
		if err == nil {
			err = training.Errorf(training.KindUnsupported, "%s is only on %s.", at.Ref, at.Title).
				WithFix("Leave out more_ids, and edit it by itself.")
		}
		return store.ActivityRow{}, err
	}
	return activity.Find(ctx, d.Store, c.Scope, id)
}
