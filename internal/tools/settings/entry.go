package settings

import (
	"context"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// entry holds a service's sport settings, which a call identifies by their id.
type entry struct {
	training.SportSettings
	doc document.Document
	// dated lists the disciplines to which these settings apply. The athlete's
	// dated settings for these disciplines are sent to these settings of the service.
	dated  []training.Discipline
	source string // display name of the service
}

// name returns the id, with the service's own names of the sports.
func (e *entry) name() string { return e.doc.ID + " (" + e.types() + ")" }

func (e *entry) types() string {
	words := make([]string, min(len(e.Types), maxTypes))
	for i := range words {
		words[i] = textclean.Line(e.Types[i], nameRunes)
	}
	return strings.Join(words, ", ")
}

// maxTypes is the maximum number of names of sports that are listed.
const maxTypes = 40

// entries returns the sport settings of all services.
func entries(ctx context.Context, d Deps, c *tools.Call) ([]entry, error) {
	stored, err := document.List[training.SportSettings](ctx, d.Store, c.Whole(), document.SportSettings)
	var all []entry
	for _, doc := range stored {
		if len(doc.Statements) == 0 {
			continue
		}
		e := entry{SportSettings: doc.Value, doc: doc.Document, source: doc.Statements[0].Source}
		if d.Title != nil {
			e.source = d.Title(c.Scope.Athlete, e.source)
		}
		all = append(all, e)
	}
	return all, err
}

// find returns the settings that a call identifies by their id, or nil if there is no id.
// If a sport is given, the settings must apply to it.
func find(ctx context.Context, d Deps, c *tools.Call, id string, sport training.Discipline) (*entry, error) {
	if id == "" {
		if sport.IsZero() {
			return nil, training.Errorf(training.KindInvalid, "It is not clear whose settings are meant.").
				WithFix("Give sport, or the sport_id of one service's settings; get_sport_settings shows both.")
		}
		return nil, nil
	}
	all, err := entries(ctx, d, c)
	if err != nil {
		return nil, err
	}
	var names []string
	var found []entry
	for _, e := range all {
		names = append(names, e.name())
		if id == e.doc.ID || id == e.ID {
			found = append(found, e)
		}
	}
	switch {
	case len(all) == 0:
		return nil, training.Errorf(training.KindNotFound, "No connected service has sport settings, so there is no sport_id %q.",
			tools.Clip(id)).
			WithFix("Give sport instead.")
	case len(found) != 1:
		return nil, training.Errorf(training.KindNotFound, "No service has settings with the sport_id %q.", tools.Clip(id)).
			WithFix("Give one of: %s.", strings.Join(names, "; "))
	}
	e := &found[0]
	if !slices.ContainsFunc(e.Sports, sport.Has) {
		return nil, training.Errorf(training.KindInvalid, "The settings %s are not those of %s.", e.name(), sport).
			WithFix("Leave sport out, or give one of: %s.", strings.Join(names, "; "))
	}
	for _, s := range e.Sports {
		if e.has(s) && sport.Has(s) && !slices.ContainsFunc(all, func(o entry) bool {
			return o.doc.ID != e.doc.ID && o.has(s) && len(o.Sports) <= len(e.Sports)
		}) {
			e.dated = append(e.dated, s)
		}
	}
	return e, nil
}

// has reports whether the settings apply to exactly this discipline.
func (e *entry) has(d training.Discipline) bool {
	of, ok := e.HoldsFor(d)
	return ok && of == d
}

// sport returns the discipline to which these settings belong, or the zero discipline if
// the service has more specific settings for everything that they apply to.
func (e *entry) sport() (training.Discipline, error) {
	switch len(e.dated) {
	case 0:
		return training.Discipline{}, nil
	case 1:
		return e.dated[0], nil
	}
	words := make([]string, len(e.dated))
	for i, s := range e.dated {
		words[i] = s.String()
	}
	return training.Discipline{}, training.Errorf(training.KindInvalid, "The settings %s belong to several sports.", e.name()).
		WithFix("Also pass the one you mean as sport: %s.", strings.Join(words, ", "))
}

// undated returns the error for arguments that do not make sense for settings without dates.
func (e *entry) undated(arguments string) error {
	return training.Errorf(training.KindInvalid, "On %s, the settings %s apply only to today, because each of their sports has more "+
		"specific settings.",
		e.source, e.name()).WithFix("Leave out %s.", arguments)
}

// saveEntry changes settings on the service to which they belong.
func (in *saveIn) saveEntry(ctx context.Context, d Deps, c *tools.Call, e *entry) (*written, error) {
	if in.CP != nil || len(in.Clear) > 0 || in.From.Set && in.From.Day != c.Today {
		return nil, e.undated("effective_from, clear and critical_power_w")
	}
	is := e.SportSettings
	if err := in.settle(&is, c.Today); err != nil {
		return nil, err
	}
	if in.Gear != nil {
		if err := gearIsThere(ctx, d, c, *in.Gear); err != nil {
			return nil, err
		}
		is.DefaultGearID = *in.Gear
	}
	w, err := e.words()
	if err != nil {
		return nil, err
	}
	if err := w.differ(e, &is); err != nil {
		return nil, err
	}
	o := e.order(w)
	o.summary = i18n.Sentencef("Set %s for %s on %s.", fieldsOf(o.plan), e.types(), e.source)
	return o.make(ctx, d, c)
}

// settle applies the arguments to the settings of a service.
func (in *saveIn) settle(s *training.SportSettings, today training.Day) error {
	sport := training.Other.Plain()
	if len(s.Sports) > 0 {
		sport = s.Sports[0]
	}
	wanted, err := in.entries(sport, today)
	if err != nil {
		return err
	}
	after := map[training.ThresholdKey][]float64{}
	for _, x := range wanted {
		after[x.Key] = x.Values
	}
	if len(after) == 0 && in.PowerNames == nil && in.HRNames == nil && in.PaceNames == nil && in.Gear == nil {
		return nothingNamed()
	}
	if stays := s.Settle(nil, after); len(stays) > 0 {
		return training.Errorf(training.KindInvalid, "The service cannot save %s.", strings.Join(stays, ", ")).
			WithFix("Give rising bounds, together with the threshold that they refer to.")
	}
	if s.MaxHRBpm > 0 && s.LTHRBpm >= s.MaxHRBpm {
		return training.Errorf(training.KindInvalid, "lthr_bpm (%g) would not be below max_hr_bpm (%g).", s.LTHRBpm, s.MaxHRBpm).
			WithFix("Give both.")
	}
	for _, n := range []struct {
		field string
		given []string
		zones []float64
		at    *[]string
	}{
		{"power_zone_names", in.PowerNames, s.PowerZonesPct, &s.PowerZoneNames},
		{"hr_zone_names", in.HRNames, s.HRZonesBpm, &s.HRZoneNames},
		{"pace_zone_names", in.PaceNames, s.PaceZonesPct, &s.PaceZoneNames},
	} {
		if n.given == nil {
			continue
		}
		if *n.at, err = cleanNames(n.field, n.given); err != nil {
			return err
		}
		if len(n.given) != len(n.zones) {
			return training.Errorf(training.KindInvalid, "%s has %d names, and there are %d zones.", n.field, len(n.given), len(n.zones)).
				WithFix("Give one name per zone.")
		}
	}
	return nil
}

// deleteEntry deletes settings on the service to which they belong.
func (in *deleteIn) deleteEntry(ctx context.Context, d Deps, c *tools.Call, e *entry) (*written, error) {
	if in.Day.Set {
		return nil, e.undated("effective_from")
	}
	w, err := e.words()
	if err != nil {
		return nil, err
	}
	w.gone = true
	w.changes = []journal.Change{{Of: ofSport, Target: e.name(), Field: "settings", Before: i18n.Name(e.source + "'s"), After: "deleted"}}
	o := e.order(w)
	o.asks = true
	o.summary = i18n.Sentencef("Delete the settings for %s on %s.", e.types(), e.source)
	for _, s := range e.dated {
		o.plan.Notes = append(o.plan.Notes, i18n.Sentencef("The athlete's dated settings for %s stay here.", s))
	}
	return o.make(ctx, d, c)
}

// words returns the athlete's own layer of the settings.
func (e *entry) words() (*words, error) {
	w := &words{id: e.doc.ID, of: e.name(), had: e.doc.Own, fields: map[string]any{}}
	if len(w.had) == 0 {
		return w, nil
	}
	return w, json.Unmarshal(w.had, &w.fields)
}

// differ sets the fields of w that differ between the old and the new settings.
func (w *words) differ(e *entry, is *training.SportSettings) error {
	var members [2]map[string]any
	for i, s := range []*training.SportSettings{&e.SportSettings, is} {
		b, err := json.Marshal(s)
		if err == nil {
			err = json.Unmarshal(b, &members[i])
		}
		if err != nil {
			return err
		}
	}
	if _, had := members[0]["default_gear_id"]; had && is.DefaultGearID == "" {
		members[1]["default_gear_id"] = ""
	}
	for _, name := range slices.Sorted(maps.Keys(members[1])) {
		was, now := members[0][name], members[1][name]
		if reflect.DeepEqual(was, now) {
			continue
		}
		w.fields[name] = now
		w.changes = append(w.changes, journal.Change{
			Of: ofSport, Target: e.name(), Field: name, Before: i18n.Name(shownField(was)), After: i18n.Name(shownField(now)),
		})
	}
	return nil
}

const ofSport = store.ChangeKind(document.SportSettings)

// words holds the athlete's undated settings: the names of zones and the
// default gear of a sport, or the fields that are sent to a service.
type words struct {
	id, of  string
	had     json.RawMessage
	fields  map[string]any
	deleted bool // these settings are being deleted
	gone    bool // the service's settings are being deleted
	changes []journal.Change
}

// read returns the athlete's undated settings for a sport.
func read(ctx context.Context, d Deps, c *tools.Call, sport training.Discipline) (*words, error) {
	docs, err := d.Store.Documents(ctx, c.Whole(), document.SportSettings, document.Filter{ID: sport.String()})
	if err != nil {
		return nil, err
	}
	w := &words{id: sport.String(), of: sport.String(), fields: map[string]any{}}
	if len(docs) == 0 {
		return w, nil
	}
	w.had = docs[0].Own
	if len(w.had) > 0 {
		err = json.Unmarshal(w.had, &w.fields)
	}
	return w, err
}

// set sets a field. An empty value clears it.
func (w *words) set(field string, value any, shown string) {
	former := shownField(w.fields[field])
	if former == shown {
		return
	}
	if w.fields[field] = value; shown == "" {
		delete(w.fields, field)
	}
	w.changes = append(w.changes, journal.Change{
		Of: ofSport, Target: w.of, Field: field, Before: i18n.Name(former), After: i18n.Name(shown),
	})
}

func shownField(v any) string {
	switch x := v.(type) {
	case string:
		return textclean.Line(x, nameRunes)
	case []any:
		var names []string
		for _, n := range x {
			names = append(names, shownField(n))
		}
		return strings.Join(names, ", ")
	case float64:
		return strconv.FormatFloat(answers.Round(x, 2), 'f', -1, 64)
	}
	return ""
}

// maxNames is the maximum number of zone names, and nameRunes the maximum length of each.
const (
	maxNames  = 10
	nameRunes = 40
)

// name sets the names of the zones of one kind.
func (w *words) name(field string, names []string) error {
	if names == nil {
		return nil
	}
	list, err := cleanNames(field, names)
	if err != nil {
		return err
	}
	clean := make([]any, len(list))
	for i, n := range list {
		clean[i] = n
	}
	w.set(field, clean, shownField(clean))
	return nil
}

// cleanNames returns zone names in clean form. They must be unique.
func cleanNames(field string, names []string) ([]string, error) {
	clean := make([]string, 0, len(names))
	for _, n := range names {
		n = textclean.Line(n, nameRunes)
		if n == "" || slices.Contains(clean, n) {
			return nil, training.Errorf(training.KindInvalid, "%s has an empty or duplicate name.",
				field).WithFix("Give one name per zone, or an empty list for the default names.")
		}
		clean = append(clean, n)
	}
	return clean, nil
}

// put writes the settings. It returns an error if they have changed since the change was computed.
func (w *words) put(tx *store.Tx, a training.AthleteID, e *journal.Effect) error {
	own := tools.OwnWords{
		In: document.SportSettings, ID: w.id, Had: w.had,
		Stale: training.Errorf(training.KindConflict, "The settings of %s were changed in the meantime.",
			w.of).WithFix("Read them again, then call again."),
	}
	own.Own.Deleted = w.gone
	if len(w.fields) > 0 && !w.deleted {
		var err error
		if own.Own.Fields, err = tools.Marshal(w.fields); err != nil {
			return err
		}
	}
	return own.Put(tx, a, e)
}
