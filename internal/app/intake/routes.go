package intake

import (
	"context"
	"encoding/json"
	"math"

	"lapkeep/internal/formats/recording"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// TakeRoutes keeps the service's statements of the routes that are here, and
// gives those whose track it was not asked for yet.
func (s *Sink) TakeRoutes(ctx context.Context, a training.AthleteID, list []source.Route) (fresh []source.Route, err error) {
	docs, err := s.Store.Documents(ctx, everything(a), document.Routes, document.Filter{})
	if err != nil {
		return nil, err
	}
	here := map[string]json.RawMessage{}
	for _, d := range docs {
		for _, w := range d.Said {
			if w.Source == string(s.Source) {
				here[d.ID] = w.Body
			}
		}
	}
	var all []thing
	for _, r := range list {
		id := s.Source.Ref(r.ID)
		body, ok := here[id]
		if !ok {
			fresh = append(fresh, r)
			continue
		}
		var former training.Route
		if err := json.Unmarshal(body, &former); err != nil {
			return nil, training.Errorf(training.KindCorrupt, "The route %s cannot be read: %w.", id, err)
		}
		now := named(r)
		now.Points, now.DistanceKm = former.Points, former.DistanceKm
		all = append(all, thing{id: id, body: now})
	}
	return fresh, s.say(ctx, a, document.Routes, nil, all)
}

// TakeRoute keeps a route with its way. One without a way is kept too, so
// that it is not asked for again.
func (s *Sink) TakeRoute(ctx context.Context, a training.AthleteID, r source.Route) error {
	now := named(r)
	for _, p := range r.Path {
		if math.Abs(p[0]) <= 90 && math.Abs(p[1]) <= 180 {
			now.Points = append(now.Points, training.RoutePoint{LatDeg: p[0], LonDeg: p[1]})
		}
	}
	if !recording.Measure(&now) {
		now.Points, now.DistanceKm = nil, 0
	}
	return s.write(ctx, func(tx *store.Tx) error {
		_, err := tx.Say(a, document.Statement{
			Collection: document.Routes, ID: s.Source.Ref(r.ID), Source: string(s.Source), RunID: s.Source.Run(), AsOf: s.Now(),
			Now: s.Now(), Body: now,
		})
		return err
	})
}

func named(r source.Route) training.Route {
	return training.Route{Name: r.Name, Description: r.Description, Sport: r.Sport}
}
