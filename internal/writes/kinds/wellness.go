package kinds

import (
	"context"
	"encoding/json"
	"slices"

	"lapkeep/internal/answers/wellness"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/internal/writes/outbox"
)

// Days is the [outbox.Kind] for wellness days. Its fields are flat: each holds only a value,
// without the source of the value.
type Days struct{}

// lockedField is the field that locks a day. Services never unlock a day.
const lockedField = "locked"

// Name returns "wellness".
func (Days) Name() string { return string(document.Wellness) }

// Of returns [training.ThingWellness].
func (Days) Of() training.ThingKind { return training.ThingWellness }

// Can reports whether the service lets programs set wellness values.
func (Days) Can(s source.Service, a ledger.Action) bool {
	return a == ledger.Update && source.Can[source.WellnessKeeper](s)
}

// Changed returns the change to send if the athlete edited a day.
func (Days) Changed(tx *store.Tx, a training.AthleteID, did journal.Changed) (*outbox.Change, error) {
	d, err := DocumentOf(tx, a, did, document.Wellness)
	if err != nil || d == nil {
		return nil, err
	}
	before, after, err := BeforeAndAfter(d, dayOf(""))
	if err != nil {
		return nil, err
	}
	c := &outbox.Change{Here: d.Layers.ID, There: map[source.Name]string{}, Everywhere: true, Fields: after}
	for _, s := range d.Layers.Statements {
		c.There[source.Name(s.Source)] = c.Here
	}
	c.Names = Also(outbox.Differing(Days{}, before, after, nil), d.Told)
	if len(c.Names) == 0 {
		return nil, nil
	}
	return c, nil
}

// dayOf returns a function that combines the layers of a day in the given order of sources. The order
// makes no difference to which values the athlete changed.
func dayOf(order training.WellnessOrder) func(document.Layers, document.Own) (outbox.Fields, error) {
	return func(l document.Layers, own document.Own) (outbox.Fields, error) {
		w, err := wellness.Shown(WithOwn(l, own), order)
		if err != nil {
			return nil, err
		}
		return flatDay(w)
	}
}

// flatDay returns a day as fields. On some scales, 0 is a valid value; see Same.
func flatDay(w training.WellnessDay) (outbox.Fields, error) {
	f := outbox.Fields{}
	put := func(name string, v any) error {
		b, err := json.Marshal(v)
		f[name] = b
		return err
	}
	for n, v := range w.Numbers {
		if err := put(string(n), v.Value); err != nil {
			return nil, training.Errorf(training.KindInternal, "a wellness value cannot be encoded: %w", err)
		}
	}
	for n, v := range w.Words {
		if err := put(string(n), v.Text); err != nil {
			return nil, training.Errorf(training.KindInternal, "a wellness text cannot be encoded: %w", err)
		}
	}
	if w.Locked {
		f[lockedField] = json.RawMessage("true")
	}
	return f, nil
}

// dayFrom returns a day with the named fields. from is their source.
func dayFrom(day training.Day, f outbox.Fields, names []string, from string) (training.WellnessDay, error) {
	w := training.WellnessDay{Day: day}
	for _, n := range names {
		v, ok := f[n]
		if !ok {
			continue
		}
		var x float64
		var s string
		switch {
		case n == lockedField:
			w.Locked = string(v) == "true"
		case json.Unmarshal(v, &x) == nil:
			w.Put(training.WellnessField(n), x, from)
		case json.Unmarshal(v, &s) == nil:
			w.Set(training.WellnessField(n), s, from)
		default:
			return w, training.Errorf(training.KindCorrupt, "The change to %s that was to be sent cannot be read.", day)
		}
	}
	return w, nil
}

// Same compares two values of a field. A zero is different from a missing value.
func (Days) Same(_ string, a, b []byte) bool {
	if x, y := string(a), string(b); x == y || x == "" || y == "" {
		return x == y
	}
	return outbox.SameValue(a, b) && (string(a) == "0") == (string(b) == "0")
}

// Read returns the service's values of a day. A day without values has no fields.
func (Days) Read(ctx context.Context, s source.Service, id string) (outbox.Thing, error) {
	day, err := training.ParseDay(id)
	if err != nil {
		return outbox.Thing{}, err
	}
	all, err := s.(source.WellnessKeeper).Wellness(ctx, training.DayRange{From: day, To: day})
	if err != nil {
		return outbox.Thing{}, err
	}
	w := training.WellnessDay{Day: day}
	for _, x := range all {
		if x.Day == day {
			w = x
		}
	}
	f, err := flatDay(w)
	return outbox.Thing{ID: id, Fields: f, Whole: w}, err
}

// Create reads the day, because days are not created.
func (x Days) Create(ctx context.Context, s source.Service, key string, _ outbox.Fields) (outbox.Thing, error) {
	return x.Read(ctx, s, key)
}

// Update sets and clears fields of a day on the service.
func (x Days) Update(ctx context.Context, s source.Service, id string, f outbox.Fields, names []string) (outbox.Thing, error) {
	day, err := training.ParseDay(id)
	if err != nil {
		return outbox.Thing{}, err
	}
	days := s.(source.WellnessKeeper)
	names = slices.DeleteFunc(slices.Clone(names), func(n string) bool {
		return n != lockedField && !days.KeepsWellness(training.WellnessField(n))
	})
	w, err := dayFrom(day, f, names, string(s.Name()))
	if err != nil {
		return outbox.Thing{}, err
	}
	var empty []training.WellnessField
	for _, n := range names {
		if _, ok := f[n]; !ok && n != lockedField && !training.WellnessField(n).Custom() {
			empty = append(empty, training.WellnessField(n))
		}
	}
	if len(empty) > 0 {
		if err := days.ClearWellness(ctx, day, empty...); err != nil {
			return outbox.Thing{}, err
		}
	}
	if !w.Empty() || w.Locked { // locks come last, because a locked day cannot be changed
		if err := days.PutWellness(ctx, w); err != nil {
			return outbox.Thing{}, err
		}
	}
	return x.Read(ctx, s, id)
}

// Delete does nothing, because days are not deleted.
func (Days) Delete(context.Context, source.Service, string) error { return nil }

// Keep stores the day as it is on the service. It removes the athlete's entries if the same
// values are shown without them.
func (x Days) Keep(tx *store.Tx, k outbox.Kept) error {
	if k.Thing == nil {
		return nil
	}
	w, ok := k.Thing.Whole.(training.WellnessDay)
	if !ok {
		return training.Errorf(training.KindInternal, "a day that cannot be read")
	}
	if err := x.say(tx, k, w); err != nil {
		return err
	}
	l, err := tx.Layers(k.Athlete, document.Wellness, k.Here)
	if err != nil || len(l.Own.Fields) == 0 {
		return err
	}
	own, err := Object(l.Own.Fields)
	if err != nil {
		return err
	}
	order, err := tx.WellnessOrder(k.Athlete)
	if err != nil {
		return err
	}
	without, err := dayOf(order)(l, document.Own{})
	if err != nil {
		return err
	}
	sent := func(n string, v json.RawMessage) bool {
		return (k.Sent == nil || slices.Contains(k.Sent, n)) && x.Same(n, v, without[n]) || slices.Contains(k.Yield, n)
	}
	if err := Release(own, sent); err != nil {
		return err
	}
	if v := own[lockedField]; v != nil && outbox.SameValue(v, without[lockedField]) {
		delete(own, lockedField)
	}
	left := document.Own{Days: l.Own.Days}
	if len(own) == 1 && own["local_date"] != nil || len(own) == 0 {
		left = document.Own{}
	} else if left.Fields, err = Encode(own); err != nil {
		return err
	}
	_, err = tx.PutOwn(k.Athlete, document.Wellness, k.Here, left)
	return err
}

// Release deletes the athlete's own values of a day for which sent returns true.
func Release(own map[string]json.RawMessage, sent func(string, json.RawMessage) bool) error {
	for group, value := range map[string]string{"numbers": "value", "words": "text"} {
		if err := releaseGroup(own, group, value, sent); err != nil {
			return err
		}
	}
	return nil
}

func releaseGroup(own map[string]json.RawMessage, group, value string, sent func(string, json.RawMessage) bool) error {
	inner, err := Object(own[group])
	if err != nil {
		return err
	}
	for n, v := range inner {
		said, err := Object(v)
		if err != nil {
			return err
		}
		if sent(n, said[value]) {
			delete(inner, n)
		}
	}
	delete(own, group)
	if len(inner) > 0 {
		own[group], err = Encode(inner)
	}
	return err
}

func (x Days) say(tx *store.Tx, k outbox.Kept, w training.WellnessDay) error {
	st := k.Says(document.Wellness, training.DayRange{From: w.Day, To: w.Day})
	if !w.Empty() || w.Locked {
		st.Body = w
	}
	return PutStatement(tx, k.Athlete, k.Source, st)
}

// Want adds values to the athlete's edits. Edits cannot clear a value in another layer, so
// Want clears a value by removing the service's.
func (x Days) Want(tx *store.Tx, k outbox.Kept, names []string) error {
	if k.Thing == nil {
		return nil
	}
	l, err := tx.Layers(k.Athlete, document.Wellness, k.Here)
	if err != nil {
		return err
	}
	day, err := training.ParseDay(k.Here)
	if err != nil {
		return err
	}
	if err := x.takeBack(tx, k, l, names); err != nil {
		return err
	}
	var own training.WellnessDay
	if len(l.Own.Fields) > 0 {
		if err := json.Unmarshal(l.Own.Fields, &own); err != nil {
			return training.Errorf(training.KindCorrupt, "The day %s cannot be read: %w.", k.Here, err)
		}
	}
	wanted, err := dayFrom(day, k.Thing.Fields, names, "athlete")
	if err != nil {
		return err
	}
	own.Day = day
	for n, v := range wanted.Numbers {
		own.Put(n, v.Value, v.Source)
	}
	for n, v := range wanted.Words {
		own.Set(n, v.Text, v.Source)
	}
	if own.Empty() && !own.Locked {
		_, err = tx.PutOwn(k.Athlete, document.Wellness, k.Here, document.Own{})
		return err
	}
	b, err := json.Marshal(own)
	if err != nil {
		return training.Errorf(training.KindInternal, "a day cannot be stored: %w", err)
	}
	_, err = tx.PutOwn(k.Athlete, document.Wellness, k.Here, document.Own{Fields: b, Days: training.DayRange{From: day, To: day}})
	return err
}

func (x Days) takeBack(tx *store.Tx, k outbox.Kept, l document.Layers, names []string) error {
	for _, s := range l.Statements {
		if s.Source != string(k.Source) {
			continue
		}
		var w training.WellnessDay
		if err := json.Unmarshal(s.Body, &w); err != nil {
			return training.Errorf(training.KindCorrupt, "The day %s cannot be read: %w.", k.Here, err)
		}
		for _, n := range names {
			if _, ok := k.Thing.Fields[n]; !ok {
				delete(w.Numbers, training.WellnessField(n))
				delete(w.Words, training.WellnessField(n))
			}
		}
		return x.say(tx, k, w)
	}
	return nil
}

// Stay keeps the values of a day that were entered here, unless the service has changed them since.
func (x Days) Stay(tx *store.Tx, s outbox.Staying) (outbox.Down, error) {
	l, err := tx.Layers(s.Athlete, document.Wellness, s.Here)
	if err != nil {
		return nil, err
	}
	shown, err := dayOf("")(l, l.Own)
	if err != nil {
		return nil, err
	}
	told := s.Told()
	var names []string
	for n, v := range told {
		if x.Same(n, v, shown[n]) {
			names = append(names, n)
		}
	}
	if len(names) == 0 {
		return nil, nil
	}
	return func() ([]journal.Changed, error) {
		k := outbox.Kept{Athlete: s.Athlete, Source: s.Source, Here: s.Here, Thing: &outbox.Thing{Fields: told}}
		return []journal.Changed{journal.PutDocument(document.Wellness, s.Here, l.Own)}, x.Want(tx, k, names)
	}, nil
}
