package store_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

// TestRowsHaveTheMetricsThatAreAskedFor, and those that have no column.
func TestRowsHaveTheMetricsThatAreAskedFor(t *testing.T) {
	t.Parallel()
	db := storetest.OpenHome(t, t.TempDir())
	storetest.Athlete(t, db, "ann")
	all := training.Values{training.MetricDistanceKM: 40, training.MetricAvgHRBpm: 140, training.MetricTSS: 70, training.MetricNGPSPerKM: 300}
	for i, values := range []training.Values{all, {training.MetricAvgHRBpm: 120}} {
		id := training.ActivityID(rune('a' + i))
		storetest.Write(t, db, func(tx *store.Tx) error {
			if err := storetest.AddRide(tx, "ann", id, storetest.Noon().Add(time.Duration(i)*time.Hour), store.EveryAudience); err != nil {
				return err
			}
			return tx.PutSummary("ann", id, store.Summary{Values: values, NPWindows: i})
		})
	}
	for name, c := range map[string]struct {
		metrics []training.Metric
		want    []training.Values
	}{
		"all":  {nil, []training.Values{all, {training.MetricAvgHRBpm: 120}}},
		"none": {[]training.Metric{}, []training.Values{{training.MetricNGPSPerKM: 300}, nil}},
		"two": {
			[]training.Metric{training.MetricDistanceKM, training.MetricTSS},
			[]training.Values{{training.MetricDistanceKM: 40, training.MetricTSS: 70, training.MetricNGPSPerKM: 300}, nil},
		},
	} {
		page, err := db.Activities(t.Context(), storetest.Export("ann"), store.ActivityFilter{Metrics: c.metrics, Ascending: true})
		if err != nil || len(page.Rows) != 2 {
			t.Fatal(page, err)
		}
		if d := cmp.Diff(c.want, []training.Values{page.Rows[0].Summary.Values, page.Rows[1].Summary.Values}); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
		around, err := db.Activities(t.Context(), storetest.Export("ann"), store.ActivityFilter{Metrics: c.metrics, Around: "a", Ascending: true})
		if d := cmp.Diff(page.Rows, around.Rows); d != "" || err != nil {
			t.Errorf("%s around one: %v (-page +around):\n%s", name, err, d)
		}
	}
}
