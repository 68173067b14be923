package settings

import (
	"context"
	"slices"
	"strings"

	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

const toolset = "settings"

// Deps holds the dependencies of the tools.
type Deps struct {
	Store   store.Reader
	Journal *journal.Journal
	// Title returns the display name of a service. nil means that no service is known.
	Title func(a training.AthleteID, source string) string
}

// Rows returns the tools of the toolset.
func Rows(d Deps) []tools.Row {
	return []tools.Row{getRow(d), saveRow(d), deleteRow(d), applyRow(d)}
}

// written is the answer to a write.
type written struct {
	LocalDate training.Day        `json:"local_date"`
	TimeZone  string              `json:"time_zone"`
	Sport     training.Discipline `json:"sport,omitzero"`
	SportID   string              `json:"sport_id,omitempty"`
	// Loads is the number of activities whose loads change.
	Loads *athlete.Reach `json:"loads,omitempty"`
	journal.Outcome
	Notes []i18n.Sentence `json:"notes,omitempty"`
}

// order is a write that has not been carried out yet.
type order struct {
	sport   training.Discipline
	summary i18n.Sentence
	plan    *tools.Plan
	own     *words // nil if they do not change
	asks    bool
	deletes bool // all settings of the sport are being deleted
	// there holds the settings that a service should apply to past activities. It is nil
	// if this is not requested.
	there *athlete.Service
	entry *entry // the service's settings that the call identifies, or nil
}

// order returns the write of w to the settings of a service.
func (e *entry) order(w *words) *order {
	o := &order{plan: &tools.Plan{Changes: w.changes}, own: w, entry: e}
	for _, said := range e.doc.Statements {
		o.plan.Target("sport_settings:"+e.doc.ID, string(said.Body)+string(w.had))
	}
	return o
}

// make carries out the write in one transaction and records it in the journal.
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
		out.Notes = append(out.Notes, "Nothing changed: these values already apply.")
		return out, ctx.Err()
	}
	if !o.sport.IsZero() {
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

// write returns the function that writes the plan.
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

// reaches returns an error if only a service can carry out the write, but no service
// would receive it.
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
			WithFix("Connect it first, or pass sport for the settings kept here.")
	}
	return training.Errorf(training.KindUnsupported, "%s is not connected, so settings cannot be applied to past activities "+
		"there.", o.there.Source).
		WithFix("Connect it first, or leave at_service out: here, each activity uses the settings for its own day.")
}

type deleteIn struct {
	Sport training.Discipline `json:"sport,omitzero"`
	ID    string              `json:"sport_id,omitempty" jsonschema:"or the id of a service's settings"`
	Day   tools.Date          `json:"effective_from,omitzero" jsonschema:"only those of this day"`
}

func deleteRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "delete_sport_settings", Title: "Delete sport settings", Toolset: toolset, Safety: tools.Destructive, Sends: true, Full: true,
		Description: "Deletes the dated thresholds and zones of one sport, or those of one day, after a person has agreed; the settings " +
			"for all sports then apply. Reports how many activity loads change.",
		Aliases: map[string]string{"sport_type": "sport"},
	}, func(ctx context.Context, c *tools.Call, in deleteIn) (*written, error) {
		return in.delete(ctx, d, c)
	})
}

func (in *deleteIn) delete(ctx context.Context, d Deps, c *tools.Call) (*written, error) {
	sport := in.Sport
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
	o := &order{sport: sport, plan: plan, asks: true, deletes: !in.Day.Set, summary: i18n.Sentencef("Delete the settings for %s.", sport)}
	if in.Day.Set {
		o.summary = i18n.Sentencef("Delete the settings for %s that apply from %s.", sport, in.Day.Day)
	} else if err := o.deleteWords(ctx, d, c); err != nil {
		return nil, err
	}
	if len(plan.Changes) == 0 {
		return nil, training.Errorf(training.KindNotFound, "There are no such settings for %s.", sport).
			WithFix("get_sport_settings with history shows what was set for which days; update_athlete_settings changes settings for all sports.")
	}
	return o.make(ctx, d, c)
}

// deleteWords plans to delete the names of zones and the default gear, too.
func (o *order) deleteWords(ctx context.Context, d Deps, c *tools.Call) error {
	w, err := read(ctx, d, c, o.sport)
	if err != nil || len(w.had) == 0 {
		return err
	}
	w.deleted = true
	o.own = w
	o.plan.Target("sport_settings:"+o.sport.String(), string(w.had))
	o.plan.Changes = append(o.plan.Changes, journal.Change{
		Of: ofSport, Target: o.sport.String(),
		Field: "names of zones and default gear", Before: "the athlete's own", After: "deleted",
	})
	return nil
}

type getIn struct {
	Sport   training.Discipline `json:"sport,omitzero"`
	Date    tools.Date          `json:"date,omitzero"`
	History bool                `json:"history,omitempty" jsonschema:"all dated values"`
}

func getRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "get_sport_settings", Title: "Thresholds and zones by sport", Toolset: toolset, Idempotent: true,
		Description: "FTP, indoor FTP, W', sprint power, LTHR, heart rates, threshold pace, zones with names, sweet spot and default " +
			"gear of each sport on a day, since when, and the values on connected services.",
		Aliases: map[string]string{"sport_type": "sport", "day": "date"},
	}, func(ctx context.Context, c *tools.Call, in getIn) (*athlete.SettingsView, error) {
		return athlete.ReadSettings(ctx, d.Store, c.Scope, c.Frame(),
			athlete.Query{Day: in.Date.Or(c.Today), Sport: in.Sport, History: in.History})
	})
}

type applyIn struct {
	Sport    training.Discipline `json:"sport,omitzero"`
	ID       string              `json:"sport_id,omitempty" jsonschema:"or the id of a service's settings"`
	From     tools.Date          `json:"from,omitzero" jsonschema:"first day to change; without it, nothing is written"`
	Settings []string            `json:"settings,omitempty" jsonschema:"e.g. ftp_w"`
	There    bool                `json:"at_service,omitempty" jsonschema:"a service recomputes its history; cannot be undone"`
}

func applyRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "apply_sport_settings", Title: "Apply settings to past activities", Toolset: toolset, Safety: tools.Write,
		Sends: true, Asks: true, Idempotent: true,
		Description: "Applies today's thresholds and zones of a sport to past activities, and reports how many activity loads change. " +
			"at_service makes a connected service recompute its history. Asks the athlete before replacing values.",
		Aliases: map[string]string{"sport_type": "sport", "effective_from": "from"},
	}, func(ctx context.Context, c *tools.Call, in applyIn) (*written, error) {
		return in.apply(ctx, d, c)
	})
}

func (in *applyIn) apply(ctx context.Context, d Deps, c *tools.Call) (*written, error) {
	sport := in.Sport
	e, err := find(ctx, d, c, in.ID, sport)
	if err != nil {
		return nil, err
	}
	if e != nil && (in.From.Set || !in.There) {
		if sport, err = e.sport(); err != nil {
			return nil, err
		}
		if sport.IsZero() {
			return nil, e.undated("from and settings, and give at_service")
		}
	}
	history, err := d.Store.History(ctx, c.Whole())
	if err != nil {
		return nil, err
	}
	o := &order{sport: sport, entry: e, plan: &tools.Plan{History: history, From: in.From.Or(c.Today)}}
	if in.There {
		if o.there, err = heldThere(ctx, d, c, sport, e); err != nil {
			return nil, err
		}
		o.asks = true
	}
	if in.From.Set || !in.There {
		now, shared, err := in.inForce(history, sport, c.Today)
		if err != nil {
			return nil, err
		}
		if len(shared) > 0 {
			o.plan.Notes = append(o.plan.Notes,
				i18n.Sentencef("%s is set for all sports and was not changed; change it with update_athlete_settings.", strings.Join(shared, ", ")))
		}
		if !in.From.Set {
			return in.tell(c, sport, now, o.plan.Notes), nil
		}
		if err := in.reach(o, now, c.Today); err != nil {
			return nil, err
		}
	}
	o.tellThere()
	return o.make(ctx, d, c)
}

// reach plans to apply today's settings from the day in the arguments onwards.
func (in *applyIn) reach(o *order, now []training.ThresholdEntry, today training.Day) error {
	if in.From.Day > today {
		return training.Errorf(training.KindInvalid, "%s is in the future.",
			in.From.Day).WithFix("Give today or an earlier day; save_sport_settings sets values from a future day on.")
	}
	o.asks = reachBack(o.plan, now, today) > 0 || o.asks
	o.summary = i18n.Sentencef("Apply today's settings for %s from %s on.", o.sport, in.From.Day)
	return nil
}

// inForce returns the sport's own settings that apply today, and the names of
// those that are set only for all sports together.
func (in *applyIn) inForce(
	history training.History, sport training.Discipline, today training.Day,
) (now []training.ThresholdEntry, shared []string, err error) {
	for _, name := range in.Settings {
		if !slices.Contains(clearable(), name) {
			return nil, nil, training.Errorf(training.KindInvalid, "%q is not a sport setting.",
				name).WithFix("Give one or more of %s.", strings.Join(clearable(), ", "))
		}
	}
	t := fitness.NewTimeline(history)
	for _, name := range clearable() {
		k, of := tools.Named(name, sport)
		e, ok := t.Since(k, sport, today)
		if !ok || of != sport || len(in.Settings) > 0 && !slices.Contains(in.Settings, name) {
			continue
		}
		switch e.Sport {
		case training.Discipline{}:
			shared = append(shared, name)
		case sport:
			now = append(now, e)
		}
	}
	if len(now) == 0 {
		return nil, nil, training.Errorf(training.KindNotFound, "None of the current settings for %s is set for the sport as a whole.", sport).
			WithFix("get_sport_settings shows the current values; save_sport_settings sets them from any day on.")
	}
	return now, shared, nil
}

// reachBack plans to apply the entries from the plan's day on. It returns the
// number of entries between that day and today that are replaced.
func reachBack(p *tools.Plan, now []training.ThresholdEntry, today training.Day) (removed int) {
	for _, e := range now {
		moved := e
		moved.From = p.From
		for _, h := range p.History {
			if h.Key == e.Key && h.Sport == e.Sport && h.From > p.From && h.From <= today {
				p.Remove(h)
				if h.From != e.From {
					removed++
				}
			} else if h.Key == e.Key && h.Sport == e.Sport && h.From == p.From && !slices.Equal(h.Values, e.Values) {
				removed++
			}
		}
		p.Put(moved)
	}
	return removed
}

// tell returns an answer which states that nothing has to be done, and the day from which
// each value applies.
func (in *applyIn) tell(c *tools.Call, sport training.Discipline, now []training.ThresholdEntry, notes []i18n.Sentence) *written {
	out := &written{LocalDate: c.Today, TimeZone: c.Location.String(), Sport: sport, Notes: notes}
	out.DryRun = c.DryRun
	out.Notes = append(out.Notes, "Nothing needs to be recomputed: every load and zone uses the settings of its own day.")
	for _, e := range now {
		out.Notes = append(out.Notes, i18n.Sentencef("%s %s applies from %s on; pass from to apply it from an earlier day.",
			tools.DatedName(e), tools.DatedWords(e), e.From))
	}
	return out
}
