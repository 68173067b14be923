package plan

import (
	"context"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/store/activityindex"
	"lapkeep/internal/training"
)

// AdherenceBook keeps what plans were held against, until anything in the store
// changes: who asks for other weeks of a plan is answered from it. It is safe
// for concurrent use.
type AdherenceBook struct {
	checks activityindex.Cache[checkKey, *check]
}

// adherenceMostKept is how many plans are kept.
const adherenceMostKept = 4

type checkKey struct {
	training.Scope
	answers.Frame
	id      string
	version int
}

// NewAdherenceBook makes an empty book.
func NewAdherenceBook() *AdherenceBook {
	b := &AdherenceBook{}
	b.checks.Most = adherenceMostKept
	return b
}

// Of answers as [Of] does how a plan is followed.
func (b *AdherenceBook) Of(ctx context.Context, r calendar.Store, s training.Scope, f answers.Frame, k *Kept,
	q Query) (*AdherenceView, error) {
	seq, err := r.LastChange(ctx)
	if err != nil {
		return nil, err
	}
	c, err := b.checks.Get(ctx, seq, checkKey{s, f, k.ID, k.Text.Version}, func() (*check, error) {
		return checked(ctx, r, s, f, k.ID, &k.Plan)
	})
	if err != nil {
		return nil, err
	}
	return c.view(ctx, q)
}
