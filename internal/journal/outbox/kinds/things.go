package kinds

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"lapkeep/internal/journal"
	"lapkeep/internal/journal/outbox"
	"lapkeep/internal/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	rows "lapkeep/internal/store/outbox"
	"lapkeep/internal/training"
)

// things are the documents of one collection that services have as a list:
// they give all of them, save one and delete one.
type things[T any] struct {
	say        Say
	refs       Refs
	collection document.Collection
	// fields are what services are told, stays what is kept here only, and
	// linked what means something together with a field only.
	fields, stays []string
	linked        map[string][]string
	// id is where a thing has its own id, ref where that of another, which is
	// of the kind refKind.
	id, ref func(*T) *string
	refKind string
	// others says who besides the athlete sees a thing; nil is nobody.
	others func(T) string

	can    func(s source.Service) bool
	list   func(ctx context.Context, s source.Service) ([]T, error)
	save   func(ctx context.Context, s source.Service, t T, names []string) (T, error)
	remove func(ctx context.Context, s source.Service, t T) error
}

// Name is that of the collection.
func (k things[T]) Name() string { return string(k.collection) }

// Can reports whether the service's things can be changed.
func (k things[T]) Can(s source.Service, _ rows.Action) bool { return k.can(s) }

// Final says that what was deleted comes back under another id.
func (things[T]) Final(_ source.Service, a rows.Action) (string, bool) {
	if a == rows.Delete {
		return "Brought back, it has a new id at the service.", false
	}
	return "", false
}

// Others says who can then see a thing that is made or changed.
func (k things[T]) Others(a rows.Action, f outbox.Fields, _ []string) string {
	var t T
	if k.others == nil || a == rows.Delete {
		return ""
	}
	if err := fill(f, &t); err != nil {
		return "nobody knows whom" // it is not sent unasked
	}
	return k.others(t)
}

// shown is a document with some own words, as fields and whole.
func (k things[T]) shown(l document.Layers, own document.Own) (f, stays outbox.Fields, err error) {
	t, err := document.Show[T](withOwn(l, own))
	if err != nil {
		return nil, nil, err
	}
	if f, err = flat(t, k.fields); err != nil {
		return nil, nil, err
	}
	stays, err = flat(t, k.stays)
	return f, stays, err
}

// Changed reads a change of the athlete's words on a document of the collection.
func (k things[T]) Changed(tx *store.Tx, a training.AthleteID, did journal.Changed) (*outbox.Change, error) {
	d, err := documentOf(tx, a, did, k.collection)
	if err != nil || d == nil {
		return nil, err
	}
	was, is := d.Was, d.Is
	before, beforeStays, err := k.shown(d.Layers, d.Former)
	if err != nil {
		return nil, err
	}
	after, afterStays, err := k.shown(d.Layers, d.Layers.Own)
	if err != nil {
		return nil, err
	}
	c := &outbox.Change{Here: d.Layers.ID, There: d.AtSource, New: is && !was, Gone: was && !is, Fields: after}
	switch {
	case c.Gone:
		c.Fields = before
		return c, nil
	case c.New:
		before, beforeStays = nil, nil
	case !is:
		return nil, nil
	}
	c.Names = k.with(outbox.Differing(k, before, after, nil))
	c.Stays = outbox.Differing(k, beforeStays, afterStays, nil)
	return c, nil
}

// with adds to the names those that mean something together only.
func (k things[T]) with(names []string) []string {
	for _, n := range names {
		names = also(names, k.linked[n])
	}
	return names
}

// thing is what a service gave.
func (k things[T]) thing(ctx context.Context, s source.Service, t T) (outbox.Thing, error) {
	own := *k.id(&t)
	if k.ref != nil {
		id, err := k.refs.here(ctx, s.Name(), k.refKind, *k.ref(&t))
		if err != nil {
			return outbox.Thing{}, err
		}
		*k.ref(&t) = id
	}
	f, err := flat(t, k.fields)
	return outbox.Thing{ID: own, Fields: f, Whole: t}, err
}

// from is a thing as the service knows it.
func (k things[T]) from(ctx context.Context, s source.Service, id string, f outbox.Fields) (t T, err error) {
	if err := fill(f, &t); err != nil {
		return t, err
	}
	*k.id(&t) = id
	if k.ref != nil {
		*k.ref(&t), err = k.refs.there(ctx, s.Name(), k.refKind, *k.ref(&t))
	}
	return t, err
}

// find gives the thing as the service knows it.
func (k things[T]) find(ctx context.Context, s source.Service, id string) (t T, err error) {
	all, err := k.list(ctx, s)
	if err != nil {
		return t, err
	}
	for i := range all {
		if *k.id(&all[i]) == id {
			return all[i], nil
		}
	}
	return t, training.Errorf(training.KindNotFound, "The service has no %s %q.", k.collection, id)
}

// Read gives the thing of a service's id.
func (k things[T]) Read(ctx context.Context, s source.Service, id string) (outbox.Thing, error) {
	t, err := k.find(ctx, s, id)
	if err != nil {
		return outbox.Thing{}, err
	}
	return k.thing(ctx, s, t)
}

// IDs are those that there are.
func (k things[T]) IDs(ctx context.Context, s source.Service, _ outbox.Fields) ([]string, error) {
	all, err := k.list(ctx, s)
	ids := make([]string, len(all))
	for i := range all {
		ids[i] = *k.id(&all[i])
	}
	return ids, err
}

// Create makes a thing.
func (k things[T]) Create(ctx context.Context, s source.Service, _ string, f outbox.Fields) (outbox.Thing, error) {
	return k.put(ctx, s, "", f, nil)
}

// Update sets fields of a thing.
func (k things[T]) Update(ctx context.Context, s source.Service, id string, f outbox.Fields, names []string) (outbox.Thing, error) {
	return k.put(ctx, s, id, f, names)
}

func (k things[T]) put(ctx context.Context, s source.Service, id string, f outbox.Fields, names []string) (outbox.Thing, error) {
	t, err := k.from(ctx, s, id, f)
	if err != nil {
		return outbox.Thing{}, err
	}
	saved, err := k.save(ctx, s, t, names)
	if err != nil {
		return outbox.Thing{}, err
	}
	return k.thing(ctx, s, saved)
}

// Delete deletes a thing.
func (k things[T]) Delete(ctx context.Context, s source.Service, id string) error {
	t, err := k.find(ctx, s, id)
	if err == nil {
		err = k.remove(ctx, s, t)
	}
	if err != nil && training.KindOf(err) == training.KindNotFound {
		return nil
	}
	return err
}

// Keep has the thing stand as the service says it.
func (k things[T]) Keep(tx *store.Tx, kept outbox.Kept) error {
	st := kept.Says(k.collection, training.DayRange{})
	if kept.Thing != nil {
		t, ok := kept.Thing.Whole.(T)
		if !ok {
			return training.Errorf(training.KindInternal, "a %s that is none", k.collection)
		}
		st.Body = t
	}
	if err := k.say(tx, kept.Athlete, kept.Source, st); err != nil {
		return err
	}
	l, err := tx.Layers(kept.Athlete, k.collection, kept.Here)
	if err != nil || l.Own.Silent() {
		return err
	}
	own := document.Own{Days: l.Own.Days}
	if kept.Thing == nil {
		if !l.Own.Deleted || len(l.Said) > 0 {
			return nil
		}
	} else if own, err = k.released(kept, l); err != nil {
		return err
	}
	_, err = tx.PutOwn(kept.Athlete, k.collection, kept.Here, own)
	return err
}

// released are the athlete's words but for those that were sent and that the
// thing shows without them too.
func (k things[T]) released(kept outbox.Kept, l document.Layers) (document.Own, error) {
	own := document.Own{Days: l.Own.Days, Deleted: l.Own.Deleted && kept.Sent != nil}
	words, err := object(l.Own.Fields)
	if err != nil {
		return own, err
	}
	without, _, err := k.shown(l, document.Own{})
	if err != nil {
		return own, err
	}
	for name, v := range words {
		if (kept.Sent == nil || slices.Contains(kept.Sent, name)) && slices.Contains(k.fields, name) && outbox.SameValue(v, without[name]) {
			delete(words, name)
		}
	}
	own.Fields, err = encode(words)
	return own, err
}

// Want puts fields among the athlete's words.
func (k things[T]) Want(tx *store.Tx, kept outbox.Kept, names []string) error {
	l, err := tx.Layers(kept.Athlete, k.collection, kept.Here)
	if err != nil {
		return err
	}
	own := l.Own
	if own.Deleted = kept.Thing == nil; !own.Deleted {
		var t T
		if own.Fields, err = wanted(own.Fields, kept.Thing.Fields, names, emptyOf(t)); err != nil {
			return err
		}
	}
	_, err = tx.PutOwn(kept.Athlete, k.collection, kept.Here, own)
	return err
}

// wanted are words with some fields as they are to be, absent ones empty.
func wanted(words json.RawMessage, f outbox.Fields, names []string, empty outbox.Fields) (json.RawMessage, error) {
	out, err := object(words)
	if err != nil {
		return nil, err
	}
	for _, n := range names {
		if v, ok := f[n]; ok {
			out[n] = v
		} else if v, ok := empty[n]; ok {
			out[n] = v
		}
	}
	return encode(out)
}

// Stay has what was made here stay.
func (k things[T]) Stay(tx *store.Tx, s outbox.Staying) (outbox.Down, error) {
	return stayDocument(tx, s, k.collection, func(l document.Layers) (outbox.Fields, error) {
		f, stays, err := k.shown(l, l.Own)
		maps.Copy(f, stays)
		return f, err
	})
}
