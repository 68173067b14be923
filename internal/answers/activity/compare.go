package activity

import (
	"context"
	"slices"
	"strings"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// The number of activities that one comparison takes.
const (
	MinCompared = 2
	MaxCompared = 5
)

// Comparison is several activities side by side: every list has their order.
// A cell is nil where an activity lacks the metric.
type Comparison struct {
	Activities []Facts               `json:"activities"`
	Metrics    map[string][]*float64 `json:"metrics"`
	// Differences are each activity's value less the first one's.
	Differences map[string][]*float64 `json:"differences"`
	LoadMethods []string              `json:"load_methods"`
	// Missing names metrics that some of them lack.
	Missing answers.Missing `json:"missing,omitempty"`
	// Notes say what makes the comparison doubtful.
	Notes []i18n.Sentence `json:"notes,omitempty"`
}

// Compare puts activities side by side, by all metrics or those named.
func Compare(ctx context.Context, r Reader, s training.Scope, ids, only []string) (*Comparison, error) {
	if len(ids) < MinCompared || len(ids) > MaxCompared {
		return nil, training.Errorf(training.KindInvalid, "A comparison takes %d to %d ids, not %d.", MinCompared, MaxCompared, len(ids)).
			WithFix("list_activities has the ids.")
	}
	metrics, err := comparedMetrics(only)
	if err != nil {
		return nil, err
	}
	by, err := fitness.ReadLoads(ctx, r, s)
	if err != nil {
		return nil, err
	}
	out := &Comparison{Metrics: map[string][]*float64{}, Differences: map[string][]*float64{}}
	seen := map[training.ActivityID]bool{}
	sports := map[training.Sport]bool{}
	methods := map[string]bool{}
	values := make([]training.Values, len(ids))
	for i, id := range ids {
		row, err := Find(ctx, r, s, id)
		if err != nil {
			return nil, err
		}
		if seen[row.ID] {
			return nil, training.Errorf(training.KindInvalid, "%q is there twice.", id).WithFix("Give different activities.")
		}
		seen[row.ID], sports[row.Sport] = true, true
		v, method, _ := valuesAt(&row, by)
		if err := addWeather(ctx, r, s, row.ID, v); err != nil {
			return nil, err
		}
		values[i] = answers.Rounded(v)
		out.Activities = append(out.Activities, listRow(&row, by, []string{"local_date", "start_local", "time_zone", "sport", "name"}))
		out.LoadMethods = append(out.LoadMethods, method)
		if method != "" {
			methods[method] = true
		}
	}
	for _, m := range metrics {
		if !out.add(m, values) && len(only) > 0 {
			out.Missing = out.Missing.Add(string(m), "none of the activities has it")
		}
	}
	if len(sports) > 1 {
		out.Notes = append(out.Notes, "They are of different sports.")
	}
	if len(methods) > 1 {
		out.Notes = append(out.Notes, "Their loads were computed by different methods.")
	}
	return out, nil
}

// weatherCompared is what may have made an activity slower than another.
var weatherCompared = []training.Metric{
	training.MetricWeatherTempC, training.MetricFeelsLikeC, training.MetricWindSpeedKMH, training.MetricHeadwindPct,
}

// addWeather adds what a service says of the weather of an activity.
func addWeather(ctx context.Context, r Reader, s training.Scope, id training.ActivityID, v training.Values) error {
	_, said, err := r.Weather(ctx, s, id)
	for _, m := range weatherCompared {
		if x, ok := said[m]; ok {
			v[m] = x
		}
	}
	return err
}

// comparedMetrics are the metrics of the names, all without one.
func comparedMetrics(names []string) ([]training.Metric, error) {
	all := slices.Concat(listMetrics, weatherCompared)
	if len(names) == 0 {
		return all, nil
	}
	known := make([]string, 0, len(all))
	for _, m := range all {
		known = append(known, string(m))
	}
	var out []training.Metric
	for _, name := range names {
		m := training.Metric(strings.ToLower(strings.TrimSpace(name)))
		switch {
		case slices.Contains(out, m):
		case slices.Contains(all, m):
			out = append(out, m)
		default:
			e := training.Errorf(training.KindInvalid, "%q is not a metric of a comparison.", i18n.Clip(name, i18n.MostQuoted))
			if near := i18n.Nearest(name, known); near != "" {
				return nil, e.WithFix("Did you mean %s? The metrics are %s.", near, joined(known))
			}
			return nil, e.WithFix("The metrics are %s.", joined(known))
		}
	}
	return out, nil
}

// add adds a metric that any of them has, and reports whether one has it.
func (c *Comparison) add(m training.Metric, values []training.Values) bool {
	cells := make([]*float64, len(values))
	diffs := make([]*float64, len(values))
	have := 0
	for i, v := range values {
		x, ok := v[m]
		if !ok {
			continue
		}
		have++
		cells[i] = &x
		if first, ok := values[0][m]; ok {
			d := answers.Round(x-first, answers.Decimals(m))
			diffs[i] = &d
		}
	}
	if have == 0 {
		return false
	}
	c.Metrics[string(m)], c.Differences[string(m)] = cells, diffs
	if have < len(values) {
		c.Missing = c.Missing.Add(string(m), "not all of the activities have it")
	}
	return true
}
