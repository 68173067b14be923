package gear

import (
	"context"

	"lapkeep/internal/answers"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// totals reads services' counts by the id of the gear.
func totals(ctx context.Context, r Reader, s training.Scope) (map[string][]training.GearTotals, error) {
	docs, err := r.Documents(ctx, s, document.GearTotals, document.Filter{})
	if err != nil {
		return nil, err
	}
	out := map[string][]training.GearTotals{}
	for _, d := range docs {
		for _, said := range d.Said {
			t, err := document.ShowSaid[training.GearTotals](said)
			if err != nil {
				return nil, err
			}
			out[d.ID] = append(out[d.ID], t)
		}
	}
	return out, nil
}

// What a service counts otherwise by rounding alone is not more than is here.
const (
	moreKm = 1
	moreS  = 600
)

// beyond are the totals of services that know of more than was counted here.
func beyond(all []training.GearTotals, g *training.Gear, u document.Use, known bool) []Total {
	var out []Total
	for _, t := range all {
		more := t.DistanceKm > u.DistanceKm+g.EarlierKm+moreKm || t.TimeS > u.DurationS+g.EarlierS+moreS
		if more || !known && (t.DistanceKm > 0 || t.TimeS > 0) {
			out = append(out, Total{t.Source, answers.Round(t.DistanceKm, 1), answers.Round(t.TimeS, 0), t.Activities})
		}
	}
	return out
}
