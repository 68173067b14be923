package segments

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/activityindex"
	"lapkeep/internal/store/cache"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
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
	own   cache.Cache[training.Scope, []Own]
	times cache.Cache[training.Scope, *times]
	saved cache.Cache[training.AthleteID, *Saved]
}

// NewCatalog returns an empty catalog for a store; it reads nothing yet.
func NewCatalog(r store.Reader, services servicevalues.Remote, found *ClimbIndex) Catalog {
	k := &kept{}
	tracks := []ledger.ChangeKind{document.Segments.Changes(), document.PrivacyZones.Changes(), ledger.ChangeAthlete}
	k.own.On, k.saved.On = append(tracks, ledger.ChangeActivity), tracks
	k.times.On = append(tracks, ledger.ChangeActivity, ledger.ChangeEfforts)
	k.times.Patch = func(ctx context.Context, s training.Scope, v *times, changes []ledger.Change) (*times, bool, error) {
		return v.after(ctx, r, s, changes)
	}
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

// Bests returns the best efforts in a sport and a range of days, beginning with the most
// ridden segments. indoor selects indoor or outdoor activities; nil selects both.
func (d Catalog) Bests(
	ctx context.Context, s training.Scope, sport training.Discipline, days training.DayRange, indoor *bool,
) ([]Best, error) {
	own, err := d.owned(ctx, s)
	if err != nil || len(own) == 0 {
		return nil, err
	}
	v, err := d.held(ctx, s, nil)
	if err != nil {
		return nil, err
	}
	q := effortQuery{sport, days, indoor == nil || *indoor, indoor == nil || !*indoor}
	bests := v.bestsOf(q)
	var out []Best
	for i := range own {
		b, ok := bests[own[i].ID]
		if !ok {
			continue
		}
		o := own[i].head()
		out = append(out, Best{
			SegmentID: o.ID, Name: o.Name, Kind: o.Kind, Ridden: b.ridden, ID: b.Activity, LocalDate: b.Day,
			SpeedKmh: speed(o.DistanceKm, b.TimeS()), TimeS: answers.Round(b.TimeS(), 1),
		})
	}
	slices.SortStableFunc(out, func(a, b Best) int { return cmp.Compare(b.Ridden, a.Ridden) })
	return out, nil
}

// byStart orders times, fastest first. If two are equal, the earlier comes first.
func byStart(a, b *store.EffortTime) int {
	return cmp.Or(cmp.Compare(a.TimeS(), b.TimeS()), cmp.Compare(a.Start, b.Start), cmp.Compare(a.Activity, b.Activity),
		cmp.Compare(a.FromS, b.FromS))
}

// times holds the times on segments, or on all of them if whole is set. Those of a segment are
// read when they are first needed, because most answers need few of tens of thousands.
type times struct {
	mu    sync.Mutex
	of    map[string][]store.EffortTime
	whole bool
	bests map[effortQuery]map[string]bestTime // of the latest questions, if whole is set
}

// effortQuery selects times.
type effortQuery struct {
	sport           training.Discipline
	days            training.DayRange
	indoor, outdoor bool
}

func (q *effortQuery) holds(t *store.EffortTime) bool {
	return q.days.Contains(t.Day) && (t.Indoor && q.indoor || !t.Indoor && q.outdoor) && q.sport.Has(t.Discipline)
}

// bestTime is the best of a segment's times, and their number.
type bestTime struct {
	store.EffortTime

	ridden int
}

// mostBests is the maximum number of questions whose bests are kept. Records have three periods.
const mostBests = 12

// bestsOf returns the best time on each segment that has one. Tens of thousands of times are
// compared only once for each question. The result is shared and must not be changed.
func (v *times) bestsOf(q effortQuery) map[string]bestTime {
	v.mu.Lock()
	defer v.mu.Unlock()
	if out, ok := v.bests[q]; ok {
		return out
	}
	out := make(map[string]bestTime, len(v.of))
	for segment, all := range v.of {
		var best *store.EffortTime
		ridden := 0
		for i := range all {
			if t := &all[i]; q.holds(t) {
				if ridden++; best == nil || byStart(t, best) < 0 {
					best = t
				}
			}
		}
		if best != nil {
			out[segment] = bestTime{*best, ridden}
		}
	}
	if v.bests == nil || len(v.bests) >= mostBests {
		v.bests = map[effortQuery]map[string]bestTime{}
	}
	v.bests[q] = out
	return out
}

// timesOn returns the times on some of the athlete's own segments that the audience may see.
// The result is shared and may have other segments, too.
func (d Catalog) timesOn(ctx context.Context, s training.Scope, segments []string) (map[string][]store.EffortTime, error) {
	v, err := d.held(ctx, s, segments)
	if err != nil {
		return nil, err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.of, nil
}

// held returns the kept times, with at least those on some segments, or on all if segments is nil.
func (d Catalog) held(ctx context.Context, s training.Scope, segments []string) (*times, error) {
	v, err := d.kept.times.Get(ctx, d.Store, s, func() (*times, error) { return &times{}, nil })
	if err != nil {
		return nil, err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.whole {
		return v, nil
	}
	f := store.EffortFilter{}
	if segments != nil {
		f.Segments = slices.DeleteFunc(slices.Clone(segments), func(id string) bool { _, have := v.of[id]; return have })
		if len(f.Segments) == 0 {
			return v, nil
		}
	}
	now, err := d.Store.EffortTimes(ctx, s, f)
	if err != nil {
		return nil, err
	}
	out := maps.Clone(v.of) // the former map may be in use
	if segments == nil || out == nil {
		out = map[string][]store.EffortTime{}
	}
	for _, id := range f.Segments {
		out[id] = nil // also those without times
	}
	maps.Copy(out, now)
	v.of, v.whole = out, segments == nil
	return v, nil
}

// after returns the times as they are after changes of activities and efforts; ok is false if
// all must be read again.
func (v *times) after(ctx context.Context, r store.Reader, s training.Scope, changes []ledger.Change) (out *times, ok bool, err error) {
	if len(changes) > fewChanged {
		return nil, false, nil
	}
	v.mu.Lock()
	out = &times{of: maps.Clone(v.of), whole: v.whole}
	v.mu.Unlock()
	for _, c := range changes {
		f := store.EffortFilter{}
		switch {
		case c.Athlete != s.Athlete:
			continue
		case c.Kind == ledger.ChangeActivity:
			f.Activity = training.ActivityID(c.ID)
		case c.Kind == ledger.ChangeEfforts && c.ID != "":
			f.Segment = c.ID
		default:
			return nil, false, nil
		}
		if _, have := out.of[f.Segment]; f.Segment != "" && !have && !out.whole {
			continue
		}
		now, err := r.EffortTimes(ctx, s, f)
		if err != nil {
			return nil, false, err
		}
		out.replace(f, now)
	}
	return out, true, nil
}

// replace replaces the times that a filter selects.
func (v *times) replace(f store.EffortFilter, now map[string][]store.EffortTime) {
	if f.Segment != "" {
		v.of[f.Segment] = now[f.Segment]
		return
	}
	is := func(t store.EffortTime) bool { return t.Activity == f.Activity }
	for segment, all := range v.of {
		if slices.ContainsFunc(all, is) {
			v.of[segment] = slices.DeleteFunc(slices.Clone(all), is)
		}
	}
	for segment, all := range now {
		if had, have := v.of[segment]; have || v.whole {
			v.of[segment] = append(slices.Clip(had), all...)
		}
	}
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
	return d.Store.SegmentEfforts(ctx, s, store.EffortFilter{Segment: segment})
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
	named := map[string][]string{} // segments by word
	ids := []string{}
	for _, w := range words {
		for i := range all {
			if strings.Contains(all[i].words, w) {
				named[w] = append(named[w], all[i].ID)
			}
		}
		ids = append(ids, named[w]...)
	}
	times, err := d.timesOn(ctx, s, ids)
	if err != nil {
		return nil, err
	}
	for w, ids := range named {
		for _, id := range ids {
			for _, t := range times[id] {
				out[w] = append(out[w], t.Activity)
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
