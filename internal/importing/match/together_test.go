package match

import (
	"testing"
	"time"
	_ "time/tzdata"

	"lapkeep/internal/training"
)

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
