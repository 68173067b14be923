package structure

import (
	"cmp"
	"context"
	"math"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/store"
	"lapkeep/internal/store/cache"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// These are the limits for similar profiles.
const (
	// profileDistance is the minimum ratio of the shorter distance to the longer one.
	profileDistance = 0.85
	// profileShare is the minimum similarity, and spreadM the minimum range of
	// altitude in m, because all flat routes are similar.
	profileShare, spreadM = 0.75, 10.0
)

// mostHits is the maximum number of hits of each kind in an answer.
const mostHits = 8

// SimilarSubject is the activity with which others are compared.
type SimilarSubject struct {
	ID     training.ActivityID
	Sport  training.Sport
	Day    training.Day
	Sketch *route.Sketch
	// Session is nil if the activity has no intervals.
	Session *efforts.Session
}

// Found holds the activities of the subject's sport that are similar to it.
type Found struct {
	// Route holds activities on the same route, newest first. Profile holds activities
	// with similar climbs elsewhere, most similar first. Structure holds activities with
	// similar intervals, ordered by similarity in tenths, and then newest first.
	Route, Profile, Structure Matches
}

// Matches holds the first hits of one kind.
type Matches struct {
	Total int
	Hits  []Hit
	// Rank is the subject's rank by duration among activities in the same
	// direction, 1 for the fastest, or 0 if there are no such activities.
	Rank int
}

// Hit is one similar activity.
type Hit struct {
	ID training.ActivityID
	// Share is the similarity, from 0 to 1.
	Share    float64
	Reversed bool

	day     training.Day
	timerDS int64
}

// Like returns activities similar to the subject, and caches them until
// anything changes. The caller must not modify them.
func (x *SimilarIndex) Like(ctx context.Context, s training.Scope, of SimilarSubject) (*Found, error) {
	return x.found.Get(ctx, x.r, foundKey{s, of.ID}, func() (*Found, error) { return x.find(ctx, s, of) })
}

// find compares the subject with all activities.
func (x *SimilarIndex) find(ctx context.Context, s training.Scope, of SimilarSubject) (*Found, error) {
	out := &Found{}
	if err := x.courses(ctx, s, of, out); err != nil {
		return nil, err
	}
	if of.Session != nil {
		all, err := x.structure.Alike(ctx, s, Subject{ID: of.ID, Sport: of.Sport, Day: of.Day, Session: of.Session})
		if err != nil {
			return nil, err
		}
		for _, a := range all {
			out.Structure.Hits = append(out.Structure.Hits, Hit{ID: a.ID, Share: a.Share, day: a.Day})
		}
		tenth := func(h Hit) float64 { return math.Round(h.Share * 10) }
		out.Structure.first(func(a, b Hit) int { return cmp.Or(cmp.Compare(tenth(b), tenth(a)), cmp.Compare(b.day, a.day)) })
	}
	return out, nil
}

// fewEntries is the minimum number of entries for which starting another goroutine is
// worthwhile.
const fewEntries = 2000

// courses finds routes and profiles, with each goroutine comparing a part of the months.
func (x *SimilarIndex) courses(ctx context.Context, s training.Scope, of SimilarSubject, out *Found) error {
	_, months, err := x.months.Months(ctx, s, derive.Route, answers.EveryDay)
	if err != nil {
		return err
	}
	n := 0
	for _, all := range months {
		n += len(all)
	}
	parts := make([]Found, min(runtime.GOMAXPROCS(0), 1+n/fewEntries))
	g, ctx := errgroup.WithContext(ctx)
	for i := range parts {
		g.Go(func() error {
			return parts[i].compare(ctx, of, months[len(months)*i/len(parts):len(months)*(i+1)/len(parts)])
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	for i := range parts {
		out.Route.Hits = append(out.Route.Hits, parts[i].Route.Hits...)
		out.Profile.Hits = append(out.Profile.Hits, parts[i].Profile.Hits...)
	}
	out.Route.rank(of.Sketch.TimerDS)
	out.Route.first(func(a, b Hit) int { return cmp.Compare(b.day, a.day) })
	out.Profile.first(func(a, b Hit) int { return cmp.Or(cmp.Compare(b.Share, a.Share), cmp.Compare(b.day, a.day)) })
	return nil
}

// compare adds the similar routes and profiles of some months, in order.
func (f *Found) compare(ctx context.Context, of SimilarSubject, months []entries) error {
	c := newComparer(of.Sketch)
	for _, all := range months {
		for i := range all {
			e := &all[i]
			if e.sport != of.Sport || e.id == of.ID {
				continue
			}
			h := Hit{ID: e.id, day: e.day, timerDS: e.timerDS}
			if m, same := c.way(e); same {
				h.Share, h.Reversed = m.Share, m.Reversed
				f.Route.Hits = append(f.Route.Hits, h)
			} else if share := c.profile(e); share >= profileShare {
				h.Share = share
				f.Profile.Hits = append(f.Profile.Hits, h)
			}
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// rank sets the rank of a duration among activities in the same direction.
func (m *Matches) rank(timerDS int64) {
	for _, h := range m.Hits {
		if h.Reversed || h.timerDS <= 0 {
			continue
		}
		m.Rank = max(m.Rank, 1)
		if h.timerDS < timerDS {
			m.Rank++
		}
	}
}

// first sets the total and keeps the first few hits in the given order. Among equal hits,
// it prefers those found first.
func (m *Matches) first(order func(a, b Hit) int) {
	m.Total = len(m.Hits)
	best := make([]Hit, 0, mostHits)
	for _, h := range m.Hits {
		at := len(best)
		for at > 0 && order(h, best[at-1]) < 0 {
			at--
		}
		if at == mostHits {
			continue
		}
		best = slices.Insert(best[:min(len(best), mostHits-1)], at, h)
	}
	m.Hits = best
}

// comparer compares one sketch with many others.
type comparer struct {
	own      *route.Sketch
	matcher  *route.Matcher
	line     []route.Point // memory for the line of the other sketch
	altitude route.Profile
	climbs   bool
}

func newComparer(own *route.Sketch) *comparer {
	c := &comparer{own: own}
	if len(own.Line) > 1 {
		c.matcher = route.NewMatcher(own.Line)
	}
	c.altitude, c.climbs = route.ProfileOf(own.ProfileDM)
	c.climbs = c.climbs && c.altitude.SpreadM() >= spreadM
	return c
}

// way compares the routes of two activities. It reports whether they are the same.
func (c *comparer) way(e *entry) (route.Match, bool) {
	if c.matcher == nil || !c.own.Extent.Near(e.extent) {
		return route.Match{}, false
	}
	line, err := derive.DecodeRouteLine(e.line, c.line)
	if err != nil {
		return route.Match{}, false // only the head of the sketch could be decoded
	}
	c.line = line
	return c.matcher.Same(line)
}

// profile returns the similarity of the altitude profiles, or 0 if the
// distances differ too much.
func (c *comparer) profile(e *entry) float64 {
	d, o := float64(c.own.DistanceDM), float64(e.distanceDM)
	if !c.climbs || min(d, o) < profileDistance*max(d, o) {
		return 0
	}
	other, ok := route.ProfileOf(e.profileDM)
	if !ok || other.SpreadM() < spreadM {
		return 0
	}
	return c.altitude.Likeness(&other)
}

// entry is the index entry of an activity.
type entry struct {
	id         training.ActivityID
	day        training.Day
	sport      training.Sport
	extent     route.Extent
	profileDM  []int32
	distanceDM int64
	timerDS    int64
	data       []byte // the sketch as stored
	line       []byte // the end of data
}

// entries holds the entries of one month.
type entries []entry

// Holds reports whether an entry belongs to the activity.
func (all entries) Holds(id training.ActivityID) bool {
	return slices.ContainsFunc(all, func(e entry) bool { return e.id == id })
}

// SimilarIndex compares an activity with a history. It keeps the sketch of every
// activity in memory and follows the change log, so one index serves all calls.
type SimilarIndex struct {
	r         store.Reader
	structure *Index
	months    *fitness.MonthlyCache[entries]
	found     cache.Cache[foundKey, *Found]
}

// foundKey identifies the comparison of one activity.
type foundKey struct {
	training.Scope
	id training.ActivityID
}

// mostFound is the maximum number of cached answers. When an activity is opened, its
// sections and those of compared activities are requested one after another.
const mostFound = 8

// NewSimilarIndex returns an empty index over a store, with an index of
// intervals; it reads nothing yet.
func NewSimilarIndex(r store.Reader, intervals *Index) *SimilarIndex {
	x := &SimilarIndex{r: r, structure: intervals}
	x.months = fitness.NewMonthly(r, x.read)
	x.found.Most, x.found.On = mostFound, ledger.OnActivities(ledger.ChangeSettings)
	return x
}

// read reads a range of months.
func (x *SimilarIndex) read(ctx context.Context, s training.Scope, kind string, first,
	last fitness.MonthlyMonth,
) (map[fitness.MonthlyMonth]entries, error) {
	out := map[fitness.MonthlyMonth]entries{}
	for p, err := range x.r.Primitives(ctx, s, kind, first.Span(last)) {
		if err != nil {
			return nil, err
		}
		sketch, line, err := derive.DecodeRouteHead(p.Data)
		if err != nil {
			continue // a damaged primitive is derived again, and must not hide the others
		}
		m, data := fitness.MonthlyOf(p.Day), slices.Clone(p.Data)
		out[m] = append(out[m], entry{
			p.Activity, p.Day, p.Sport, sketch.Extent, sketch.ProfileDM, sketch.DistanceDM, sketch.TimerDS, data, data[len(data)-len(line):],
		})
	}
	return out, ctx.Err()
}

// Ways calls f with the extent and the stored form of every sketch that the
// audience may see, in order of days.
func (x *SimilarIndex) Ways(
	ctx context.Context, s training.Scope, f func(id training.ActivityID, day training.Day, extent route.Extent, sketch []byte) error,
) error {
	return x.months.Each(ctx, s, derive.Route, answers.EveryDay, func(_ fitness.MonthlyMonth, all entries) error {
		for i := range all {
			if err := f(all[i].id, all[i].day, all[i].extent, all[i].data); err != nil {
				return err
			}
		}
		return ctx.Err()
	})
}
