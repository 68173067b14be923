package store_test

import (
	"testing"
	"time"

	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

// TestWhatIsKeptInMemoryIsDropped: counts and totals are those of the moment,
// whoever wrote last, this process or another, and whoever asks.
func TestWhatIsKeptInMemoryIsDropped(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	db, other := storetest.OpenHome(t, home), storetest.OpenHome(t, home)
	storetest.Athlete(t, db, "ann")
	check := func(s training.Scope, want int) {
		t.Helper()
		c, err := db.Counts(t.Context(), s)
		if err != nil || c.Activities != want || c.Recordings != want || c.BySport[training.Cycling] != want {
			t.Errorf("%+v %v, want %d", c, err, want)
		}
		c.BySport[training.Cycling] = 99 // a caller's own
		page, err := db.Activities(t.Context(), s, store.ActivityFilter{Limit: 1, Sports: []training.Sport{training.Cycling}})
		if want > 1 && page.Total != want || err != nil {
			t.Errorf("total %d %v, want %d", page.Total, err, want)
		}
	}
	check(storetest.Export("ann"), 0)
	for i, by := range []*store.DB{db, other, db} {
		storetest.Write(t, by, func(tx *store.Tx) error {
			return storetest.AddRide(tx, "ann", training.ActivityID(rune('a'+i)), storetest.Noon().Add(time.Duration(i)*time.Hour), store.EveryAudience)
		})
		check(storetest.Export("ann"), i+1)
		check(storetest.Export("ann"), i+1)
	}
	storetest.Write(t, other, func(tx *store.Tx) error {
		_, err := tx.SetOverride("ann", "a", "hidden_from_models", []byte("true"))
		return err
	})
	check(storetest.Model("ann"), 2)
	check(storetest.Export("ann"), 3)
	storetest.Write(t, other, func(tx *store.Tx) error { return tx.DeleteActivity("ann", "b") })
	check(storetest.Model("ann"), 1)
}
