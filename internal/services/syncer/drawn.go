package syncer

import (
	"context"

	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// DrawnSink keeps the intervals that the athlete drew at a service.
type DrawnSink interface {
	// DrawnVersions are those that are kept of activities, by the service's ids.
	DrawnVersions(ctx context.Context, a training.AthleteID, list []source.Activity) (map[string]string, error)
	// TakeDrawn keeps those of one; none takes them away.
	TakeDrawn(ctx context.Context, a training.AthleteID, act source.Activity, drawn training.Drawn) error
}

// drawn reads the intervals of activities, a request each: those that were
// drawn by hand, and of the last days those that the service found by itself.
// That they were drawn once more shows nowhere for certain, so those of the
// last days are read anew in every run, and all in a full one.
func (s *Syncer) drawn(ctx context.Context, list []source.Activity) error {
	from, ok := s.o.Source.(source.IntervalReader)
	to, wanted := s.o.Sink.(DrawnSink)
	if !ok || !wanted || len(list) == 0 {
		return nil
	}
	kept, err := to.DrawnVersions(ctx, s.o.Athlete, list)
	if err != nil {
		return err
	}
	for _, a := range list {
		found := false
		if a.Drawn == "" && (s.ofLastDays(a) || kept[a.ID] != "") {
			a.Drawn, found = a.Found, a.Found != ""
		}
		if found && a.Drawn == kept[a.ID] || !s.anew(a, a.Drawn, kept[a.ID]) {
			continue
		}
		if err := s.hold(ctx); err != nil {
			return err
		}
		s.asking()
		var all training.Drawn
		if a.Drawn != "" {
			if all, err = from.Intervals(ctx, a.ID); err != nil && !none(err) {
				if err := s.without(err); err != nil {
					return err
				}
				continue
			}
		}
		all.Found = found
		if err := to.TakeDrawn(ctx, s.o.Athlete, a, all); err != nil {
			return err
		}
	}
	return nil
}
