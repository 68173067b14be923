package settings

import (
	"context"

	"lapkeep/internal/analysis/settings"
	"lapkeep/internal/journal"
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/dated"
	"lapkeep/internal/training"
)

const toolset = "settings"

// Store reads for the toolset.
type Store interface {
	settings.Reader
	settings.LoadReader
	Gear(ctx context.Context, s training.Scope) ([]training.Gear, error)
}

// Deps holds what the rows work on.
type Deps struct {
	Store   Store
	Journal tools.Journal
	// Title is the proper name of a service; nil knows none.
	Title func(a training.AthleteID, source string) string
}

// Rows are the tools of the toolset.
func Rows(d Deps) []tools.Row {
	return []tools.Row{getRow(d), saveRow(d), deleteRow(d), applyRow(d)}
}

// written is the answer to a write.
type written struct {
	LocalDate training.Day   `json:"local_date"`
	TimeZone  string         `json:"time_zone"`
	Sport     training.Sport `json:"sport"`
	// Loads counts the activities whose loads change.
	Loads *settings.Reach `json:"loads,omitempty"`
	journal.Outcome
	Notes []phrase.Sentence `json:"notes,omitempty"`
}

// order is a write of a plan that is about to be made.
type order struct {
	sport   training.Sport
	summary phrase.Sentence
	plan    *dated.Plan
	own     *words // nil if they stay
	asks    bool
	deletes bool // all settings of the sport
	// there are the settings that a service is to apply to its past; nil if
	// it is not asked to.
	there *settings.Service
}

// make makes the write in one journaled transaction.
func (o *order) make(ctx context.Context, d Deps, c *tools.Call) (*written, error) {
	who, err := d.Store.Athlete(ctx, c.Whole())
	if err != nil {
		return nil, err
	}
	o.plan.Tell(who, c.Today, o.deletes)
	out := &written{LocalDate: c.Today, TimeZone: c.Location.String(), Sport: o.sport, Notes: o.plan.Notes}
	if len(o.plan.Changes) == 0 {
		out.DryRun = c.DryRun
		out.Notes = append(out.Notes, "Nothing changed: these values already hold.")
		return out, ctx.Err()
	}
	if out.Loads, err = settings.Between(ctx, d.Store, c.Scope, c.Today, o.sport, o.plan.History, o.plan.After()); err != nil {
		return nil, err
	}
	w := c.Write(o.summary, o.plan.Targets)
	w.Destructive = o.asks
	if o.there != nil {
		w.Targets = o.thereToo(w.Targets)
	}
	out.Outcome, err = d.Journal.Do(ctx, w, func(tx *store.Tx) (journal.Effect, error) {
		e := journal.Effect{Changes: o.plan.Changes}
		if o.there != nil {
			e.Changed = append(e.Changed, journal.SettingsApplied{Document: o.there.ID})
		}
		if err := o.plan.Apply(tx, c.Scope.Athlete, &e); err != nil || o.own == nil {
			return e, err
		}
		err := o.own.put(tx, c.Scope.Athlete, &e)
		return e, err
	})
	if o.there != nil && !sends(out, err) {
		err = training.Errorf(training.KindUnsupported, "%s is not connected, so nobody applies settings to the past there.", o.there.Source).
			WithFix("Connect it first, or leave at_service out: here values follow the settings of their day.")
	}
	if err != nil {
		return nil, err
	}
	return out, nil
}
