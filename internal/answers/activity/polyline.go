package activity

import (
	"context"

	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// polylineField is the key of the simplified track, which other services call the same.
const polylineField = "summary_polyline"

// draw adds the simplified track of each row that has one, without the parts that the
// audience may not see. It reads the stored sketches and no streams.
func (l *List) draw(ctx context.Context, r store.Reader, s training.Scope) error {
	who, err := r.Athlete(ctx, s)
	if err != nil || !who.Shows(s.Audience).Position {
		return err
	}
	hidden, err := r.HiddenPlaces(ctx, s)
	if err != nil {
		return err
	}
	for _, f := range l.Activities {
		p, err := r.Primitive(ctx, s, training.ActivityID(f["id"].(string)), derive.Route)
		if training.KindOf(err) == training.KindNotFound {
			continue
		}
		if err != nil {
			return err
		}
		sketch, err := derive.DecodeRoute(p.Data)
		if err != nil {
			continue // it will be derived again
		}
		if line := beyond(hidden, sketch.Line); len(line) > 1 {
			f[polylineField] = route.Polyline(route.Small(line))
		}
	}
	return ctx.Err()
}

// beyond returns the points of a line that are in none of the places.
func beyond(hidden document.HiddenPlaces, line []route.Point) (out []route.Point) {
	if len(hidden) == 0 {
		return line
	}
	for _, p := range line {
		if !hidden.Hold(p.Degrees()) {
			out = append(out, p)
		}
	}
	return out
}
