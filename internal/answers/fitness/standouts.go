package fitness

import (
	"context"

	"lapkeep/internal/answers"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Best is the activity of the period with the most of something.
type Best struct {
	Most      training.Metric     `json:"most"` // its unit is in its name
	Value     float64             `json:"value"`
	Sport     training.Sport      `json:"sport"`
	ID        training.ActivityID `json:"activity_id"`
	LocalDate training.Day        `json:"local_date"`
}

// longEnoughS is how long an activity is for its averages to be compared.
const longEnoughS = 20 * 60

// bestValues are the values by which an activity is the best: of what was
// added up in it, and averages of those that are long enough.
var bestValues = []struct {
	metric  training.Metric
	average bool
	of      func(in *store.LoadInput) float64
}{
	{training.MetricDistanceKM, false, func(in *store.LoadInput) float64 { return in.DistanceM / metresPerKM }},
	{training.MetricDurationS, false, func(in *store.LoadInput) float64 { return in.TimerS }},
	{training.MetricElevationGainM, false, func(in *store.LoadInput) float64 { return in.GainM }},
	{training.MetricAvgSpeedKMH, true, func(in *store.LoadInput) float64 { return in.AvgSpeed * 3.6 }},
	{training.MetricNormalizedPowerW, true, func(in *store.LoadInput) float64 { return in.NP }},
}

// bests are the bests of a period, the earlier one where two are alike. What
// nobody can have done is none.
func bests(ctx context.Context, d summarised) ([]Best, error) {
	best := make([]*store.LoadInput, len(bestValues))
	for in := range d.rows() {
		for k, v := range bestValues {
			x := v.of(in)
			if x <= 0 || v.average && in.TimerS < longEnoughS || best[k] != nil && x <= v.of(best[k]) {
				continue
			}
			if session := answers.LoadInput(in).Session(); session.Speed() == "" && session.Power() == "" {
				best[k] = in
			}
		}
	}
	var out []Best
	for k, in := range best {
		if in != nil {
			v := bestValues[k]
			out = append(out, Best{v.metric, answers.Round(v.of(in), answers.Decimals(v.metric)), in.Sport, in.ID, in.Day})
		}
	}
	for _, m := range []training.Metric{training.MetricMaxSpeedKMH, training.MetricMaxPowerW} {
		b, err := d.top(ctx, m)
		if err != nil {
			return nil, err
		}
		if b.Value > 0 {
			out = append(out, b)
		}
	}
	return out, nil
}

// top is the best by a metric that no load needs: of the activities with the
// most the first.
func (d summarised) top(ctx context.Context, m training.Metric) (b Best, err error) {
	f := d.c.q.Only.Filter()
	f.SortBy, f.Sports, f.Days, f.Limit, f.Metrics = m, d.c.q.Sports, &d.done, 1, []training.Metric{m}
	page, err := d.r.Activities(ctx, d.s, f)
	if err != nil || len(page.Rows) == 0 || page.Rows[0].Summary.Values[m] <= 0 {
		return b, err
	}
	f.Min = training.Values{m: page.Rows[0].Summary.Values[m]}
	f.SortBy, f.Ascending = "", true
	if page, err = d.r.Activities(ctx, d.s, f); err != nil || len(page.Rows) == 0 {
		return b, err
	}
	row := &page.Rows[0]
	return Best{m, answers.Round(row.Summary.Values[m], answers.Decimals(m)), row.Sport, row.ID, row.LocalDay}, nil
}
