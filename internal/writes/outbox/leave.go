package outbox

import (
	"slices"

	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
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
	Rows    []ledger.OutboxRow // done, in order
}

// Down puts down what stays.
type Down func() ([]journal.Changed, error)

// Made reports whether the thing was made here, and was not deleted since.
func (s Staying) Made() bool {
	made := false
	for i, r := range s.Rows {
		switch {
		case i == 0 && (r.Action != ledger.Create || r.Undoes != 0):
			return false
		case r.Action == ledger.Create:
			made = true
		case r.Action == ledger.OutboxDelete:
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
		if undone[r.Seq] || r.Undoes != 0 || r.Action == ledger.OutboxDelete {
			continue
		}
		for n, v := range r.Wanted {
			if r.Action == ledger.Create || slices.Contains(r.Changed, n) {
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
	things := map[key][]ledger.OutboxRow{}
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
