package adherence

import (
	"context"

	"lapkeep/internal/analysis"
	"lapkeep/internal/analysis/calendar"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/store/memo"
	"lapkeep/internal/training"
)

// Book keeps what plans were held against, until anything in the store
// changes: who asks for other weeks of a plan is answered from it. It is safe
// for concurrent use.
type Book struct {
	checks memo.Memory[checkKey, *check]
}

// mostKept is how many plans are kept.
const mostKept = 4

type checkKey struct {
	training.Scope
	analysis.Frame
	id      string
	version int
}

// NewBook makes an empty book.
func NewBook() *Book {
	b := &Book{}
	b.checks.Most = mostKept
	return b
}

// Of answers as [Of] does how a plan is followed.
func (b *Book) Of(ctx context.Context, r calendar.Store, s training.Scope, f analysis.Frame, k *plan.Kept, q Query) (*View, error) {
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
