package structure

import (
	"context"
	"slices"

	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/store/activityindex"
	"lapkeep/internal/training"
)

// entry is the index entry of an activity.
type entry struct {
	id         training.ActivityID
	day        training.Day
	sport      training.Sport
	extent     route.Extent
	profileDM  []int32
	distanceDM int64
	timerDS    int64
	data       []byte // the sketch as it is stored
	line       []byte // the end of it
}

// entries are those of one month.
type entries []entry

// Holds reports whether the activity is among them.
func (all entries) Holds(id training.ActivityID) bool {
	return slices.ContainsFunc(all, func(e entry) bool { return e.id == id })
}

// SimilarIndex compares with a history. It keeps the sketch of every activity in
// memory and follows the change log, so one of them serves all calls.
type SimilarIndex struct {
	r         Reader
	structure *Index
	months    *fitness.MonthlyCache[entries]
	found     activityindex.Cache[foundKey, *Found]
}

// foundKey is an activity that others were compared with.
type foundKey struct {
	training.Scope
	id training.ActivityID
}

// mostFound is how many answers are kept: who opened an activity looks at parts
// of it one after another, and at what it is compared with.
const mostFound = 8

// NewSimilarIndex makes an index over a store, with the one of its intervals; it
// reads nothing yet.
func NewSimilarIndex(r Reader, intervals *Index) *SimilarIndex {
	x := &SimilarIndex{r: r, structure: intervals}
	x.months, x.found.Most = fitness.NewMonthly(r, x.read), mostFound
	return x
}

// read reads a run of months.
func (x *SimilarIndex) read(ctx context.Context, s training.Scope, kind string, first,
	last fitness.MonthlyMonth) (map[fitness.MonthlyMonth]entries, error) {
	out := map[fitness.MonthlyMonth]entries{}
	for p, err := range x.r.Primitives(ctx, s, kind, first.Span(last)) {
		if err != nil {
			return nil, err
		}
		sketch, line, err := derive.DecodeRouteHead(p.Data)
		if err != nil {
			continue // derive writes a damaged primitive anew; it must not hide the others
		}
		m, data := fitness.MonthlyOf(p.Day), slices.Clone(p.Data)
		out[m] = append(out[m], entry{
			p.Activity, p.Day, p.Sport, sketch.Extent, sketch.ProfileDM, sketch.DistanceDM, sketch.TimerDS, data, data[len(data)-len(line):],
		})
	}
	return out, ctx.Err()
}

// Ways calls f with every sketch that the audience may see, in order of days:
// how far it extends and, as it is stored, the sketch itself.
func (x *SimilarIndex) Ways(
	ctx context.Context, s training.Scope, f func(id training.ActivityID, day training.Day, extent route.Extent, sketch []byte) error,
) error {
	return x.months.Each(ctx, s, derive.Route, similarAlways, func(_ fitness.MonthlyMonth, all entries) error {
		for i := range all {
			if err := f(all[i].id, all[i].day, all[i].extent, all[i].data); err != nil {
				return err
			}
		}
		return ctx.Err()
	})
}
