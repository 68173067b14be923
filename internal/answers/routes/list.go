package routes

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/activityindex"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Reader reads routes and the activities on them.
type Reader interface {
	LastChange(ctx context.Context) (int64, error)
	Athlete(ctx context.Context, s training.Scope) (training.Athlete, error)
	Documents(ctx context.Context, s training.Scope, c document.Collection, f document.Filter) ([]document.Document, error)
	Document(ctx context.Context, s training.Scope, c document.Collection, id string) (document.Document, error)
	Activities(ctx context.Context, s training.Scope, f store.ActivityFilter) (store.ActivityPage, error)
}

// List is the routes of an athlete.
type List struct {
	answers.Heading
	Routes    []Head        `json:"routes"`
	Total     int           `json:"total"`
	Truncated bool          `json:"truncated,omitempty"`
	Narrow    i18n.Sentence `json:"narrow,omitempty"`
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

	words string // name and description as they are searched
	km    float64
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

// Lister lists routes. It keeps them until something changes, since their
// points, which no list shows, are most of the data.
type Lister struct {
	kept activityindex.Cache[training.Scope, []Head]
}

// Find lists the routes that q selects, by name.
func (l *Lister) Find(ctx context.Context, r Reader, s training.Scope, f answers.Frame, q Query) (*List, error) {
	all, err := l.heads(ctx, r, s)
	if err != nil {
		return nil, err
	}
	out := &List{Heading: f.Heading(), Routes: []Head{}}
	text := strings.ToLower(q.Text)
	for _, h := range all {
		if !strings.Contains(h.words, text) || q.LeastKm > 0 && h.km < q.LeastKm || q.MostKm > 0 && h.km > q.MostKm {
			continue
		}
		h.Description = textclean.Line(h.Description, shownRunes)
		out.Routes = append(out.Routes, h)
	}
	out.Total = len(out.Routes)
	if out.Total > mostRoutes {
		out.Routes, out.Truncated, out.Narrow = out.Routes[:mostRoutes], true, "Ask for a part of the name, or for a distance."
	}
	return out, nil
}

// heads are those of every route, by name.
func (l *Lister) heads(ctx context.Context, r Reader, s training.Scope) ([]Head, error) {
	seq, err := r.LastChange(ctx)
	if err != nil {
		return nil, err
	}
	if all, ok := l.kept.At(seq, s); ok {
		return all, nil
	}
	docs, err := r.Documents(ctx, s, document.Routes, document.Filter{})
	if err != nil {
		return nil, err
	}
	all := make([]Head, 0, len(docs))
	for _, d := range docs {
		route, err := document.Show[drawn](d)
		if err != nil {
			return nil, err
		}
		h := head(&d, &route.Route, int(route.Points))
		h.words, h.km = strings.ToLower(route.Name+"\n"+route.Description), route.DistanceKm
		all = append(all, h)
	}
	slices.SortStableFunc(all, func(a, b Head) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID)) })
	l.kept.Keep(seq, s, all)
	return all, nil
}

// drawn is a route whose points are counted and not read.
type drawn struct {
	training.Route

	Points count `json:"points"`
}

// count is the length of a list, of lists, in JSON.
type count int

// UnmarshalJSON counts the lists within a list.
func (c *count) UnmarshalJSON(b []byte) error {
	*c = count(max(bytes.Count(b, []byte{'['})-1, 0))
	return nil
}

func head(d *document.Document, r *training.Route, points int) Head {
	h := Head{
		ID: d.ID, Name: textclean.Line(r.Name, textclean.NameRunes), Description: textclean.Text(r.Description, textclean.NameRunes),
		Sport: r.Sport, DistanceKm: answers.Round(r.DistanceKm, 2), Points: points, Sources: []string{},
	}
	for _, said := range d.Said {
		h.Sources = append(h.Sources, said.Source)
	}
	return h
}
