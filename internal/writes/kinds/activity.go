package kinds

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/limited"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/internal/writes/outbox"
)

// Activities is the [outbox.Kind] for activities. Edits to an activity are sent to each
// service that has it.
type Activities struct {
	// Refs translates the ids of gear.
	Refs Refs
	// Files reads recordings and their files.
	Files *store.DB
	// Rows holds the data of services whose terms limit how long it may be stored.
	Rows *limited.DB
}

// toldBy lists, for each local field, the fields in which a service gets it.
// Fields that are not listed are not sent.
var toldBy = map[string][]string{
	"name": {"name"}, "description": {"description"}, "sport": {"sport", "sub_sport"},
	"sub_sport": {"sport", "sub_sport", "indoor"}, "tags": {"tags"},
	"race": {"race"}, "commute": {"commute"}, "gear_id": {"gear_id"}, "perceived_exertion": {"perceived_exertion"}, "feel": {"feel"},
	"carbs_g": {"carbs_g"}, "ignored": {"ignore_power", "ignore_hr"},
}

func editFields() []string {
	return []string{
		"name", "description", "sport", "sub_sport", "tags", "race", "commute", "indoor", "gear_id", "perceived_exertion", "feel", "carbs_g",
		"ignore_power", "ignore_hr", "hide_from_home",
	}
}

// ownAlone lists the fields that affect only the athlete's own numbers. All
// other fields are visible to everybody who can see the activity.
var ownAlone = []string{"gear_id", "perceived_exertion", "feel", "carbs_g", "ignore_power", "ignore_hr", "external_id", "hide_from_home"}

// Others describes who sees the change: the people to whom the service shows
// the athlete's activities. Services do not reveal whether there are any.
func (Activities) Others(a ledger.Action, _ outbox.Fields, names []string) i18n.Sentence {
	if a == ledger.Create || slices.ContainsFunc(names, func(n string) bool { return !slices.Contains(ownAlone, n) }) {
		return "everybody who may see the athlete's activities there"
	}
	return ""
}

// Name returns "activity".
func (Activities) Name() string { return "activity" }

// Of returns [training.ThingActivities].
func (Activities) Of() training.ThingKind { return training.ThingActivities }

// Can reports whether a service allows the action: changing any activity, or
// creating and deleting manual ones.
func (Activities) Can(s source.Service, a ledger.Action) bool {
	return Both[source.ActivityReader, source.ActivityWriter](s) && (a == ledger.Update || makes(s, a))
}

// Takes reports whether the service lets programs set a field.
func (Activities) Takes(s source.Service, name string) bool {
	if name == "sub_sport" {
		name = string(source.FieldSport)
	}
	return source.TakesField(s, source.ActivityField(name))
}

// Changed returns the change to send for edited fields, an entry, or a deletion.
func (k Activities) Changed(tx *store.Tx, a training.AthleteID, did journal.Changed) (*outbox.Change, error) {
	switch c := did.(type) {
	case journal.ActivityChanged:
		return k.edited(tx, a, c)
	case journal.ActivityEntered:
		return k.entered(tx, a, c)
	case journal.ActivityDeleted:
		return deletion(tx, a, c)
	case journal.ApartChanged:
		return changedApart(c), nil
	}
	return nil, nil
}

// edited returns the change to send for edited fields.
func (k Activities) edited(tx *store.Tx, a training.AthleteID, edited journal.ActivityChanged) (*outbox.Change, error) {
	act, err := tx.Shown(a, edited.Before.ID)
	if err != nil {
		return nil, err
	}
	c := &outbox.Change{Here: string(act.ID), There: known(&act)}
	before, err := Flat(editOf(&edited.Before), editFields())
	if err != nil {
		return nil, err
	}
	if c.Fields, err = Flat(editOf(&act), editFields()); err != nil {
		return nil, err
	}
	changed := append(outbox.Differing(k, before, c.Fields, nil), edited.Told...)
	for _, was := range edited.Fields {
		f := was.Field
		sent := slices.ContainsFunc(toldBy[f], func(n string) bool { return slices.Contains(changed, n) })
		// An unchanged description is not listed, because this would reveal to an audience
		// that may not see the description that it is unchanged.
		if !sent && f != "hidden_from_models" && f != "description" {
			c.Stays = append(c.Stays, f)
		}
		for _, n := range toldBy[f] {
			if sent && !slices.Contains(c.Names, n) {
				c.Names = append(c.Names, n)
			}
		}
	}
	return c, nil
}

// editOf returns those fields of an activity that can be sent to a service.
func editOf(a *training.Activity) source.ActivityEdit {
	e := source.ActivityEdit{
		Name: a.Name, Description: a.Description, Sport: a.Sport, SubSport: a.SubSport, Race: a.Race, Commute: a.Commute, Indoor: a.Indoor(),
		Feel: a.Feel, PerceivedExertion: a.PerceivedExertion, CarbsG: a.CarbsG, Tags: a.Tags, GearID: a.GearID,
	}
	if e.SubSport == training.SubIndoor {
		e.SubSport = ""
	}
	for _, i := range a.Ignored {
		e.IgnorePower = e.IgnorePower || i.Whole() && i.Channel == training.Power.String()
		e.IgnoreHR = e.IgnoreHR || i.Whole() && i.Channel == training.HeartRate.String()
	}
	return e
}

// thing converts a service's activity to an [outbox.Thing].
func (k Activities) thing(ctx context.Context, s source.Service, a source.Activity) (outbox.Thing, error) {
	if a.Withheld != "" {
		return outbox.Thing{}, training.Errorf(training.KindForbidden, "%s", a.Withheld)
	}
	gear, err := k.Refs.Here(ctx, s.Name(), string(document.Gear), a.Edit.GearID)
	if err != nil {
		return outbox.Thing{}, err
	}
	edit := a.Edit
	edit.GearID, a.Statement.GearID = gear, gear
	f, err := Flat(edit, editFields())
	if e := a.Statement.Entry; err == nil && e != nil && !recorded(&a) {
		n := numbersOf(a.StartLocal, e.TimerS, e.ElapsedS, e.Values)
		n.ExternalID = a.ExternalID
		var measured outbox.Fields
		measured, err = Flat(n, numberFields())
		maps.Copy(f, measured)
	}
	return outbox.Thing{ID: a.ID, Fields: f, Whole: a}, err
}

// Read returns the activity with the given id on the service.
func (k Activities) Read(ctx context.Context, s source.Service, id string) (outbox.Thing, error) {
	all, err := s.(source.ActivityReader).Activities(ctx, id)
	if err != nil {
		return outbox.Thing{}, err
	}
	if len(all) == 0 {
		return outbox.Thing{}, training.Errorf(training.KindNotFound, "The service has no activity %q.", id)
	}
	return k.thing(ctx, s, all[0])
}

// Update sets fields of an activity.
func (k Activities) Update(ctx context.Context, s source.Service, id string, f outbox.Fields, names []string) (outbox.Thing, error) {
	names, values := byName(f, names)
	t, fields, err := k.edits(ctx, s, f, names)
	if err != nil {
		return t, err
	}
	if len(fields) > 0 {
		var e source.ActivityEdit
		if err := Fill(f, &e); err != nil {
			return t, err
		}
		if e.GearID, err = k.gearThere(ctx, s, e.GearID, fields); err != nil {
			return t, err
		}
		a, err := s.(source.ActivityWriter).UpdateActivity(ctx, id, e, fields...)
		if err != nil {
			return t, err
		}
		if t, err = k.thing(ctx, s, a); err != nil {
			return t, err
		}
	}
	if len(values) == 0 {
		return t, nil
	}
	r, ok := s.(source.ActivityRestorer)
	if !ok {
		return t, training.Errorf(training.KindUnsupported, "The service cannot undo it.")
	}
	if err := r.Set(ctx, id, values); err != nil {
		return t, err
	}
	return k.Read(ctx, s, id)
}

// edits sends the numeric fields of an entry, and returns the fields that are still to be set.
func (k Activities) edits(
	ctx context.Context, s source.Service, f outbox.Fields, names []string,
) (t outbox.Thing, fields []source.ActivityField, err error) {
	t, ok, err := k.remade(ctx, s, f, names)
	if err != nil {
		return t, nil, err
	}
	for _, n := range names {
		if ok && (slices.Contains(numberFields(), n) || slices.Contains(entryWords(), n)) {
			continue
		}
		if n == "sub_sport" {
			n = string(source.FieldSport)
		}
		if !slices.Contains(fields, source.ActivityField(n)) {
			fields = append(fields, source.ActivityField(n))
		}
	}
	return t, fields, nil
}

// gearThere returns the service's id for gear, or "" if gear is not among the fields.
func (k Activities) gearThere(ctx context.Context, s source.Service, here string, fields []source.ActivityField) (string, error) {
	if !slices.Contains(fields, source.FieldGear) {
		return "", nil
	}
	return k.Refs.There(ctx, s.Name(), string(document.Gear), here)
}

// byName separates names with the service's prefix, together with their values, from
// the other names. To clear an external id, the service's own name for it is used too.
func byName(f outbox.Fields, names []string) (others []string, values map[string]json.RawMessage) {
	values = map[string]json.RawMessage{}
	for _, n := range names {
		own, ok := strings.CutPrefix(n, ofService)
		switch {
		case ok:
			values[own] = f[n]
		case n == "external_id" && f[n] == nil:
			values[n] = json.RawMessage("null")
		case n != deletedID:
			others = append(others, n)
		}
	}
	return others, values
}

// Keep stores the state of the activity on the service. It removes edits that were sent, if
// the activity looks the same without them.
func (k Activities) Keep(tx *store.Tx, kept outbox.Kept) error {
	if kept.Thing == nil {
		return nil
	}
	a, ok := kept.Thing.Whole.(source.Activity)
	if !ok {
		return training.Errorf(training.KindInternal, "an invalid activity")
	}
	id := training.ActivityID(kept.Here)
	if kept.Sent == nil { // the deletion failed, so the activity stays
		if err := tx.RestoreActivity(kept.Athlete, id); err != nil {
			return err
		}
	}
	act, err := tx.Shown(kept.Athlete, id)
	if err != nil {
		return err
	}
	if recorded(&a) || typed(&act, &a) {
		a.Statement.Entry = nil
	}
	if err := k.renamed(tx, kept, &act, &a); err != nil {
		return err
	}
	if err := PutActivityStatement(tx, kept.Athlete, kept.Source, id, a.Statement, a.Start, kept.At); err != nil {
		return err
	}
	if act, err = tx.Shown(kept.Athlete, id); err != nil {
		return err
	}
	for _, field := range act.Edited {
		names := toldBy[field]
		sent := func(n string) bool { return slices.Contains(kept.Sent, n) }
		if names == nil || kept.Sent != nil && !slices.ContainsFunc(names, sent) {
			continue
		}
		if err := release(tx, kept.Athlete, &act, field); err != nil {
			return err
		}
	}
	return nil
}

var never = time.Date(9999, time.January, 1, 0, 0, 0, 0, time.UTC)

// renamed adds the service's id to the ids of the activity. Statements of the service under
// former ids are deleted permanently, because these ids are not used again.
func (k Activities) renamed(tx *store.Tx, kept outbox.Kept, act *training.Activity, a *source.Activity) error {
	ref := kept.Source.Ref(a.ID)
	if slices.Contains(act.ExternalIDs, ref) {
		return nil
	}
	for _, former := range act.ExternalIDs {
		if n, _, ok := cutRef(former); ok && n == kept.Source {
			if err := PutActivityStatement(tx, kept.Athlete, kept.Source, act.ID, training.Statement{Ref: former}, a.Start, never); err != nil {
				return err
			}
		}
	}
	return tx.PutExternalID(kept.Athlete, act.ID, ref)
}

// release removes an edit, unless that would change the shown value.
func release(tx *store.Tx, a training.AthleteID, act *training.Activity, field string) error {
	former, err := tx.SetOverride(a, act.ID, field, nil)
	if err != nil {
		return err
	}
	without, err := tx.Shown(a, act.ID)
	if err != nil {
		return err
	}
	was, err := Flat(whole(act), []string{field})
	if err != nil {
		return err
	}
	is, err := Flat(whole(&without), []string{field})
	if err != nil {
		return err
	}
	if outbox.SameValue(was[field], is[field]) {
		return nil
	}
	_, err = tx.SetOverride(a, act.ID, field, former)
	return err
}

// words holds the fields of an activity under the names of their overrides.
type words struct {
	source.ActivityEdit
	SubSport string             `json:"sub_sport,omitempty"`
	Ignored  []training.Ignored `json:"ignored,omitempty"`
}

func whole(a *training.Activity) words { return words{editOf(a), a.SubSport, a.Ignored} }

// Want adds fields to the athlete's edits. A restored activity is shown as it
// was before its deletion.
func (k Activities) Want(tx *store.Tx, kept outbox.Kept, names []string) error {
	if kept.Thing == nil || kept.Thing.ID == "" {
		return nil
	}
	var e source.ActivityEdit
	if err := Fill(kept.Thing.Fields, &e); err != nil {
		return err
	}
	id := training.ActivityID(kept.Here)
	act, err := tx.Shown(kept.Athlete, id)
	if err != nil {
		return err
	}
	values, err := overrides(act.Ignored, &e)
	if err != nil {
		return err
	}
	for field, v := range values {
		if !slices.ContainsFunc(toldBy[field], func(n string) bool { return slices.Contains(names, n) }) {
			continue
		}
		if _, err := tx.SetOverride(kept.Athlete, id, field, v); err != nil {
			return err
		}
	}
	return nil
}

// overrides returns the athlete's edits, including empty ones, that correspond to an edit on
// a service.
func overrides(ignored []training.Ignored, e *source.ActivityEdit) (map[string]json.RawMessage, error) {
	sub := e.SubSport
	if sub == "" && e.Indoor {
		sub = training.SubIndoor
	}
	out := map[string]json.RawMessage{}
	for field, v := range map[string]any{
		"name": e.Name, "description": e.Description, "sport": e.Sport, "sub_sport": sub, "tags": append([]string{}, e.Tags...), "race": e.Race,
		"commute": e.Commute, "gear_id": e.GearID, "perceived_exertion": e.PerceivedExertion, "feel": e.Feel, "carbs_g": e.CarbsG,
		"ignored": ignoredWith(ignored, e),
	} {
		b, err := json.Marshal(v)
		if err != nil {
			return nil, training.Errorf(training.KindInternal, "an edit of an activity cannot be stored: %w", err)
		}
		out[field] = b
	}
	return out, nil
}

// ignoredWith returns the stretches that are ignored only here, together with
// the whole channels that a service ignores.
func ignoredWith(all []training.Ignored, e *source.ActivityEdit) []training.Ignored {
	out := slices.DeleteFunc(slices.Clone(all), func(i training.Ignored) bool {
		return i.Whole() && (i.Channel == training.Power.String() || i.Channel == training.HeartRate.String())
	})
	if e.IgnorePower {
		out = append(out, training.Ignored{Channel: training.Power.String()})
	}
	if e.IgnoreHR {
		out = append(out, training.Ignored{Channel: training.HeartRate.String()})
	}
	return append([]training.Ignored{}, out...)
}
