package outbox

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/limited"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// Services gives access to an athlete's connections.
type Services interface {
	Connected() []source.Name
	Service(name source.Name) (source.Service, error)
	// Title returns the service's display name.
	Title(name source.Name) string
	// Lacks reports whether a service was connected without the permission needed for a change. The
	// first of the kinds that requires a permission determines which one is needed.
	Lacks(name source.Name, kinds ...string) bool
}

// Options holds what an outbox needs.
type Options struct {
	Store *store.DB
	// Services returns an athlete's connections. It is a function, because
	// connections may be made after the outbox.
	Services func(training.AthleteID) Services
	Kinds    []Kind
	// Words keeps values that may be stored only for some days. If it is nil,
	// nothing is sent to services with such terms.
	Words Words
	NewID func() string
	Now   func() time.Time
	Log   *slog.Logger
}

// Box sends the messages that result from writes to services. It is safe for concurrent use.
type Box struct {
	o Options

	mu    sync.Mutex
	turns map[turn]chan struct{}
}

// turn identifies a queue. In this process, a queue has one sender at a time.
type turn struct {
	athlete training.AthleteID
	source  source.Name
}

var _ journal.Outbox = (*Box)(nil)

// New returns an outbox.
func New(o Options) *Box {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Box{o: o, turns: map[turn]chan struct{}{}}
}

// take waits until no other goroutine is sending to the service.
func (b *Box) take(ctx context.Context, t turn) (done func(), err error) {
	b.mu.Lock()
	ch, ok := b.turns[t]
	if !ok {
		ch = make(chan struct{}, 1)
		b.turns[t] = ch
	}
	b.mu.Unlock()
	select {
	case ch <- struct{}{}:
		return func() { <-ch }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// kind returns the kind with the given name, or nil if this version has none.
func (b *Box) kind(name string) Kind {
	if i := slices.IndexFunc(b.o.Kinds, func(k Kind) bool { return k.Name() == name }); i >= 0 {
		return b.o.Kinds[i]
	}
	return nil
}

// Words stores values from services whose terms limit how long they may be stored.
type Words interface {
	Put(ctx context.Context, a training.AthleteID, source string, rows ...limited.Row) (fresh int, err error)
	Row(ctx context.Context, p limited.Place, id string) (limited.Row, bool, error)
}

// Apart is a kind whose things are stored in a separate file if the terms require it.
type Apart interface {
	// Named adds the service's id to the ids of a local thing, without storing the thing's
	// state on the service.
	Named(tx *store.Tx, k Kept) error
	// KeepApart stores the state of a thing on the service for as long as the terms allow.
	KeepApart(ctx context.Context, s source.Service, k Kept) error
}

// keptOnly is the reason why a service with limited rows gets only changes that are meant for it.
const keptOnly = "Its terms require its data to be kept separate, so it gets only changes meant for it: call with its own id, or " +
	"make it the home source."

// noRight is the reason why nothing is sent over a read-only connection.
const noRight = "It was connected without permission to change this, so the change is kept here only; a person can connect it again and " +
	"grant the permission."

// kept returns the reason why a change is not sent to a service, or "" if it is sent.
func (b *Box) kept(
	ctx context.Context, a training.AthleteID, k Kind, c *Change, s source.Service, do ledger.Action,
) (why i18n.Sentence, err error) {
	place := s.Policy().Place()
	_, apart := k.(Apart)
	switch {
	case place == source.Nowhere || place == source.Limited && b.o.Words == nil:
		return "Its terms do not allow its data to be kept, so nothing is changed there.", nil
	case !k.Can(s, do) || place == source.Limited && !apart:
		return "It does not accept such a change, so it is kept here only.", nil
	case b.lacks(a, k, s.Name()) && (place == source.Kept || c.To == s.Name()):
		return noRight, nil
	case place == source.Kept || c.To == s.Name():
		return "", nil
	}
	who, err := b.o.Store.Athlete(ctx, training.Everything(a))
	if who.HomeOf(k.Of()) != string(s.Name()) {
		why = keptOnly
	} else if b.lacks(a, k, s.Name()) {
		why = noRight
	}
	return why, err
}

// lacks reports whether a service was connected without the permission needed
// for changes of the kind.
func (b *Box) lacks(a training.AthleteID, k Kind, name source.Name) bool {
	return b.o.Services(a).Lacks(name, k.Name(), string(k.Of()))
}

// partsOf returns the values of a row that must be stored separately. If a row creates a thing,
// its values came from the athlete and may be in the store, unless it restores a deleted thing.
func partsOf(r *ledger.OutboxRow) map[string]*Fields {
	parts := map[string]*Fields{"prior": &r.Prior, "read_back": &r.ReadBack, "from": &r.From}
	if r.Action != ledger.Create || r.Undoes != 0 {
		parts["wanted"] = &r.Wanted
	}
	return parts
}

// thingOf returns the id that identifies a row's thing where its values are stored separately.
func thingOf(r *ledger.OutboxRow) string {
	if r.There != "" {
		return r.There
	}
	return r.Here
}

func wordsAt(r *ledger.OutboxRow, part string) limited.Place {
	return limited.Place{
		Scope: training.Scope{Athlete: r.Athlete, Audience: training.AudiencePage}, Source: r.Source,
		Kind: limited.WordsOf(r.Entry+" "+r.Kind+" "+r.Here, part),
	}
}

// stored stores a row's values separately and returns the row without them, in the form that
// the store may have. Unchanged values are not stored again, because this would extend the
// time for which they are kept.
func (b *Box) stored(ctx context.Context, r ledger.OutboxRow) (ledger.OutboxRow, error) {
	if !r.Apart {
		return r, nil
	}
	r.Parts = nil
	for part, words := range partsOf(&r) {
		if len(*words) == 0 {
			continue
		}
		body, err := json.Marshal(*words)
		if err != nil {
			return r, err
		}
		at := wordsAt(&r, part)
		was, ok, err := b.o.Words.Row(ctx, at, thingOf(&r))
		if err == nil && (!ok || !bytes.Equal(was.Body, body)) && r.Entry != "" { // rows in a dry run have no entry
			_, err = b.o.Words.Put(ctx, r.Athlete, r.Source, limited.Row{Kind: at.Kind, ID: thingOf(&r), Body: body})
		}
		if err != nil {
			return r, err
		}
		*words, r.Parts = nil, append(r.Parts, part)
	}
	slices.Sort(r.Parts)
	return r, nil
}

// filled returns a row with its separately stored values. gone reports whether
// any of them has expired.
func (b *Box) filled(ctx context.Context, r ledger.OutboxRow) (_ ledger.OutboxRow, gone bool, err error) {
	if !r.Apart || b.o.Words == nil {
		return r, r.Apart, nil
	}
	parts := partsOf(&r)
	for _, part := range r.Parts {
		words := parts[part]
		row, ok, err := b.o.Words.Row(ctx, wordsAt(&r, part), thingOf(&r))
		if err != nil {
			return r, false, err
		}
		if gone = gone || !ok || words == nil; ok && words != nil {
			if err := json.Unmarshal(row.Body, words); err != nil {
				return r, false, err
			}
		}
	}
	return r, gone, nil
}

// Revert undoes the rows of an entry. A row that certainly had no effect is cancelled. For
// any other row, it adds a row that undoes it. A thing that will be restored on a service is
// shown here at once.
func (b *Box) Revert(ctx context.Context, tx *store.Tx, e journal.Entry, undone string) ([]journal.AtService, error) {
	rows, err := tx.Outbox().Entry(e.Athlete, undone)
	if err != nil {
		return nil, err
	}
	slices.Reverse(rows) // undo the last write first
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

// takenUp returns the row for a message that had not been sent and is sent after all.
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

// unchanged keeps a thing that a service lost, in its state before the change
// that could not be made.
func unchanged(tx *store.Tx, k Kind, r ledger.OutboxRow, at time.Time) error {
	l, ok := k.(LossKeeper)
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
		err = training.Errorf(training.KindConflict, "It is being sent right now.").WithFix("Try again in a moment.")
	}
	return err
}

// wantBack adds a row that undoes r, and shows the restored values at once.
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
