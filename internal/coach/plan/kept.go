package plan

import (
	"context"

	"lapkeep/internal/coach/memory"
	"lapkeep/internal/store/activityindex"
	"lapkeep/internal/training"
)

// Kept is a plan that is kept, with its text.
type Kept struct {
	ID string
	Plan
	Text     memory.Text
	Problems []Problem
}

// Book keeps what the last few texts say: to read a text again takes longer
// than all else that is asked of a plan. What it gives is shared, and nobody
// changes it. It is safe for concurrent use.
type Book struct {
	read activityindex.Cache[string, said] // by the whole text, which no change of the store makes another
}

// mostKept is how many texts a book keeps.
const mostKept = 8

// said is what a text says.
type said struct {
	plan     Plan
	problems []Problem
}

// NewBook makes an empty book.
func NewBook() *Book {
	b := &Book{}
	b.read.Most = mostKept
	return b
}

// Of is the plan that a text is.
func (b *Book) Of(ctx context.Context, t memory.Text) (Kept, error) {
	read, err := b.read.Get(ctx, 0, t.Body, func() (said, error) {
		p, problems := Parse(t.Body)
		return said{p, problems}, nil
	})
	return Kept{ID: t.ID, Plan: read.plan, Text: t, Problems: read.problems}, err
}

// All are the athlete's plans by their first day.
func (b *Book) All(ctx context.Context, r memory.TextReader, s training.Scope) ([]Kept, error) {
	found, err := memory.ListText(ctx, r, s, memory.TrainingPlan)
	all := make([]Kept, len(found))
	for i := range found {
		if err == nil {
			all[i], err = b.Of(ctx, found[i])
		}
	}
	return all, err
}

// Find reads the plan of an id, or the active one for an empty id.
func Find(ctx context.Context, r memory.TextReader, s training.Scope, id string, today training.Day) (Kept, error) {
	return NewBook().Find(ctx, r, s, id, today)
}

// Find is [Find] that reads no text again that the book keeps.
func (b *Book) Find(ctx context.Context, r memory.TextReader, s training.Scope, id string, today training.Day) (Kept, error) {
	if id != "" {
		t, err := memory.FindText(ctx, r, s, memory.TrainingPlan, id)
		if err != nil {
			return Kept{}, err
		}
		return b.Of(ctx, t)
	}
	plans, err := b.All(ctx, r, s)
	if err != nil {
		return Kept{}, err
	}
	if len(plans) == 0 {
		return Kept{}, training.Errorf(training.KindNotFound, "There is no training plan.").
			WithFix("Make one with save_training_plan or lapkeep plan new.")
	}
	return plans[Active(plans, today)], nil
}

// Active is the index of the plan that counts on a day: the one that runs, of
// several the one that began last; else the next to begin; else the one that
// ended last. It needs no race, and is not gone when the race is over. There
// must be one.
func Active(all []Kept, today training.Day) int {
	best := 0
	for i := range all {
		if before(all[i].Days(), all[best].Days(), today) {
			best = i
		}
	}
	return best
}

// before says that days come before others as those of the active plan.
func before(a, b training.DayRange, today training.Day) bool {
	when := func(r training.DayRange) int {
		switch {
		case r.From == 0:
			return 3 // without a date
		case r.Contains(today):
			return 0
		case r.From > today:
			return 1
		}
		return 2
	}
	if when(a) != when(b) {
		return when(a) < when(b)
	}
	switch when(a) {
	case 0:
		return a.From > b.From
	case 1:
		return a.From < b.From
	}
	return a.To > b.To
}
