package pair

import (
	"context"

	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Reader reads documents.
type Reader interface {
	Documents(ctx context.Context, s training.Scope, c document.Collection, f document.Filter) ([]document.Document, error)
}

// Book is everything that is known of an athlete's pairs.
type Book struct {
	Pairs  []Known // by id
	of     map[Pair]Verdict
	byHand map[Pair]Verdict
}

// Read reads an athlete's book.
func Read(ctx context.Context, r Reader, athlete training.AthleteID) (Book, error) {
	b := Book{of: map[Pair]Verdict{}, byHand: map[Pair]Verdict{}}
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
func (b Book) Between(x, y Part) Verdict { return between(b.of, x, y) }

// ByHand gives the athlete's own verdict on two parts.
func (b Book) ByHand(x, y Part) Verdict { return between(b.byHand, x, y) }

func between(of map[Pair]Verdict, x, y Part) Verdict {
	if v := of[Pair{x, y}]; v != Undecided {
		return v
	}
	return of[Pair{y, x}]
}
