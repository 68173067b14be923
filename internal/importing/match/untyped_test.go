package match_test

import (
	"strings"
	"testing"
	"time"

	"lapkeep/internal/importing/match"
	"lapkeep/internal/training"
)

// leg is a part of a way: so many minutes at a speed, rising so many metres.
type leg struct{ minutes, kmh, upM float64 }

// way returns a track of positions and altitudes.
func way(name string, legs ...leg) *training.Recording {
	r := &training.Recording{
		Name: name, Sport: training.Other, SportUnsaid: true,
		Start: time.Date(2026, 5, 1, 6, 0, 0, 0, time.UTC), Sessions: 1,
	}
	const everyS, metresPerDegree = 10, 111_195.0
	second, metres, altitude := 0, 0.0, 500.0
	for _, l := range legs {
		steps := l.minutes * 60 / everyS
		for range int(steps) {
			row := r.Columns.Len()
			r.Columns.TimeS = append(r.Columns.TimeS, int32(second))
			r.Columns.Put(training.Latitude, row, int32((46+metres/metresPerDegree)*training.Latitude.Scale()))
			r.Columns.Put(training.Longitude, row, int32(8*training.Longitude.Scale()))
			r.Columns.Put(training.Altitude, row, int32(altitude*training.Altitude.Scale()))
			second, metres, altitude = second+everyS, metres+l.kmh/3.6*everyS, altitude+l.upM/steps
		}
	}
	r.Columns.Pad()
	r.ElapsedS, r.TimerS = float64(second), float64(second)
	return r
}

func TestASportWhereTheFileNamesNone(t *testing.T) {
	t.Parallel()
	ski := []leg{{10, 14, 450}, {5, 40, -400}, {10, 14, 450}, {5, 45, -450}}
	for name, c := range map[string]struct {
		rec *training.Recording
		is  training.Sport
		by  string
	}{
		"by one word":             {way("Long run with Anna", leg{30, 25, 0}), training.Running, "its name"},
		"by all words":            {way("Course à pied", leg{30, 25, 0}), training.Running, "its name"},
		"two words, two sports":   {way("Bike and run", leg{30, 11, 0}), training.Running, "11 km/h"},
		"a flat ride":             {way("Zürich", leg{60, 27, 20}), training.Cycling, "27 km/h"},
		"up a pass and down":      {way("", leg{60, 9, 900}, leg{18, 40, -900}), training.Cycling, "its speed"},
		"a run":                   {way("", leg{40, 11, 50}), training.Running, "11 km/h"},
		"a race":                  {way("", leg{35, 17, 10}), training.Running, "17 km/h"},
		"a walk":                  {way("", leg{40, 5, 10}), training.Walking, "5 km/h"},
		"a hike":                  {way("", leg{90, 4, 500}), training.Hiking, "its climbs"},
		"a day on skis":           {way("", ski...), training.AlpineSki, "its lifts"},
		"a drive":                 {way("", leg{40, 95, 0}), training.Other, "neither"},
		"nothing of it":           {way(""), training.Other, "neither"},
		"a minute":                {way("", leg{1, 25, 0}), training.Other, "neither"},
		"a gap of a day in a run": {way("", leg{20, 11, 0}, leg{20, 0, 0}, leg{20, 11, 0}), training.Running, "11 km/h"},
	} {
		word := match.Untyped(c.rec)
		if c.rec.Sport != c.is || !strings.Contains(word.String(), c.by) {
			t.Errorf("%s is %s: %q", name, c.rec.Sport, word)
		}
	}
	typed := way("Run", leg{30, 25, 0})
	typed.Sport, typed.SportUnsaid = training.Cycling, false
	if word := match.Untyped(typed); word != "" || typed.Sport != training.Cycling {
		t.Errorf("%s: %q", typed.Sport, word)
	}
}
