package kinds

import (
	"context"
	"encoding/json"
	"reflect"
	"strings"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/internal/writes/outbox"
)

// ChangedDocument is a document whose own layer was replaced by a write.
type ChangedDocument struct {
	Layers   document.Layers // the current layers
	Former   document.Own
	Was, Is  bool // visible before, and visible now
	AtSource map[source.Name]string
	Told     []string // fields that are sent to services in any case
}

// DocumentOf returns the change to the athlete's layer of a document in the collection c, or
// nil for other changes.
func DocumentOf(tx *store.Tx, a training.AthleteID, did journal.Changed, c document.Collection) (*ChangedDocument, error) {
	d, ok := did.(journal.DocumentChanged)
	if !ok || d.Collection != c {
		return nil, nil
	}
	l, err := tx.Layers(a, c, d.ID)
	if err != nil {
		return nil, err
	}
	return &ChangedDocument{
		Layers: l, Former: d.Before, Was: visible(l, d.Before), Is: visible(l, l.Own), AtSource: AtSource(l), Told: d.Told,
	}, nil
}

// BeforeAndAfter returns a document before the change and now.
func BeforeAndAfter[T any](d *ChangedDocument, read func(document.Layers, document.Own) (T, error)) (was, is T, err error) {
	if was, err = read(d.Layers, d.Former); err == nil {
		is, err = read(d.Layers, d.Layers.Own)
	}
	return was, is, err
}

// visible reports whether a document exists with the given own layer.
func visible(l document.Layers, own document.Own) bool {
	return !own.Deleted && (len(l.Statements) > 0 || len(own.Fields) > 0)
}

// WithOwn returns the document with the given own layer.
func WithOwn(l document.Layers, own document.Own) document.Document {
	d := document.Document{ID: l.ID, Days: own.Days}
	if len(own.Fields) > 0 {
		d.Own = own.Fields
	}
	for _, s := range l.Statements {
		d.Statements = append(d.Statements, s.SourceLayer)
		if own.Days.To == 0 && s.Days.To != 0 {
			if d.Days.To == 0 || s.Days.From < d.Days.From {
				d.Days.From = s.Days.From
			}
			d.Days.To = max(d.Days.To, s.Days.To)
		}
	}
	return d
}

// AtSource returns the ids that a document has on the services that made statements on it.
func AtSource(l document.Layers) map[source.Name]string {
	out := map[source.Name]string{}
	for _, s := range l.Statements {
		var body struct {
			ID string `json:"id"`
		}
		_ = json.Unmarshal(s.Body, &body) // if there is no id, the statement has the document's id
		name := source.Name(s.Source)
		if body.ID == "" {
			body.ID, _ = strings.CutPrefix(l.ID, name.Ref(""))
		}
		out[name] = body.ID
	}
	return out
}

// Flat returns those fields of a struct that are set and whose JSON names are in names.
func Flat(v any, names []string) (outbox.Fields, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, training.Errorf(training.KindInternal, "the change cannot be encoded: %w", err)
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(b, &all); err != nil {
		return nil, training.Errorf(training.KindInternal, "the change cannot be encoded: %w", err)
	}
	out := outbox.Fields{}
	for _, n := range names {
		if x, ok := all[n]; ok {
			out[n] = x
		}
	}
	return out, nil
}

// Fill copies fields into a struct.
func Fill(f outbox.Fields, v any) error {
	b, err := json.Marshal(f)
	if err == nil {
		err = json.Unmarshal(b, v)
	}
	if err != nil {
		return training.Errorf(training.KindCorrupt, "The change to be sent cannot be read: %w.", err)
	}
	return nil
}

// emptyOf returns every field of a struct with its empty value in JSON. If
// there is a layer below, an empty field differs from a missing one.
func emptyOf(v any) outbox.Fields {
	out := outbox.Fields{}
	for _, f := range reflect.VisibleFields(reflect.TypeOf(v)) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" || name == "-" {
			continue
		}
		zero := reflect.Zero(f.Type)
		if f.Type.Kind() == reflect.Slice {
			zero = reflect.MakeSlice(f.Type, 0, 0)
		}
		b, err := json.Marshal(zero.Interface())
		if err == nil {
			out[name] = b
		}
	}
	return out
}

// Object returns the members of a JSON object.
func Object(b json.RawMessage) (map[string]json.RawMessage, error) {
	out := map[string]json.RawMessage{}
	if len(b) == 0 {
		return out, nil
	}
	if err := json.Unmarshal(b, &out); err != nil {
		return nil, training.Errorf(training.KindCorrupt, "A document cannot be read: %w.", err)
	}
	return out, nil
}

// Encode returns members as a JSON object, or nil if there are none.
func Encode(members map[string]json.RawMessage) (json.RawMessage, error) {
	if len(members) == 0 {
		return nil, nil
	}
	return json.Marshal(members)
}

// StayDocument keeps a document that was created here, by copying its shown
// fields to the athlete's own layer.
func StayDocument(
	tx *store.Tx, s outbox.Staying, c document.Collection, shown func(document.Layers) (outbox.Fields, error),
) (outbox.Down, error) {
	l, err := tx.Layers(s.Athlete, c, s.Here)
	if err != nil || !s.Made() || !visible(l, l.Own) || c.Stays() {
		return nil, err
	}
	fields, err := shown(l)
	if err != nil {
		return nil, err
	}
	words, err := Object(l.Own.Fields)
	if err != nil {
		return nil, err
	}
	for n, v := range fields {
		words[n] = v
	}
	own := document.Own{Days: WithOwn(l, l.Own).Days}
	if own.Fields, err = Encode(words); err != nil {
		return nil, err
	}
	return func() ([]journal.Changed, error) {
		former, err := tx.PutOwn(s.Athlete, c, s.Here, own)
		return []journal.Changed{journal.PutDocument(c, s.Here, former)}, err
	}, nil
}

// Pairings returns the kinds that inform services which activity completes a planned
// session. Services store this with the activity. The formerly paired activity is sent
// first, then the new one.
func Pairings(refs Refs) []outbox.Kind {
	return []outbox.Kind{pairings{refs: refs, former: true}, pairings{refs: refs}}
}

// pairings is the [outbox.Kind] for pairings. A pairing has the id of its activity and a
// single field. Here, the pairing is part of the event: as the athlete's edit, which has
// priority, or in the service's statement.
type pairings struct {
	unkept

	refs   Refs
	former bool // for the activity that is no longer paired
}

const eventField = string(source.FieldPlannedEvent)

// Name returns "pairing", or "unpairing" for the formerly paired activity.
func (k pairings) Name() string {
	if k.former {
		return "unpairing"
	}
	return "pairing"
}

// Of returns [training.ThingActivities].
func (pairings) Of() training.ThingKind { return training.ThingActivities }

// Can reports whether activities on the service can be changed.
func (pairings) Can(s source.Service, a ledger.Action) bool {
	return a == ledger.Update && Both[source.ActivityReader, source.ActivityWriter](s)
}

// Changed returns the change to send if the athlete has paired a session.
func (k pairings) Changed(tx *store.Tx, a training.AthleteID, did journal.Changed) (*outbox.Change, error) {
	d, err := DocumentOf(tx, a, did, document.Events)
	if err != nil || d == nil || !d.Is {
		return nil, err
	}
	before, after, err := BeforeAndAfter(d, eventOf)
	if err != nil || before.DoneBy == after.DoneBy {
		return nil, err
	}
	mine, theirs := after.DoneBy, before.DoneBy
	if k.former {
		mine, theirs = theirs, mine
	}
	c, err := pairedWith(tx, a, mine)
	if err != nil || c == nil {
		return nil, err
	}
	other, err := pairedWith(tx, a, theirs)
	if err != nil {
		return nil, err
	}
	for n, id := range c.There {
		same := k.former && other != nil && other.There[n] == id
		knows, err := eventIsAt(tx, a, n, d)
		if err != nil {
			return nil, err
		}
		if same || !knows {
			delete(c.There, n)
		}
	}
	c.Names, c.Fields = []string{eventField}, outbox.Fields{}
	if !k.former {
		c.Fields[eventField], err = json.Marshal(d.Layers.ID)
	}
	return c, err
}

func eventOf(l document.Layers, own document.Own) (calendar.Event, error) {
	return calendar.Show(WithOwn(l, own))
}

// pairedWith returns the change for the activity that completed a session, or nil if there is none.
func pairedWith(tx *store.Tx, a training.AthleteID, doneBy string) (*outbox.Change, error) {
	if doneBy == "" || doneBy == calendar.Unpaired {
		return nil, nil
	}
	if n, id, ok := cutRef(doneBy); ok {
		return &outbox.Change{Here: doneBy, There: map[source.Name]string{n: id}}, nil
	}
	act, err := tx.Shown(a, training.ActivityID(doneBy))
	if err != nil {
		if training.KindOf(err) == training.KindNotFound {
			err = nil
		}
		return nil, err
	}
	c := &outbox.Change{Here: doneBy, There: known(&act)}
	all, err := tx.Outbox().Thing(a, Activities{}.Name(), doneBy)
	for _, r := range all {
		if r.State == ledger.Done && r.Action == ledger.Create { // it may have a different id there now
			c.There[source.Name(r.Source)] = r.There
		}
	}
	return c, err
}

// eventIsAt reports whether a service has the event, or is going to get it.
func eventIsAt(tx *store.Tx, a training.AthleteID, n source.Name, d *ChangedDocument) (bool, error) {
	if _, ok := d.AtSource[n]; ok {
		return true, nil
	}
	all, err := tx.Outbox().Thing(a, string(document.Events), d.Layers.ID)
	for _, r := range all {
		if r.Source == string(n) && r.Action == ledger.Create && r.State.Open() {
			return true, err
		}
	}
	return false, err
}

// thing converts the pairing of a service's activity to an [outbox.Thing].
func (k pairings) thing(ctx context.Context, s source.Service, a source.Activity) (outbox.Thing, error) {
	t := outbox.Thing{ID: a.ID, Fields: outbox.Fields{}}
	id, err := k.refs.Here(ctx, s.Name(), string(document.Events), a.Edit.PlannedEventID)
	if err == nil && id != "" {
		t.Fields[eventField], err = json.Marshal(id)
	}
	return t, err
}

// Read returns the pairing of the activity with the given id on the service.
func (k pairings) Read(ctx context.Context, s source.Service, id string) (outbox.Thing, error) {
	t, err := Activities{Refs: k.refs}.Read(ctx, s, id)
	if err != nil {
		return t, err
	}
	a, _ := t.Whole.(source.Activity) // Read returns no other type
	return k.thing(ctx, s, a)
}

// Update pairs the activity with the event in f.
func (k pairings) Update(ctx context.Context, s source.Service, id string, f outbox.Fields, _ []string) (outbox.Thing, error) {
	event, err := k.refs.There(ctx, s.Name(), string(document.Events), text(f[eventField]))
	if err != nil {
		return outbox.Thing{}, err
	}
	a, err := s.(source.ActivityWriter).UpdateActivity(ctx, id, source.ActivityEdit{PlannedEventID: event}, source.FieldPlannedEvent)
	if err != nil {
		return outbox.Thing{}, err
	}
	return k.thing(ctx, s, a)
}

// Create reads the activity, because a pairing cannot be created.
func (k pairings) Create(ctx context.Context, s source.Service, key string, _ outbox.Fields) (outbox.Thing, error) {
	return k.Read(ctx, s, key)
}
