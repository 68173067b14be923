package syncer

import (
	"context"

	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// OwnStreamSink keeps the streams that the athlete defined at a service.
type OwnStreamSink interface {
	// OwnStreamVersions are those that are kept of activities, by the service's ids.
	OwnStreamVersions(ctx context.Context, a training.AthleteID, list []source.Activity) (map[string]string, error)
	// TakeOwnStreams keeps those of one; none takes them away.
	TakeOwnStreams(ctx context.Context, a training.AthleteID, act source.Activity, all map[string]training.OwnStream) error
}

// ownStreams reads the streams that the athlete defined, a request for each
// activity that has some. That their values changed shows nowhere, so those of
// the last days are read anew in every run, and all in a full one.
func (s *Syncer) ownStreams(ctx context.Context, list []source.Activity) error {
	from, ok := s.o.Source.(source.OwnStreamReader)
	to, wanted := s.o.Sink.(OwnStreamSink)
	if !ok || !wanted || len(list) == 0 {
		return nil
	}
	kept, err := to.OwnStreamVersions(ctx, s.o.Athlete, list)
	if err != nil {
		return err
	}
	for _, a := range list {
		if !s.anew(a, a.OwnStreams, kept[a.ID]) {
			continue
		}
		if err := s.hold(ctx); err != nil {
			return err
		}
		s.asking()
		var all map[string]training.OwnStream
		if a.OwnStreams != "" {
			if all, err = from.OwnStreams(ctx, a.ID); err != nil && !none(err) {
				if err := s.without(err); err != nil {
					return err
				}
				continue
			}
		}
		if err := to.TakeOwnStreams(ctx, s.o.Athlete, a, all); err != nil {
			return err
		}
	}
	return nil
}

// anew says whether what hangs on an activity is read: it has another version
// than what is kept, or could have changed without one.
func (s *Syncer) anew(a source.Activity, version, kept string) bool {
	return version != kept || version != "" && (s.o.Full || s.ofLastDays(a))
}

// ofLastDays says whether an activity is of the last days, which are read anew.
func (s *Syncer) ofLastDays(a source.Activity) bool {
	return a.Day >= s.today()-training.Day(s.o.Overlap)
}
