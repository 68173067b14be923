package kinds

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"
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

// PutStatement stores a statement of a service under the run of that service.
func PutStatement(tx *store.Tx, a training.AthleteID, n source.Name, st document.Statement) error {
	st.Source, st.RunID = string(n), n.Run()
	_, err := tx.PutStatement(a, st)
	return err
}

// PutActivityStatement stores a statement of a service on a stored activity,
// under the run of that service.
func PutActivityStatement(
	tx *store.Tx, a training.AthleteID, n source.Name, id training.ActivityID, words training.Statement, at, asOf time.Time,
) error {
	_, err := tx.PutActivityStatement(a, id, words, document.StatementsBy{RunID: n.Run(), AsOf: asOf, At: at})
	return err
}

// Things is a kind for the documents of one collection. It needs services that
// can list, save and delete them.
type Things[T any] struct {
	Refs       Refs
	Collection document.Collection
	Kind       training.ThingKind
	// Fields lists the fields that are sent to services, and Stays those that
	// are not. Linked lists the fields that must be sent together with a field.
	Fields, Stays []string
	Linked        map[string][]string
	// Carried lists more fields of the service. The athlete does not edit them.
	// They are stored, so that a deleted thing can be restored unchanged.
	Carried []string
	// ID returns the field with a thing's own id, and Ref the field with the id
	// of another thing, of the kind RefKind.
	ID, Ref func(*T) *string
	RefKind string
	// Key is the field in which a service looks for an idempotency key when it
	// creates a thing. It is empty if there is none.
	Key string
	// Days returns the days that a thing covers, and Dated lists the fields
	// that these days depend on. Both may be nil.
	Days  func(*T) training.DayRange
	Dated []string
	// Show merges the layers of a document; nil means [document.Show].
	Show func(document.Document) (T, error)
	// SeenBy describes who besides the athlete sees a thing; nil means nobody.
	SeenBy func(T) i18n.Sentence
	// Alike compares values of a field; nil means [outbox.SameValue].
	Alike func(name string, a, b []byte) bool
	// Kept returns the part of a thing that is stored as the service's
	// statement; nil means the whole thing.
	Kept func(T) any
	// Back describes how a restored thing differs from the deleted one. If it
	// is empty, only the id differs.
	Back i18n.Sentence

	// Takes reports whether the service lets programs change things of this kind. Reads
	// reports whether it lists all of them at once; nil means that syncs do not read the
	// kind, or read it in a way of its own.
	Takes, Reads func(s source.Service) bool

	List func(ctx context.Context, s source.Service) ([]T, error)
	// One reads the thing with the given id; if it is nil, the list is searched.
	One    func(ctx context.Context, s source.Service, id string) (T, error)
	Save   func(ctx context.Context, s source.Service, t T, names []string) (T, error)
	Remove func(ctx context.Context, s source.Service, t T) error
}

// Name returns the name of the collection.
func (k Things[T]) Name() string { return string(k.Collection) }

// Of returns the kind of things of the collection.
func (k Things[T]) Of() training.ThingKind { return k.Kind }

// Can reports whether the service lets programs change things of this kind.
func (k Things[T]) Can(s source.Service, _ ledger.Action) bool { return k.Takes(s) }

// Final returns a note that a restored thing has another id.
func (k Things[T]) Final(_ source.Service, a ledger.Action) (i18n.Sentence, bool) {
	if a == ledger.OutboxDelete {
		return cmp.Or(k.Back, "Once restored, it has a new id on the service."), false
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

// Others describes who can see a thing after the action.
func (k Things[T]) Others(a ledger.Action, f outbox.Fields, _ []string) i18n.Sentence {
	var t T
	if k.SeenBy == nil || a == ledger.OutboxDelete {
		return ""
	}
	if err := Fill(f, &t); err != nil {
		return "an unknown audience" // it is not sent without asking
	}
	return k.SeenBy(t)
}

func (k Things[T]) show(l document.Layers, own document.Own) (T, error) {
	if k.Show != nil {
		return k.Show(WithOwn(l, own))
	}
	return document.Show[T](WithOwn(l, own))
}

// shown returns the fields that a document has with the given own layer: those
// to send, and those that stay.
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

// Shown returns the fields to send that a document has with the given own layer.
func (k Things[T]) Shown(l document.Layers, own document.Own) (outbox.Fields, error) {
	f, _, err := k.shown(l, own)
	return f, err
}

// Changed returns the change to send if the write changed a document of the collection.
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

// with adds the fields that must be sent together with the given ones.
func (k Things[T]) with(names []string) []string {
	for _, n := range names {
		names = Also(names, k.Linked[n])
	}
	return names
}

// Also adds those names in more that are missing in names.
func Also(names, more []string) []string {
	for _, n := range more {
		if !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	return names
}

// thing converts a service's value to an [outbox.Thing].
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

// from converts fields to a service's value, in which references have the ids of the service.
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

// find returns the service's value with the given id.
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

// Read returns the thing with the given id on the service.
func (k Things[T]) Read(ctx context.Context, s source.Service, id string) (outbox.Thing, error) {
	t, err := k.find(ctx, s, id)
	if err != nil {
		return outbox.Thing{}, err
	}
	return k.thing(ctx, s, t)
}

// Lister is a kind whose things a sync reads all at once, and stores as they are.
type Lister interface {
	outbox.Kind
	// Lists reports whether a service has a list of the things.
	Lists(s source.Service) bool
	// Listed returns the service's statements on its things, with their local ids.
	Listed(ctx context.Context, s source.Service) ([]document.Statement, error)

	listed() bool
}

// Listers returns those of the kinds whose things a sync reads all at once.
func Listers(all []outbox.Kind) (out []Lister) {
	for _, k := range all {
		if l, ok := k.(Lister); ok && l.listed() {
			out = append(out, l)
		}
	}
	return out
}

func (k Things[T]) listed() bool { return k.Reads != nil }

// Lists reports whether a service has a list of the things.
func (k Things[T]) Lists(s source.Service) bool { return k.Reads(s) }

// Listed returns the service's statements on its things, with their local ids.
func (k Things[T]) Listed(ctx context.Context, s source.Service) ([]document.Statement, error) {
	all, err := k.List(ctx, s)
	if err != nil {
		return nil, err
	}
	out := make([]document.Statement, len(all))
	for i := range all {
		t, err := k.thing(ctx, s, all[i])
		if err != nil {
			return nil, err
		}
		id, err := k.Refs.Here(ctx, s.Name(), k.Name(), t.ID)
		if err != nil {
			return nil, err
		}
		whole := t.Whole.(T)
		if out[i] = (document.Statement{ID: id, Body: k.kept(whole)}); k.Days != nil {
			out[i].Days = k.Days(&whole)
		}
	}
	return out, nil
}

// kept returns the part of a thing that is stored as the service's statement.
func (k Things[T]) kept(t T) any {
	if k.Kept != nil {
		return k.Kept(t)
	}
	return t
}

// IDs returns the ids of all things on the service.
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

// Keep stores the state of the thing on the service.
func (k Things[T]) Keep(tx *store.Tx, kept outbox.Kept) error {
	st := kept.Says(k.Collection, training.DayRange{})
	if kept.Thing != nil {
		t, ok := kept.Thing.Whole.(T)
		if !ok {
			return training.Errorf(training.KindInternal, "an invalid %s", k.Collection)
		}
		st.Body = k.kept(t)
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

// put writes the athlete's edits, with the days of the document if an edit determines them.
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

// released returns the athlete's edits without those that were sent and are no
// longer needed, because the thing has the same values without them.
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

// Want adds fields to the athlete's edits.
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

// Wanted returns edits in which the named fields have the values in f. Fields missing in f
// get their empty value, as in the given struct.
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

// Both reports whether a service implements both R and W.
func Both[R, W any](s source.Service) bool {
	return source.Can[R](s) && source.Can[W](s)
}
