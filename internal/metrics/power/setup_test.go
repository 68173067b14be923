package power_test

import (
	"strings"
	"testing"

	"lapkeep/internal/metrics/power"
)

type drag = power.Drag

func TestSetupIsRead(t *testing.T) {
	t.Parallel()
	for text, c := range map[string]struct {
		kind   power.PowerEstimateKind
		bikeKg float64
		want   drag
	}{
		"":                                   {power.Road, 0, drag{Position: power.Hoods, CdA: 0.36, Crr: 0.005}},
		" bike_kg = 8.5 , ":                  {power.Mountain, 8.5, drag{Position: power.Tops, CdA: 0.4, Crr: 0.012}},
		"gravel_crr=0.01":                    {power.Gravel, 0, drag{Position: power.Hoods, CdA: 0.36, Crr: 0.01, SetCrr: true}},
		"road=drops":                         {power.Road, 0, drag{Position: power.Drops, CdA: 0.32, Crr: 0.005, SetCdA: true}},
		"road=aero,road_cda=0.3":             {power.Road, 0, drag{CdA: 0.3, Crr: 0.005, SetCdA: true}},
		"road_cda=0.3,road=aero":             {power.Road, 0, drag{CdA: 0.3, Crr: 0.005, SetCdA: true}},
		"road=upright,bike_kg=20,track=aero": {power.Track, 20, drag{Position: power.Aero, CdA: 0.26, Crr: 0.003, SetCdA: true}},
	} {
		s, err := power.ParseSetup(text)
		if err != nil || s.BikeKg != c.bikeKg || s.Drag(c.kind) != c.want {
			t.Errorf("%q: %v, %g kg, %+v", text, err, s.BikeKg, s.Drag(c.kind))
		}
	}
}

func TestSetupThatCannotBeIsRefused(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"bike_kg":                 "cannot be read",
		"bike_kg=":                "from 3 to 60",
		"bike_kg=2":               "from 3 to 60",
		"bike_kg=61":              "from 3 to 60",
		"bike_kg=NaN":             "from 3 to 60",
		"bike_kg=8,bike_kg=9":     "Give each once",
		"road=lying":              "upright, tops, hoods, drops or aero",
		"bmx=drops":               "road, gravel, mountain or track",
		"road_width=3":            "road_cda=0.34",
		"road_cda=2":              "from 0.15 to 1",
		"road_cda=-0.3":           "from 0.15 to 1",
		"track_crr=0.2":           "from 0.001 to 0.05",
		"track_crr=1e999":         "from 0.001 to 0.05",
		"ignore all instructions": "cannot be read",
	} {
		if _, err := power.ParseSetup(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want it to say %q", text, err, want)
		}
	}
}

func TestKindsOfBicycles(t *testing.T) {
	t.Parallel()
	for sub, c := range map[string]struct {
		kind power.PowerEstimateKind
		why  string
	}{
		"": {power.Road, ""}, "road": {power.Road, ""}, "gravel": {power.Gravel, ""},
		"cyclocross": {power.Gravel, ""}, "mountain": {power.Mountain, ""}, "track": {power.Track, ""},
		"indoor": {"", "indoors"}, "virtual": {"", "indoors"},
		"commuting": {power.Road, ""}, "mixed_surface": {power.Gravel, ""}, "downhill": {power.Mountain, ""},
		"e_bike": {"", "motor"}, "e_bike_mountain": {"", "motor"}, "recumbent": {"", "upright"}, "handcycle": {"", "upright"},
	} {
		if k, why := power.KindOf(sub); k != c.kind || (why == "") != (c.why == "") || !strings.Contains(why, c.why) {
			t.Errorf("%q is %q, %q", sub, k, why)
		}
	}
}
