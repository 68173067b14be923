package settings

import (
	"context"
	"slices"

	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

const toolset = "settings"

// Store reads for the toolset.
type Store interface {
	athlete.SettingsReader
	athlete.LoadReader
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
	Sport     training.Sport `json:"sport,omitempty"`
	SportID   string         `json:"sport_id,omitempty"`
	// Loads counts the activities whose loads change.
	Loads *athlete.Reach `json:"loads,omitempty"`
	journal.Outcome
	Notes []i18n.Sentence `json:"notes,omitempty"`
}

// order is a write of a plan that is about to be made.
type order struct {
	sport   training.Sport
	summary i18n.Sentence
	plan    *tools.Plan
	own     *words // nil if they stay
	asks    bool
	deletes bool // all settings of the sport
	// there are the settings that a service is to apply to its past; nil if
	// it is not asked to.
	there *athlete.Service
	entry *entry // the settings of a service that the call names, nil if none
}

// order writes words on the settings of a service.
func (e *entry) order(w *words) *order {
	o := &order{plan: &tools.Plan{Changes: w.changes}, own: w, entry: e}
	for _, said := range e.doc.Said {
		o.plan.Target("sport_settings:"+e.doc.ID, string(said.Body)+string(w.had))
	}
	return o
}

// make makes the write in one journaled transaction.
func (o *order) make(ctx context.Context, d Deps, c *tools.Call) (*written, error) {
	who, err := d.Store.Athlete(ctx, c.Whole())
	if err != nil {
		return nil, err
	}
	o.plan.Tell(who, c.Today, o.deletes)
	out := &written{LocalDate: c.Today, TimeZone: c.Location.String(), Sport: o.sport, Notes: o.plan.Notes}
	if o.entry != nil {
		out.SportID = o.entry.doc.ID
	}
	if len(o.plan.Changes) == 0 {
		out.DryRun = c.DryRun
		out.Notes = append(out.Notes, "Nothing changed: these values already hold.")
		return out, ctx.Err()
	}
	if o.sport != "" {
		if out.Loads, err = athlete.SettingsBetween(ctx, d.Store, c.Scope, c.Today, o.sport, o.plan.History, o.plan.After()); err != nil {
			return nil, err
		}
	}
	w := c.Write(o.summary, o.plan.Targets)
	w.Destructive = o.asks
	if o.there != nil {
		w.Targets = o.thereToo(w.Targets)
	}
	if err := o.reaches(ctx, d, w); err != nil {
		return nil, err
	}
	out.Outcome, err = d.Journal.Do(ctx, w, o.write(c.Scope.Athlete))
	if err != nil {
		return nil, err
	}
	return out, nil
}

// write writes the plan.
func (o *order) write(a training.AthleteID) func(*store.Tx) (journal.Effect, error) {
	return func(tx *store.Tx) (journal.Effect, error) {
		e := journal.Effect{Changes: o.plan.Changes}
		if o.there != nil {
			e.Changed = append(e.Changed, journal.SettingsApplied{Document: o.there.ID})
		}
		if err := o.plan.Apply(tx, a, &e); err != nil || o.own == nil {
			return e, err
		}
		err := o.own.put(tx, a, &e)
		return e, err
	}
}

// reaches refuses what only a service can do and no service would be told.
func (o *order) reaches(ctx context.Context, d Deps, w journal.Write) error {
	alone := o.entry != nil && o.own != nil
	if o.there == nil && !alone {
		return nil
	}
	w.DryRun = true
	would, err := d.Journal.Do(ctx, w, o.write(w.Athlete))
	if err != nil || slices.ContainsFunc(would.AtService, func(a journal.AtService) bool { return a.State != journal.AtServiceNot }) {
		return err
	}
	if alone {
		return training.Errorf(training.KindUnsupported, "%s is not connected, so its settings stay as they are.", o.entry.source).
			WithFix("Connect it first, or give sport for what holds here.")
	}
	return training.Errorf(training.KindUnsupported, "%s is not connected, so nobody applies settings to the past there.", o.there.Source).
		WithFix("Connect it first, or leave at_service out: here values follow the settings of their day.")
}
