package curves

import (
	"cmp"
	"context"
	"slices"

	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Reported is a record as a service keeps it, by a rule of its own.
type Reported struct {
	Source     string              `json:"source"`
	Name       string              `json:"name"`
	DurationS  float64             `json:"duration_s,omitempty"`
	DistanceKM float64             `json:"distance_km,omitempty"`
	ID         training.ActivityID `json:"activity_id"`
	LocalDate  training.Day        `json:"local_date"`
}

// Documents reads services' records.
type Documents interface {
	Documents(ctx context.Context, s training.Scope, c document.Collection, f document.Filter) ([]document.Document, error)
	Resolve(ctx context.Context, s training.Scope, id string) (training.ActivityID, error)
}

// AddReported adds services' records in the view's sport, within days unless
// they are nil. A record of an activity that is not here, or that the audience
// may not see, is left out.
func (v *RecordView) AddReported(ctx context.Context, r Documents, s training.Scope, days *training.DayRange) error {
	docs, err := r.Documents(ctx, s, document.Records, document.Filter{Days: days})
	if err != nil {
		return err
	}
	for _, d := range docs {
		for _, said := range d.Said {
			p, err := document.ShowSaid[training.PersonalRecord](said)
			if err != nil {
				return err
			}
			if p.Sport != v.Sport || p.Ref == "" {
				continue
			}
			id, err := r.Resolve(ctx, s, p.Ref)
			if training.KindOf(err) == training.KindNotFound && err != nil {
				continue
			}
			if err != nil {
				return err
			}
			v.Reported = append(v.Reported, Reported{said.Source, p.Name, p.DurationS, p.DistanceM / 1000, id, d.Days.From})
		}
	}
	slices.SortStableFunc(v.Reported, func(a, b Reported) int { return cmp.Compare(b.LocalDate, a.LocalDate) })
	return nil
}
