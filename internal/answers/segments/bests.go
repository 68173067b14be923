package segments

import (
	"cmp"
	"context"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Best is the fastest time over an own segment in some days.
type Best struct {
	SegmentID string              `json:"segment_id"`
	Name      string              `json:"name"`
	Kind      string              `json:"kind,omitempty"`
	TimeS     float64             `json:"time_s"`
	SpeedKmh  *float64            `json:"avg_speed_kmh,omitempty"`
	Ridden    int                 `json:"times_ridden"`
	ID        training.ActivityID `json:"activity_id"`
	LocalDate training.Day        `json:"local_date"`
}

// oneTime is what of an effort bests follow from.
type oneTime struct {
	segment  string
	activity training.ActivityID
	day      training.Day
	indoor   bool
	seconds  float64
}

type ofSport struct {
	scope training.Scope
	sport training.Sport
}

// Bests are those of a sport in some days, of what was ridden most first. Indoor
// leaves activities outdoors out, or indoors; nil is both.
func (d Desk) Bests(ctx context.Context, s training.Scope, sport training.Sport, days training.DayRange, indoor *bool) ([]Best, error) {
	own, err := d.owned(ctx, s)
	if err != nil || len(own) == 0 {
		return nil, err
	}
	times, err := d.timesOf(ctx, s, sport)
	if err != nil {
		return nil, err
	}
	out := make([]Best, len(own))
	by := make(map[string]*Best, len(own))
	for i := range own {
		by[own[i].ID] = &out[i]
	}
	for i := range times {
		t := &times[i]
		if !days.Contains(t.day) || indoor != nil && *indoor != t.indoor {
			continue
		}
		b := by[t.segment]
		if b == nil {
			continue
		}
		if b.Ridden++; b.Ridden == 1 || t.seconds < b.TimeS {
			b.TimeS, b.ID, b.LocalDate = t.seconds, t.activity, t.day
		}
	}
	for i := range out {
		b, o := &out[i], own[i].head()
		b.SegmentID, b.Name, b.Kind = o.ID, o.Name, o.Kind
		b.SpeedKmh, b.TimeS = speed(o.DistanceKm, b.TimeS), answers.Round(b.TimeS, 1)
	}
	out = slices.DeleteFunc(out, func(b Best) bool { return b.Ridden == 0 })
	slices.SortStableFunc(out, func(a, b Best) int { return cmp.Compare(b.Ridden, a.Ridden) })
	return out, nil
}

// timesOf are all times of a sport, in order.
func (d Desk) timesOf(ctx context.Context, s training.Scope, sport training.Sport) ([]oneTime, error) {
	seq, err := d.effortsAt(ctx)
	if err != nil {
		return nil, err
	}
	return d.kept.times.Get(ctx, seq, ofSport{s, sport}, func() ([]oneTime, error) {
		all, err := d.Store.SegmentEfforts(ctx, s, store.EffortFilter{Sport: sport})
		if err != nil {
			return nil, err
		}
		out := make([]oneTime, len(all))
		for i := range all {
			e := &all[i]
			out[i] = oneTime{e.Segment, e.Activity, e.Day, e.Indoor, e.TimeS()}
		}
		return out, nil
	})
}
