package segments

import (
	"cmp"
	"context"
	"math"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Part selects a part of an activity in one of three ways: seconds or
// kilometres since its start, or a lap, counted from 1.
type Part struct {
	FromS, ToS, FromKm, ToKm *float64
	Lap                      int
}

// Cutting holds the data from which a segment is made.
type Cutting struct {
	// Points are the points of the segment; see [route.SegmentPoints].
	Points []training.RoutePoint
	// GainM is the elevation gain along the segment, and RiseM the height of its end
	// above its start. Both are nil if the altitude is unknown.
	GainM, RiseM *float64
	Sport        training.Sport
	From         training.SegmentOrigin
}

// Segment returns the cutting as a segment of the given kind. For a climb, the gain is the height
// difference between its ends; for other kinds, it is the elevation gain along the segment.
func (c *Cutting) Segment(name string, kind training.SegmentKind) training.Segment {
	const metresPerKm = 1000
	s := training.Segment{
		Name: name, Sport: c.Sport, Kind: kind, DistanceKm: route.WayLengthM(c.Points) / metresPerKm, ElevationGainM: c.GainM,
		From: c.From, Points: c.Points,
	}
	if kind == training.SegmentClimb {
		s.ElevationGainM = c.RiseM
	}
	return s
}

// Cut cuts out a part of an activity. The scope must be able to see the whole activity.
func Cut(ctx context.Context, r store.Reader, s training.Scope, id training.ActivityID, p Part) (*Cutting, error) {
	row, err := r.Activity(ctx, s, id)
	if err != nil {
		return nil, err
	}
	cols, err := r.Stream(ctx, s, id, store.Channels(training.Latitude)|store.Channels(training.Longitude)|
		store.Channels(training.Altitude)|store.Channels(training.Distance)|store.Channels(training.Speed))
	if err != nil {
		return nil, err
	}
	if !cols.Has(training.Latitude) || !cols.Has(training.Longitude) {
		return nil, training.Errorf(training.KindInvalid, "The activity %s has no positions, so no segment can be cut from it.", id).
			WithFix("Choose one recorded with GPS.")
	}
	v := stream.Of(&training.Recording{Sport: row.Sport, SubSport: row.SubSport, Columns: *cols}, stream.Limits{})
	span, err := p.span(ctx, r, s, id, v)
	if err != nil {
		return nil, err
	}
	out := &Cutting{
		Sport: row.Sport, From: training.SegmentOrigin{By: training.SegmentFromActivity, Activity: id, FromS: span.FromS, ToS: span.ToS},
	}
	if err := out.along(route.Cut(v, span)); err != nil {
		return nil, err
	}
	if gain, missing := route.ReliefOf(v).Elevation(span); missing == "" {
		out.GainM = &gain.GainM
	}
	return out, nil
}

// OfWay returns the cutting for a track that does not come from a recording.
func OfWay(way []training.RoutePoint, sport training.Sport) (*Cutting, error) {
	out := &Cutting{Sport: sport, From: training.SegmentOrigin{By: training.SegmentFromFile}}
	if err := out.along(way); err != nil {
		return nil, err
	}
	alt := make([]float64, 0, len(way))
	for _, p := range way {
		if p.AltitudeM != nil {
			alt = append(alt, *p.AltitudeM)
		}
	}
	if len(alt) == len(way) {
		gain := route.Reversals(alt, route.HysteresisM).GainM
		out.GainM = &gain
	}
	return out, nil
}

func (c *Cutting) along(way []training.RoutePoint) (err error) {
	c.Points, err = route.SegmentPoints(way)
	if err != nil {
		return err
	}
	if a, b := c.Points[0].AltitudeM, c.Points[len(c.Points)-1].AltitudeM; a != nil && b != nil {
		rise := *b - *a
		c.RiseM = &rise
	}
	return nil
}

// span returns the part in seconds on the activity's clock.
func (p *Part) span(ctx context.Context, r store.Reader, s training.Scope, id training.ActivityID, v *stream.View) (training.Span, error) {
	bySeconds, byKm := p.FromS != nil || p.ToS != nil, p.FromKm != nil || p.ToKm != nil
	switch {
	case p.Lap > 0 && !bySeconds && !byKm:
		return lapSpan(ctx, r, s, id, p.Lap)
	case bySeconds && !byKm && p.Lap == 0 && p.FromS != nil && p.ToS != nil:
		last := float64(v.Columns.TimeS[v.Columns.Len()-1])
		if *p.FromS < 0 || *p.FromS >= *p.ToS || *p.ToS > last+1 {
			return training.Span{}, training.Errorf(training.KindInvalid, "There is no part of %s from %g s to %g s.", id, *p.FromS, *p.ToS).
				WithFix("Give from_s before to_s, both from 0 to %.0f.", last)
		}
		return training.Span{FromS: *p.FromS, ToS: min(*p.ToS, last)}, nil
	case byKm && !bySeconds && p.Lap == 0 && p.FromKm != nil && p.ToKm != nil:
		return kmSpan(id, v, *p.FromKm, *p.ToKm)
	}
	return training.Span{}, training.Errorf(training.KindInvalid, "It is not clear which part of the activity is meant.").
		WithFix("Give from_s and to_s, or from_km and to_km, or a lap.")
}

func lapSpan(ctx context.Context, r store.Reader, s training.Scope, id training.ActivityID, lap int) (span training.Span, err error) {
	all, err := r.Recordings(ctx, s, id)
	if err != nil {
		return span, err
	}
	var first *store.RecordingRow
	for i := range all {
		if first == nil || all[i].Rank < first.Rank {
			first = &all[i]
		}
	}
	if first == nil || len(first.Recording.Laps) == 0 {
		return span, training.Errorf(training.KindInvalid, "The activity %s has no laps.", id).
			WithFix("Give from_s and to_s, or from_km and to_km.")
	}
	if n := len(first.Recording.Laps); lap > n {
		return span, training.Errorf(training.KindInvalid, "The activity %s has no lap %d.", id, lap).WithFix("Its laps are 1 to %d.", n)
	}
	l := &first.Recording.Laps[lap-1]
	return training.Span{FromS: l.StartS, ToS: l.EndS}, nil
}

// kmSpan returns the times at which two distances were reached.
func kmSpan(id training.ActivityID, v *stream.View, fromKm, toKm float64) (span training.Span, err error) {
	var at [2]float64
	want := [2]float64{fromKm * 1000, toKm * 1000}
	k, lastM, lastS, any := 0, 0.0, 0.0, false
	for i := range v.Columns.Len() {
		cm, ok := v.At(training.Distance, i)
		if !ok {
			continue
		}
		m, t := float64(cm)/training.Distance.Scale(), float64(v.Columns.TimeS[i])
		for ; k < 2 && m >= want[k]; k++ {
			if at[k] = t; any && m > lastM {
				at[k] = lastS + (t-lastS)*max(0, want[k]-lastM)/(m-lastM)
			}
		}
		lastM, lastS, any = m, t, true
	}
	switch {
	case !any:
		return span, training.Errorf(training.KindInvalid, "The activity %s has no distance.", id).WithFix("Give from_s and to_s, or a lap.")
	case !(fromKm >= 0 && fromKm < toKm) || k < 2:
		return span, training.Errorf(training.KindInvalid, "There is no part of %s from %s to %s.", id, km(fromKm), km(toKm)).
			WithFix("Choose a beginning before the end, both from 0 to %s.", km(math.Floor(lastM/10)/100))
	}
	return training.Span{FromS: at[0], ToS: at[1]}, nil
}

func km(x float64) i18n.Quantity { return i18n.Measured("%g ", x, i18n.Kilometres()) }

// Passed is one effort of an activity on one of the athlete's own segments.
type Passed struct {
	Segment Own
	Effort  training.SegmentEffort

	Standing
}

// Standing is the rank of a time among all of the athlete's times on the segment.
type Standing struct {
	Rank, Of int
	// BestS is the fastest time, and Best the activity with that time.
	BestS float64
	Best  training.ActivityID
}

// standingOf returns the standing of an activity's time.
func standingOf(all []store.EffortTime, timeS float64) Standing {
	out, best := Standing{Rank: 1, Of: len(all)}, &all[0]
	for i := range all {
		t := &all[i]
		if t.TimeS() < timeS {
			out.Rank++
		}
		if cmp.Or(cmp.Compare(t.TimeS(), best.TimeS()), cmp.Compare(t.Day, best.Day), cmp.Compare(t.FromS, best.FromS), byStart(t, best)) < 0 {
			best = t
		}
	}
	out.BestS, out.Best = best.TimeS(), best.Activity
	return out
}

// Passed returns the efforts of an activity on the athlete's own segments, in
// order.
func (d Catalog) Passed(ctx context.Context, s training.Scope, id training.ActivityID) ([]Passed, error) {
	efforts, err := d.Store.SegmentEfforts(ctx, s, store.EffortFilter{Activity: id})
	if err != nil || len(efforts) == 0 {
		return nil, err
	}
	own, err := d.owned(ctx, s)
	if err != nil {
		return nil, err
	}
	by := make(map[string]*Own, len(own))
	for i := range own {
		by[own[i].ID] = &own[i]
	}
	ids := make([]string, len(efforts))
	for i := range efforts {
		ids[i] = efforts[i].Segment
	}
	times, err := d.timesOn(ctx, s, ids)
	if err != nil {
		return nil, err
	}
	var out []Passed
	for _, e := range efforts {
		o := by[e.Segment]
		if o == nil {
			continue // deleted in the meantime
		}
		if all := times[e.Segment]; len(all) > 0 {
			out = append(out, Passed{*o, e, standingOf(all, e.TimeS())})
		}
	}
	return out, nil
}

// Known is what is known about a climb in an activity, from one of the athlete's own
// segments or from other ascents of the same road.
type Known struct {
	SegmentID, Name string
	// TimeS is the activity's own time: on a segment, the time from gate to gate;
	// otherwise the time without pauses.
	TimeS float64

	Standing
}

// sameShare is the share of the time that a climb and a segment effort must
// have in common for the climb to get the name of the segment.
const sameShare = 0.7

// KnownClimbs returns the known climb or segment for each climb of an activity;
// the zero value means none.
func (d Catalog) KnownClimbs(ctx context.Context, s training.Scope, id training.ActivityID, climbs []route.Climb) ([]Known, error) {
	out := make([]Known, len(climbs))
	passed, err := d.Passed(ctx, s, id)
	if err != nil {
		return nil, err
	}
	hidden, err := d.Store.HiddenPlaces(ctx, s)
	if err != nil {
		return nil, err
	}
	err = d.Ridden.Climbs(ctx, s, func(all *RiddenClimbs) {
		for i, c := range climbs {
			if x := all.Of(id, i); x != nil && !touches(hidden, x.Way) {
				best := x.Best()
				out[i] = Known{x.ID().String(), "", c.TimerS, Standing{x.Rank(c.TimerS), len(x.Ascents), best.TimerS, best.Activity}}
			}
		}
	})
	for i, c := range climbs {
		for _, p := range passed {
			if p.Segment.Kind == training.SegmentClimb && overlap(c.Span, training.Span{FromS: p.Effort.FromS, ToS: p.Effort.ToS}) >= sameShare {
				out[i] = Known{p.Segment.ID, p.Segment.Name, p.Effort.TimeS(), p.Standing}
			}
		}
	}
	return out, err
}

// overlap returns the common time of two spans as a share of the longer one.
func overlap(a, b training.Span) float64 {
	both := min(a.ToS, b.ToS) - max(a.FromS, b.FromS)
	return max(0, both) / max(a.ToS-a.FromS, b.ToS-b.FromS, 1)
}
