package limitedrows

import (
	"context"
	"math"
	"slices"
	"time"

	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// How far two accounts of one activity may be apart: in their start, and in
// their duration in seconds or as a part of it.
const (
	startApart = 2 * time.Minute
	longApartS = 60
	longApart  = 0.05
)

// twins are the athlete's own activities of some days, and which of them the
// audience may see. Those that it may not see keep their like from being shown.
type twins struct {
	all  []store.ActivityRow
	seen map[training.ActivityID]*store.ActivityRow
}

func (d Desk) twins(ctx context.Context, s training.Scope, days training.DayRange) (t twins, err error) {
	wide := training.DayRange{From: days.From - 1, To: days.To + 1}
	f := store.ActivityFilter{
		Days: &wide, Metrics: []training.Metric{training.MetricDurationS, training.MetricElapsedTimeS, training.MetricDistanceKM},
	}
	everything, err := d.Store.Activities(ctx, training.Scope{Athlete: s.Athlete, Audience: training.AudienceExport}, f)
	if err != nil || len(everything.Rows) == 0 {
		return t, err
	}
	shown, err := d.Store.Activities(ctx, s, f)
	t.all, t.seen = everything.Rows, map[training.ActivityID]*store.ActivityRow{}
	for i := range shown.Rows {
		t.seen[shown.Rows[i].ID] = &shown.Rows[i]
	}
	return t, err
}

// of is the athlete's own account of what a service has. One that the audience
// may not see is hidden.
func (t twins) of(of Service, act *source.Activity) (own *store.ActivityRow, hidden bool) {
	ref := of.Name.Ref(act.ID)
	for i := range t.all {
		row := &t.all[i]
		if !slices.Contains(row.ExternalIDs, ref) && !same(row, act) {
			continue
		}
		own = t.seen[row.ID]
		return own, own == nil
	}
	return nil, false
}

// same reports whether both began at once and took as long.
func same(row *store.ActivityRow, act *source.Activity) bool {
	e := act.Said.Entry
	if e == nil || row.Start.Sub(act.Start).Abs() > startApart {
		return false
	}
	near := func(m training.Metric, s float64) bool {
		own, ok := row.Summary.Values[m]
		return ok && s > 0 && math.Abs(own-s) <= max(longApartS, longApart*s)
	}
	return near(training.MetricElapsedTimeS, e.ElapsedS) || near(training.MetricDurationS, e.TimerS)
}
