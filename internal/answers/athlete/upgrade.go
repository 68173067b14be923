package athlete

import (
	"cmp"
	"context"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/derive"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/glossary"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// ChangedView shows which values of activities the last upgrade changed. If some
// activities are hidden from the caller, it contains no numbers of activities.
type ChangedView struct {
	Date       training.Day        `json:"date"`
	Activities int                 `json:"activities,omitempty"`
	Metrics    []ChangedMetricView `json:"metrics"` // those with the most activities first
	// MoreMetrics is the number of other metrics that changed.
	MoreMetrics int `json:"more_metrics,omitempty"`
}

// ChangedMetricView describes the changes of one metric.
type ChangedMetricView struct {
	Metric     training.Metric        `json:"metric"`
	Activities int                    `json:"activities,omitempty"`
	Most       []derive.ChangedNumber `json:"most"` // greatest changes first
}

// These constants limit the size of the report on an upgrade, and the number of days for
// which it is shown.
const (
	changedDays    = 30
	changedMetrics = 8
)

// Upgraded returns those values changed by the last upgrade that the scope may
// see. It returns nil if there are none, or if the upgrade was long ago.
func Upgraded(ctx context.Context, r store.Reader, s training.Scope, today training.Day) (*ChangedView, error) {
	c, ok, err := derive.ReadChanged(ctx, r, s.Athlete)
	if err != nil || !ok {
		return nil, err
	}
	a, err := r.Athlete(ctx, s)
	if err != nil {
		return nil, err
	}
	v := &ChangedView{Date: training.DayOf(c.At.In(a.Location())), Metrics: []ChangedMetricView{}}
	if today-v.Date > changedDays {
		return nil, nil
	}
	visible, err := values(ctx, r, s, c)
	if err != nil {
		return nil, err
	}
	seen, err := r.Counts(ctx, s)
	if err != nil {
		return nil, err
	}
	all, err := r.Counts(ctx, training.Everything(s.Athlete))
	if err != nil {
		return nil, err
	}
	counted := seen.Activities == all.Activities && seen.Recordings == all.Recordings
	if counted {
		v.Activities = c.Activities
	}
	for m, changed := range c.Metrics {
		one := ChangedMetricView{Metric: m, Most: shownChanges(m, changed, visible)}
		if counted {
			one.Activities = changed.Activities
		}
		if len(one.Most) > 0 {
			v.Metrics = append(v.Metrics, one)
		}
	}
	slices.SortFunc(v.Metrics, func(a, b ChangedMetricView) int {
		return cmp.Or(-cmp.Compare(a.Activities, b.Activities), cmp.Compare(a.Metric, b.Metric))
	})
	if len(v.Metrics) == 0 {
		return nil, nil
	}
	return v, nil
}

// values returns the current values of the activities listed in c that the scope may see.
func values(ctx context.Context, r store.Reader, s training.Scope, c derive.Changed) (map[training.ActivityID]training.Values, error) {
	out := map[training.ActivityID]training.Values{}
	var ids []training.ActivityID
	for _, m := range c.Metrics {
		for _, n := range m.Most {
			ids = append(ids, n.ID)
		}
	}
	if len(ids) == 0 {
		return out, nil
	}
	slices.Sort(ids)
	page, err := r.Activities(ctx, s, store.ActivityFilter{IDs: slices.Compact(ids)})
	for i := range page.Rows {
		out[page.Rows[i].ID] = page.Rows[i].Summary.Values
	}
	return out, err
}

// shownChanges returns the changes of a metric in visible activities, with rounded values.
func shownChanges(m training.Metric, c derive.ChangedMetric, visible map[training.ActivityID]training.Values) []derive.ChangedNumber {
	out := []derive.ChangedNumber{}
	decimals := glossary.Decimals(m)
	for _, n := range c.Most {
		_, stands := visible[n.ID][m]
		if !stands && (n.To != nil || len(visible[n.ID]) == 0) {
			continue
		}
		n.From, n.To = answers.RoundedIfKnown(n.From, decimals), answers.RoundedIfKnown(n.To, decimals)
		out = append(out, n)
	}
	return out
}

// changed adds the values that the last upgrade changed to the status.
func (v *StatusView) changed(ctx context.Context, r store.Reader, s training.Scope) (err error) {
	if v.Changed, err = Upgraded(ctx, r, s, v.LocalDate); err != nil || v.Changed == nil {
		return err
	}
	if more := len(v.Changed.Metrics) - changedMetrics; more > 0 {
		v.Changed.Metrics, v.Changed.MoreMetrics = v.Changed.Metrics[:changedMetrics], more
	}
	v.Tell(i18n.Sentencef("The upgrade on %s changed values of activities; changed_numbers lists them.", v.Changed.Date))
	return nil
}
