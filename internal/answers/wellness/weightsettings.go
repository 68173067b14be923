package wellness

import (
	"context"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/training"
)

// WeightSettings are the dated weights of the settings that held in a range, by
// which W/kg is computed; days holds what was measured on single days.
type WeightSettings struct {
	Since []training.Day `json:"since"` // the first may lie before the range
	Kg    []float64      `json:"weight_kg"`
}

// mostWeights is how many of them an answer shows, the latest.
const mostWeights = 60

// weightSettings fills them in for a question that names the weight.
func (v *View) weightSettings(ctx context.Context, r Store, s training.Scope, q Query) error {
	if !slices.Contains(q.Fields, training.WellnessWeightKg) {
		return nil
	}
	history, err := r.History(ctx, s)
	if err != nil {
		return err
	}
	var in []training.ThresholdEntry
	for _, e := range history {
		if e.Key == training.KeyWeight && len(e.Values) > 0 && e.From <= q.Days.To {
			in = append(in, e)
		}
	}
	slices.SortStableFunc(in, func(a, b training.ThresholdEntry) int { return int(a.From - b.From) })
	for len(in) > 1 && in[1].From <= q.Days.From || len(in) > mostWeights {
		in = in[1:]
	}
	for _, e := range in {
		if v.WeightSettings == nil {
			v.WeightSettings = &WeightSettings{}
		}
		w := v.WeightSettings
		w.Since, w.Kg = append(w.Since, e.From), append(w.Kg, answers.Round(e.Values[0], 1))
	}
	return nil
}
