package outbox

import (
	"context"
	"maps"
	"slices"
	"time"

	"lapkeep/internal/journal"
	"lapkeep/internal/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/outbox"
	"lapkeep/internal/training"
)

// Revert takes the rows of an entry back: one that is known to have had no
// effect is cancelled, any other gets a row that undoes it. What an undo is
// about to bring back at a service is shown here at once.
func (b *Box) Revert(ctx context.Context, tx *store.Tx, e journal.Entry, undone string) ([]journal.AtService, error) {
	rows, err := tx.Outbox().Entry(e.Athlete, undone)
	if err != nil {
		return nil, err
	}
	slices.Reverse(rows) // what was done last is undone first
	var all []journal.AtService
	for _, r := range rows {
		r, gone, err := b.filled(ctx, r)
		if err == nil && gone && r.State == outbox.Done && r.Here == source.Name(r.Source).Ref(r.There) {
			err = overdue(b.o.Services(r.Athlete).Title(source.Name(r.Source)))
		}
		if err != nil {
			return nil, err
		}
		back, err := b.revert(ctx, tx, e, r)
		if err != nil {
			return nil, err
		}
		all = append(all, b.tell(back))
	}
	return all, nil
}

func (b *Box) revert(ctx context.Context, tx *store.Tx, e journal.Entry, r outbox.Row) (outbox.Row, error) {
	back := outbox.Row{
		Athlete: r.Athlete, Source: r.Source, Entry: e.ID, Kind: r.Kind, Here: r.Here, There: r.There,
		Action: opposite(r.Action), State: outbox.Waiting,
		Details: outbox.Details{At: e.At, Key: r.Key, Undoes: r.Seq, Apart: r.Apart},
	}
	if !slices.Contains(b.o.Services(r.Athlete).Connected(), source.Name(r.Source)) {
		back.State, back.Note = outbox.Cancelled, "It is no longer connected, so nothing is taken back there."
		return b.put(ctx, tx, back)
	}
	k := b.kind(r.Kind)
	service, err := b.o.Services(r.Athlete).Service(source.Name(r.Source))
	if f, ok := k.(Final); ok && err == nil {
		if what, forever := f.Final(service, r.Action); forever && (r.State == outbox.Done || r.State == outbox.Sent) {
			back.State, back.Note = outbox.Cancelled, string(what)
			return b.put(ctx, tx, back)
		}
	}
	switch r.State {
	case outbox.Waiting, outbox.Failed:
		r.State = outbox.Cancelled
		row, err := b.stored(ctx, r)
		if err != nil {
			return back, err
		}
		if ok, err := tx.Outbox().Set(row, r.Tries); err != nil || !ok {
			return back, orChanged(err)
		}
		if back.State = outbox.Cancelled; r.Lost {
			if err := unchanged(tx, k, r, e.At); err != nil {
				return back, err
			}
		}
	case outbox.Cancelled:
		return b.takenUp(ctx, tx, k, e, r, back)
	case outbox.Done:
		return back, b.wantBack(ctx, tx, k, r, back)
	case outbox.Sent:
	}
	return b.put(ctx, tx, back)
}

// takenUp is what was never sent, and is to be sent again.
func (b *Box) takenUp(
	ctx context.Context, tx *store.Tx, k Kind, e journal.Entry, r, back outbox.Row,
) (outbox.Row, error) {
	first, ok, err := tx.Outbox().Row(e.Athlete, r.Undoes)
	if err != nil || !ok {
		return r, err
	}
	gone := false
	if first, gone, err = b.filled(ctx, first); err == nil && gone {
		err = overdue(b.o.Services(r.Athlete).Title(source.Name(r.Source)))
	}
	if err != nil {
		return r, err
	}
	back.Action, back.There, back.Undoes = first.Action, first.There, first.Undoes
	back.Wanted, back.Changed, back.Key = first.Wanted, first.Changed, first.Key
	if first.Undoes != 0 {
		undone, ok, err := tx.Outbox().Row(e.Athlete, first.Undoes)
		if err != nil || !ok {
			return r, err
		}
		return back, b.wantBack(ctx, tx, k, undone, back)
	}
	return b.put(ctx, tx, back)
}

// unchanged has what a service lost stay here as it was before the change that
// told so.
func unchanged(tx *store.Tx, k Kind, r outbox.Row, at time.Time) error {
	l, ok := k.(Losing)
	if !ok || len(r.Prior) == 0 {
		return nil
	}
	_, err := stayLost(tx, l, r, over(r.Wanted, r.Prior, r.Changed), at)
	return err
}

func (b *Box) put(ctx context.Context, tx *store.Tx, r outbox.Row) (outbox.Row, error) {
	r, err := b.stored(ctx, r)
	if err == nil {
		r.Seq, err = tx.Outbox().Put(r)
	}
	return r, err
}

func orChanged(err error) error {
	if err == nil {
		err = training.Errorf(training.KindConflict, "It is being sent just now.").WithFix("Try again in a moment.")
	}
	return err
}

// wantBack puts the row that undoes r, and shows here what it will bring back.
func (b *Box) wantBack(ctx context.Context, tx *store.Tx, k Kind, r, back outbox.Row) error {
	if _, err := b.put(ctx, tx, back); err != nil || k == nil || r.State != outbox.Done || r.Apart {
		return err
	}
	want := Kept{Athlete: r.Athlete, Source: source.Name(r.Source), Here: r.Here, At: back.At}
	switch r.Action {
	case outbox.Create:
		return k.Want(tx, want, nil)
	case outbox.Update:
		want.Thing = &Thing{ID: r.There, Fields: r.Prior}
		return k.Want(tx, want, r.Changed)
	case outbox.Delete:
		want.Thing = &Thing{Fields: r.Prior}
		return k.Want(tx, want, slices.Sorted(maps.Keys(r.Prior)))
	}
	return nil
}

func opposite(a outbox.Action) outbox.Action {
	switch a {
	case outbox.Create:
		return outbox.Delete
	case outbox.Delete:
		return outbox.Create
	}
	return a
}
