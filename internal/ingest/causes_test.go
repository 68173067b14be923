package ingest_test

import (
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/ingest/normalise"
	"lapkeep/internal/recording"
	"lapkeep/internal/recording/causetest"
	"lapkeep/internal/training"
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
			Seconds: rapid.IntRange(60, 120).Draw(t, "seconds"), LatDeg: rapid.Float64Range(-60, 60).Draw(t, "latitude"), LonDeg: rapid.Float64Range(-170, 170).Draw(t, "longitude"),
			Maker:    rapid.SampledFrom([]int{causetest.MakerZwift, causetest.MakerMyWhoosh, causetest.MakerRouvy, causetest.MakerBkool}).Draw(t, "maker"),
			SubSport: rapid.SampledFrom([]int{0, causetest.Virtual}).Draw(t, "sub-sport"),
		}
		made := c.FIT()
		if rapid.Bool().Draw(t, "exported") {
			made = c.GPX(rapid.SampledFrom([]string{"Zwift", "Rouvy", "ROUVY", "MyWhoosh", "BKOOL", "Bkool Cycling"}).Draw(t, "creator"))
		}
		res, err := recording.Read(t.Context(), "ride", made.Bytes, recording.Limits{})
		if err != nil || len(res.Recordings) != 1 {
			t.Fatal(res, err)
		}
		act := normalise.Recording(res.Recordings[0], training.Athlete{TimeZone: "Europe/Berlin"}, theIsland{})
		if act.Zone != "Europe/Berlin" || act.OffsetS != 7200 {
			t.Errorf("the ride took place in %s, %d s from UTC", act.Zone, act.OffsetS)
		}
	})
}
