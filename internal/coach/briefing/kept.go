package briefing

import (
	"context"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/digest"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/store"
	"lapkeep/internal/store/activityindex"
	"lapkeep/internal/training"
)

// Book keeps what takes longest to read, until anything changes: the lines of
// activities, the plan, and how it is followed. It is safe for concurrent use.
type Book struct {
	lines    activityindex.Cache[linesKey, lines]
	plans    activityindex.Cache[planKey, *plan.Kept]
	followed *plan.AdherenceBook
}

// mostKept is how many of each are kept: a question more or less has the same.
const mostKept = 4

// NewBook makes an empty book.
func NewBook() *Book {
	b := &Book{followed: plan.NewAdherenceBook()}
	b.lines.Most, b.plans.Most = mostKept, mostKept
	return b
}

type linesKey struct {
	training.Scope
	first, full, today training.Day
}

type planKey struct {
	training.Scope
	answers.Frame
}

// lines are activities with their digests. Nobody may change them.
type lines struct {
	rows  []store.ActivityRow
	views []digest.View
}

// kept is what a memory has of a key, or reads. What was edited in files is
// not in the change log, so that nothing is kept of it.
func kept[K comparable, V any](ctx context.Context, m *maker, in *activityindex.Cache[K, V], k K, read func() (V, error)) (v V, err error) {
	if in == nil || len(m.q.Edited) > 0 {
		return read()
	}
	seq, err := m.r.LastChange(ctx)
	if err != nil {
		return v, err
	}
	return in.Get(ctx, seq, k, read)
}
