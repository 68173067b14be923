package outbox

import (
	"context"
	"maps"
	"slices"
	"time"

	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
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
		if err == nil && gone && r.State == ledger.Done && r.Here == source.Name(r.Source).Ref(r.There) {
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

func (b *Box) revert(ctx context.Context, tx *store.Tx, e journal.Entry, r ledger.OutboxRow) (ledger.OutboxRow, error) {
	back := ledger.OutboxRow{
		Athlete: r.Athlete, Source: r.Source, Entry: e.ID, Kind: r.Kind, Here: r.Here, There: r.There,
		Action: opposite(r.Action), State: ledger.Waiting,
		Details: ledger.Details{At: e.At, Key: r.Key, Undoes: r.Seq, Apart: r.Apart},
	}
	if !slices.Contains(b.o.Services(r.Athlete).Connected(), source.Name(r.Source)) {
		back.State, back.Note = ledger.Cancelled, "It is no longer connected, so nothing is taken back there."
		return b.put(ctx, tx, back)
	}
	k := b.kind(r.Kind)
	service, err := b.o.Services(r.Athlete).Service(source.Name(r.Source))
	if f, ok := k.(Final); ok && err == nil {
		if what, forever := f.Final(service, r.Action); forever && (r.State == ledger.Done || r.State == ledger.Sent) {
			back.State, back.Note = ledger.Cancelled, string(what)
			return b.put(ctx, tx, back)
		}
	}
	switch r.State {
	case ledger.Waiting, ledger.OutboxFailed:
		r.State = ledger.Cancelled
		row, err := b.stored(ctx, r)
		if err != nil {
			return back, err
		}
		if ok, err := tx.Outbox().Set(row, r.Tries); err != nil || !ok {
			return back, orChanged(err)
		}
		if back.State = ledger.Cancelled; r.Lost {
			if err := unchanged(tx, k, r, e.At); err != nil {
				return back, err
			}
		}
	case ledger.Cancelled:
		return b.takenUp(ctx, tx, k, e, r, back)
	case ledger.Done:
		return back, b.wantBack(ctx, tx, k, r, back)
	case ledger.Sent:
	}
	return b.put(ctx, tx, back)
}

// takenUp is what was never sent, and is to be sent again.
func (b *Box) takenUp(
	ctx context.Context, tx *store.Tx, k Kind, e journal.Entry, r, back ledger.OutboxRow,
) (ledger.OutboxRow, error) {
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
func unchanged(tx *store.Tx, k Kind, r ledger.OutboxRow, at time.Time) error {
	l, ok := k.(Losing)
	if !ok || len(r.Prior) == 0 {
		return nil
	}
	_, err := stayLost(tx, l, r, over(r.Wanted, r.Prior, r.Changed), at)
	return err
}

func (b *Box) put(ctx context.Context, tx *store.Tx, r ledger.OutboxRow) (ledger.OutboxRow, error) {
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
func (b *Box) wantBack(ctx context.Context, tx *store.Tx, k Kind, r, back ledger.OutboxRow) error {
	if _, err := b.put(ctx, tx, back); err != nil || k == nil || r.State != ledger.Done || r.Apart {
		return err
	}
	want := Kept{Athlete: r.Athlete, Source: source.Name(r.Source), Here: r.Here, At: back.At}
	switch r.Action {
	case ledger.Create:
		return k.Want(tx, want, nil)
	case ledger.Update:
		want.Thing = &Thing{ID: r.There, Fields: r.Prior}
		return k.Want(tx, want, r.Changed)
	case ledger.OutboxDelete:
		want.Thing = &Thing{Fields: r.Prior}
		return k.Want(tx, want, slices.Sorted(maps.Keys(r.Prior)))
	}
	return nil
}

func opposite(a ledger.Action) ledger.Action {
	switch a {
	case ledger.Create:
		return ledger.OutboxDelete
	case ledger.OutboxDelete:
		return ledger.Create
	}
	return a
}
