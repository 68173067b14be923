package segments_test

import (
	"context"
	"testing"

	"lapkeep/internal/answers/segments"
	"lapkeep/internal/answers/serviced"
	"lapkeep/internal/derive"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

// reading counts how often efforts are read.
type reading struct {
	*store.DB
	efforts int
}

func (r *reading) SegmentEfforts(ctx context.Context, s training.Scope, f store.EffortFilter) ([]training.SegmentEffort, error) {
	r.efforts++
	return r.DB.SegmentEfforts(ctx, s, f)
}

// TestBestsAreReadAnewWhereAnEffortMayDiffer, and not when a threshold is set.
func TestBestsAreReadAnewWhereAnEffortMayDiffer(t *testing.T) {
	t.Parallel()
	h := newHill(t)
	h.save(`{"activity_id":"ride0","from_km":2,"to_km":5,"name":"Hill","kind":"climb"}`)
	db := &reading{DB: h.db}
	desk := segments.NewDesk(db, serviced.LiveDesk{}, segments.NewIndex(h.db))
	bests := func(ridden int) {
		t.Helper()
		days := training.DayRange{From: 0, To: 1 << 20}
		all, err := desk.Bests(t.Context(), storetest.Model(who), training.Cycling, days, nil)
		if err != nil || len(all) != 1 || all[0].Ridden != ridden {
			t.Fatalf("%+v %v, want %d times", all, err, ridden)
		}
	}
	bests(4)
	read := db.efforts
	for i := range 3 {
		storetest.Write(t, h.db, func(tx *store.Tx) error {
			return tx.PutThreshold(who, training.ThresholdEntry{Key: training.KeyFTP, From: training.Day(20_000 + i), Values: []float64{250}})
		})
		bests(4)
	}
	if db.efforts != read {
		t.Errorf("efforts were read %d times again after thresholds were set", db.efforts-read)
	}
	hide := func(hidden string) {
		storetest.Write(t, h.db, func(tx *store.Tx) error {
			_, err := tx.SetOverride(who, "ride2", "hidden_from_models", []byte(hidden))
			return err
		})
	}
	hide("true")
	bests(3)
	hide("false")
	bests(4)
	h.ride("ride9", storetest.Noon(), 5, 8)
	if err := derive.SegmentsFollow(t.Context(), h.db); err != nil {
		t.Fatal(err)
	}
	bests(5)
	for i := range 300 { // more than are looked at
		storetest.Write(t, h.db, func(tx *store.Tx) error {
			return tx.PutThreshold(who, training.ThresholdEntry{Key: training.KeyFTP, From: training.Day(21_000 + i), Values: []float64{250}})
		})
	}
	hide("true")
	bests(4)
}
