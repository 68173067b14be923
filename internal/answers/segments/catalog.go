package segments

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/activityindex"
	"lapkeep/internal/store/cache"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Catalog answers questions about segments: the athlete's own, proposed ones,
// and those of connected services. It caches data until something changes, so
// one Catalog serves all calls.
type Catalog struct {
	Store    store.Reader
	Services servicevalues.Remote
	// Ridden finds possible segments.
	Ridden *ClimbIndex

	kept *kept
}

type kept struct {
	own     cache.Cache[training.Scope, []Own]
	efforts cache.Cache[ofSegment, []training.SegmentEffort]
	times   cache.Cache[ofSport, []oneTime]
	saved   cache.Cache[training.AthleteID, *Saved]
}

type ofSegment struct {
	scope training.Scope
	id    string
}

// NewCatalog returns an empty catalog for a store; it reads nothing yet.
func NewCatalog(r store.Reader, services servicevalues.Remote, found *ClimbIndex) Catalog {
	k := &kept{}
	// Settings such as thresholds change most often, but they do not affect efforts.
	k.efforts.Ignores = func(c store.Change) bool { return c.Kind == store.ChangeSettings }
	k.times.Ignores = k.efforts.Ignores
	return Catalog{Store: r, Services: services, Ridden: found, kept: k}
}

// saved returns the tracks of all of the athlete's own segments. They are used only to
// avoid proposing the same tracks again.
func (d Catalog) saved(ctx context.Context, a training.AthleteID) (*Saved, error) {
	return d.kept.saved.Get(ctx, d.Store, a, func() (*Saved, error) {
		whole, out := training.Everything(a), NewSaved()
		err := document.Each(ctx, d.Store.Documents, whole, document.Segments, document.Filter{},
			func(doc document.Document, x training.Segment) { out.Add(doc.ID, x.Sport, LineOf(x.Points)) })
		return out, err
	})
}

// Best is the fastest time on one of the athlete's own segments in a range of days.
type Best struct {
	SegmentID string              `json:"segment_id"`
	Name      string              `json:"name"`
	Kind      string              `json:"kind,omitempty"`
	TimeS     float64             `json:"time_s"`
	SpeedKmh  *float64            `json:"avg_speed_kmh,omitempty"`
	Ridden    int                 `json:"times_ridden"`
	ID        training.ActivityID `json:"activity_id"`
	LocalDate training.Day        `json:"local_date"`
}

// oneTime holds those values of an effort that matter for bests.
type oneTime struct {
	segment  string
	activity training.ActivityID
	day      training.Day
	indoor   bool
	seconds  float64
}

type ofSport struct {
	scope training.Scope
	sport training.Discipline
}

// Bests returns the best efforts in a sport and a range of days, beginning with the most
// ridden segments. indoor selects indoor or outdoor activities; nil selects both.
func (d Catalog) Bests(
	ctx context.Context, s training.Scope, sport training.Discipline, days training.DayRange, indoor *bool,
) ([]Best, error) {
	own, err := d.owned(ctx, s)
	if err != nil || len(own) == 0 {
		return nil, err
	}
	times, err := d.timesOf(ctx, s, sport)
	if err != nil {
		return nil, err
	}
	out := make([]Best, len(own))
	by := make(map[string]*Best, len(own))
	for i := range own {
		by[own[i].ID] = &out[i]
	}
	for i := range times {
		t := &times[i]
		if !days.Contains(t.day) || indoor != nil && *indoor != t.indoor {
			continue
		}
		b := by[t.segment]
		if b == nil {
			continue
		}
		if b.Ridden++; b.Ridden == 1 || t.seconds < b.TimeS {
			b.TimeS, b.ID, b.LocalDate = t.seconds, t.activity, t.day
		}
	}
	for i := range out {
		b, o := &out[i], own[i].head()
		b.SegmentID, b.Name, b.Kind = o.ID, o.Name, o.Kind
		b.SpeedKmh, b.TimeS = speed(o.DistanceKm, b.TimeS), answers.Round(b.TimeS, 1)
	}
	out = slices.DeleteFunc(out, func(b Best) bool { return b.Ridden == 0 })
	slices.SortStableFunc(out, func(a, b Best) int { return cmp.Compare(b.Ridden, a.Ridden) })
	return out, nil
}

// timesOf returns all times in a sport, in order.
func (d Catalog) timesOf(ctx context.Context, s training.Scope, sport training.Discipline) ([]oneTime, error) {
	return d.kept.times.Get(ctx, d.Store, ofSport{s, sport}, func() ([]oneTime, error) {
		all, err := d.Store.SegmentEfforts(ctx, s, store.EffortFilter{Sport: sport})
		if err != nil {
			return nil, err
		}
		out := make([]oneTime, len(all))
		for i := range all {
			e := &all[i]
			out[i] = oneTime{e.Segment, e.Activity, e.Day, e.Indoor, e.TimeS()}
		}
		return out, nil
	})
}

// Own is one of the athlete's own segments, without its points.
type Own struct {
	ID string
	training.Segment

	// Points is always cleared: no answer shows points.
	Points json.RawMessage `json:"points,omitempty"`

	words string // the name in the form that searches use
}

// owned returns all of the athlete's own segments, by name.
func (d Catalog) owned(ctx context.Context, s training.Scope) ([]Own, error) {
	return d.kept.own.Get(ctx, d.Store, s, func() ([]Own, error) {
		all := []Own{}
		err := document.Each(ctx, d.Store.Documents, s, document.Segments, document.Filter{}, func(doc document.Document, o Own) {
			o.words = activityindex.Words(o.Name)
			o.ID, o.Points, o.Name = doc.ID, nil, textclean.Line(o.Name, nameRunes)
			all = append(all, o)
		})
		slices.SortStableFunc(all, func(a, b Own) int {
			return cmp.Or(cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), cmp.Compare(a.ID, b.ID))
		})
		return all, err
	})
}

// efforts returns the efforts on one of the athlete's own segments that the
// audience may see, in order of time.
func (d Catalog) efforts(ctx context.Context, s training.Scope, segment string) ([]training.SegmentEffort, error) {
	return d.kept.efforts.Get(ctx, d.Store, ofSegment{s, segment}, func() ([]training.SegmentEffort, error) {
		return d.Store.SegmentEfforts(ctx, s, store.EffortFilter{Segment: segment})
	})
}

// PassedBy returns, for each word of a text, the activities that passed a segment of
// the athlete's with that word in its name. Recordings contain no names of places, so
// segments are the only source of them. It considers only what the audience may see.
func (d Catalog) PassedBy(ctx context.Context, s training.Scope, text string) (map[string][]training.ActivityID, error) {
	out := map[string][]training.ActivityID{}
	words := strings.Fields(activityindex.Words(text))
	if len(words) == 0 {
		return out, ctx.Err()
	}
	all, err := d.owned(ctx, s)
	if err != nil {
		return nil, err
	}
	for i := range all {
		for _, w := range words {
			if !strings.Contains(all[i].words, w) {
				continue
			}
			efforts, err := d.efforts(ctx, s, all[i].ID)
			if err != nil {
				return nil, err
			}
			for k := range efforts {
				out[w] = append(out[w], efforts[k].Activity)
			}
		}
	}
	return out, nil
}

// Find returns the athlete's own segment with the given id or name. A name may be
// partial or misspelt if it is unambiguous. The result is false if there is none.
func (d Catalog) Find(ctx context.Context, s training.Scope, text string) (Own, bool, error) {
	all, err := d.owned(ctx, s)
	if err != nil {
		return Own{}, false, err
	}
	text = strings.TrimSpace(text)
	if o, ok, err := called(all, text); ok || err != nil || text == "" {
		return o, ok, err
	}
	part := strings.ToLower(text)
	if o, ok, err := only(all, text, func(o Own) bool { return strings.Contains(strings.ToLower(o.Name), part) }); ok || err != nil {
		return o, ok, err
	}
	names := make([]string, len(all))
	for i := range all {
		names[i] = all[i].Name
	}
	if near := i18n.Nearest(text, names); near != "" {
		return all[slices.Index(names, near)], true, nil
	}
	return Own{}, false, nil
}

// FindExactly returns the athlete's own segment with the given id or full name,
// for changes.
func (d Catalog) FindExactly(ctx context.Context, s training.Scope, text string) (Own, bool, error) {
	all, err := d.owned(ctx, s)
	if err != nil {
		return Own{}, false, err
	}
	return called(all, strings.TrimSpace(text))
}

// called returns the segment with the given id or name.
func called(all []Own, text string) (Own, bool, error) {
	for _, o := range all {
		if o.ID == text {
			return o, true, nil
		}
	}
	return only(all, text, func(o Own) bool { return strings.EqualFold(o.Name, text) })
}

// only returns the segment for which means is true, and an error if there are several.
func only(all []Own, text string, means func(Own) bool) (Own, bool, error) {
	var found []Own
	for _, o := range all {
		if means(o) {
			found = append(found, o)
		}
	}
	switch len(found) {
	case 0:
		return Own{}, false, nil
	case 1:
		return found[0], true, nil
	}
	return Own{}, false, several(text, found)
}

// mostNamed is the maximum number of segments that an error for an ambiguous name lists.
const mostNamed = 8

func several(text string, found []Own) error {
	var all []string
	for _, o := range found[:min(len(found), mostNamed)] {
		all = append(all, fmt.Sprintf("%s (%s)", o.ID, o.Name))
	}
	return training.Errorf(training.KindInvalid, "%q could be one of %d segments: %s.", i18n.Clip(text, i18n.MostQuoted), len(found),
		strings.Join(all, "; ")).WithFix("Give the id of one of them.")
}

// none returns the error for an id or a name without a segment.
func none(text string) error {
	return training.Errorf(training.KindNotFound, "There is no segment %q.", i18n.Clip(text, i18n.MostQuoted)).
		WithFix("list_segments shows their ids and names; its kinds are own, starred, climbs and proposed.")
}

// HeadOf returns a segment as shown in lists, without its efforts.
func HeadOf(id string, s *training.Segment) Head {
	o := Own{ID: id, Segment: *s}
	return o.head()
}

// Like returns the athlete's own segment with the same track as a segment that is not
// saved yet.
func (d Catalog) Like(ctx context.Context, s training.Scope, as *training.Segment) (Own, bool, error) {
	saved, err := d.saved(ctx, s.Athlete)
	if err != nil {
		return Own{}, false, err
	}
	id, ok := saved.Of(as.Sport, LineOf(as.Points))
	if !ok {
		return Own{}, false, nil
	}
	return d.Find(ctx, s, id)
}
