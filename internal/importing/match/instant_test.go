package match

import (
	"testing"
	"time"

	"lapkeep/internal/training"
)

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
