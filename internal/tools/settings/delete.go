package settings

import (
	"context"

	"lapkeep/internal/i18n"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

type deleteIn struct {
	Sport tools.SportArg `json:"sport,omitempty"`
	ID    string         `json:"sport_id,omitempty" jsonschema:"instead: one entry of a service"`
	Day   tools.Date     `json:"effective_from,omitzero" jsonschema:"only those set from this day; default all"`
}

func deleteRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "delete_sport_settings", Title: "Delete settings of a sport", Toolset: toolset, Safety: tools.Destructive, Sends: true, Full: true,
		Description: "Deletes the dated thresholds and zones of one sport, or those of one day, after a person has " +
			"agreed; what holds for all sports takes over. " +
			"Says how many loads change. Can be undone.",
		Aliases: map[string]string{"sport_type": "sport"},
	}, func(ctx context.Context, c *tools.Call, in deleteIn) (*written, error) {
		return in.delete(ctx, d, c)
	})
}

func (in *deleteIn) delete(ctx context.Context, d Deps, c *tools.Call) (*written, error) {
	sport := in.Sport.Sport()
	if e, err := find(ctx, d, c, in.ID, sport); err != nil {
		return nil, err
	} else if e != nil {
		return in.deleteEntry(ctx, d, c, e)
	}
	history, err := d.Store.History(ctx, c.Whole())
	if err != nil {
		return nil, err
	}
	plan := &tools.Plan{History: history, From: in.Day.Or(c.Today)}
	for _, e := range history {
		if e.Sport == sport && (!in.Day.Set || e.From == in.Day.Day) && e.Key != training.KeyWeight {
			plan.Remove(e)
		}
	}
	o := &order{sport: sport, plan: plan, asks: true, deletes: !in.Day.Set, summary: i18n.Sentencef("Delete the settings of %s.", sport)}
	if in.Day.Set {
		o.summary = i18n.Sentencef("Delete the settings of %s that hold from %s.", sport, in.Day.Day)
	} else if err := o.deleteWords(ctx, d, c); err != nil {
		return nil, err
	}
	if len(plan.Changes) == 0 {
		return nil, training.Errorf(training.KindNotFound, "There are no such settings of %s.", sport).
			WithFix("get_sport_settings with history shows what was set for which days; what holds for all sports is " +
				"changed with update_athlete_settings.")
	}
	return o.make(ctx, d, c)
}

// deleteWords takes the names of zones and the default gear along.
func (o *order) deleteWords(ctx context.Context, d Deps, c *tools.Call) error {
	w, err := read(ctx, d, c, o.sport)
	if err != nil || len(w.had) == 0 {
		return err
	}
	w.deleted = true
	o.own = w
	o.plan.Target("sport_settings:"+string(o.sport), string(w.had))
	o.plan.Changes = append(o.plan.Changes, journal.Change{
		Of: ofSport, Target: string(o.sport),
		Field: "names of zones and default gear", Before: "the athlete's own", After: "deleted",
	})
	return nil
}
