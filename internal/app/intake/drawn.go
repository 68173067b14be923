package intake

import (
	"context"

	"lapkeep/internal/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// DrawnVersions are the versions of the intervals that are kept of activities.
func (s *Sink) DrawnVersions(ctx context.Context, a training.AthleteID, list []source.Activity) (map[string]string, error) {
	days := training.DayRange{From: list[0].Day, To: list[0].Day}
	id := map[string]string{}
	for _, act := range list {
		days.From, days.To = min(days.From, act.Day), max(days.To, act.Day)
		id[s.Source.Ref(act.ID)] = act.ID
	}
	docs, err := s.Store.Documents(ctx, everything(a), document.Drawn, document.Filter{Days: &days})
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for _, d := range docs {
		kept, err := document.Show[training.Drawn](d)
		if err != nil {
			return nil, err
		}
		if id[d.ID] != "" {
			out[id[d.ID]] = kept.Version
		}
	}
	return out, nil
}

// TakeDrawn keeps the intervals that the athlete drew of an activity.
func (s *Sink) TakeDrawn(ctx context.Context, a training.AthleteID, act source.Activity, all []training.DrawnInterval) error {
	now := s.Now()
	st := document.Statement{
		Collection: document.Drawn, ID: s.Source.Ref(act.ID), Days: training.DayRange{From: act.Day, To: act.Day}, AsOf: now, Now: now,
	}
	if !s.asked.IsZero() {
		st.AsOf = s.asked
	}
	if len(all) > 0 {
		st.Body = training.Drawn{Ref: st.ID, Source: string(s.Source), Day: act.Day, Version: act.Drawn, Intervals: all}
	}
	return s.Store.Write(ctx, func(tx *store.Tx) error { return Say(tx, a, s.Source, st) })
}
