package segments

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Head is a segment in a list. Times are in s.
type Head struct {
	ID             string         `json:"id"`
	Name           string         `json:"name,omitempty"`
	Service        string         `json:"service,omitempty"` // absent for the athlete's own
	Kind           string         `json:"kind,omitempty"`
	Sport          training.Sport `json:"sport,omitempty"`
	Starred        bool           `json:"starred,omitempty"`
	Proposed       bool           `json:"proposed,omitempty"` // id can be passed to save_segment
	DistanceKm     *float64       `json:"distance_km,omitempty"`
	ElevationGainM *float64       `json:"elevation_gain_m,omitempty"`
	AvgGradePct    *float64       `json:"avg_grade_pct,omitempty"`
	Category       string         `json:"category,omitempty"`
	Ridden         int            `json:"times_ridden,omitempty"`
	OwnBestS       *float64       `json:"own_best_s,omitempty"`
	BestMaleS      *float64       `json:"best_male_s,omitempty"`
	BestFemaleS    *float64       `json:"best_female_s,omitempty"`
}

// List is a page of segments.
type List struct {
	answers.Heading
	Segments  []Head          `json:"segments"`
	Total     int             `json:"total,omitempty"` // number of own segments and proposals
	Cursor    string          `json:"cursor,omitempty"`
	Truncated bool            `json:"truncated,omitempty"`
	Notes     []i18n.Sentence `json:"notes,omitempty"`
	Missing   answers.Missing `json:"missing,omitempty"`
}

// These are the kinds of lists; "" means the athlete's own segments and those starred on
// services.
const (
	Starred  = "starred"
	OwnMade  = "own"
	Proposed = "proposed"
	Climbs   = "climbs"
)

// Kinds returns all kinds of segments.
func Kinds() []string { return []string{OwnMade, Starred, Climbs, Proposed} }

// Query selects segments.
type Query struct {
	Kind   string
	Text   string // part of the name
	Limit  int
	Cursor string // from the previous page
}

const noService = "no connected service provides segments"

// here is the prefix of a cursor within the athlete's own segments and proposals.
const here = "here"

// List returns a page: first the athlete's own segments or proposals, then those
// of each service that has segments.
func (d Catalog) List(ctx context.Context, s training.Scope, f answers.Frame, q Query) (*List, error) {
	out := &List{Heading: f.Heading(), Segments: []Head{}}
	all, err := d.places(ctx, s)
	if err != nil {
		return nil, err
	}
	if q.Kind == Climbs || q.Kind == Proposed {
		all = nil // services have neither climbs nor proposals
	}
	first, after, _ := strings.Cut(q.Cursor, ":")
	i := 0
	if q.Cursor != "" && first != here {
		if i = slices.Index(all, source.Name(first)); i < 0 {
			return nil, notOfAList()
		}
	} else {
		if err := d.local(ctx, s, q, after, out); err != nil || out.Truncated {
			return out, err
		}
		after = ""
	}
	q.Limit = max(1, q.Limit-len(out.Segments))
	return out, d.served(ctx, s, q, all[i:], after, out)
}

func notOfAList() error {
	return training.Errorf(training.KindInvalid, "The cursor does not belong to a list of segments.").
		WithFix("Give the cursor from the end of the previous page, or none.")
}

// served adds a page of services' segments.
func (d Catalog) served(ctx context.Context, s training.Scope, q Query, all []source.Name, after string, out *List) error {
	for i, name := range all {
		more, err := d.page(ctx, s, name, q, after, out)
		if err != nil {
			return err
		}
		after = ""
		if more == "" && len(out.Segments) > 0 && i+1 < len(all) {
			out.Cursor = string(all[i+1]) + ":"
		} else if more != "" {
			out.Cursor = string(name) + ":" + more
		}
		if out.Truncated = out.Cursor != ""; out.Truncated {
			break
		}
	}
	if len(out.Segments) == 0 && len(all) == 0 && q.Cursor == "" {
		out.Missing = out.Missing.Add("segments", nothing(q))
	}
	return nil
}

// nothing returns the reason why a list without services is empty.
func nothing(q Query) i18n.Sentence {
	switch {
	case q.Text != "":
		return "no name contains this"
	case q.Kind == Climbs:
		return "no ride includes a climb that is long and steep enough"
	case q.Kind == Proposed:
		return "in the last two years, no unsaved climb was ridden twice and no unsaved stretch four times"
	}
	return "no connected service has segments, and none is saved here: save_segment creates one; kind proposed shows possible ones"
}

// page adds a page of one service. If the service cannot answer, it adds a note about that.
func (d Catalog) page(ctx context.Context, s training.Scope, name source.Name, q Query, after string, out *List) (next string, err error) {
	page, lacks, err := ask(ctx, d, s, name, func(ctx context.Context, r source.SegmentReader) (source.SegmentPage, error) {
		return r.Segments(ctx, source.SegmentQuery{Own: q.Kind == OwnMade, Limit: q.Limit, After: after})
	})
	if err != nil {
		return "", err
	}
	if lacks != "" {
		out.Missing = out.Missing.Add("segments of "+string(name), lacks)
		return "", nil
	}
	for i := range page.Segments {
		if h := head(name, &page.Segments[i]); strings.Contains(strings.ToLower(h.Name), strings.ToLower(q.Text)) {
			out.Segments = append(out.Segments, h)
		}
	}
	if page.Note != "" {
		out.Notes = append(out.Notes, page.Note)
	}
	return page.Next, nil
}

// places returns the connected services with segments that the audience may see.
func (d Catalog) places(ctx context.Context, s training.Scope) (all []source.Name, err error) {
	if d.Services.Services == nil {
		return nil, ctx.Err()
	}
	services := d.Services.Services(s.Athlete)
	for _, name := range services.Connected() {
		service, err := services.Service(name)
		if err != nil {
			continue // a direct request returns the reason
		}
		if _, ok := service.(source.SegmentReader); !ok || service.Policy().Place() == source.Limited { // only for direct requests
			continue
		}
		may, err := services.MayShow(ctx, name, s.Audience)
		if err != nil {
			return nil, err
		}
		if may {
			all = append(all, name)
		}
	}
	return all, ctx.Err()
}

const nameRunes = 100

func head(name source.Name, s *source.Segment) Head {
	return Head{
		ID: name.Ref(s.ID), Name: textclean.Line(s.Name, nameRunes), Service: string(name),
		DistanceKm: answers.RoundedIfKnown(s.DistanceKm, 2), AvgGradePct: answers.RoundedIfKnown(s.AvgGradePct, 1),
		OwnBestS:  answers.RoundedIfKnown(s.OwnBestS, 1),
		BestMaleS: answers.RoundedIfKnown(s.BestMaleS, 1), BestFemaleS: answers.RoundedIfKnown(s.BestFemaleS, 1),
	}
}

// local adds a page of the athlete's own segments and proposals.
func (d Catalog) local(ctx context.Context, s training.Scope, q Query, after string, out *List) error {
	heads, err := d.heads(ctx, s, q)
	if err != nil {
		return err
	}
	from := 0
	if after != "" {
		if from, err = strconv.Atoi(after); err != nil || from < 0 || from > len(heads) {
			return notOfAList()
		}
	}
	to := min(from+q.Limit, len(heads))
	out.Total = len(heads)
	out.Segments = append(out.Segments, heads[from:to]...)
	shown := make([]*Head, len(out.Segments))
	for i := range shown {
		shown[i] = &out.Segments[i]
	}
	if err := d.Stand(ctx, s, shown...); err != nil {
		return err
	}
	if to < len(heads) {
		out.Cursor, out.Truncated = here+":"+strconv.Itoa(to), true
	}
	return nil
}

// Stand adds the number of efforts on each of the athlete's own segments, and the best time.
func (d Catalog) Stand(ctx context.Context, s training.Scope, heads ...*Head) error {
	ids := []string{}
	for _, h := range heads {
		if !h.Proposed {
			ids = append(ids, h.ID)
		}
	}
	times, err := d.timesOn(ctx, s, ids)
	if err != nil {
		return err
	}
	for _, h := range heads {
		if all := times[h.ID]; len(all) > 0 && !h.Proposed {
			best := standingOf(all, 0).BestS
			h.Ridden, h.OwnBestS = len(all), answers.RoundedIfKnown(&best, 1)
		}
	}
	return nil
}

// heads returns all of the athlete's own segments and proposals that match the
// query.
func (d Catalog) heads(ctx context.Context, s training.Scope, q Query) ([]Head, error) {
	var out []Head
	if q.Kind != Proposed {
		own, err := d.owned(ctx, s)
		if err != nil {
			return nil, err
		}
		for i := range own {
			o := &own[i]
			if (q.Kind != Starred || o.Starred) && (q.Kind != Climbs || o.Kind == training.SegmentClimb) {
				out = append(out, o.head())
			}
		}
	}
	if q.Kind == Climbs || q.Kind == Proposed {
		found, err := d.proposals(ctx, s, q.Kind)
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	text := strings.ToLower(strings.TrimSpace(q.Text))
	return slices.DeleteFunc(out, func(h Head) bool { return !strings.Contains(strings.ToLower(h.Name), text) }), nil
}

// head returns one of the athlete's own segments as a row in a list.
func (o *Own) head() Head {
	h := Head{ID: o.ID, Name: o.Name, Kind: string(o.Kind), Sport: o.Sport, Starred: o.Starred}
	if o.DistanceKm > 0 {
		h.DistanceKm = answers.RoundedIfKnown(&o.DistanceKm, 2)
	}
	if o.ElevationGainM != nil && o.DistanceKm > 0 {
		h.climb(route.Climb{LengthM: o.DistanceKm * 1000, GainM: *o.ElevationGainM}, o.Kind)
	}
	return h
}

// climb adds the values that depend on length and elevation.
func (h *Head) climb(c route.Climb, kind training.SegmentKind) {
	grade := c.GradePct()
	h.ElevationGainM = answers.RoundedIfKnown(&c.GainM, 0)
	if kind == training.SegmentClimb { // for other kinds, the gain is not the height of the end above the start
		h.AvgGradePct, h.Category = answers.RoundedIfKnown(&grade, 1), c.Category()
	}
}

// These are the minimum numbers of ascents of a climb, by kind of list.
const (
	everRidden = 1
	proposable = 2
)

// proposals returns proposals of segments that are not saved: all climbs, or
// climbs and stretches that were ridden repeatedly.
func (d Catalog) proposals(ctx context.Context, s training.Scope, kind string) (out []Head, err error) {
	saved, err := d.saved(ctx, s.Athlete)
	if err != nil {
		return nil, err
	}
	hidden, err := d.Store.HiddenPlaces(ctx, s)
	if err != nil {
		return nil, err
	}
	fresh := func(sport training.Sport, way []route.Point) bool {
		_, have := saved.Of(sport, way)
		return !have && !touches(hidden, way)
	}
	least := proposable
	if kind == Climbs {
		least = everRidden
	}
	err = d.Ridden.Climbs(ctx, s, func(all *RiddenClimbs) {
		for _, c := range all.Ridden(least) {
			if fresh(c.Sport, c.Way) {
				out = append(out, climbHead(c))
			}
		}
	})
	if err != nil || kind == Climbs {
		return out, err
	}
	stretches, err := d.Ridden.Stretches(ctx, s)
	if err != nil {
		return nil, err
	}
	for i := range stretches {
		if x := &stretches[i]; fresh(x.Sport, x.Line) {
			out = append(out, stretchHead(x))
		}
	}
	slices.SortStableFunc(out, func(a, b Head) int { return b.Ridden - a.Ridden })
	return out, nil
}

// touches reports whether a way begins or ends at a hidden place.
func touches(hidden document.HiddenPlaces, way []route.Point) bool {
	at := func(p route.Point) bool { return hidden.Hold(p.Degrees()) }
	return at(way[0]) || at(way[len(way)-1])
}

func climbHead(c *Climb) Head {
	typical, best := c.Typical(), c.Best().TimerS
	km := typical.LengthM / 1000
	h := Head{
		ID: c.ID().String(), Kind: string(training.SegmentClimb), Sport: c.Sport, Proposed: true, Ridden: len(c.Ascents),
		DistanceKm: answers.RoundedIfKnown(&km, 2), OwnBestS: answers.RoundedIfKnown(&best, 1),
	}
	h.climb(typical, training.SegmentClimb)
	return h
}

func stretchHead(x *Stretch) Head {
	km := answers.Round(x.Metres/1000, 2)
	return Head{
		ID: x.ID.String(), Kind: string(training.SegmentStretch), Sport: x.Sport, Proposed: true, Ridden: x.Ridden, DistanceKm: &km,
	}
}
