package outbox

import (
	"slices"

	"lapkeep/internal/journal"
	"lapkeep/internal/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/outbox"
	"lapkeep/internal/training"
)

// Stayer is a kind of which what the athlete said here stays when all goes that
// a service says: of what it took over, the athlete's own words are not kept
// beside its own.
type Stayer interface {
	// Stay reads what is to stay of a thing; rows are those that were done of
	// it. The result puts it down once the service's words are gone, and gives
	// what takes that back; it is nil for nothing.
	Stay(tx *store.Tx, s Staying) (Down, error)
}

// Staying is a thing of which a service was told.
type Staying struct {
	Athlete training.AthleteID
	Source  source.Name
	Here    string
	Rows    []outbox.Row // done, in order
}

// Down puts down what stays.
type Down func() ([]journal.Changed, error)

// Made reports whether the thing was made here, and was not deleted since.
func (s Staying) Made() bool {
	made := false
	for i, r := range s.Rows {
		switch {
		case i == 0 && (r.Action != outbox.Create || r.Undoes != 0):
			return false
		case r.Action == outbox.Create:
			made = true
		case r.Action == outbox.Delete:
			made = false
		}
	}
	return made
}

// Told are the fields that the athlete told the service of and that were not
// taken back, each as it was told last.
func (s Staying) Told() Fields {
	out := Fields{}
	undone := map[int64]bool{}
	for _, r := range s.Rows {
		undone[r.Undoes] = true
	}
	for _, r := range s.Rows {
		if undone[r.Seq] || r.Undoes != 0 || r.Action == outbox.Delete {
			continue
		}
		for n, v := range r.Wanted {
			if r.Action == outbox.Create || slices.Contains(r.Changed, n) {
				out[n] = v
			}
		}
	}
	return out
}

// Leave reads, before a service's words are taken away, what of them is the
// athlete's; the result puts that down after it.
func (b *Box) Leave(tx *store.Tx, a training.AthleteID, name source.Name) (func() ([]journal.Changed, error), error) {
	rows, err := tx.Outbox().Done(a, string(name))
	if err != nil {
		return nil, err
	}
	type key struct{ kind, here string }
	var order []key
	things := map[key][]outbox.Row{}
	for _, r := range rows {
		k := key{r.Kind, r.Here}
		if things[k] == nil {
			order = append(order, k)
		}
		things[k] = append(things[k], r)
	}
	var all []Down
	for _, of := range order {
		k, ok := b.kind(of.kind).(Stayer)
		if !ok {
			continue
		}
		down, err := k.Stay(tx, Staying{Athlete: a, Source: name, Here: of.here, Rows: things[of]})
		if err != nil {
			return nil, err
		}
		if down != nil {
			all = append(all, down)
		}
	}
	return func() (did []journal.Changed, err error) {
		for _, down := range all {
			some, err := down()
			if err != nil {
				return nil, err
			}
			did = append(did, some...)
		}
		return did, nil
	}, nil
}

// StayDocument has a document that was made here stay, with its fields as they
// are shown among the athlete's own words.
func StayDocument(tx *store.Tx, s Staying, c document.Collection, shown func(document.Layers) (Fields, error)) (Down, error) {
	l, err := tx.Layers(s.Athlete, c, s.Here)
	if err != nil || !s.Made() || !visible(l, l.Own) {
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
	if own.Fields, err = Text(words); err != nil {
		return nil, err
	}
	return func() ([]journal.Changed, error) {
		former, err := tx.PutOwn(s.Athlete, c, s.Here, own)
		return []journal.Changed{journal.PutDocument(c, s.Here, former)}, err
	}, nil
}

// Stay has an event that was made here stay.
func (Events) Stay(tx *store.Tx, s Staying) (Down, error) {
	return StayDocument(tx, s, document.Events, func(l document.Layers) (Fields, error) {
		e, err := eventOf(l, l.Own)
		return e.fields, err
	})
}

// Stay has the values of a day stay that were entered here, as far as the
// service did not change them since.
func (x Wellness) Stay(tx *store.Tx, s Staying) (Down, error) {
	l, err := tx.Layers(s.Athlete, document.Wellness, s.Here)
	if err != nil {
		return nil, err
	}
	shown, err := dayOf(l, l.Own)
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
		k := Kept{Athlete: s.Athlete, Source: s.Source, Here: s.Here, Thing: &Thing{Fields: told}}
		return []journal.Changed{journal.PutDocument(document.Wellness, s.Here, l.Own)}, x.Want(tx, k, names)
	}, nil
}
