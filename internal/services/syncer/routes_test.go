package syncer_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/services/source"
	"lapkeep/internal/services/syncer"
	"lapkeep/internal/training"
)

// guide knows ways.
type guide struct{ service }

func (g guide) Routes(ctx context.Context) ([]source.Route, error) {
	return []source.Route{{ID: "1", Name: "Lake"}, {ID: "2"}, {ID: "3"}}, g.ask(ctx, "routes", "")
}

func (g guide) Route(ctx context.Context, id string) (source.Route, error) {
	return source.Route{ID: id, Path: [][2]float64{{1, 2}, {3, 4}}}, g.ask(ctx, "route", id)
}

// atlas keeps them, with how often each came.
type atlas struct {
	sink
	ways map[string]int
}

func (a atlas) TakeRoutes(_ context.Context, _ training.AthleteID, all []source.Route) (fresh []source.Route, err error) {
	for _, r := range all {
		if a.ways[r.ID] == 0 {
			fresh = append(fresh, r)
		}
	}
	return fresh, nil
}

func (a atlas) TakeRoute(_ context.Context, _ training.AthleteID, r source.Route) error {
	if len(r.Path) != 2 || r.ID == "1" && r.Name != "Lake" {
		return training.Errorf(training.KindInternal, "%+v", r)
	}
	a.ways[r.ID]++
	return nil
}

// TestAWayIsAskedForOnce: a run that ends early goes on where it was; a way
// that the service does not give holds no other up.
func TestAWayIsAskedForOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(plenty)
	w.did("a", 1)
	box := atlas{sink{w}, map[string]int{}}
	reader := func() *syncer.Syncer {
		return w.syncer(func(o *syncer.Options) { o.Source, o.Sink = guide{service{w}}, box })
	}
	fault := source.NotFound
	w.fault = func(op, id string) error {
		if op == "route" && id == "2" {
			return fails(fault, time.Time{})
		}
		return nil
	}
	if r, err := reader().Run(t.Context(), true); err != nil || len(r.Words) != 1 {
		t.Errorf("%+v %v", r, err)
	}
	if d := cmp.Diff(map[string]int{"1": 1, "3": 1}, box.ways); d != "" {
		t.Error(d)
	}
	delete(box.ways, "3")
	fault = source.RateLimited
	if _, err := reader().Run(t.Context(), true); training.KindOf(err) != training.KindUnavailable {
		t.Error(err)
	}
	w.fault = func(string, string) error { return nil }
	for range 2 {
		if _, err := reader().Run(t.Context(), true); err != nil {
			t.Error(err)
		}
	}
	if d := cmp.Diff(map[string]int{"1": 1, "2": 1, "3": 1}, box.ways); d != "" {
		t.Error(d)
	}
}
