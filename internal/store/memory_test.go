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
			return storetest.AddRide(tx, "ann", training.ActivityID(rune('a'+i)),
				storetest.Noon().Add(time.Duration(i)*time.Hour), store.EveryAudience)
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

// TestSettingsAreThoseOfTheMoment: dated settings are kept in memory, and one
// that another process writes is seen at once. A caller may change its own.
func TestSettingsAreThoseOfTheMoment(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	db, other := storetest.OpenHome(t, home), storetest.OpenHome(t, home)
	storetest.Athlete(t, db, "ann")
	storetest.Athlete(t, db, "bob")
	for i, by := range []*store.DB{db, other, db, other} {
		entry := training.ThresholdEntry{Key: training.KeyFTP, From: training.Day(20000 + i), Values: []float64{250}}
		storetest.Write(t, by, func(tx *store.Tx) error { return tx.PutThreshold("ann", entry) })
		for range 2 {
			h, err := db.History(t.Context(), storetest.Export("ann"))
			if err != nil || len(h) != i+1 {
				t.Fatalf("%d settings of %d, %v", len(h), i+1, err)
			}
			h[0].Key = "a caller's own"
		}
		if h, err := db.History(t.Context(), storetest.Export("bob")); err != nil || len(h) != 0 {
			t.Errorf("the settings of another: %v, %v", h, err)
		}
	}
	weight := training.ThresholdEntry{Key: training.KeyWeight, From: 20000, Values: []float64{70}}
	storetest.Write(t, db, func(tx *store.Tx) error { return tx.PutThreshold("ann", weight) })
	for s, want := range map[training.Scope]int{storetest.Export("ann"): 5, storetest.Model("ann"): 4} {
		for range 2 {
			if h, err := db.History(t.Context(), s); err != nil || len(h) != want {
				t.Errorf("%s reads %d settings, %v; want %d", s.Audience, len(h), err, want)
			}
		}
	}
}

// TestShortReadsUseWhatALongOneKept: the load inputs of a few days are those
// of the moment, before and after a series of years was read.
func TestShortReadsUseWhatALongOneKept(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	db, other := storetest.OpenHome(t, home), storetest.OpenHome(t, home)
	storetest.Athlete(t, db, "ann")
	first := training.DayOf(storetest.Noon())
	short, long := training.DayRange{From: first, To: first + 1}, training.DayRange{From: first - 4000, To: first + 4000}
	for i, by := range []*store.DB{db, other, db} {
		storetest.Write(t, by, func(tx *store.Tx) error {
			return storetest.AddRide(tx, "ann", training.ActivityID(rune('a'+i)),
				storetest.Noon().Add(time.Duration(i)*24*time.Hour), store.EveryAudience)
		})
		for _, days := range []training.DayRange{short, long, short} {
			got, err := db.LoadInputs(t.Context(), storetest.Export("ann"), days)
			want := i + 1
			if days == short {
				want = min(want, 2)
			}
			if err != nil || len(got) != want {
				t.Errorf("%d inputs in %s after %d rides, %v; want %d", len(got), days, i+1, err, want)
			}
		}
	}
}
