package appletest_test

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/formats/recording"
	"lapkeep/test/archivetest/appletest"
)

func child(e element, name, key, value string) []element {
	var out []element
	for _, c := range e.Children {
		if c.XMLName.Local == name && (key == "" || c.attr(key) == value) {
			out = append(out, c)
		}
	}
	return out
}

// metres returns a distance in metres, whatever its unit.
func metres(t *testing.T, v float64, unit string) float64 {
	t.Helper()
	scale, ok := map[string]float64{"km": 1000, "mi": 1609.344, "m": 1, "yd": 0.9144}[unit]
	if !ok {
		t.Errorf("unit %q", unit)
	}
	return v * scale
}

// TestWorkoutsAreWhatTheTruthSays reads them back in both forms and both
// systems of units.
func TestWorkoutsAreWhatTheTruthSays(t *testing.T) {
	t.Parallel()
	for _, o := range []appletest.Options{{}, {Imperial: true}, {OldTotals: true, Seed: 9}} {
		e := appletest.New(o)
		root, truth := parse(t, e), e.Truth().Workouts
		var got []element
		for _, c := range root.Children {
			if c.XMLName.Local == "Workout" {
				got = append(got, c)
			}
		}
		if len(got) != len(truth) || len(truth) <= 12 {
			t.Fatalf("%d workouts, want %d", len(got), len(truth))
		}
		seen := map[string]int{}
		for i, w := range truth {
			seen[w.Sport]++
			if w.CopyOf >= 0 {
				seen["copy"]++
				if first := truth[w.CopyOf]; first.Source == w.Source || first.Type != w.Type || w.Start.Sub(first.Start).Abs() > 5*time.Second {
					t.Errorf("workout %d is no copy of %d", i, w.CopyOf)
				}
			}
			checkWorkout(t, o, root, got[i], w)
		}
		for _, want := range []string{"running", "cycling", "walking", "swimming", "multisport", "copy"} {
			if seen[want] == 0 {
				t.Errorf("no workout is %s", want)
			}
		}
	}
}

func checkWorkout(t *testing.T, o appletest.Options, root, got element, w appletest.Workout) {
	t.Helper()
	start, end := got.time(t, "startDate"), got.time(t, "endDate")
	if _, offset := start.Zone(); got.attr("workoutActivityType") != "HKWorkoutActivityType"+w.Type || got.attr("sourceName") != w.Source ||
		!start.Equal(w.Start) || !end.Equal(w.End) || offset != w.OffsetS || math.Abs(60*got.number("duration")-w.DurationS) > 1e-5 {
		t.Errorf("%v, want %+v", got.Attrs, w)
	}
	if len(w.Legs) == 0 {
		d, unit := got.number("totalDistance"), got.attr("totalDistanceUnit")
		if old := o.OldTotals || w.CopyOf >= 0; !old {
			for _, s := range child(got, "WorkoutStatistics", "", "") {
				if strings.Contains(s.attr("type"), "Distance") {
					d, unit = s.number("sum"), s.attr("unit")
				}
			}
			hr := child(got, "WorkoutStatistics", "type", "HKQuantityTypeIdentifierHeartRate")
			if len(hr) != 1 || hr[0].number("average") != w.AvgHR || hr[0].number("maximum") != w.MaxHR {
				t.Errorf("heart rate %v, want %v to %v", hr, w.AvgHR, w.MaxHR)
			}
		}
		if m := metres(t, d, unit); math.Abs(m-w.DistanceM) > 0.01 {
			t.Errorf("%v m, want %v", m, w.DistanceM)
		}
	}
	indoor := child(got, "MetadataEntry", "key", "HKIndoorWorkout")[0].attr("value") == "1"
	if zone := child(got, "MetadataEntry", "key", "HKTimeZone")[0].attr("value"); indoor != w.Indoor || zone != w.Zone {
		t.Errorf("indoor %v in %s, want %+v", indoor, zone, w)
	}
	laps, pauses := child(got, "WorkoutEvent", "type", "HKWorkoutEventTypeLap"), child(got, "WorkoutEvent", "type", "HKWorkoutEventTypePause")
	if len(laps) != w.Laps || len(pauses) != w.Pauses || len(child(got, "WorkoutEvent", "type", "HKWorkoutEventTypeResume")) != w.Pauses {
		t.Errorf("%d laps, %d pauses, want %+v", len(laps), len(pauses), w)
	}
	legs := child(got, "WorkoutActivity", "", "")
	if len(legs) != len(w.Legs) {
		t.Fatalf("%d legs, want %d", len(legs), len(w.Legs))
	}
	for i, leg := range legs {
		s := child(leg, "WorkoutStatistics", "", "")[0]
		if want := w.Legs[i]; !leg.time(t, "startDate").Equal(want.Start) || !leg.time(t, "endDate").Equal(want.End) ||
			math.Abs(metres(t, s.number("sum"), s.attr("unit"))-want.DistanceM) > 0.01 {
			t.Errorf("leg %v, want %+v", leg, want)
		}
	}
	rates := 0
	for _, r := range records(root, "HeartRate") {
		if at := r.time(t, "startDate"); r.attr("sourceName") == w.Source && !at.Before(start) && !at.After(end) {
			rates++
		}
	}
	if len(w.Legs) == 0 && rates != w.HeartRates {
		t.Errorf("%d heart rates within, want %d", rates, w.HeartRates)
	}
}

// TestRoutesAreRecordings reads each route that the archive has.
func TestRoutesAreRecordings(t *testing.T) {
	t.Parallel()
	e, dir := appletest.New(appletest.Options{}), t.TempDir()
	if err := e.Unpack(dir); err != nil {
		t.Fatal(err)
	}
	missing, read := 0, 0
	for _, w := range e.Truth().Workouts {
		if w.Route == "" {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(w.Route)))
		if w.Points == 0 {
			missing++
			if err == nil {
				t.Errorf("%s is there", w.Route)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		read++
		got, err := recording.Read(t.Context(), "route.gpx", bytes.Clone(data), recording.Limits{})
		if err != nil || len(got.Recordings) != 1 || got.Recordings[0].Columns.Len() != w.Points || !got.Recordings[0].Start.Equal(w.Start) {
			t.Errorf("%s: %v, want %+v", w.Route, err, w)
		}
	}
	if missing == 0 || read == 0 {
		t.Errorf("%d routes read, %d missing", read, missing)
	}
}
