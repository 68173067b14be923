package syncer

import (
	"context"

	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// RouteSink keeps the ways that a service found.
type RouteSink interface {
	// TakeRoutes keeps the service's statements on the routes that are here,
	// and gives those whose way has not been asked for yet.
	TakeRoutes(ctx context.Context, a training.AthleteID, all []source.Route) (fresh []source.Route, err error)
	// TakeRoute keeps one with its way.
	TakeRoute(ctx context.Context, a training.AthleteID, r source.Route) error
}

// routes reads which routes there are, and asks for the way of each once: that
// is a request of its own, and a run that ends between two of them loses none.
func (s *Syncer) routes(ctx context.Context) error {
	from, ok := s.o.Source.(source.RouteReader)
	to, wanted := s.o.Sink.(RouteSink)
	if !ok || !wanted {
		return nil
	}
	all, err := from.Routes(ctx)
	if err != nil {
		return s.without(err)
	}
	fresh, err := to.TakeRoutes(ctx, s.o.Athlete, all)
	if err != nil {
		return err
	}
	for _, r := range fresh {
		if err := s.hold(ctx); err != nil {
			return err
		}
		whole, err := from.Route(ctx, r.ID)
		if err == nil {
			r.Path = whole.Path
			err = to.TakeRoute(ctx, s.o.Athlete, r)
		}
		if err := s.without(err); err != nil {
			return err
		}
	}
	return nil
}
