package archive

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/training"
)

func TestRecords(t *testing.T) {
	t.Parallel()
	const at = "Fri Mar 15 05:30:00 GMT 2024"
	beaten := false
	for name, tt := range map[string]struct {
		row  recordRow
		want training.PersonalRecord
		ok   bool
	}{
		"a time": {
			recordRow{7, 251.5, at, "Best 1km Run", nil},
			training.PersonalRecord{Name: "Best 1km Run", Sport: training.Running, DurationS: 251.5, Ref: "garmin:7"},
			true,
		},
		"a distance": {
			recordRow{7, 90e3, at, "Farthest Ride", nil},
			training.PersonalRecord{Name: "Farthest Ride", Sport: training.Cycling, DistanceM: 90e3, Ref: "garmin:7"},
			true,
		},
		"no activity": {
			recordRow{0, 100, at, "Best 100m Swim", nil},
			training.PersonalRecord{Name: "Best 100m Swim", Sport: training.Swimming, DurationS: 100},
			true,
		},
		"half marathon": {
			recordRow{7, 5400, at, "Half Marathon", nil},
			training.PersonalRecord{Name: "Half Marathon", Sport: training.Running, DurationS: 5400, Ref: "garmin:7"},
			true,
		},
		"with a hyphen": {
			recordRow{7, 5400, at, "Best Half-Marathon", nil},
			training.PersonalRecord{Name: "Best Half-Marathon", Sport: training.Running, DurationS: 5400, Ref: "garmin:7"},
			true,
		},
		"was beaten":    {recordRow{7, 251.5, at, "Best 1km Run", &beaten}, training.PersonalRecord{}, false},
		"steps":         {recordRow{0, 31234, at, "Most Steps in a Day", nil}, training.PersonalRecord{}, false},
		"power":         {recordRow{7, 300, at, "Best 20min Power", nil}, training.PersonalRecord{}, false},
		"of no measure": {recordRow{7, 300, at, "Steepest Ride", nil}, training.PersonalRecord{}, false},
		"no value":      {recordRow{7, 0, at, "Best 1km Run", nil}, training.PersonalRecord{}, false},
		"no date":       {recordRow{7, 251.5, "soon", "Best 1km Run", nil}, training.PersonalRecord{}, false},
		"no type":       {recordRow{7, 251.5, at, "", nil}, training.PersonalRecord{}, false},
	} {
		got, ok := tt.row.record()
		tt.want.At = time.Date(2024, 3, 15, 5, 30, 0, 0, time.UTC)
		if ok != tt.ok || ok && got != tt.want {
			t.Errorf("%s: %+v %v", name, got, ok)
		}
	}
}

func TestThresholds(t *testing.T) {
	t.Parallel()
	h := heartZones{}
	for _, r := range []zonesRow{{"DEFAULT", 187, 0}, {"RUNNING", 187, 168}, {"CYCLING", 181, 20}, {"GOLF", 150, 150}} {
		h.add(r)
	}
	got := h.thresholds()
	for _, r := range []powerZonesRow{{"CYCLING", 255}, {"RUNNING", 9000}, {"DEFAULT", 250}, {"SWIMMING", 0}} {
		got = append(got, r.threshold()...)
	}
	want := []training.ThresholdEntry{
		{Key: training.KeyMaxHR, Values: []float64{187}},
		{Key: training.KeyLTHR, Sport: training.Running, Values: []float64{168}},
		{Key: training.KeyMaxHR, Sport: training.Cycling, Values: []float64{181}},
		{Key: training.KeyFTP, Sport: training.Cycling, Values: []float64{255}},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestGear(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		row  gearRow
		want training.Gear
		ok   bool
		km   float64
	}{
		"of a maker": {
			gearRow{1, "Canyon", "Grizl", "Bike", "Gravel", "", "active", 0},
			training.Gear{Kind: training.GearBike, Name: "Gravel", Brand: "Canyon", Model: "Grizl"},
			true, 0,
		},
		"in own words": {
			gearRow{1, "Other", "Unknown Shoes", "Shoes", "", "Saucony Ride 15", "Retired", 8e5},
			training.Gear{Kind: training.GearShoes, Name: "Saucony Ride 15", Brand: "Saucony", Model: "Ride 15", Retired: true},
			true, 0,
		},
		"in one word": {
			gearRow{1, "Other", "Unknown Shoes", "Shoes", "", "Ride", "active", 8e5},
			training.Gear{Kind: training.GearShoes, Name: "Ride", Model: "Ride"},
			true, 800,
		},
		"of unknown make": {
			gearRow{1, "Canyon", "Unknown Bike", "Kite", "", "", "", 5},
			training.Gear{Kind: training.GearOther, Name: "Canyon", Brand: "Canyon"},
			true, 0,
		},
		"without a name":   {gearRow{1, "", "", "Bike", "", "", "", 0}, training.Gear{}, false, 0},
		"without a number": {gearRow{0, "Canyon", "Grizl", "Bike", "Gravel", "", "", 0}, training.Gear{}, false, 0},
		"with odd letters": {
			gearRow{1, "Canyon", "Grizl", "Bike", "Gra\u0007vel", "", "", 0},
			training.Gear{Kind: training.GearBike, Name: "Gravel", Brand: "Canyon", Model: "Grizl"},
			true, 0,
		},
		"replaced too soon": {
			gearRow{1, "Canyon", "", "Bike", "B", "", "", 999},
			training.Gear{Kind: training.GearBike, Name: "B", Brand: "Canyon"},
			true, 0,
		},
	} {
		got, ok := tt.row.gear()
		tt.want.ID = gearID("1")
		if ok != tt.ok || ok && got != tt.want {
			t.Errorf("%s: %+v %v", name, got, ok)
		}
		km := 0.0
		for _, r := range tt.row.reminders(got) {
			km = r.DistanceKm
		}
		if ok && km != tt.km {
			t.Errorf("%s: is replaced after %v km", name, km)
		}
	}
}

// TestGearOfAnActivity: shoes and a watch strap were worn, and both count.
func TestGearOfAnActivity(t *testing.T) {
	t.Parallel()
	got := links([]gearTable{{
		gear: []training.Gear{
			{ID: "strap", Kind: training.GearOther},
			{ID: "shoes", Kind: training.GearShoes},
			{ID: "bike", Kind: training.GearBike},
		},
		used: map[string][]float64{"strap": {1, 2}, "shoes": {2, 3}, "bike": {3}, "gone": {4}},
	}})
	if d := cmp.Diff(map[string][]string{"1": {"strap"}, "2": {"shoes", "strap"}, "3": {"bike", "shoes"}}, got); d != "" {
		t.Error(d)
	}
}
