package app

import (
	"encoding/json"
	"testing"

	"lapkeep/internal/answers/segments"
	course "lapkeep/internal/formats/recording"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// things puts a bike into the shed, that a ride was done on, and a wheel, and
// makes a field; that ride's way is a route, and parts of it are segments.
func (a *subject) things(t testing.TB) {
	t.Helper()
	loop, err := json.Marshal(a.loop(t))
	if err != nil {
		t.Fatal(err)
	}
	parts := a.parts(t)
	err = a.DB.Write(t.Context(), func(tx *store.Tx) error {
		for id, fields := range map[string]string{
			"road-bike":   `{"kind": "bike", "name": "Green bike"}`,
			"spare-wheel": `{"kind": "component", "name": "Spare wheel"}`,
		} {
			if _, err := tx.PutOwnGear(a.Athlete, id, document.GearOwn{Fields: []byte(fields)}); err != nil {
				return err
			}
		}
		field := `{"type": "INPUT_FIELD", "name": "Caffeine", "content": {"code": "Caffeine", "type": "numeric", "aggregate": "SUM"}}`
		if _, err := tx.PutOwn(a.Athlete, document.CustomItems, "caffeine", document.Own{Fields: []byte(field)}); err != nil {
			return err
		}
		goal := `{"measure": "distance_km", "target": 150, "period": "week", "sport": "cycling"}`
		if _, err := tx.PutOwn(a.Athlete, document.Goals, "weekly-km", document.Own{Fields: []byte(goal)}); err != nil {
			return err
		}
		if _, err := tx.PutOwn(a.Athlete, document.Routes, "lake-loop", document.Own{Fields: loop}); err != nil {
			return err
		}
		for id, fields := range parts {
			if _, err := tx.PutOwn(a.Athlete, document.Segments, id, document.Own{Fields: fields}); err != nil {
				return err
			}
		}
		_, err := tx.SetOverride(a.Athlete, training.ActivityID(a.ids[0]), "gear_id", []byte(`"road-bike"`))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	a.follow(t)
}

// parts are the segments of that ride, by id.
func (a *subject) parts(t testing.TB) map[string][]byte {
	t.Helper()
	return map[string][]byte{"river-bend": a.part(t, "River bend", 1.5, 2.5), "old-sprint": a.part(t, "Old sprint", 3, 3.4)}
}

// part is a segment of that ride.
func (a *subject) part(t testing.TB, name string, fromKm, toKm float64) []byte {
	t.Helper()
	cut, err := segments.Cut(t.Context(), a.DB, a.Scope(), training.ActivityID(a.ids[0]), segments.Part{FromKm: &fromKm, ToKm: &toKm})
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(training.Segment{
		Name: name, Kind: training.SegmentStretch, Sport: cut.Sport, DistanceKm: toKm - fromKm, From: cut.From, Points: cut.Points,
	})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// loop is the way of the first ride.
func (a *subject) loop(t testing.TB) training.Route {
	t.Helper()
	id := training.ActivityID(a.ids[0])
	cols, err := a.DB.Stream(t.Context(), a.Scope(), id, store.AllChannels)
	if err != nil {
		t.Fatal(err)
	}
	r, ok := course.CourseOf(&training.Recording{Sport: training.Cycling, Name: "Lake loop", Columns: *cols})
	if !ok {
		t.Fatal("the first ride has no way")
	}
	return r
}
