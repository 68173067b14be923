package apple

import (
	"fmt"
	"math"
	"testing"

	"lapkeep/internal/training"
)

// gone is a record of a distance.
func gone(kind, by, unit, value, from, to string) string {
	return fmt.Sprintf(`<Record type="HKQuantityTypeIdentifier%s" %s unit=%q startDate="2024-05-01 %s +0200" endDate="2024-05-01 %s +0200" value=%q/>`, kind, by, unit, from, to, value)
}

// part is a leg of a workout without a stated total.
func part(kind, from, to string) string {
	return fmt.Sprintf(`<WorkoutActivity workoutActivityType="HKWorkoutActivityType%s" startDate="2024-05-01 %s +0200" endDate="2024-05-01 %s +0200"/>`, kind, from, to)
}

// TestDistanceOfRecords: a workout without a total has what the records of one
// device add up to within it, that of the one that wrote it.
func TestDistanceOfRecords(t *testing.T) {
	t.Parallel()
	watch := []string{
		gone("DistanceWalkingRunning", appleWatch, "km", "1.5", "08:00:00", "08:10:00"),
		gone("DistanceWalkingRunning", appleWatch, "m", "500", "08:10:00", "08:15:00"),
		gone("DistanceWalkingRunning", appleWatch, "mi", "1", "08:20:00", "08:30:00"),
	}
	phone := gone("DistanceWalkingRunning", ownPhone, "km", "9", "08:00:00", "08:55:00")
	for name, tt := range map[string]struct {
		workout string
		records []string
		km      float64
	}{
		"not twice by watch and phone":          {outdoors("Running", appleWatch), append(watch, phone), 3.609344},
		"of the device that wrote it":           {outdoors("Walking", ownPhone), append(watch, phone), 9},
		"of the best device, for a program":     {outdoors("Running", otherApp), append(watch, phone), 3.609344},
		"of the phone, where there is no other": {outdoors("Hiking", appleWatch), []string{phone}, 9},
		"the share of what reaches beyond": {
			outdoors("Running", appleWatch),
			[]string{
				gone("DistanceWalkingRunning", appleWatch, "km", "2", "07:50:00", "08:10:00"),
				gone("DistanceWalkingRunning", appleWatch, "km", "1", "08:50:00", "09:30:00"),
			},
			1.25,
		},
		"not what was before or after": {
			outdoors("Running", appleWatch),
			[]string{
				gone("DistanceWalkingRunning", appleWatch, "km", "2", "07:00:00", "07:59:00"),
				gone("DistanceWalkingRunning", appleWatch, "km", "2", "09:00:00", "09:10:00"),
			},
			0,
		},
		"not of another way": {outdoors("Cycling", appleWatch), watch, 0},
		"of a ride": {
			outdoors("Cycling", appleWatch),
			[]string{gone("DistanceCycling", appleWatch, "km", "20", "08:00:00", "08:55:00")},
			20,
		},
		"of a swim": {
			outdoors("Swimming", appleWatch),
			[]string{
				gone("DistanceSwimming", appleWatch, "m", "25", "08:00:00", "08:00:30"),
				gone("DistanceSwimming", appleWatch, "yd", "25", "08:01:00", "08:01:30"),
			},
			0.04786,
		},
		"not of a sport without": {outdoors("Yoga", appleWatch), watch, 0},
		"not where the workout has a total": {outdoors("Running", appleWatch,
			`<WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" sum="5" unit="km"/>`), watch, 5},
		"not a record that lasts for hours": {
			outdoors("Running", appleWatch),
			[]string{gone("DistanceWalkingRunning", appleWatch, "km", "9", "07:00:00", "09:30:00")},
			0,
		},
		"in legs, each by its way": {
			outdoors("SwimBikeRun", appleWatch, part("Swimming", "08:00:00", "08:15:00"), part("Cycling", "08:15:00", "08:40:00")),
			[]string{
				gone("DistanceSwimming", appleWatch, "m", "700", "08:00:00", "08:15:00"),
				gone("DistanceCycling", appleWatch, "km", "12", "08:15:00", "08:40:00"),
			},
			12.7,
		},
	} {
		h := document(append(append([]string{}, tt.records...), tt.workout)...)
		w := h.workouts[0]
		h.measure(w)
		km := w.whole().values[training.MetricDistanceKM]
		for i := range w.legs {
			if w.several() {
				km += w.legs[i].values[training.MetricDistanceKM]
			}
		}
		if math.Abs(km-tt.km) > 1e-5 || h.odd != 0 {
			t.Errorf("%s: %v km, want %v; %d odd", name, km, tt.km, h.odd)
		}
		if _, said := w.entry().Values[training.MetricDistanceKM]; said && tt.km == 0 {
			t.Errorf("%s: a distance of nothing", name)
		}
	}
}

func TestDistancesThatCannotBe(t *testing.T) {
	t.Parallel()
	h := document(
		gone("DistanceWalkingRunning", appleWatch, "km", "-1", "08:00:00", "08:10:00"),
		gone("DistanceWalkingRunning", appleWatch, "km", "1e9", "08:00:00", "08:10:00"),
		gone("DistanceWalkingRunning", appleWatch, "parsec", "1", "08:00:00", "08:10:00"),
		gone("DistanceWalkingRunning", appleWatch, "km", "far", "08:00:00", "08:10:00"),
		gone("DistanceWalkingRunning", appleWatch, "km", "1", "08:10:00", "08:00:00"), outdoors("Running", appleWatch))
	if h.measure(h.workouts[0]); h.odd != 5 || len(h.workouts[0].values) > 0 {
		t.Errorf("%d odd, %v", h.odd, h.workouts[0].values)
	}
}
