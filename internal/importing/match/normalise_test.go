package match

import (
	"testing"
	"time"
	_ "time/tzdata"

	"lapkeep/internal/training"
)

// places stands for the table of zones.
type places map[[2]int]string

func (p places) Zone(lat, lon float64) (string, bool) {
	name, ok := p[[2]int{int(lat), int(lon)}]
	return name, ok
}

var world = places{
	{-33, 151}: "Australia/Sydney", {22, 88}: "Asia/Kolkata", {34, -118}: "America/Los_Angeles",
	{52, 13}: "Europe/Berlin", {-11, 166}: "Pacific/Guadalcanal", {1, 1}: "Nowhere/Atall",
}

func at(lat, lon float64) training.Columns {
	var c training.Columns
	c.TimeS = []int32{0, 1}
	c.Put(training.Latitude, 0, 0) // no fix yet
	c.Put(training.Longitude, 0, 0)
	c.Put(training.Latitude, 1, int32(lat*training.Latitude.Scale()))
	c.Put(training.Longitude, 1, int32(lon*training.Longitude.Scale()))
	return c
}

func TestLocalDayAndZone(t *testing.T) {
	t.Parallel()
	hours := func(h float64) *int { s := int(h * 3600); return &s }
	tests := []struct {
		name    string
		start   string // UTC
		cols    training.Columns
		sub     string
		file    *int
		home    string
		zone    string
		offsetH float64
		source  training.ZoneSource
		day     string
		words   string
	}{
		{
			name: "Sydney in summer, evening before in UTC", start: "2026-01-10T20:30:00Z", cols: at(-33.8, 151.2), home: "Europe/Berlin",
			zone: "Australia/Sydney", offsetH: 11, source: training.ZoneFromGPS, day: "2026-01-11", words: "Morning ride",
		},
		{
			name: "Sydney in winter", start: "2026-07-10T13:30:00Z", cols: at(-33.8, 151.2), home: "Europe/Berlin",
			zone: "Australia/Sydney", offsetH: 10, source: training.ZoneFromGPS, day: "2026-07-10", words: "Night ride",
		},
		{
			name: "Kolkata, half an hour", start: "2026-05-01T18:45:00Z", cols: at(22.5, 88.3), home: "UTC",
			zone: "Asia/Kolkata", offsetH: 5.5, source: training.ZoneFromGPS, day: "2026-05-02", words: "Night ride",
		},
		{
			name: "Los Angeles, 23:30", start: "2026-03-01T07:30:00Z", cols: at(34.05, -118.2), home: "Asia/Kolkata",
			zone: "America/Los_Angeles", offsetH: -8, source: training.ZoneFromGPS, day: "2026-02-28", words: "Night ride",
		},
		{
			name: "the night the clocks go back: first 2:30", start: "2026-10-25T00:30:00Z", cols: at(52.5, 13.4), home: "Asia/Kolkata",
			zone: "Europe/Berlin", offsetH: 2, source: training.ZoneFromGPS, day: "2026-10-25", words: "Night ride",
		},
		{
			name: "the night the clocks go back: second 2:30", start: "2026-10-25T01:30:00Z", cols: at(52.5, 13.4), home: "Asia/Kolkata",
			zone: "Europe/Berlin", offsetH: 1, source: training.ZoneFromGPS, day: "2026-10-25", words: "Night ride",
		},
		{
			name: "virtual courses lie nowhere", start: "2026-05-01T17:00:00Z", cols: at(-11.6, 166.9),
			sub: training.SubVirtual, home: "Europe/Berlin",
			zone: "Europe/Berlin", offsetH: 2, source: training.ZoneFromAthlete, day: "2026-05-01", words: "Evening virtual ride",
		},
		{
			name: "an offset in the file, travelling indoors", start: "2026-05-01T23:30:00Z", file: hours(9), home: "Europe/Berlin",
			zone: "", offsetH: 9, source: training.ZoneFromFile, day: "2026-05-02", words: "Morning ride",
		},
		{
			name: "an offset in the file that is home's", start: "2026-05-01T10:30:00Z", file: hours(2), home: "Europe/Berlin",
			zone: "Europe/Berlin", offsetH: 2, source: training.ZoneFromFile, day: "2026-05-01", words: "Lunch ride",
		},
		{
			name: "an offset that is none", start: "2026-05-01T12:30:00Z", file: hours(0.1), home: "Europe/Berlin",
			zone: "Europe/Berlin", offsetH: 2, source: training.ZoneFromAthlete, day: "2026-05-01", words: "Afternoon ride",
		},
		{
			name: "a place with a zone that is not known", start: "2026-05-01T12:30:00Z", cols: at(1.5, 1.5), home: "Europe/Berlin",
			zone: "Europe/Berlin", offsetH: 2, source: training.ZoneFromAthlete, day: "2026-05-01", words: "Afternoon ride",
		},
		{
			name: "nothing is known", start: "2026-05-01T12:30:00Z",
			zone: "", offsetH: 0, source: training.ZoneFromAthlete, day: "2026-05-01", words: "Lunch ride",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			start, err := time.Parse(time.RFC3339, tt.start)
			if err != nil {
				t.Fatal(err)
			}
			rec := &training.Recording{Sport: "Biking", SubSport: tt.sub, Start: start, OffsetS: tt.file, Columns: tt.cols}
			act := Recording(rec, training.Athlete{TimeZone: tt.home}, world)
			if act.Zone != tt.zone || act.OffsetS != int(tt.offsetH*3600) || act.ZoneSource != tt.source {
				t.Errorf("zone %q %d s from %s", act.Zone, act.OffsetS, act.ZoneSource)
			}
			if act.LocalDay.String() != tt.day || act.Name != tt.words || act.Sport != training.Cycling {
				t.Errorf("%s %q %s", act.LocalDay, act.Name, act.Sport)
			}
		})
	}
}

func TestSportsAreRead(t *testing.T) {
	t.Parallel()
	for in, want := range map[training.Sport]training.Sport{
		"VirtualRide": training.Cycling, "": training.Other, "Rock Climbing": "rock_climbing", "RUNNING": training.Running,
	} {
		if got := Sport(in); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
}

func TestWordsOfAFileAreCleaned(t *testing.T) {
	t.Parallel()
	act := Recording(&training.Recording{
		Sport: training.Running, Name: "  Long\u202e\nrun ",
		Start: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC),
	}, training.Athlete{}, nil)
	if act.Name != "Long run" {
		t.Errorf("got %q", act.Name)
	}
}

// TestClocksOfPlaces: what knows only the clock of its place is at the instant
// that the zone there makes of it, in summer and winter, else that at home.
func TestClocksOfPlaces(t *testing.T) {
	t.Parallel()
	home := training.Athlete{TimeZone: "America/Los_Angeles"}
	for name, tt := range map[string]struct {
		clock string
		cols  training.Columns
		who   training.Athlete
		want  string
		day   string
		hours float64
	}{
		"summer in Berlin":       {"2026-07-10T23:30:00Z", at(52.5, 13.4), home, "2026-07-10T21:30:00Z", "2026-07-10", 2},
		"winter in Berlin":       {"2026-01-10T00:10:00Z", at(52.5, 13.4), home, "2026-01-09T23:10:00Z", "2026-01-10", 1},
		"half an hour":           {"2026-05-01T06:00:00Z", at(22.5, 88.3), home, "2026-05-01T00:30:00Z", "2026-05-01", 5.5},
		"no position":            {"2026-07-10T23:30:00Z", training.Columns{TimeS: []int32{0}}, home, "2026-07-11T06:30:00Z", "2026-07-10", -7},
		"a place without a zone": {"2026-07-10T23:30:00Z", at(1.5, 1.5), home, "2026-07-11T06:30:00Z", "2026-07-10", -7},
		"no home": {
			"2026-07-10T23:30:00Z",
			training.Columns{TimeS: []int32{0}},
			training.Athlete{},
			"2026-07-10T23:30:00Z", "2026-07-10", 0,
		},
	} {
		clock, err := time.Parse(time.RFC3339, tt.clock)
		if err != nil {
			t.Fatal(err)
		}
		rec := &training.Recording{Start: clock, LocalStart: true, Columns: tt.cols, Sport: training.Cycling}
		told := &training.Recording{Start: clock, Columns: tt.cols, Sport: training.Cycling}
		Instants([]*training.Recording{rec, told}, tt.who, world)
		act := Recording(rec, tt.who, world)
		if got := rec.Start.Format(time.RFC3339); got != tt.want || rec.LocalStart || act.LocalDay.String() != tt.day ||
			act.OffsetS != int(tt.hours*3600) || !told.Start.Equal(clock) {
			t.Errorf("%s: %s, day %s, offset %d", name, got, act.LocalDay, act.OffsetS)
		}
		entry := &training.Entry{Start: clock, Local: true}
		typed := Manual{Start: NormalEntered(entry, tt.who), Sport: training.Running, TimerS: 60}
		if day := typed.Activity(tt.who).LocalDay.String(); day != tt.clock[:10] {
			t.Errorf("%s: entered on %s", name, day)
		}
	}
}

func TestSiblingsShareTheirZone(t *testing.T) {
	t.Parallel()
	home := training.Athlete{TimeZone: "Europe/Berlin"}
	start := time.Date(2026, 1, 10, 20, 30, 0, 0, time.UTC)
	leg := func(sport training.Sport, after time.Duration, c training.Columns) *training.Recording {
		return &training.Recording{Sport: sport, Start: start.Add(after), Columns: c}
	}
	swim, ride := leg(training.Swimming, 0, training.Columns{}), leg(training.Cycling, time.Hour, at(-33.8, 151.2))
	run, later := leg(training.Running, 3*time.Hour, training.Columns{}), leg(training.Running, 48*time.Hour, training.Columns{})
	there, elsewhere, away := 11*3600, 3600, leg(training.Running, 5*time.Hour, training.Columns{})
	run.OffsetS, away.OffsetS = &there, &elsewhere
	acts := Together([]*training.Recording{swim, ride, run, later, away}, nil, home, world)
	for i, want := range []string{"Australia/Sydney", "Australia/Sydney", "Australia/Sydney", "Europe/Berlin", "Europe/Berlin"} {
		if acts[i].Zone != want {
			t.Errorf("leg %d is in %s from %s", i, acts[i].Zone, acts[i].ZoneSource)
		}
	}
	if a := acts[0]; a.LocalDay.String() != "2026-01-11" || a.Name != "Morning swim" || a.OffsetS != 11*3600 {
		t.Errorf("%s %q %d s", a.LocalDay, a.Name, a.OffsetS)
	}
}

// TestWhatIsSaidToBeVirtualLiesNowhere: an export's table knows it of a file
// that does not.
func TestWhatIsSaidToBeVirtualLiesNowhere(t *testing.T) {
	t.Parallel()
	ride := &training.Recording{Sport: training.Cycling, Start: time.Date(2026, 1, 10, 20, 30, 0, 0, time.UTC), Columns: at(-11.6, 166.9)}
	said := []*training.Statement{{Sport: training.Cycling, SubSport: training.SubVirtual}}
	for _, tt := range []struct {
		said []*training.Statement
		want string
	}{{said, "Europe/Berlin"}, {nil, "Pacific/Guadalcanal"}} {
		acts := Together([]*training.Recording{ride}, tt.said, training.Athlete{TimeZone: "Europe/Berlin"}, world)
		if acts[0].Zone != tt.want {
			t.Errorf("it is in %s", acts[0].Zone)
		}
	}
}
