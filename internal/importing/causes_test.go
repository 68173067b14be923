package importing_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"lapkeep/internal/formats/recording"
	"lapkeep/internal/importing"
	"lapkeep/internal/importing/match"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/causetest"
	"lapkeep/test/ingesttest"
)

// theIsland is where the apps' roads lie in these tests.
type theIsland struct{}

func (theIsland) Zone(float64, float64) (string, bool) { return "Pacific/Guadalcanal", true }

// A ride on an app's road took place where the athlete is, however little of
// it the file says.
func TestVirtualRidesAreAtHome(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := causetest.Island{
			Seconds: rapid.IntRange(60, 120).Draw(t, "seconds"), LatDeg: rapid.Float64Range(-60, 60).Draw(t, "latitude"),
			LonDeg: rapid.Float64Range(-170, 170).Draw(t, "longitude"),
			Maker: rapid.SampledFrom([]int{
				causetest.MakerZwift, causetest.MakerMyWhoosh, causetest.MakerRouvy,
				causetest.MakerBkool,
			}).Draw(t, "maker"),
			SubSport: rapid.SampledFrom([]int{0, causetest.Virtual}).Draw(t, "sub-sport"),
		}
		if rapid.Bool().Draw(t, "named by its fields alone") {
			c.App, c.Maker = c.Maker, causetest.MakerNone
		}
		made, name := c.FIT(), rapid.SampledFrom([]string{"Zwift", "Rouvy", "ROUVY", "MyWhoosh", "BKOOL", "Bkool Cycling"})
		switch rapid.SampledFrom([]string{"FIT", "GPX", "TCX"}).Draw(t, "format") {
		case "GPX":
			made = c.GPX(name.Draw(t, "creator"))
		case "TCX":
			made = c.TCX(name.Draw(t, "author"))
		}
		res, err := recording.Read(t.Context(), "ride", made.Bytes, recording.Limits{})
		if err != nil || len(res.Recordings) != 1 {
			t.Fatal(res, err)
		}
		act := match.Recording(res.Recordings[0], training.Athlete{TimeZone: "Europe/Berlin"}, theIsland{})
		if act.Zone != "Europe/Berlin" || act.OffsetS != 7200 {
			t.Errorf("the ride took place in %s, %d s from UTC", act.Zone, act.OffsetS)
		}
	})
}

// Legs without positions took place where the others did.
func TestLegsAreInOnePlace(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := causetest.Legs{SwimS: 300, BikeS: 600, RunS: 300, SwimRows: rapid.Bool().Draw(t, "rows of the swim")}
		some := false
		for i := range c.Places {
			c.Places[i] = rapid.Bool().Draw(t, "place")
			some = some || c.Places[i]
		}
		res, err := recording.Read(t.Context(), "race", c.File().Bytes, recording.Limits{})
		if err != nil || len(res.Recordings) != 3 {
			t.Fatal(res, err)
		}
		want := "Europe/Berlin"
		if some {
			want = "Pacific/Guadalcanal"
		}
		for i, act := range match.Together(res.Recordings, nil, training.Athlete{TimeZone: "Europe/Berlin"}, theIsland{}) {
			if act.Zone != want {
				t.Errorf("leg %d with %v is in %s", i, c.Places, act.Zone)
			}
		}
	})
}

// A leg that a second device recorded too took place where its siblings did,
// whichever came first and whatever is taken apart and put together again.
func TestAMergedLegKeepsItsSiblingsZone(t *testing.T) {
	t.Parallel()
	heart := func(maker string) ingesttest.Device {
		return ingesttest.Device{Maker: maker, Serial: "1", Channels: []training.Channel{training.HeartRate}}
	}
	swim, bike := outing(training.Swimming, 0, 1), outing(training.Cycling, 20*time.Minute, 2)
	race := file{"race.fit", ingesttest.File(swim.Record(heart("garmin")), bike.Record(headUnit("1")))}
	band := ride("band.fit", swim, heart("polar"))
	for name, order := range map[string][]file{"race first": {race, band}, "band first": {band, race}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t, func(o *importing.Options) { o.Zones = theIsland{} })
			inIsland := func(what string) {
				t.Helper()
				page, err := b.db.Activities(t.Context(), storetest.Export(me), store.ActivityFilter{Ascending: true})
				if err != nil {
					t.Fatal(err)
				}
				for _, row := range page.Rows {
					if row.Zone != "Pacific/Guadalcanal" {
						t.Errorf("%s: %s is in %s", what, row.Sport, row.Zone)
					}
				}
			}
			for _, f := range order {
				b.run(t, importing.RunOptions{}, f)
			}
			if b.count(t) != 2 {
				t.Fatalf("%d activities", b.count(t))
			}
			inIsland("imported")
			follow(t, b)
			inIsland("composed anew")
			page, err := b.db.Activities(t.Context(), storetest.Export(me), store.ActivityFilter{Sports: []training.Sport{training.Swimming}})
			if err != nil || len(page.Rows) != 1 {
				t.Fatal(page, err)
			}
			recs, err := b.db.Recordings(t.Context(), storetest.Export(me), page.Rows[0].ID)
			if err != nil || len(recs) != 2 {
				t.Fatal(recs, err)
			}
			i := slices.IndexFunc(recs, func(r store.RecordingRow) bool { return r.Recording.Sessions == 2 })
			leg := recs[i].ID
			err = b.db.Write(t.Context(), func(tx *store.Tx) error {
				_, err := b.im.Split(t.Context(), tx, me, page.Rows[0].ID, training.Activity{}, leg)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			alone, err := b.db.Recordings(t.Context(), storetest.Export(me), page.Rows[0].ID)
			if err != nil || len(alone) != 1 {
				t.Fatal(alone, err)
			}
			row, err := b.db.Activity(t.Context(), storetest.Export(me), activityOf(t, b, leg))
			if err != nil || row.Zone != "Pacific/Guadalcanal" {
				t.Errorf("split off, it is in %s, %v", row.Zone, err)
			}
		})
	}
}

// activityOf is the activity that a recording is part of.
func activityOf(t *testing.T, b bench, id training.RecordingID) training.ActivityID {
	t.Helper()
	for row, err := range b.db.AllRecordings(t.Context(), storetest.Export(me)) {
		if err != nil {
			t.Fatal(err)
		}
		if row.ID == id {
			return row.Activity
		}
	}
	t.Fatal("there is no recording", id)
	return ""
}
