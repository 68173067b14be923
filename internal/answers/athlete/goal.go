package athlete

import (
	"context"

	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// GoalReader reads goals, and what was done for them.
type GoalReader interface {
	fitness.LoadReader
	Documents(ctx context.Context, s training.Scope, c document.Collection, f document.Filter) ([]document.Document, error)
	Document(ctx context.Context, s training.Scope, c document.Collection, id string) (document.Document, error)
}

// GoalStored is a goal with its layers.
type GoalStored struct {
	document.Document
	training.Goal
}

// FindGoal reads one goal.
func FindGoal(ctx context.Context, r GoalReader, s training.Scope, id string) (GoalStored, error) {
	d, err := r.Document(ctx, s, document.Goals, id)
	if err != nil && training.KindOf(err) == training.KindNotFound {
		return GoalStored{}, training.Errorf(training.KindNotFound, "There is no goal %q.", textclean.Line(id, textclean.NameRunes)).
			WithFix("list_goals shows what there is.")
	}
	if err != nil {
		return GoalStored{}, err
	}
	g, err := document.Show[training.Goal](d)
	return GoalStored{d, g}, err
}
