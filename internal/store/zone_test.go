package store_test

import (
	"encoding/json"
	"testing"

	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

// TestAssistantsSeeNothingOfAZone: whoever may see positions sees those
// outside, of streams, of recordings, of routes, and of files nothing.
func TestAssistantsSeeNothingOfAZone(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	rec := storetest.Recording(storetest.Noon(), 60)
	if !rec.Columns.Has(training.Latitude) {
		t.Fatal("the sample has no position")
	}
	degrees := func(i int) (lat, lon float64) {
		y, _ := rec.Columns.At(training.Latitude, i)
		x, _ := rec.Columns.At(training.Longitude, i)
		return float64(y) * 180 / (1 << 31), float64(x) * 180 / (1 << 31)
	}
	lat, lon := degrees(0)
	zone, err := json.Marshal(training.PrivacyZone{LatDeg: lat, LonDeg: lon, RadiusM: 2})
	if err != nil {
		t.Fatal(err)
	}
	hash := keepRide(t, db, rec, lat, lon)
	seen := func(s training.Scope) (first, last bool, points int, file error) {
		t.Helper()
		for _, read := range []func() (*training.Columns, error){
			func() (*training.Columns, error) { return db.Stream(t.Context(), s, "ride", store.AllChannels) },
			func() (*training.Columns, error) { return db.RecordingColumns(t.Context(), s, "r", store.AllChannels) },
		} {
			c, err := read()
			if err != nil {
				t.Fatal(err)
			}
			_, first = c.At(training.Latitude, 0)
			_, last = c.At(training.Latitude, c.Len()-1)
		}
		d, err := db.Document(t.Context(), s, document.Routes, "x")
		if err != nil {
			t.Fatal(err)
		}
		shown, err := document.Show[training.Route](d)
		if err != nil || shown.Name != "Round" {
			t.Fatal(shown, err)
		}
		_, file = db.Original(t.Context(), s, hash)
		return first, last, len(shown.Points), file
	}
	if first, last, points, file := seen(storetest.Model("ann")); !first || !last || points != 2 || file != nil {
		t.Errorf("without a zone: %v %v %d %v", first, last, points, file)
	}
	storetest.Write(t, db, func(tx *store.Tx) error {
		_, err := tx.PutOwn("ann", document.PrivacyZones, "home", document.Own{Fields: zone})
		return err
	})
	first, last, points, file := seen(storetest.Model("ann"))
	if first || !last || points != 1 || training.KindOf(file) != training.KindForbidden {
		t.Errorf("a model sees %v %v %d %v", first, last, points, file)
	}
	half, err := db.RecordingColumns(t.Context(), storetest.Model("ann"), "r", store.Channels(training.Latitude))
	if err != nil || half.Has(training.Latitude) {
		t.Errorf("half of a position: %v", err)
	}
	if first, last, points, file := seen(storetest.Export("ann")); !first || !last || points != 2 || file != nil {
		t.Errorf("the athlete sees %v %v %d %v", first, last, points, file)
	}
	storetest.Write(t, db, func(tx *store.Tx) error { return tx.PutAthlete(training.Athlete{ID: "ann"}) })
	if first, last, points, _ := seen(storetest.Model("ann")); first || last || points != 0 {
		t.Errorf("who shares no position: %v %v %d", first, last, points)
	}
}

// keepRide keeps a ride with its file, and a route from a place to the north.
// It gives the hash of the file.
func keepRide(t *testing.T, db *store.DB, rec *training.Recording, lat, lon float64) string {
	t.Helper()
	route := training.Route{Name: "Round", Points: []training.RoutePoint{{LatDeg: lat, LonDeg: lon}, {LatDeg: lat + 1, LonDeg: lon}}}
	storetest.Write(t, db, func(tx *store.Tx) error {
		return tx.PutAthlete(training.Athlete{ID: "ann", Sharing: training.Sharing{Position: true}})
	})
	hashes, err := db.KeepOriginals(t.Context(), "ann", [][]byte{[]byte("a file")})
	if err != nil {
		t.Fatal(err)
	}
	storetest.Write(t, db, func(tx *store.Tx) error {
		act := storetest.Activity("ride", storetest.Noon())
		if err := tx.PutActivity("ann", act); err != nil {
			return err
		}
		if err := tx.PutRecording("ann", store.NewRecording{
			ID: "r", Original: hashes[0], Audience: store.EveryAudience,
			Recording: rec,
		}); err != nil {
			return err
		}
		if _, err := tx.Say("ann", document.Statement{Collection: document.Routes, ID: "x", Source: "file", Body: route}); err != nil {
			return err
		}
		return tx.LinkRecording("ann", "ride", "r", 0, store.AllChannels)
	})
	return hashes[0]
}
