package intervalsicu

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"
	"time"
)

// TestAListAsksForAllOfTheRating: what is read is asked for.
func TestAListAsksForAllOfTheRating(t *testing.T) {
	t.Parallel()
	for f := range reflect.TypeFor[Rating]().Fields() {
		if name := f.Tag.Get("json"); !slices.Contains(Fields(), name) {
			t.Errorf("%s is not asked for", name)
		}
	}
}

// TestALoadOfTheAthletesOwn is one that the service did not compute.
func TestALoadOfTheAthletesOwn(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]float64{
		`"icu_training_load":70,"power_load":70,"hr_load":64`:                   0,
		`"icu_training_load":64,"hr_load":64,"icu_ignore_power":true`:           0,
		`"icu_training_load":187,"power_load":70,"hr_load":64,"pace_load":null`: 187,
		`"icu_training_load":33,"source":"MANUAL"`:                              33,
		`"icu_training_load":33,"source":"GARMIN_CONNECT"`:                      0, // nothing tells where it is from
		`"icu_training_load":0,"power_load":70`:                                 0,
	} {
		var a Activity
		if err := json.Unmarshal([]byte(`{"id":"i1","type":"Ride","name":"x","start_date":"2026-09-01T08:00:00Z","start_date_local":"2026-09-01T10:00:00",`+text+`}`), &a); err != nil {
			t.Fatal(err)
		}
		if got := a.Read(time.UTC); got.Said.ManualLoad != want || got.Rated.OwnLoad != (want > 0) {
			t.Errorf("%s: %v, %+v", text, got.Said.ManualLoad, got.Rated)
		}
	}
}
