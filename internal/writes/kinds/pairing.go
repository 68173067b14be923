package kinds

import (
	"context"
	"encoding/json"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/internal/writes/outbox"
)

// Pairings are which activity a planned session was done by. Services keep
// that with the activity: the one that was paired before is told, then the
// one that is now.
func Pairings(refs Refs) []outbox.Kind {
	return []outbox.Kind{pairings{refs, true}, pairings{refs, false}}
}

// pairings are of activities by their ids, with one field.
type pairings struct {
	refs   Refs
	former bool // the activity is paired no more
}

const eventField = string(source.FieldPlannedEvent)

// Name is "pairing", or "unpairing" of the activity that was paired before.
func (k pairings) Name() string {
	if k.former {
		return "unpairing"
	}
	return "pairing"
}

// Of is activities.
func (pairings) Of() training.ThingKind { return training.ThingActivities }

// Can reports whether the service's activities can be changed.
func (pairings) Can(s source.Service, a ledger.Action) bool {
	return a == ledger.Update && Both[source.ActivityReader, source.ActivityWriter](s)
}

// Changed reads by which activity a session is done by the athlete's word.
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

// pairedWith is the activity that a session is done by, nil for none.
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
		if r.State == ledger.Done && r.Action == ledger.Create { // it has another id there by now
			c.There[source.Name(r.Source)] = r.There
		}
	}
	return c, err
}

// eventIsAt reports whether a service has the event, or is to get it.
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

// thing is an activity that a service gave.
func (k pairings) thing(ctx context.Context, s source.Service, a source.Activity) (outbox.Thing, error) {
	t := outbox.Thing{ID: a.ID, Fields: outbox.Fields{}}
	id, err := k.refs.Here(ctx, s.Name(), string(document.Events), a.Edit.PlannedEventID)
	if err == nil && id != "" {
		t.Fields[eventField], err = json.Marshal(id)
	}
	return t, err
}

// Read gives what the activity of a service's id is paired with.
func (k pairings) Read(ctx context.Context, s source.Service, id string) (outbox.Thing, error) {
	t, err := Activities{Refs: k.refs}.Read(ctx, s, id)
	if err != nil {
		return t, err
	}
	a, _ := t.Whole.(source.Activity) // Read gives no other
	return k.thing(ctx, s, a)
}

// Update pairs the activity.
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

// Create is nothing that a pairing needs.
func (k pairings) Create(ctx context.Context, s source.Service, key string, _ outbox.Fields) (outbox.Thing, error) {
	return k.Read(ctx, s, key)
}

// Delete is nothing that happens to a pairing.
func (pairings) Delete(context.Context, source.Service, string) error { return nil }

// Keep leaves the athlete's word on the event: who reads its calendar hears
// what the service says.
func (pairings) Keep(*store.Tx, outbox.Kept) error { return nil }

// Want leaves it too: the event is shown by the athlete's words as they stand.
func (pairings) Want(*store.Tx, outbox.Kept, []string) error { return nil }
