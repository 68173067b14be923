package routes

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"strings"

	"lapkeep/internal/analysis"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Reader is what this package asks of a store.
type Reader interface {
	Athlete(ctx context.Context, s training.Scope) (training.Athlete, error)
	Documents(ctx context.Context, s training.Scope, c document.Collection, f document.Filter) ([]document.Document, error)
	Document(ctx context.Context, s training.Scope, c document.Collection, id string) (document.Document, error)
	Primitives(ctx context.Context, s training.Scope, kind string, days training.DayRange) iter.Seq2[store.Primitive, error]
	Activities(ctx context.Context, s training.Scope, f store.ActivityFilter) (store.ActivityPage, error)
}

// List is the routes of an athlete.
type List struct {
	analysis.Heading
	Routes    []Head `json:"routes"`
	Total     int    `json:"total"`
	Truncated bool   `json:"truncated,omitempty"`
	Narrow    string `json:"narrow,omitempty"`
}

// Head is a route without its way.
type Head struct {
	ID          string         `json:"id"`
	Name        string         `json:"name,omitempty"`
	Description string         `json:"description,omitempty"`
	Sport       training.Sport `json:"sport,omitempty"`
	DistanceKm  float64        `json:"distance_km,omitempty"`
	Sources     []string       `json:"sources"`
	// Points is how many points the way has, for those who may see them.
	Points int `json:"points,omitempty"`
}

// Query selects routes.
type Query struct {
	Text            string // in the name or the description
	LeastKm, MostKm float64
}

const (
	mostRoutes = 80
	shownRunes = 120
)

// Find lists the routes that q selects, by name.
func Find(ctx context.Context, r Reader, s training.Scope, f analysis.Frame, q Query) (*List, error) {
	docs, err := r.Documents(ctx, s, document.Routes, document.Filter{})
	if err != nil {
		return nil, err
	}
	out := &List{Heading: f.Heading(), Routes: []Head{}}
	text := strings.ToLower(q.Text)
	for _, d := range docs {
		route, err := document.Show[training.Route](d)
		if err != nil {
			return nil, err
		}
		h := head(&d, &route)
		if !strings.Contains(strings.ToLower(route.Name+"\n"+route.Description), text) ||
			q.LeastKm > 0 && route.DistanceKm < q.LeastKm || q.MostKm > 0 && route.DistanceKm > q.MostKm {
			continue
		}
		h.Description = textclean.Line(h.Description, shownRunes)
		out.Routes = append(out.Routes, h)
	}
	slices.SortStableFunc(out.Routes, func(a, b Head) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID)) })
	out.Total = len(out.Routes)
	if out.Total > mostRoutes {
		out.Routes, out.Truncated, out.Narrow = out.Routes[:mostRoutes], true, "Ask for a part of the name, or for a distance."
	}
	return out, nil
}

func head(d *document.Document, r *training.Route) Head {
	h := Head{
		ID: d.ID, Name: textclean.Line(r.Name, textclean.NameRunes), Description: textclean.Text(r.Description, textclean.NameRunes),
		Sport: r.Sport, DistanceKm: analysis.Round(r.DistanceKm, 2), Points: len(r.Points), Sources: []string{},
	}
	for _, said := range d.Said {
		h.Sources = append(h.Sources, said.Source)
	}
	return h
}
