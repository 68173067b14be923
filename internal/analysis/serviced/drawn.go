package serviced

import (
	"context"

	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Drawn are the intervals that the athlete drew of an activity at services, by
// its references there.
func Drawn(ctx context.Context, r Reader, s training.Scope, refs []string) ([]training.Drawn, error) {
	return byReference[training.Drawn](ctx, r, s, document.Drawn, refs)
}

// DrawnOn are those of all activities of some days, the newest first.
func DrawnOn(ctx context.Context, r Reader, s training.Scope, days training.DayRange) ([]training.Drawn, error) {
	docs, err := r.Documents(ctx, s, document.Drawn, document.Filter{Days: &days})
	if err != nil {
		return nil, err
	}
	out := make([]training.Drawn, len(docs))
	for i, d := range docs {
		if out[len(docs)-1-i], err = document.Show[training.Drawn](d); err != nil {
			return nil, err
		}
	}
	return out, nil
}
