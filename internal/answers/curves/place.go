package curves

import (
	"context"
	"iter"
	"strings"

	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// The bests of rides indoors alone, or outdoors alone, are kept as kinds of
// their own beside those of both, and only once somebody asks.
const (
	indoors  = "#indoor"
	outdoors = "#outdoor"
)

// Placed names a kind's bests indoors or outdoors alone; nil is both.
func Placed(kind string, indoor *bool) string {
	switch {
	case indoor == nil:
		return kind
	case *indoor:
		return kind + indoors
	}
	return kind + outdoors
}

// unplaced is the kind of a name that [Placed] made, and where.
func unplaced(name string) (kind string, indoor *bool) {
	kind, place, placed := strings.Cut(name, "#")
	if placed {
		in := "#"+place == indoors
		indoor = &in
	}
	return kind, indoor
}

// placedReader reads such kinds.
type placedReader struct{ BestReader }

// Primitive is that of the kind: a change of the place is a change of the activity.
func (p placedReader) Primitive(ctx context.Context, s training.Scope, id training.ActivityID, kind string) (store.Primitive, error) {
	kind, _ = unplaced(kind)
	return p.BestReader.Primitive(ctx, s, id, kind)
}

func (p placedReader) Primitives(
	ctx context.Context, s training.Scope, kind string, days training.DayRange,
) iter.Seq2[store.Primitive, error] {
	kind, indoor := unplaced(kind)
	all := p.BestReader.Primitives(ctx, s, kind, days)
	if indoor == nil {
		return all
	}
	return func(yield func(store.Primitive, error) bool) {
		inputs, err := p.LoadInputs(ctx, s, days)
		if err != nil {
			yield(store.Primitive{}, err)
			return
		}
		asked := make(map[training.ActivityID]bool, len(inputs))
		for i := range inputs {
			asked[inputs[i].ID] = inputs[i].Indoor == *indoor
		}
		for one, err := range all {
			if err == nil && !asked[one.Activity] {
				continue
			}
			if !yield(one, err) {
				return
			}
		}
	}
}
