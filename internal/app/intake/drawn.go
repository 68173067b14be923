package intake

import (
	"context"

	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// DrawnVersions are the versions of the intervals that are kept of activities.
func (s *Sink) DrawnVersions(ctx context.Context, a training.AthleteID, list []source.Activity) (map[string]string, error) {
	return s.versions(ctx, a, document.Drawn, list)
}

// versions gives the versions of documents of activities, by the service's ids.
func (s *Sink) versions(
	ctx context.Context, a training.AthleteID, c document.Collection, list []source.Activity,
) (map[string]string, error) {
	days := training.DayRange{From: list[0].Day, To: list[0].Day}
	id := map[string]string{}
	for _, act := range list {
		days.From, days.To = min(days.From, act.Day), max(days.To, act.Day)
		id[s.Source.Ref(act.ID)] = act.ID
	}
	docs, err := s.Store.Documents(ctx, everything(a), c, document.Filter{Days: &days})
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for _, d := range docs {
		kept, err := document.Show[struct {
			Version string `json:"version"`
		}](d)
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
func (s *Sink) TakeDrawn(ctx context.Context, a training.AthleteID, act source.Activity, drawn training.Drawn) error {
	st := s.ofActivity(document.Drawn, act)
	if len(drawn.Intervals) > 0 || drawn.Found { // that it found none is kept too, or it would be asked each time
		drawn.Ref, drawn.Source, drawn.Day, drawn.Version = st.ID, string(s.Source), act.Day, act.Drawn
		st.Body = drawn
	}
	return s.write(ctx, func(tx *store.Tx) error { return Say(tx, a, s.Source, st) })
}

// ofActivity makes a statement that belongs to an activity, without a body.
func (s *Sink) ofActivity(c document.Collection, act source.Activity) document.Statement {
	now := s.Now()
	st := document.Statement{Collection: c, ID: s.Source.Ref(act.ID), Days: training.DayRange{From: act.Day, To: act.Day}, AsOf: now, Now: now}
	if !s.asked.IsZero() {
		st.AsOf = s.asked
	}
	return st
}
