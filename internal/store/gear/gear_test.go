package gear_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

func list(t *testing.T, db *store.DB, a training.AthleteID) []training.Gear {
	t.Helper()
	got, err := db.Gear(t.Context(), storetest.Export(a))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestGearIsSaidThenEdited(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	storetest.Athlete(t, db, "ann")
	storetest.Athlete(t, db, "bob")
	bike := training.Gear{ID: "g1", Kind: training.GearBike, Name: "Green", Brand: "Canyon"}
	chain := training.Gear{ID: "g3", Kind: training.GearComponent, Name: "Chain", Part: "chain", PartOf: "g1"}
	shoes := training.Gear{ID: "g2", Kind: training.GearShoes, Name: "Blue"}
	say := func(g training.Gear) (changed bool) {
		t.Helper()
		storetest.Write(t, db, func(tx *store.Tx) (err error) { changed, err = tx.SayGear("ann", g); return err })
		return changed
	}
	for _, g := range []training.Gear{shoes, chain, bike} {
		if !say(g) {
			t.Errorf("%s is new", g.Name)
		}
	}
	seq := storetest.LastSeq(t, db)
	if say(bike) || storetest.LastSeq(t, db) != seq {
		t.Error("the same again is a change")
	}
	if d := cmp.Diff([]training.Gear{bike, chain, shoes}, list(t, db, "ann")); d != "" {
		t.Error(d)
	}
	storetest.Write(t, db, func(tx *store.Tx) error { return tx.EditGear("ann", "g1", []byte(`{"name":"Mine","retired":true}`)) })
	bike.Model = "Grizl"
	if !say(bike) {
		t.Error("a model is news")
	}
	bike.Name, bike.Retired = "Mine", true
	if got := list(t, db, "ann"); got[0] != bike {
		t.Errorf("edited: %+v", got[0])
	}
	storetest.Write(t, db, func(tx *store.Tx) error { return tx.SetGearDeleted("ann", "g1", true) })
	shoes.Brand = "Saucony"
	say(bike)
	say(shoes)
	if d := cmp.Diff([]training.Gear{chain, shoes}, list(t, db, "ann")); d != "" {
		t.Errorf("what was deleted stays so: %s", d)
	}
	storetest.Write(t, db, func(tx *store.Tx) error { return tx.SetGearDeleted("ann", "g1", false) })
	storetest.Write(t, db, func(tx *store.Tx) error { return tx.EditGear("ann", "g1", nil) })
	if got := list(t, db, "ann"); len(got) != 3 || got[0].Name != "Mine" || got[0].Model != "Grizl" {
		t.Errorf("the edit taken back leaves what was said last: %+v", got)
	}
	if got := list(t, db, "bob"); len(got) != 0 {
		t.Errorf("bob has %+v", got)
	}
}

func TestGearOfTheAthletesOwn(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	storetest.Athlete(t, db, "ann")
	storetest.Write(t, db, func(tx *store.Tx) error {
		return tx.EditGear("ann", "own", []byte(`{"kind":"other","name":"Skis","earlier_km":12.5}`))
	})
	want := []training.Gear{{ID: "own", Kind: training.GearOther, Name: "Skis", EarlierKm: 12.5}}
	if d := cmp.Diff(want, list(t, db, "ann")); d != "" {
		t.Error(d)
	}
}

func TestGearIsRefused(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	storetest.Athlete(t, db, "ann")
	for name, tt := range map[string]struct {
		kind training.Kind
		f    func(tx *store.Tx) error
	}{
		"no name": {training.KindInvalid, func(tx *store.Tx) error {
			_, err := tx.SayGear("ann", training.Gear{ID: "g", Kind: training.GearBike})
			return err
		}},
		"no kind":  {training.KindInvalid, func(tx *store.Tx) error { return tx.EditGear("ann", "g", []byte(`{"name":"x"}`)) }},
		"no JSON":  {training.KindInvalid, func(tx *store.Tx) error { return tx.EditGear("ann", "g", []byte(`{`)) }},
		"no id":    {training.KindInvalid, func(tx *store.Tx) error { return tx.EditGear("ann", "", []byte(`{}`)) }},
		"not here": {training.KindNotFound, func(tx *store.Tx) error { return tx.SetGearDeleted("ann", "g", true) }},
	} {
		if err := db.Write(t.Context(), tt.f); training.KindOf(err) != tt.kind {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := db.Gear(t.Context(), training.Scope{}); err == nil {
		t.Error("a read without a scope")
	}
}
