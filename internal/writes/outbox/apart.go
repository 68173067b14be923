package outbox

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/limited"
	"lapkeep/internal/training"
)

// Words are where values lie of services whose terms let them stay for some days
// only.
type Words interface {
	Put(ctx context.Context, a training.AthleteID, source string, rows ...limited.Row) (fresh int, err error)
	Row(ctx context.Context, p limited.Place, id string) (limited.Row, bool, error)
}

// Apart is a kind whose things are kept apart where a service's terms ask for it.
type Apart interface {
	// Named has a thing here be known by the service's id too; nothing of what
	// the service says of it is kept here.
	Named(tx *store.Tx, k Kept) error
	// KeepApart keeps what a service says of a thing for as long as it may stay.
	KeepApart(ctx context.Context, s source.Service, k Kept) error
}

// keptOnly is why a service with terms of its own is told of nothing unasked.
const keptOnly = "Its terms keep what it says apart, so it is told only what is meant for it: " +
	"call with its own id, or make it the home source."

// noRight is why a service is told of nothing by a connection that only reads.
const noRight = "It was connected without the right to change this, so the change is kept here only; " +
	"a person can connect it again and allow it."

// kept says why a service is not told of a change; empty if it is. What it has
// before is kept as its terms allow, so that the change can be undone.
func (b *Box) kept(
	ctx context.Context, a training.AthleteID, k Kind, c *Change, s source.Service, do ledger.Action,
) (why i18n.Sentence, err error) {
	place := s.Policy().Place()
	_, apart := k.(Apart)
	switch {
	case place == source.Nowhere || place == source.Limited && b.o.Words == nil:
		return "Its terms do not allow what it says to be kept, so nothing is changed there.", nil
	case !k.Can(s, do) || place == source.Limited && !apart:
		return "It does not accept such a change, so it is kept here only.", nil
	case b.lacks(a, k, s.Name()) && (place == source.Kept || c.To == s.Name()):
		return noRight, nil
	case place == source.Kept || c.To == s.Name():
		return "", nil
	}
	who, err := b.o.Store.Athlete(ctx, whole(a))
	if who.HomeOf(k.Of()) != string(s.Name()) {
		why = keptOnly
	} else if b.lacks(a, k, s.Name()) {
		why = noRight
	}
	return why, err
}

// lacks reports whether a service was connected without the right that changes
// of the kind take.
func (b *Box) lacks(a training.AthleteID, k Kind, name source.Name) bool {
	return b.o.Services(a).Lacks(name, k.Name(), string(k.Of()))
}

// partsOf are the values of a row that lie apart. What is to be made, and undoes
// nothing, the athlete said by themselves.
func partsOf(r *ledger.OutboxRow) map[string]*Fields {
	parts := map[string]*Fields{"prior": &r.Prior, "read_back": &r.ReadBack, "from": &r.From}
	if r.Action != ledger.Create || r.Undoes != 0 {
		parts["wanted"] = &r.Wanted
	}
	return parts
}

// thingOf is the id under which the words of a row lie: they go with the thing.
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

// stored is a row as the store may have it, after its words were put apart. What
// was put before and is the same is not put again: it would stay longer.
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
		if err == nil && (!ok || !bytes.Equal(was.Body, body)) && r.Entry != "" { // a rehearsal has no entry
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

// filled is a row with its words; gone says that the time of some of them is over.
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
