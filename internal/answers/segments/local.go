package segments

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"lapkeep/internal/answers"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// local adds a page of what is kept or found on this machine.
func (d Desk) local(ctx context.Context, s training.Scope, q Query, after string, out *List) error {
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
	for i := range out.Segments {
		if err := d.Stand(ctx, s, &out.Segments[i]); err != nil {
			return err
		}
	}
	if to < len(heads) {
		out.Cursor, out.Truncated = here+":"+strconv.Itoa(to), true
	}
	return nil
}

// Stand adds how often an own segment was ridden, and how fast at best.
func (d Desk) Stand(ctx context.Context, s training.Scope, h *Head) error {
	if h.Proposed {
		return nil
	}
	all, err := d.efforts(ctx, s, h.ID)
	if err != nil || len(all) == 0 {
		return err
	}
	fastest := slices.MinFunc(all, byTime)
	best := fastest.TimeS()
	h.Ridden, h.OwnBestS = len(all), rounded(&best, 1)
	return nil
}

// heads are all of a kind that are kept or found here and fit the query.
func (d Desk) heads(ctx context.Context, s training.Scope, q Query) ([]Head, error) {
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

// head is an own segment in a list.
func (o *Own) head() Head {
	h := Head{ID: o.ID, Name: o.Name, Kind: string(o.Kind), Sport: o.Sport, Starred: o.Starred}
	if o.DistanceKm > 0 {
		h.DistanceKm = rounded(&o.DistanceKm, 2)
	}
	if o.ElevationGainM != nil && o.DistanceKm > 0 {
		h.climb(route.Climb{LengthM: o.DistanceKm * 1000, GainM: *o.ElevationGainM}, o.Kind)
	}
	return h
}

// climb adds what follows from a length and what is climbed on it.
func (h *Head) climb(c route.Climb, kind training.SegmentKind) {
	grade := c.GradePct()
	h.ElevationGainM = rounded(&c.GainM, 0)
	if kind == training.SegmentClimb { // elsewhere what is climbed is no height of the end above the start
		h.AvgGradePct, h.Category = rounded(&grade, 1), c.Category()
	}
}

// The least times that climbs were ridden, of a kind of list.
const (
	everRidden = 1
	proposable = 2
)

// proposals are what could become segments and is none yet: every climb, or
// what is ridden again and again.
func (d Desk) proposals(ctx context.Context, s training.Scope, kind string) (out []Head, err error) {
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

// touches reports whether a way begins or ends where nobody may be led to.
func touches(hidden document.HiddenPlaces, way []route.Point) bool {
	const steps = 100_000 // of a degree
	at := func(p route.Point) bool { return hidden.Hold(float64(p.Lat)/steps, float64(p.Lon)/steps) }
	return at(way[0]) || at(way[len(way)-1])
}

func climbHead(c *Climb) Head {
	typical, best := c.Typical(), c.Best().TimerS
	km := typical.LengthM / 1000
	h := Head{
		ID: c.ID().String(), Kind: string(training.SegmentClimb), Sport: c.Sport, Proposed: true, Ridden: len(c.Ascents),
		DistanceKm: rounded(&km, 2), OwnBestS: rounded(&best, 1),
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
