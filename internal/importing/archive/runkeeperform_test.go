package archive

import (
	"bytes"
	"math"
	"testing"
	"time"

	"lapkeep/internal/training"
	"lapkeep/test/archivetest/runkeepertest"
)

// TestRowsAreWhatTheTableSays, in kilometres or miles.
func TestRowsAreWhatTheTableSays(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]runkeepertest.Options{"today": {}, "old, in miles": {Miles: true, Old: true}, "hours": {Seconds: 4000}} {
		a := runkeepertest.Build(o)
		got, err := runkeeperRead(a.Data("cardioActivities.csv"))
		if err != nil || len(got.rows) != len(a.Activities) {
			t.Fatalf("%s: %d rows, %v", name, len(got.rows), err)
		}
		refs := map[string]bool{}
		for i, want := range a.Activities {
			r := got.rows[len(got.rows)-1-i]
			v := r.entry.Values
			if !r.local.Equal(want.Local) || r.file != want.File || r.entry.TimerS != float64(want.DurationS) || r.said.Description != want.Notes ||
				math.Abs(1000*v[training.MetricDistanceKM]-want.DistanceM) > 0.01 || v[training.MetricAvgHRBpm] != float64(want.AvgHR) ||
				v[training.MetricCaloriesKcal] != want.Calories || math.Abs(v[training.MetricElevationGainM]-want.ClimbM) > 0.01 {
				t.Errorf("%s: %+v, want %+v", name, r, want)
			}
			if _, said := v[training.MetricAvgHRBpm]; said != (want.AvgHR > 0) {
				t.Errorf("%s: a heart rate of %v", name, v[training.MetricAvgHRBpm])
			}
			refs[r.said.Ref] = true
		}
		if len(refs) != len(a.Activities) {
			t.Errorf("%s: %d references", name, len(refs))
		}
	}
}

func TestTablesThatAreNone(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "a,b\n1,2\n", "Date,Type,Duration\n", "\x00\x01"} {
		if _, err := runkeeperRead([]byte(text)); training.KindOf(err) != training.KindCorrupt {
			t.Errorf("%q: %v", text, err)
		}
	}
	got, err := runkeeperRead([]byte("Date,Type,Duration,GPX File\nyesterday,Running,1:00,\n2024-03-01 " +
		"06:30:00,Running,0:00,\n2024-03-01 06:30:00,Nordic Golf,x:1,\n2024-03-02 06:30:00,Nordic Golf,1:00,\n"))
	if err != nil || len(got.rows) != 1 || got.rows[0].said.Sport != "nordic_golf" {
		t.Errorf("%+v, %v", got.rows, err)
	}
}

// TestOffsetsComeFromTheNearestTrack.
func TestOffsetsComeFromTheNearestTrack(t *testing.T) {
	t.Parallel()
	at := func(day int) time.Time { return time.Date(2024, 3, day, 6, 30, 0, 0, time.UTC) }
	var all runkeeperTable
	if _, ok := all.offset(at(1)); ok {
		t.Error("an offset without a track")
	}
	all.places = []place{{at(1), time.Hour}, {at(20), -7 * time.Hour}}
	for day, want := range map[int]time.Duration{1: time.Hour, 9: time.Hour, 12: -7 * time.Hour, 30: -7 * time.Hour} {
		if got, ok := all.offset(at(day)); !ok || got != want {
			t.Errorf("day %d: %v", day, got)
		}
	}
}

// FuzzRunkeeperTable holds that nothing in a table brings its reader down.
func FuzzRunkeeperTable(f *testing.F) {
	a := runkeepertest.Build(runkeepertest.Options{})
	f.Add(a.Data("cardioActivities.csv"))
	f.Add(bytes.ReplaceAll(a.Data("cardioActivities.csv"), []byte(","), []byte(";")))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := runkeeperRead(data)
		for _, r := range got.rows {
			if err == nil && (r.local.IsZero() || r.entry.TimerS <= 0 || r.said.Ref == "") {
				t.Errorf("%+v", r)
			}
		}
	})
}
