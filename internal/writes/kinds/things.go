package kinds

import (
	"cmp"
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
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/internal/writes/outbox"
)

// PutStatement stores a service's statement under the run of that service.
func PutStatement(tx *store.Tx, a training.AthleteID, n source.Name, st document.Statement) error {
	st.Source, st.RunID = string(n), n.Run()
	_, err := tx.PutStatement(a, st)
	return err
}

// PutActivityStatement stores a service's statement on a stored activity, under
// the run of that service.
func PutActivityStatement(
	tx *store.Tx, a training.AthleteID, n source.Name, id training.ActivityID, words training.Statement, at, asOf time.Time,
) error {
	_, err := tx.PutActivityStatement(a, id, words, document.StatementsBy{RunID: n.Run(), AsOf: asOf, At: at})
	return err
}

// Things is a kind for the documents of one collection, at services that can
// list and save them, and delete one.
type Things[T any] struct {
	Refs       Refs
	Collection document.Collection
	Kind       training.ThingKind
	// Fields lists the fields sent to services, Stays those that stay here, and
	// Linked the fields that must be sent together with a field.
	Fields, Stays []string
	Linked        map[string][]string
	// Carried lists further fields of a service. They are not edits of the
	// athlete's, and are stored so that a deleted thing is restored unchanged.
	Carried []string
	// ID returns the field with a thing's own id, Ref the field with the id of
	// another thing, of the kind RefKind.
	ID, Ref func(*T) *string
	RefKind string
	// Key is the field by which a service recognises a thing that it is asked
	// to create twice; empty if there is none.
	Key string
	// Days returns the days that a thing covers, and Dated lists the fields
	// that change them. Both may be nil.
	Days  func(*T) training.DayRange
	Dated []string
	// Show merges the layers of a document; nil is [document.Show].
	Show func(document.Document) (T, error)
	// SeenBy describes who besides the athlete sees a thing; nil means nobody.
	SeenBy func(T) i18n.Sentence
	// Alike compares values of a field; nil is [outbox.SameValue].
	Alike func(name string, a, b []byte) bool
	// Kept returns the part of a thing to store as the service's statement; nil
	// means the whole thing.
	Kept func(T) any
	// Back tells how a restored thing differs; empty means by its id.
	Back i18n.Sentence

	// Takes reports whether things at the service can be changed.
	Takes func(s source.Service) bool
	List  func(ctx context.Context, s source.Service) ([]T, error)
	// One reads the thing with an id; nil means to search the list.
	One    func(ctx context.Context, s source.Service, id string) (T, error)
	Save   func(ctx context.Context, s source.Service, t T, names []string) (T, error)
	Remove func(ctx context.Context, s source.Service, t T) error
}

// Name returns the name of the collection.
func (k Things[T]) Name() string { return string(k.Collection) }

// Of returns the kind of things of the collection.
func (k Things[T]) Of() training.ThingKind { return k.Kind }

// Can reports whether things at the service can be changed.
func (k Things[T]) Can(s source.Service, _ ledger.Action) bool { return k.Takes(s) }

// Final reports that a restored thing has another id.
func (k Things[T]) Final(_ source.Service, a ledger.Action) (i18n.Sentence, bool) {
	if a == ledger.OutboxDelete {
		return cmp.Or(k.Back, "Once restored, it has a new id at the service."), false
	}
	return "", false
}

// Same compares two values of a field.
func (k Things[T]) Same(name string, a, b []byte) bool {
	if k.Alike != nil {
		return k.Alike(name, a, b)
	}
	return outbox.SameValue(a, b)
}

// Others describes who can see a thing after it is created or changed.
func (k Things[T]) Others(a ledger.Action, f outbox.Fields, _ []string) i18n.Sentence {
	var t T
	if k.SeenBy == nil || a == ledger.OutboxDelete {
		return ""
	}
	if err := Fill(f, &t); err != nil {
		return "an unknown audience" // it is not sent unasked
	}
	return k.SeenBy(t)
}

func (k Things[T]) show(l document.Layers, own document.Own) (T, error) {
	if k.Show != nil {
		return k.Show(WithOwn(l, own))
	}
	return document.Show[T](WithOwn(l, own))
}

// shown returns the fields of a document with the given own layer: those to
// send and those that stay.
func (k Things[T]) shown(l document.Layers, own document.Own) (f, stays outbox.Fields, err error) {
	t, err := k.show(l, own)
	if err != nil {
		return nil, nil, err
	}
	if f, err = Flat(t, k.Fields); err != nil {
		return nil, nil, err
	}
	stays, err = Flat(t, k.Stays)
	return f, stays, err
}

// Shown returns the fields to send of a document with the given own layer.
func (k Things[T]) Shown(l document.Layers, own document.Own) (outbox.Fields, error) {
	f, _, err := k.shown(l, own)
	return f, err
}

// Changed returns a change of the athlete's layer of a document.
func (k Things[T]) Changed(tx *store.Tx, a training.AthleteID, did journal.Changed) (*outbox.Change, error) {
	d, err := DocumentOf(tx, a, did, k.Collection)
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
		c.Fields, c.Key = before, text(before[k.Key])
		return c, nil
	case c.New:
		before, beforeStays = nil, nil
	case !is:
		return nil, nil
	}
	c.Key = text(after[k.Key])
	c.Names = k.with(Also(outbox.Differing(k, before, after, nil), d.Told))
	c.Stays = outbox.Differing(k, beforeStays, afterStays, nil)
	return c, nil
}

// with adds the fields that must be sent together with the named ones.
func (k Things[T]) with(names []string) []string {
	for _, n := range names {
		names = Also(names, k.Linked[n])
	}
	return names
}

// Also adds the missing names of more to names.
func Also(names, more []string) []string {
	for _, n := range more {
		if !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	return names
}

// thing converts a service's value to a thing.
func (k Things[T]) thing(ctx context.Context, s source.Service, t T) (outbox.Thing, error) {
	own := *k.ID(&t)
	if k.Ref != nil {
		id, err := k.Refs.Here(ctx, s.Name(), k.RefKind, *k.Ref(&t))
		if err != nil {
			return outbox.Thing{}, err
		}
		*k.Ref(&t) = id
	}
	f, err := Flat(t, slices.Concat(k.Fields, k.Carried))
	return outbox.Thing{ID: own, Fields: f, Whole: t}, err
}

// from returns a service's value with the ids of the service.
func (k Things[T]) from(ctx context.Context, s source.Service, id string, f outbox.Fields) (t T, err error) {
	if err := Fill(f, &t); err != nil {
		return t, err
	}
	*k.ID(&t) = id
	if k.Ref != nil {
		*k.Ref(&t), err = k.Refs.There(ctx, s.Name(), k.RefKind, *k.Ref(&t))
	}
	return t, err
}

// find returns the service's value with an id.
func (k Things[T]) find(ctx context.Context, s source.Service, id string) (t T, err error) {
	if k.One != nil {
		return k.One(ctx, s, id)
	}
	all, err := k.List(ctx, s)
	if err != nil {
		return t, err
	}
	for i := range all {
		if *k.ID(&all[i]) == id {
			return all[i], nil
		}
	}
	return t, training.Errorf(training.KindNotFound, "The service has no %s %q.", k.Collection, id)
}

// Read returns the thing with a service's id.
func (k Things[T]) Read(ctx context.Context, s source.Service, id string) (outbox.Thing, error) {
	t, err := k.find(ctx, s, id)
	if err != nil {
		return outbox.Thing{}, err
	}
	return k.thing(ctx, s, t)
}

// IDs returns the ids of all things at the service.
func (k Things[T]) IDs(ctx context.Context, s source.Service, _ outbox.Fields) ([]string, error) {
	all, err := k.List(ctx, s)
	ids := make([]string, len(all))
	for i := range all {
		ids[i] = *k.ID(&all[i])
	}
	return ids, err
}

// Create creates a thing.
func (k Things[T]) Create(ctx context.Context, s source.Service, key string, f outbox.Fields) (outbox.Thing, error) {
	if k.Key != "" {
		name, err := json.Marshal(key)
		if err != nil {
			return outbox.Thing{}, err
		}
		f = maps.Clone(f)
		f[k.Key] = name
	}
	return k.send(ctx, s, "", f, nil)
}

// Update sets fields of a thing.
func (k Things[T]) Update(ctx context.Context, s source.Service, id string, f outbox.Fields, names []string) (outbox.Thing, error) {
	return k.send(ctx, s, id, f, names)
}

func (k Things[T]) send(ctx context.Context, s source.Service, id string, f outbox.Fields, names []string) (outbox.Thing, error) {
	t, err := k.from(ctx, s, id, f)
	if err != nil {
		return outbox.Thing{}, err
	}
	saved, err := k.Save(ctx, s, t, names)
	if err != nil {
		return outbox.Thing{}, err
	}
	return k.thing(ctx, s, saved)
}

// Delete deletes a thing.
func (k Things[T]) Delete(ctx context.Context, s source.Service, id string) error {
	t, err := k.find(ctx, s, id)
	if err == nil {
		err = k.Remove(ctx, s, t)
	}
	if err != nil && training.KindOf(err) == training.KindNotFound {
		return nil
	}
	return err
}

// Keep stores the service's state of the thing.
func (k Things[T]) Keep(tx *store.Tx, kept outbox.Kept) error {
	st := kept.Says(k.Collection, training.DayRange{})
	if kept.Thing != nil {
		t, ok := kept.Thing.Whole.(T)
		if !ok {
			return training.Errorf(training.KindInternal, "an invalid %s", k.Collection)
		}
		if st.Body = t; k.Kept != nil {
			st.Body = k.Kept(t)
		}
		if k.Days != nil {
			st.Days = k.Days(&t)
		}
	}
	if err := PutStatement(tx, kept.Athlete, kept.Source, st); err != nil {
		return err
	}
	l, err := tx.Layers(kept.Athlete, k.Collection, kept.Here)
	if err != nil || l.Own.Silent() {
		return err
	}
	var own document.Own
	if kept.Thing == nil {
		if !l.Own.Deleted || len(l.Statements) > 0 {
			return nil
		}
	} else if own, err = k.released(kept, l); err != nil {
		return err
	}
	return k.put(tx, kept, l, own)
}

// put writes the athlete's edits, with their days if they set any.
func (k Things[T]) put(tx *store.Tx, kept outbox.Kept, l document.Layers, own document.Own) error {
	words, err := Object(own.Fields)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(k.Dated, func(n string) bool { return words[n] != nil }) {
		t, err := k.show(l, own)
		if err != nil {
			return err
		}
		if days := k.Days(&t); days.From != 0 {
			own.Days = days
		}
	}
	_, err = tx.PutOwn(kept.Athlete, k.Collection, kept.Here, own)
	return err
}

// released returns the athlete's edits without those that were sent and that
// the thing shows without them, too.
func (k Things[T]) released(kept outbox.Kept, l document.Layers) (document.Own, error) {
	own := document.Own{Deleted: l.Own.Deleted && kept.Sent != nil}
	words, err := Object(l.Own.Fields)
	if err != nil {
		return own, err
	}
	without, _, err := k.shown(l, document.Own{})
	if err != nil {
		return own, err
	}
	for name, v := range words {
		sent := (kept.Sent == nil || slices.Contains(kept.Sent, name)) && slices.Contains(k.Fields, name)
		if sent && k.Same(name, v, without[name]) || slices.Contains(kept.Yield, name) {
			delete(words, name)
		}
	}
	own.Fields, err = Encode(words)
	return own, err
}

// Want puts fields among the athlete's edits.
func (k Things[T]) Want(tx *store.Tx, kept outbox.Kept, names []string) error {
	l, err := tx.Layers(kept.Athlete, k.Collection, kept.Here)
	if err != nil {
		return err
	}
	own := l.Own
	if own.Deleted = kept.Thing == nil; !own.Deleted {
		var t T
		names = slices.DeleteFunc(slices.Clone(names), func(n string) bool { return slices.Contains(k.Carried, n) })
		if own.Fields, err = Wanted(own.Fields, kept.Thing.Fields, names, t); err != nil {
			return err
		}
	}
	return k.put(tx, kept, l, own)
}

// Wanted returns edits with the named fields set as in f. Fields missing in f
// get the empty value of the struct of.
func Wanted(words json.RawMessage, f outbox.Fields, names []string, of any) (json.RawMessage, error) {
	out, err := Object(words)
	if err != nil {
		return nil, err
	}
	empty := emptyOf(of)
	for _, n := range names {
		if v, ok := f[n]; ok {
			out[n] = v
		} else if v, ok := empty[n]; ok {
			out[n] = v
		}
	}
	return Encode(out)
}

// Stay keeps a thing that was created here.
func (k Things[T]) Stay(tx *store.Tx, s outbox.Staying) (outbox.Down, error) {
	return StayDocument(tx, s, k.Collection, func(l document.Layers) (outbox.Fields, error) {
		f, stays, err := k.shown(l, l.Own)
		maps.Copy(f, stays)
		return f, err
	})
}

// Both reports whether a service can read and write.
func Both[R, W any](s source.Service) bool {
	return source.Can[R](s) && source.Can[W](s)
}

// CustomItems returns the kind of the athlete's charts, fields and streams.
func CustomItems(refs Refs) outbox.Kind {
	return Things[training.CustomItem]{
		Refs: refs, Collection: document.CustomItems, Kind: training.ThingCustomItems,
		Fields: []string{"type", "name", "description", "visibility", "content"},
		ID:     func(i *training.CustomItem) *string { return &i.ID },
		Takes:  source.Can[source.CustomItemKeeper],
		SeenBy: seenBy,
		List: func(ctx context.Context, s source.Service) ([]training.CustomItem, error) {
			return s.(source.CustomItemKeeper).CustomItems(ctx)
		},
		Save: func(ctx context.Context, s source.Service, i training.CustomItem, names []string) (training.CustomItem, error) {
			return s.(source.CustomItemKeeper).SaveCustomItem(ctx, i, names...)
		},
		Remove: func(ctx context.Context, s source.Service, i training.CustomItem) error {
			return s.(source.CustomItemKeeper).DeleteCustomItem(ctx, i.ID)
		},
	}
}

// seenBy describes who sees an item with its visibility, "" for a private one.
// An item without visibility is private.
func seenBy(i training.CustomItem) i18n.Sentence {
	switch v := strings.ToUpper(i.Visibility); v {
	case "", "PRIVATE":
		return ""
	case "FOLLOWERS":
		return "the athlete's followers"
	}
	return "everybody"
}
