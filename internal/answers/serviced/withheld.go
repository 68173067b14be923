package serviced

import (
	"context"

	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Reader reads documents of services.
type Reader interface {
	Documents(ctx context.Context, s training.Scope, c document.Collection, f document.Filter) ([]document.Document, error)
}

// Withheld lists the activities of some days that services only show to exist,
// in order of day.
func Withheld(ctx context.Context, r Reader, s training.Scope, days training.DayRange) ([]training.Withheld, error) {
	if days.Days() == 0 {
		return nil, nil
	}
	docs, err := r.Documents(ctx, s, document.Withheld, document.Filter{Days: &days})
	if err != nil {
		return nil, err
	}
	out := make([]training.Withheld, 0, len(docs))
	for _, d := range docs {
		w, err := document.Show[training.Withheld](d)
		if err != nil {
			return nil, err
		}
		out = append(out, w)
	}
	return out, nil
}

// OneWithheld is the activity of a reference ("intervals:123"), if a service
// shows nothing of it.
func OneWithheld(ctx context.Context, r Reader, s training.Scope, ref string) (w training.Withheld, ok bool, err error) {
	docs, err := r.Documents(ctx, s, document.Withheld, document.Filter{ID: ref})
	if err != nil || len(docs) == 0 {
		return w, false, err
	}
	w, err = document.Show[training.Withheld](docs[0])
	return w, err == nil, err
}

// Ratings gives what services compute for an activity, by its references.
func Ratings(ctx context.Context, r Reader, s training.Scope, refs []string) ([]training.Rated, error) {
	return byReference[training.Rated](ctx, r, s, document.Rated, refs)
}

// byReference are the documents of a collection of an activity's references.
func byReference[T any](ctx context.Context, r Reader, s training.Scope, c document.Collection, refs []string) ([]T, error) {
	var out []T
	for _, ref := range refs {
		docs, err := r.Documents(ctx, s, c, document.Filter{ID: ref})
		if err != nil {
			return nil, err
		}
		for _, d := range docs {
			x, err := document.Show[T](d)
			if err != nil {
				return nil, err
			}
			out = append(out, x)
		}
	}
	return out, nil
}
