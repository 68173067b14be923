// Package routes answers questions about planned routes: which routes there are, where
// they lead, and which activities followed them. It writes nothing.
package routes

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"lapkeep/internal/answers"
	"lapkeep/internal/derive"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/cache"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// Detail is one route with its points and the activities that followed it.
type Detail struct {
	answers.Heading
	Head
	// Way is a sample of the route's points, evenly distributed over all of them.
	Way *Way `json:"way,omitempty"`
	// Followed is the number of activities that followed the route, and Activities lists
	// the newest of them.
	Followed   int             `json:"followed"`
	Activities []Following     `json:"activities"`
	Missing    answers.Missing `json:"missing,omitempty"`
}

// Way holds points as columns that share an index; an altitude is nil if unknown.
type Way struct {
	DistanceKm   []float64  `json:"at_km"`
	LatitudeDeg  []float64  `json:"latitude_deg"`
	LongitudeDeg []float64  `json:"longitude_deg"`
	AltitudeM    []*float64 `json:"altitude_m,omitempty"`
}

// Following is an activity that followed the route.
type Following struct {
	ID         string         `json:"id"`
	Date       training.Day   `json:"local_date"`
	Name       string         `json:"name,omitempty"`
	Sport      training.Sport `json:"sport"`
	OverlapPct float64        `json:"route_overlap_pct"`
	Reversed   bool           `json:"reversed,omitempty"`
	DistanceKm *float64       `json:"distance_km,omitempty"`
	DurationS  *float64       `json:"duration_s,omitempty"`
}

// These are the limits of an answer.
const (
	mostActivities = 40
	mostWay        = 200
)

// TooShort returns the reason why a route has no matching activities.
func TooShort() i18n.Sentence {
	return i18n.Sentencef("it is shorter than %s, or its track is not known", route.LeastWay())
}

// Read returns one route. points is the number of points to show, 0 for none.
func (l *Lister) Read(
	ctx context.Context, r store.Reader, ways Ways, s training.Scope, f answers.Frame, id string, points int,
) (*Detail, error) {
	d, err := r.Document(ctx, s, document.Routes, id)
	if err != nil {
		return nil, explained(err)
	}
	shown, err := document.Show[training.Route](d)
	if err != nil {
		return nil, err
	}
	out := &Detail{Heading: f.Heading(), Head: head(&d, &shown, len(shown.Points)), Activities: []Following{}}
	if err := out.way(ctx, r, s, &shown, points); err != nil {
		return nil, err
	}
	// The activities that followed a route do not reveal its location, so even hidden
	// parts of the track are used.
	whole, err := Whole(ctx, r, s.Athlete, id)
	if err != nil {
		return nil, err
	}
	line := lineOf(whole.Points)
	if line == nil {
		out.Missing = out.Missing.Add("activities", TooShort())
		return out, nil
	}
	hits, err := l.followed.Get(ctx, r, followedKey{s, id}, func() (hits, error) { return followed(ctx, ways, s, line) })
	if err != nil {
		return nil, err
	}
	return out, out.name(ctx, r, s, hits)
}

func explained(err error) error {
	if training.KindOf(err) != training.KindNotFound {
		return err
	}
	return training.Errorf(training.KindNotFound, "There is no such route.").WithFix("list_routes lists all routes.")
}

// Whole returns a route with its complete track, for the athlete's own files.
func Whole(ctx context.Context, r store.Reader, a training.AthleteID, id string) (training.Route, error) {
	d, err := r.Document(ctx, training.Everything(a), document.Routes, id)
	if err != nil {
		return training.Route{}, explained(err)
	}
	return document.Show[training.Route](d)
}

// way adds the points, or the reason why there are none.
func (o *Detail) way(ctx context.Context, r store.Reader, s training.Scope, shown *training.Route, points int) error {
	points = min(points, mostWay)
	if points < 2 {
		return nil
	}
	if len(shown.Points) < 2 {
		reason := i18n.Sentence("the route has no track")
		if s.Audience == training.AudienceModel {
			who, err := r.Athlete(ctx, s)
			if err != nil {
				return err
			}
			if reason = "its track lies within a place hidden from assistants"; !who.Sharing.Position {
				reason = answers.HiddenGPS
			}
		}
		o.Missing = o.Missing.Add("way", reason)
		return nil
	}
	w := &Way{}
	n := len(shown.Points)
	last, km := 0, 0.0
	for k := range min(points, n) {
		i := k * (n - 1) / (min(points, n) - 1)
		for ; last < i; last++ {
			a, b := shown.Points[last], shown.Points[last+1]
			km += training.MetresBetween(a.LatDeg, a.LonDeg, b.LatDeg, b.LonDeg) / 1000
		}
		p := shown.Points[i]
		w.DistanceKm = append(w.DistanceKm, answers.Round(km, 2))
		w.LatitudeDeg, w.LongitudeDeg = append(w.LatitudeDeg, answers.Round(p.LatDeg, 5)), append(w.LongitudeDeg, answers.Round(p.LonDeg, 5))
		if p.AltitudeM == nil {
			w.AltitudeM = append(w.AltitudeM, nil)
			continue
		}
		alt := answers.Round(*p.AltitudeM, 1)
		w.AltitudeM = append(w.AltitudeM, &alt)
	}
	if !answers.AnyKnown(w.AltitudeM) {
		w.AltitudeM = nil
		o.Missing = o.Missing.Add("altitude_m", "the route has no altitude")
	}
	o.Way = w
	return nil
}

func lineOf(points []training.RoutePoint) []route.Point {
	way := make([]route.Point, len(points))
	for i, p := range points {
		way[i] = route.PointAt(p.LatDeg, p.LonDeg)
	}
	return route.Simplified(way)
}

// hit is an activity that followed a line.
type hit struct {
	id    training.ActivityID
	day   training.Day
	match route.Match
}

// Ways visits the sketches of the activities that the scope may see, in order
// of days, with the extent of each.
type Ways interface {
	Ways(ctx context.Context, s training.Scope,
		f func(id training.ActivityID, day training.Day, extent route.Extent, sketch []byte) error) error
}

// hits holds the activities that followed a line: the newest, and how many there are.
type hits struct {
	newest []hit
	total  int
}

// followed returns the activities that followed a line and that the audience may see.
func followed(ctx context.Context, ways Ways, s training.Scope, line []route.Point) (hits, error) {
	var out []hit
	own, matcher := route.ExtentOf(line), route.NewMatcher(line)
	err := ways.Ways(ctx, s, func(id training.ActivityID, day training.Day, extent route.Extent, data []byte) error {
		if !extent.Covers(own) {
			return nil
		}
		sketch, err := derive.DecodeRoute(data)
		if err != nil {
			return nil //nolint:nilerr // a damaged sketch will be derived again
		}
		if m, ok := matcher.Along(sketch.Line); ok {
			out = append(out, hit{id, day, m})
		}
		return nil
	})
	slices.SortStableFunc(out, func(a, b hit) int { return cmp.Compare(b.day, a.day) })
	return hits{slices.Clone(out[:min(mostActivities, len(out))]), len(out)}, err
}

// name fills in the newest activities with their names.
func (o *Detail) name(ctx context.Context, r store.Reader, s training.Scope, all hits) error {
	o.Followed = all.total
	if all.total == 0 {
		return nil
	}
	ids := make([]training.ActivityID, len(all.newest))
	for i, h := range all.newest {
		ids[i] = h.id
	}
	page, err := r.Activities(ctx, s, store.ActivityFilter{IDs: ids})
	if err != nil {
		return err
	}
	for _, h := range all.newest {
		i := slices.IndexFunc(page.Rows, func(row store.ActivityRow) bool { return row.ID == h.id })
		if i < 0 {
			o.Followed--
			continue
		}
		row := &page.Rows[i]
		f := Following{
			ID: string(h.id), Date: row.LocalDay, Name: textclean.Line(row.Name, textclean.NameRunes), Sport: row.Sport,
			OverlapPct: answers.Round(100*h.match.Share, 0), Reversed: h.match.Reversed,
		}
		values := answers.Rounded(row.Summary.Values)
		if v, ok := values[training.MetricDistanceKM]; ok {
			f.DistanceKm = &v
		}
		if v, ok := values[training.MetricDurationS]; ok {
			f.DurationS = &v
		}
		o.Activities = append(o.Activities, f)
	}
	return nil
}

// List holds the routes of an athlete.
type List struct {
	answers.Heading
	Routes    []Head        `json:"routes"`
	Total     int           `json:"total"`
	Truncated bool          `json:"truncated,omitempty"`
	Narrow    i18n.Sentence `json:"narrow,omitempty"`
}

// Head is a route without its points.
type Head struct {
	ID          string         `json:"id"`
	Name        string         `json:"name,omitempty"`
	Description string         `json:"description,omitempty"`
	Sport       training.Sport `json:"sport,omitempty"`
	DistanceKm  float64        `json:"distance_km,omitempty"`
	Sources     []string       `json:"sources"`
	// Points is the number of points, if the audience may see them.
	Points int `json:"points,omitempty"`
	// Track is the simplified track as an encoded polyline, for the pictures of pages.
	Track string `json:"-"`

	words string // name and description in the form that searches use
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

// Lister reads routes. It caches the heads until a route changes, because most of the
// stored data is points, which no list shows, and the activities that followed a route
// until an activity changes.
type Lister struct {
	kept     cache.Cache[training.Scope, []Head]
	followed cache.Cache[followedKey, hits]
}

type followedKey struct {
	training.Scope
	id string
}

// NewLister returns a lister with an empty cache.
func NewLister() *Lister {
	l := &Lister{}
	l.kept.On = []ledger.ChangeKind{document.Routes.Changes(), document.PrivacyZones.Changes(), ledger.ChangeAthlete}
	l.followed.On = ledger.OnActivities(document.Routes.Changes(), ledger.ChangeAthlete)
	return l
}

// Find lists the routes that q selects, by name.
func (l *Lister) Find(ctx context.Context, r store.Reader, s training.Scope, f answers.Frame, q Query) (*List, error) {
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

// heads returns the heads of all routes, by name.
func (l *Lister) heads(ctx context.Context, r store.Reader, s training.Scope) ([]Head, error) {
	return l.kept.Get(ctx, r, s, func() ([]Head, error) {
		all := []Head{}
		err := document.Each(ctx, r.Documents, s, document.Routes, document.Filter{}, func(d document.Document, route drawn) {
			h := head(&d, &route.Route, route.Points.all)
			h.Track = route.Points.polyline()
			h.words, h.km = strings.ToLower(route.Name+"\n"+route.Description), route.DistanceKm
			all = append(all, h)
		})
		slices.SortStableFunc(all, func(a, b Head) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID)) })
		return all, err
	})
}

// drawn is a route of whose points only a sample is parsed.
type drawn struct {
	training.Route

	Points sample `json:"points"`
}

// sample is the number of points in a JSON list of lists, and some of them.
type sample struct {
	all    int
	points []route.Point
}

// mostSampled is the number of points from which a small picture is drawn.
const mostSampled = 120

// UnmarshalJSON counts the lists within a list, and parses every n-th and the last.
func (s *sample) UnmarshalJSON(b []byte) error {
	*s = sample{all: max(bytes.Count(b, []byte{'['})-1, 0)}
	every := max(1, s.all/mostSampled)
	for i := range s.all {
		from := bytes.IndexByte(b[1:], '[') + 1
		to := from + bytes.IndexByte(b[from:], ']') + 1
		if i%every == 0 || i == s.all-1 {
			var p training.RoutePoint
			if err := json.Unmarshal(b[from:to], &p); err != nil {
				return err
			}
			s.points = append(s.points, route.PointAt(p.LatDeg, p.LonDeg))
		}
		b = b[to-1:]
	}
	return nil
}

// polyline returns the simplified track, or "" if there is none.
func (s *sample) polyline() string {
	if len(s.points) < 2 {
		return ""
	}
	return route.Polyline(route.Small(s.points))
}

func head(d *document.Document, r *training.Route, points int) Head {
	h := Head{
		ID: d.ID, Name: textclean.Line(r.Name, textclean.NameRunes), Description: textclean.Text(r.Description, textclean.NameRunes),
		Sport: r.Sport, DistanceKm: answers.Round(r.DistanceKm, 2), Points: points, Sources: []string{},
	}
	for _, said := range d.Statements {
		h.Sources = append(h.Sources, said.Source)
	}
	return h
}
