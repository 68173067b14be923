package intake_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// TestRoutesFollowTheService: names are taken over, ways are kept, a way that
// there is not is not asked for again, and what is gone there is gone here.
func TestRoutesFollowTheService(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	ctx := t.Context()
	lake := source.Route{ID: "5", Name: "Lake", Sport: training.Cycling, Path: [][2]float64{{52, 13}, {math.NaN(), 0}, {91, 13}, {52.001, 13}}}
	far := source.Route{ID: "6", Name: "Nowhere", Path: [][2]float64{{52, 13}}}
	take := func(list ...source.Route) {
		t.Helper()
		fresh, err := h.TakeRoutes(ctx, ann, list)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range fresh {
			if err := h.TakeRoute(ctx, ann, r); err != nil {
				t.Fatal(err)
			}
		}
	}
	take(lake, far)
	fresh, err := h.TakeRoutes(ctx, ann, []source.Route{
		{ID: "5", Name: "Lake loop", Description: "flat", Sport: training.Cycling},
		{ID: "6", Name: "Nowhere"},
	})
	if err != nil || len(fresh) != 0 {
		t.Errorf("%+v %v", fresh, err)
	}
	all := h.documents(t, document.Routes)
	if ids(all) != "tri:5 tri:6" {
		t.Fatal(ids(all))
	}
	got, err := document.Show[training.Route](all[0])
	want := training.Route{
		Name: "Lake loop", Description: "flat", Sport: training.Cycling, DistanceKm: 0.111,
		Points: []training.RoutePoint{{LatDeg: 52, LonDeg: 13}, {LatDeg: 52.001, LonDeg: 13}},
	}
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Error(d, err)
	}
	if err := h.db.Write(ctx, func(tx *store.Tx) error {
		_, err := tx.PutOwn(ann, document.Routes, "tri:5", document.Own{Fields: []byte(`{"name":"Mine"}`)})
		return err
	}); err != nil {
		t.Fatal(err)
	}
	take(source.Route{ID: "5", Name: "Theirs"})
	all = h.documents(t, document.Routes)
	if got, err = document.Show[training.Route](all[0]); err != nil || got.Name != "Mine" || len(got.Points) != 2 || ids(all) != "tri:5" {
		t.Errorf("%s %+v %v", ids(all), got, err)
	}
}
