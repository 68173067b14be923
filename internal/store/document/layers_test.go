package document_test

import (
	"encoding/json"
	"errors"
	"math"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

// TestLayersAreReadApart: what was deleted too, each source with its days,
// and not what a source takes back or a run that was undone said.
func TestLayersAreReadApart(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	days := training.DayRange{From: 20_000, To: 20_002}
	s.say(document.Statement{ID: "e", Source: "b", AsOf: noon, Days: days, Body: shown{Name: "B"}})
	s.say(document.Statement{ID: "e", Source: "a", RunID: "r1", Body: shown{Name: "A"}})
	s.say(document.Statement{ID: "e", Source: "c", Body: shown{Name: "C"}})
	s.say(document.Statement{ID: "e", Source: "c"})
	s.say(document.Statement{ID: "undone", Source: "a", RunID: "r2", Body: shown{Name: "A"}})
	storetest.Write(t, s.db, func(tx *store.Tx) error { return tx.SetDocumentsRemoved("ann", "r2", true) })
	gone := document.Own{Fields: json.RawMessage(`{"name":"Mine"}`), Days: training.DayRange{From: 20_001, To: 20_001}, Deleted: true}
	s.own("e", gone)
	s.own("alone", document.Own{Deleted: true})
	got, err := s.db.DocumentLayers(t.Context(), storetest.Export("ann"), document.Events)
	if err != nil {
		t.Fatal(err)
	}
	want := []document.Layers{
		{ID: "alone", Own: document.Own{Deleted: true}},
		{ID: "e", Own: gone, Statements: []document.Stated{
			{SourceLayer: document.SourceLayer{Source: "a", Body: json.RawMessage(`{"name":"A"}`)}},
			{SourceLayer: document.SourceLayer{Source: "b", AsOf: noon, Body: json.RawMessage(`{"name":"B"}`)}, Days: days},
		}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for a, kind := range map[training.Audience]training.Kind{
		training.AudienceModel: training.KindForbidden,
		training.AudiencePage:  training.KindForbidden,
	} {
		if _, err := s.db.DocumentLayers(t.Context(), training.Scope{Athlete: "ann", Audience: a},
			document.Events); training.KindOf(err) != kind {
			t.Errorf("audience %v: %v", a, err)
		}
	}
	if _, err := s.db.DocumentLayers(t.Context(), training.Scope{}, document.Events); err == nil {
		t.Error("a read without a scope")
	}
	if others, err := s.db.DocumentLayers(t.Context(), storetest.Export("bob"), document.Events); len(others) != 0 || err != nil {
		t.Errorf("bob reads %+v %v", others, err)
	}
}

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
		storetest.Write(t, db, func(tx *store.Tx) (err error) {
			changed, err = tx.PutStatement("ann", document.GearStatement(g))
			return err
		})
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
	own := func(id string, want, o document.Own) {
		t.Helper()
		storetest.Write(t, db, func(tx *store.Tx) error {
			former, err := tx.PutOwn("ann", document.Gear, id, o)
			if d := cmp.Diff(want, former); d != "" {
				t.Errorf("the former words: %s", d)
			}
			return err
		})
	}
	edited := document.Own{Fields: []byte(`{"name":"Mine","retired":true}`)}
	own("g1", document.Own{}, edited)
	bike.Model = "Grizl"
	if !say(bike) {
		t.Error("a model is news")
	}
	bike.Name, bike.Retired = "Mine", true
	if got := list(t, db, "ann"); got[0] != bike {
		t.Errorf("edited: %+v", got[0])
	}
	gone := document.Own{Fields: edited.Fields, Deleted: true}
	own("g1", edited, gone)
	shoes.Brand = "Saucony"
	say(bike)
	say(shoes)
	if d := cmp.Diff([]training.Gear{chain, shoes}, list(t, db, "ann")); d != "" {
		t.Errorf("what was deleted stays so: %s", d)
	}
	layers, err := db.DocumentLayers(t.Context(), storetest.Export("ann"), document.Gear)
	if len(layers) != 3 || err != nil {
		t.Fatal(layers, err)
	}
	for i, want := range []training.Gear{bike, shoes, chain} {
		said, err := document.ShowLayer[training.Gear](layers[i].Statements[0].SourceLayer)
		if d := cmp.Diff(want, said); d != "" || err != nil {
			t.Errorf("what was deleted is still said: %s %v", d, err)
		}
	}
	if d := cmp.Diff(gone, layers[0].Own); d != "" {
		t.Error(d)
	}
	own("g1", gone, document.Own{})
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
		_, err := tx.PutOwn("ann", document.Gear, "own", document.Own{Fields: []byte(`{"kind":"other","name":"Skis","earlier_km":12.5}`)})
		return err
	})
	want := []training.Gear{{ID: "own", Kind: training.GearOther, Name: "Skis", EarlierKm: 12.5}}
	if d := cmp.Diff(want, list(t, db, "ann")); d != "" {
		t.Error(d)
	}
	storetest.Write(t, db, func(tx *store.Tx) error { _, err := tx.PutOwn("ann", document.Gear, "own", document.Own{}); return err })
	left, err := db.DocumentLayers(t.Context(), storetest.Export("ann"), document.Gear)
	if got := list(t, db, "ann"); len(got) != 0 || len(left) != 0 || err != nil {
		t.Errorf("what only the athlete said is gone with their words: %v %v %v", got, left, err)
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

// TestGearOfBeforeItWasADocument keeps its id, what was said of it, by whom and
// in which run, the athlete's words, and that it was deleted.
func TestGearOfBeforeItWasADocument(t *testing.T) {
	t.Parallel()
	const withATable = 14 // steps
	path := filepath.Join(t.TempDir(), "old.db")
	at := func(steps int) *sqlitedb.DB {
		t.Helper()
		db, err := sqlitedb.Open(t.Context(), path, sqlitedb.Options{Steps: sqlitedb.Steps()[:steps], Now: noon, BackupDir: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		return db
	}
	old := at(withATable)
	err := old.Write(t.Context(), func(tx *sqlitedb.Tx) error {
		if _, err := tx.Exec("INSERT INTO athletes (athlete, body) VALUES ('ann', '{}')"); err != nil {
			return err
		}
		_, err := tx.Exec(`INSERT INTO gear (athlete, id, said, own, deleted, run) VALUES
			('ann', 'chain', '{"id":"chain","kind":"component","name":"Chain","since":"2025-04-05"}', '', 0, ''),
			('ann', 'made', '{"id":"tri:b7","kind":"bike","name":"Green <1>","earlier_km":0.1}', '{"brand":"Canyon"}', 0, 'sync:tri'),
			('ann', 'own', '', '{"kind":"other","name":"Skis"}', 0, ''),
			('ann', 'strava:b1', '{"id":"strava:b1","kind":"shoes","name":"Blue"}', '{"name":"Mine"}', 1, '')`)
		return err
	})
	if err := errors.Join(err, old.Close()); err != nil {
		t.Fatal(err)
	}
	db := at(len(sqlitedb.Steps()))
	defer func() { _ = db.Close() }()
	r := document.NewReader(db, nil, nil)
	got, err := r.DocumentLayers(t.Context(), storetest.Export("ann"), document.Gear)
	said := func(source, body string) []document.Stated {
		return []document.Stated{{SourceLayer: document.SourceLayer{Source: source, Body: json.RawMessage(body)}}}
	}
	want := []document.Layers{
		{ID: "chain", Statements: said("file", `{"id":"chain","kind":"component","name":"Chain","since":"2025-04-05"}`)},
		{
			ID: "made", Statements: said("tri", `{"id":"b7","kind":"bike","name":"Green <1>","earlier_km":0.1}`),
			Own: document.Own{Fields: json.RawMessage(`{"brand":"Canyon"}`)},
		},
		{ID: "own", Own: document.Own{Fields: json.RawMessage(`{"kind":"other","name":"Skis"}`)}},
		{
			ID: "strava:b1", Statements: said("strava", `{"id":"b1","kind":"shoes","name":"Blue"}`),
			Own: document.Own{Fields: json.RawMessage(`{"name":"Mine"}`), Deleted: true},
		},
	}
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Error(d, err)
	}
	if all, err := document.NewGearReader(r).Gear(t.Context(), storetest.Export("ann")); len(all) != 3 || err != nil {
		t.Errorf("%+v %v", all, err)
	}
	runs := 0
	err = db.Write(t.Context(), func(tx *sqlitedb.Tx) error {
		_, err := tx.One("SELECT count(*) FROM document_said WHERE collection='gear' AND id='made' AND run='sync:tri'", nil, &runs)
		return err
	})
	if runs != 1 || err != nil {
		t.Errorf("the run of a service: %d %v", runs, err)
	}
}

// TestWordsOnNoGear: what does not say what it is is no gear.
func TestWordsOnNoGear(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	storetest.Athlete(t, db, "ann")
	storetest.Write(t, db, func(tx *store.Tx) error {
		_, err := tx.PutOwn("ann", document.Gear, "g", document.Own{Fields: []byte(`{"name":"x"}`)})
		return err
	})
	if got := list(t, db, "ann"); len(got) != 0 {
		t.Errorf("%+v", got)
	}
	if _, err := db.Gear(t.Context(), training.Scope{}); err == nil {
		t.Error("a read without a scope")
	}
}

// TestAServicesGearStays when what was read from the service is taken away, and
// goes when its words are deleted for good.
func TestAServicesGearStays(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	storetest.Athlete(t, db, "ann")
	const run = "sync:tri"
	storetest.Write(t, db, func(tx *store.Tx) error {
		st := document.GearStatement(training.Gear{ID: "tri:7", Kind: training.GearBike, Name: "Green"})
		st.RunID = run
		_, err := tx.PutStatement("ann", st)
		return err
	})
	for _, take := range []func(*store.Tx) error{
		func(tx *store.Tx) error { return tx.RemoveRun("ann", run) },
		func(tx *store.Tx) error { return tx.RestoreRun("ann", run) },
	} {
		storetest.Write(t, db, take)
		if got := list(t, db, "ann"); len(got) != 1 || got[0].ID != "tri:7" {
			t.Errorf("%+v", got)
		}
	}
	if all, err := db.RunDocuments(t.Context(), storetest.Export("ann"), run); len(all) != 0 || err != nil {
		t.Errorf("%v %v", all, err)
	}
	storetest.Write(t, db, func(tx *store.Tx) error { return tx.PurgeRun("ann", run) })
	if got := list(t, db, "ann"); len(got) != 0 {
		t.Errorf("%+v", got)
	}
}

// far returns the great-circle distance in m, by the haversine formula.
func far(lat1, lon1, lat2, lon2 float64) float64 {
	rad := func(d float64) float64 { return d * math.Pi / 180 }
	a := math.Pow(math.Sin(rad(lat2-lat1)/2), 2) + math.Cos(rad(lat1))*math.Cos(rad(lat2))*math.Pow(math.Sin(rad(lon2-lon1)/2), 2)
	return 2 * 6_371_000 * math.Asin(math.Min(1, math.Sqrt(a)))
}

func semicircles(deg float64) int32 { return int32(math.Round(deg * (1 << 31) / 180)) }

func track(points ...[2]float64) *training.Columns {
	c := &training.Columns{}
	for i, p := range points {
		c.TimeS = append(c.TimeS, int32(i))
		for ch, v := range map[training.Channel]int32{
			training.Latitude:  semicircles(p[0]),
			training.Longitude: semicircles(p[1]), training.Power: 200,
		} {
			col := &c.Data[ch]
			if col.Values == nil {
				col.Values, col.Valid = make([]int32, len(points)), training.NewBitmap(len(points))
			}
			col.Values[i] = v
			col.Valid.Set(i)
		}
	}
	return c
}

// TestNothingWithinIsLeft: what is left lies outside by the great circle, and
// what lies well outside is left as it was; also across the 180th meridian.
func TestNothingWithinIsLeft(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		home := training.PrivacyZone{
			LatDeg: rapid.Float64Range(-75, 75).Draw(t, "lat"), RadiusM: rapid.Float64Range(100, 2000).Draw(t, "radius"),
			LonDeg: rapid.SampledFrom([]float64{8, -120, 179.999, -179.999, 0}).Draw(t, "lon"),
		}
		var points [][2]float64
		var route []training.RoutePoint
		for range rapid.IntRange(1, 20).Draw(t, "points") {
			lat := home.LatDeg + rapid.Float64Range(-0.04, 0.04).Draw(t, "north")
			lon := math.Remainder(home.LonDeg+rapid.Float64Range(-0.06, 0.06).Draw(t, "east"), 360)
			points = append(points, [2]float64{lat, lon})
			route = append(route, training.RoutePoint{LatDeg: lat, LonDeg: lon})
		}
		c := track(points...)
		set := document.HiddenPlaces{{LatDeg: -80, RadiusM: 500}, home}
		set.Blank(c)
		left := set.Outside(route)
		n := 0
		for i, p := range points {
			_, lat := c.At(training.Latitude, i)
			_, lon := c.At(training.Longitude, i)
			_, power := c.At(training.Power, i)
			d := far(p[0], p[1], home.LatDeg, home.LonDeg)
			if d < 0.995*home.RadiusM && (lat || lon) || d > 1.005*home.RadiusM && (!lat || !lon) || lat != lon || !power {
				t.Fatalf("%v is %.0f m from the centre of %.0f m: %v %v", p, d, home.RadiusM, lat, lon)
			}
			if !lat && (c.Data[training.Latitude].Values[i] != 0 || c.Data[training.Longitude].Values[i] != 0) {
				t.Fatal("the value is there still")
			}
			if lat {
				n++
			}
		}
		if diff := len(left) - n; diff < -1 || diff > 1 || len(route) != len(points) {
			t.Fatalf("%d points of the route are left, %d of the track", len(left), n)
		}
		for _, p := range left {
			if far(p.LatDeg, p.LonDeg, home.LatDeg, home.LonDeg) < 0.995*home.RadiusM {
				t.Fatalf("%+v is left", p)
			}
		}
	})
}

// TestAZoneLiesAtItsPlace: near the 180th meridian, where a step of a degree
// that lost its fraction adds up to more than a metre.
func TestAZoneLiesAtItsPlace(t *testing.T) {
	t.Parallel()
	const metre = 360 / (2 * math.Pi * 6_371_000) // in degrees
	for _, lon := range []float64{179.99, -179.99} {
		for _, side := range []float64{-1, 1} {
			c := track([2]float64{0, lon + side*99.5*metre}, [2]float64{0, lon + side*100.5*metre})
			document.HiddenPlaces{{LonDeg: lon, RadiusM: 100}}.Blank(c)
			_, within := c.At(training.Longitude, 0)
			_, outside := c.At(training.Longitude, 1)
			if within || !outside {
				t.Errorf("%v, side %v: within %v, outside %v", lon, side, within, outside)
			}
		}
	}
}

// TestHalfOfAPositionIsNone: without its longitude nothing tells whether a
// latitude is to be hidden.
func TestHalfOfAPositionIsNone(t *testing.T) {
	t.Parallel()
	c := track([2]float64{47, 8})
	c.Data[training.Longitude] = training.Column{}
	document.HiddenPlaces{{LatDeg: 10, RadiusM: 100}}.Blank(c)
	if c.Has(training.Latitude) {
		t.Error("a latitude is left")
	}
	c = track([2]float64{47, 8})
	document.HiddenPlaces{}.Blank(c)
	if !c.Has(training.Latitude) || !c.Has(training.Longitude) {
		t.Error("without zones nothing is hidden")
	}
	document.HiddenPlaces{{LatDeg: 10, RadiusM: 100}}.Blank(&training.Columns{})
}
