package match

import (
	"context"

	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// PairReader reads documents.
type PairReader interface {
	Documents(ctx context.Context, s training.Scope, c document.Collection, f document.Filter) ([]document.Document, error)
}

// PairBook is everything that is known of an athlete's pairs.
type PairBook struct {
	Pairs  []Known // by id
	of     map[Pair]PairVerdict
	byHand map[Pair]PairVerdict
}

// ReadPair reads an athlete's book.
func ReadPair(ctx context.Context, r PairReader, athlete training.AthleteID) (PairBook, error) {
	b := PairBook{of: map[Pair]PairVerdict{}, byHand: map[Pair]PairVerdict{}}
	docs, err := r.Documents(ctx, training.Scope{Athlete: athlete, Audience: training.AudienceExport}, Collection, document.Filter{})
	if err != nil {
		return b, err
	}
	for _, d := range docs {
		p, ok := parse(d.ID)
		if !ok {
			continue
		}
		s, err := document.Show[state](d)
		if err != nil {
			return b, err
		}
		b.Pairs = append(b.Pairs, Known{Pair: p, Verdict: s.Verdict, ByHand: d.Own != nil, Done: s.Done})
		b.of[p] = s.Verdict
		if d.Own != nil {
			b.byHand[p] = s.Verdict
		}
	}
	return b, nil
}

// Between gives the verdict on two parts.
func (b PairBook) Between(x, y Part) PairVerdict { return between(b.of, x, y) }

// ByHand gives the athlete's own verdict on two parts.
func (b PairBook) ByHand(x, y Part) PairVerdict { return between(b.byHand, x, y) }

func between(of map[Pair]PairVerdict, x, y Part) PairVerdict {
	if v := of[Pair{x, y}]; v != Undecided {
		return v
	}
	return of[Pair{y, x}]
}
