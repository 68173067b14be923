package document_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
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
	own := func(id string, want, o document.GearOwn) {
		t.Helper()
		storetest.Write(t, db, func(tx *store.Tx) error {
			former, err := tx.PutOwnGear("ann", id, o)
			if d := cmp.Diff(want, former); d != "" {
				t.Errorf("the former words: %s", d)
			}
			return err
		})
	}
	edited := document.GearOwn{Fields: []byte(`{"name":"Mine","retired":true}`)}
	own("g1", document.GearOwn{}, edited)
	bike.Model = "Grizl"
	if !say(bike) {
		t.Error("a model is news")
	}
	bike.Name, bike.Retired = "Mine", true
	if got := list(t, db, "ann"); got[0] != bike {
		t.Errorf("edited: %+v", got[0])
	}
	gone := document.GearOwn{Fields: edited.Fields, Deleted: true}
	own("g1", edited, gone)
	shoes.Brand = "Saucony"
	say(bike)
	say(shoes)
	if d := cmp.Diff([]training.Gear{chain, shoes}, list(t, db, "ann")); d != "" {
		t.Errorf("what was deleted stays so: %s", d)
	}
	words, err := db.OwnGear(t.Context(), storetest.Export("ann"))
	if d := cmp.Diff(map[string]document.GearOwn{"g1": gone}, words); d != "" || err != nil {
		t.Error(d, err)
	}
	said, err := db.SaidGear(t.Context(), storetest.Export("ann"))
	if d := cmp.Diff([]training.Gear{bike, shoes, chain}, said); d != "" || err != nil {
		t.Errorf("what was deleted is still said: %s %v", d, err)
	}
	own("g1", gone, document.GearOwn{})
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
		_, err := tx.PutOwnGear("ann", "own", document.GearOwn{Fields: []byte(`{"kind":"other","name":"Skis","earlier_km":12.5}`)})
		return err
	})
	want := []training.Gear{{ID: "own", Kind: training.GearOther, Name: "Skis", EarlierKm: 12.5}}
	if d := cmp.Diff(want, list(t, db, "ann")); d != "" {
		t.Error(d)
	}
	storetest.Write(t, db, func(tx *store.Tx) error { _, err := tx.PutOwnGear("ann", "own", document.GearOwn{}); return err })
	words, err := db.OwnGear(t.Context(), storetest.Export("ann"))
	if got := list(t, db, "ann"); len(got) != 0 || len(words) != 0 || err != nil {
		t.Errorf("what only the athlete said is gone with their words: %v %v %v", got, words, err)
	}
}

// TestGearUse counts what the audience sees, within the stretch.
func TestGearUse(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	storetest.Athlete(t, db, "ann")
	day := training.DayOf(storetest.Noon())
	storetest.Write(t, db, func(tx *store.Tx) error {
		for i, id := range []training.ActivityID{"a", "b", "c", "hidden", "typed"} {
			at := storetest.Noon().AddDate(0, 0, i)
			act := storetest.Activity(id, at)
			act.GearID, act.HiddenFromModels = "g1", id == "hidden"
			if id == "b" || id == "hidden" {
				act.MoreGear = []string{"wheels", "g1"} // what is named twice counts once
			}
			if err := tx.PutActivity("ann", act); err != nil {
				return err
			}
			sum := store.Summary{Values: training.Values{training.MetricDistanceKM: 10, training.MetricDurationS: 3600}}
			if id == "typed" {
				delete(sum.Values, training.MetricDistanceKM)
			}
			if err := tx.PutSummary("ann", id, sum); err != nil {
				return err
			}
		}
		return nil
	})
	for name, tt := range map[string]struct {
		scope training.Scope
		of    document.Stretch
		want  document.Use
	}{
		"all": {
			storetest.Export("ann"),
			document.Stretch{GearID: "g1"},
			document.Use{Activities: 5, First: day, Last: day + 4, Measured: 4, DistanceKm: 40, DurationS: 18000},
		},
		"shown": {
			storetest.Model("ann"),
			document.Stretch{GearID: "g1"},
			document.Use{Activities: 4, First: day, Last: day + 4, Measured: 3, DistanceKm: 30, DurationS: 14400},
		},
		"after": {
			storetest.Export("ann"),
			document.Stretch{GearID: "g1", After: storetest.Noon().AddDate(0, 0, 3)},
			document.Use{Activities: 2, First: day + 3, Last: day + 4, Measured: 1, DistanceKm: 10, DurationS: 7200},
		},
		"while it was mounted": {
			storetest.Export("ann"),
			document.Stretch{GearID: "wheels", On: "g1", Mounted: training.DayRange{From: day, To: day + 1}},
			document.Use{Activities: 3, First: day, Last: day + 3, Measured: 3, DistanceKm: 30, DurationS: 10800},
		},
		"beside another": {
			storetest.Export("ann"),
			document.Stretch{GearID: "wheels"},
			document.Use{Activities: 2, First: day + 1, Last: day + 3, Measured: 2, DistanceKm: 20, DurationS: 7200},
		},
		"beside another, shown": {
			storetest.Model("ann"),
			document.Stretch{GearID: "wheels"},
			document.Use{Activities: 1, First: day + 1, Last: day + 1, Measured: 1, DistanceKm: 10, DurationS: 3600},
		},
		"on what is named beside": {
			storetest.Export("ann"),
			document.Stretch{GearID: "tyre", On: "wheels", Mounted: training.DayRange{From: day + 2, To: day + 9}},
			document.Use{Activities: 1, First: day + 3, Last: day + 3, Measured: 1, DistanceKm: 10, DurationS: 3600},
		},
		"other":  {storetest.Export("ann"), document.Stretch{GearID: "g2"}, document.Use{}},
		"nobody": {storetest.Export("bob"), document.Stretch{GearID: "g1"}, document.Use{}},
	} {
		got, err := db.GearUse(t.Context(), tt.scope, tt.of)
		if d := cmp.Diff(tt.want, got); d != "" || err != nil {
			t.Errorf("%s: %s %v", name, d, err)
		}
	}
	if _, err := db.GearUse(t.Context(), training.Scope{}, document.Stretch{}); err == nil {
		t.Error("a read without a scope")
	}
}

func TestGearIsRefused(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	storetest.Athlete(t, db, "ann")
	own := func(id string, o document.GearOwn) func(tx *store.Tx) error {
		return func(tx *store.Tx) error { _, err := tx.PutOwnGear("ann", id, o); return err }
	}
	for name, tt := range map[string]struct {
		kind training.Kind
		f    func(tx *store.Tx) error
	}{
		"no name": {training.KindInvalid, func(tx *store.Tx) error {
			_, err := tx.SayGear("ann", training.Gear{ID: "g", Kind: training.GearBike})
			return err
		}},
		"no kind":  {training.KindInvalid, own("g", document.GearOwn{Fields: []byte(`{"name":"x"}`)})},
		"no JSON":  {training.KindInvalid, own("g", document.GearOwn{Fields: []byte(`{`)})},
		"no id":    {training.KindInvalid, own("", document.GearOwn{Fields: []byte(`{}`)})},
		"not here": {training.KindNotFound, own("g", document.GearOwn{Deleted: true})},
	} {
		if err := db.Write(t.Context(), tt.f); training.KindOf(err) != tt.kind {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := db.Gear(t.Context(), training.Scope{}); err == nil {
		t.Error("a read without a scope")
	}
	if _, err := db.OwnGear(t.Context(), training.Scope{}); err == nil {
		t.Error("a read without a scope")
	}
	if _, err := db.SaidGear(t.Context(), training.Scope{}); err == nil {
		t.Error("a read without a scope")
	}
}
