package segments

import (
	"context"
	"slices"

	"lapkeep/internal/metrics/route"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Passed is one time that an activity went over an own segment.
type Passed struct {
	Segment Own
	Effort  training.SegmentEffort

	Standing
}

// Standing is the place of a time among all of the athlete's.
type Standing struct {
	Rank, Of int
	// BestS is the fastest, of the activity Best.
	BestS float64
	Best  training.ActivityID
}

// standingOf is the place of a time of one activity.
func standingOf(all []training.SegmentEffort, timeS float64) Standing {
	out := Standing{Rank: 1, Of: len(all)}
	for i := range all {
		if all[i].TimeS() < timeS {
			out.Rank++
		}
	}
	best := slices.MinFunc(all, byTime)
	out.BestS, out.Best = best.TimeS(), best.Activity
	return out
}

// Passed are the times that an activity went over own segments, in order.
func (d Desk) Passed(ctx context.Context, s training.Scope, id training.ActivityID) ([]Passed, error) {
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
	var out []Passed
	for _, e := range efforts {
		o := by[e.Segment]
		if o == nil {
			continue // just deleted
		}
		all, err := d.efforts(ctx, s, e.Segment)
		if err != nil {
			return nil, err
		}
		if len(all) > 0 {
			out = append(out, Passed{*o, e, standingOf(all, e.TimeS())})
		}
	}
	return out, nil
}

// Known is what is known of a climb of an activity: by a segment of the
// athlete's own, or by the other times up the same road.
type Known struct {
	SegmentID, Name string
	// TimeS is the activity's own time: from gate to gate of a segment, else
	// without pauses.
	TimeS float64

	Standing
}

// sameShare is how much of a climb and of a time over a segment have to be one
// stretch of time, for the climb to be called as the segment is.
const sameShare = 0.7

// KnownClimbs says of each climb of an activity what is known of it; the zero
// value is nothing.
func (d Desk) KnownClimbs(ctx context.Context, s training.Scope, id training.ActivityID, climbs []route.Climb) ([]Known, error) {
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

// overlap is the smaller of the shares of two spans that the other covers.
func overlap(a, b training.Span) float64 {
	both := min(a.ToS, b.ToS) - max(a.FromS, b.FromS)
	return max(0, both) / max(a.ToS-a.FromS, b.ToS-b.FromS, 1)
}
