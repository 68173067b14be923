package importing_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/derive"
	"lapkeep/internal/importing"
	"lapkeep/internal/importing/archive"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/ingesttest"
)

// tokyo is where every position lies in these tests.
type tokyo struct{}

func (tokyo) Zone(float64, float64) (string, bool) { return "Asia/Tokyo", true }

// whereaboutsOf imports a trainer session, an entry of an archive and one by
// hand at 22:30 UTC, a ride with a position nine days later, and a trainer
// session the evening before it.
func whereaboutsOf(t *testing.T, b bench) {
	t.Helper()
	trainer := ingesttest.Device{Channels: []training.Channel{training.Power, training.HeartRate}}
	late := 16*time.Hour + 30*time.Minute // start is at 6:00
	travel := 9 * 24 * time.Hour
	b.items(t, "",
		ride("trainer.tcx", outing(training.Cycling, late, 1), trainer).item(),
		entered(late+24*time.Hour, 1800, func(s *training.Statement) { s.Name = "" }),
		ride("ride.fit", outing(training.Cycling, travel, 2), headUnit("1")).item(),
		ride("hotel.tcx", outing(training.Cycling, travel-8*time.Hour, 3), trainer).item(),
	)
	write(t, b, func(tx *store.Tx) error {
		_, _, err := b.im.Create(t.Context(), tx, me,
			importing.Manual{Sport: training.Yoga, Start: start.Add(late + 48*time.Hour), Zone: "UTC", TimerS: 600})
		return err
	})
	follow(t, b)
}

// clocks are the day, the zone and the name of each activity.
func (b bench) clocks(t *testing.T) (out []string) {
	t.Helper()
	page, err := b.db.Activities(t.Context(), storetest.Export(me), store.ActivityFilter{Ascending: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range page.Rows {
		out = append(out, r.LocalDay.String()+" "+r.Zone+" "+r.Name)
	}
	return out
}

func (b bench) lives(t *testing.T, zone string) {
	t.Helper()
	write(t, b, func(tx *store.Tx) error { return tx.PutAthlete(training.Athlete{ID: me, TimeZone: zone}) })
	follow(t, b)
}

// TestDaysFollowTheAthletesZone, those of activities without a position alone:
// what the athlete entered by hand is on the day that they said, and near an
// activity with a position they were where that was.
func TestDaysFollowTheAthletesZone(t *testing.T) {
	t.Parallel()
	b := newBench(t, func(o *importing.Options) { o.Zones = tokyo{} })
	b.lives(t, "UTC") // as the computer stood
	whereaboutsOf(t, b)
	atUTC := []string{
		"2026-05-01 UTC Night ride", "2026-05-02 UTC Night ride", "2026-05-03 UTC Night yoga",
		"2026-05-10 Asia/Tokyo Morning ride", "2026-05-10 Asia/Tokyo Afternoon ride",
	}
	if diff := cmp.Diff(atUTC, b.clocks(t)); diff != "" {
		t.Fatal(diff)
	}
	b.lives(t, "Pacific/Auckland")
	want := slices.Clone(atUTC)
	want[0], want[1] = "2026-05-02 Pacific/Auckland Morning ride", "2026-05-03 Pacific/Auckland Morning ride"
	if diff := cmp.Diff(want, b.clocks(t)); diff != "" {
		t.Errorf("after the zone was set: %s", diff)
	}
	day, err := training.ParseDay("2026-05-02")
	if err != nil {
		t.Fatal(err)
	}
	loads, err := b.db.Activities(t.Context(), storetest.Export(me), store.ActivityFilter{Days: &training.DayRange{From: day, To: day}})
	if err != nil || len(loads.Rows) != 1 || loads.Rows[0].Summary.Values[training.MetricDurationS] == 0 {
		t.Errorf("what is derived is not on the day: %v %v", loads.Rows, err)
	}
	if n, err := derive.Follow(t.Context(), b.db, nil); err != nil || n != 0 {
		t.Errorf("%d were left to be derived, %v", n, err)
	}
	b.lives(t, "UTC")
	if diff := cmp.Diff(atUTC, b.clocks(t)); diff != "" {
		t.Errorf("and back: %s", diff)
	}
}

// TestTravelHangsOnWhatHasAPosition: it may come later, and go.
func TestTravelHangsOnWhatHasAPosition(t *testing.T) {
	t.Parallel()
	b := newBench(t, func(o *importing.Options) { o.Zones = tokyo{} })
	trainer := ingesttest.Device{Channels: []training.Channel{training.Power}}
	hotel := ride("hotel.tcx", outing(training.Cycling, 12*time.Hour, 3), trainer)
	b.items(t, "one", hotel.item())
	home := b.clocks(t)
	b.items(t, "two", archive.Memory("ride.fit", ride("", outing(training.Cycling, 30*time.Hour, 2), headUnit("1")).data))
	if got := b.clocks(t); got[0] != "2026-05-02 Asia/Tokyo Night ride" {
		t.Errorf("%q, at home it was %q", got, home)
	}
	write(t, b, func(tx *store.Tx) error { return tx.RemoveRun(me, "two") })
	follow(t, b)
	if diff := cmp.Diff(home, b.clocks(t)); diff != "" {
		t.Error(diff)
	}
}
