package goals

import (
	"context"

	"lapkeep/internal/analysis/fitness"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Reader reads goals, and what was done for them.
type Reader interface {
	fitness.LoadReader
	Documents(ctx context.Context, s training.Scope, c document.Collection, f document.Filter) ([]document.Document, error)
	Document(ctx context.Context, s training.Scope, c document.Collection, id string) (document.Document, error)
}

// Stored is a goal with its layers.
type Stored struct {
	document.Document
	training.Goal
}

// Find reads one goal.
func Find(ctx context.Context, r Reader, s training.Scope, id string) (Stored, error) {
	d, err := r.Document(ctx, s, document.Goals, id)
	if err != nil && training.KindOf(err) == training.KindNotFound {
		return Stored{}, training.Errorf(training.KindNotFound, "There is no goal %q.", textclean.Line(id, textclean.NameRunes)).
			WithFix("list_goals shows what there is.")
	}
	if err != nil {
		return Stored{}, err
	}
	g, err := document.Show[training.Goal](d)
	return Stored{d, g}, err
}
