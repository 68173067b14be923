package intake

import (
	"context"

	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// OwnStreamVersions are the versions of the athlete's own streams that are kept
// of activities.
func (s *Sink) OwnStreamVersions(ctx context.Context, a training.AthleteID, list []source.Activity) (map[string]string, error) {
	return s.versions(ctx, a, document.OwnStreams, list)
}

// TakeOwnStreams keeps the streams of an activity that the athlete defined. One
// that has them without a value is kept too, so that it is not asked for again.
func (s *Sink) TakeOwnStreams(ctx context.Context, a training.AthleteID, act source.Activity, all map[string]training.OwnStream) error {
	st := s.ofActivity(document.OwnStreams, act)
	if act.OwnStreams != "" {
		st.Body = training.OwnStreams{Ref: st.ID, Source: string(s.Source), Day: act.Day, Version: act.OwnStreams, Streams: all}
	}
	return s.write(ctx, func(tx *store.Tx) error { return Say(tx, a, s.Source, st) })
}
