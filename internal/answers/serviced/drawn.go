package serviced

import (
	"context"
	"slices"

	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Drawn are the intervals that the athlete drew of an activity at services, or
// else that these found, by its references there.
func Drawn(ctx context.Context, r Reader, s training.Scope, refs []string) ([]training.Drawn, error) {
	return byReference[training.Drawn](ctx, r, s, document.Drawn, refs)
}

// DrawnOn are those of all activities of some days, the newest first.
func DrawnOn(ctx context.Context, r Reader, s training.Scope, days training.DayRange) ([]training.Drawn, error) {
	docs, err := r.Documents(ctx, s, document.Drawn, document.Filter{Days: &days})
	if err != nil {
		return nil, err
	}
	var out []training.Drawn
	for _, d := range slices.Backward(docs) {
		x, err := document.Show[training.Drawn](d)
		if err != nil {
			return nil, err
		}
		if !x.Found {
			out = append(out, x)
		}
	}
	return out, nil
}
