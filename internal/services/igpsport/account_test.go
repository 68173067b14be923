package igpsport

import (
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
	"lapkeep/test/igpsporttest"
)

// What the client can do.
var (
	_ source.Service             = (*Client)(nil)
	_ source.ActivityLister      = (*Client)(nil)
	_ source.ActivityReader      = (*Client)(nil)
	_ source.RecordingFetcher    = (*Client)(nil)
	_ source.ProfileReader       = (*Client)(nil)
	_ source.SportSettingsReader = (*Client)(nil)
)

func TestTheAthleteAndTheirThresholds(t *testing.T) {
	t.Parallel()
	both(t, igpsporttest.Options{}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
		c, _ := signedIn(t, s, r)
		p, err := c.Profile(t.Context())
		if err != nil || p.WeightKg != 71 || p.HeightCm != 178 || p.RestHRBpm != 48 || p.BirthYear() != 1988 || p.ID == "" || p.Sex != "" ||
			(p.TimeZone == "Asia/Shanghai") != (r == igpsporttest.CN) {
			t.Errorf("%+v, %v", p, err)
		}
		all, err := c.SportSettings(t.Context())
		if err != nil || len(all) != 2 {
			t.Fatalf("%+v, %v", all, err)
		}
		ride, run := all[0], all[1]
		if ride.FTPW != 250 || ride.LTHRBpm != 168 || ride.MaxHRBpm != 188 || !slices.Equal(ride.Sports, []training.Sport{training.Cycling}) ||
			!slices.Equal(ride.PowerZonesPct, []float64{55, 75, 90, 105, 120, 150, 999}) ||
			!slices.Equal(ride.HRZonesBpm, []float64{136, 150, 158, 168, 188}) {
			t.Errorf("%+v", ride)
		}
		if run.LTHRBpm != 168 || run.MaxHRBpm != 188 || run.FTPW != 0 || !slices.Equal(run.Sports, []training.Sport{training.Running}) {
			t.Errorf("%+v", run)
		}
	})
}

func TestWhatWasNeverEnteredIsNotSaid(t *testing.T) {
	t.Parallel()
	both(t, igpsporttest.Options{NoThresholds: true}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
		c, _ := signedIn(t, s, r)
		all, err := c.SportSettings(t.Context())
		if err != nil || len(all) != 1 || all[0].FTPW != 0 || all[0].LTHRBpm != 0 || all[0].PowerZonesPct != nil || all[0].HRZonesBpm != nil {
			t.Errorf("%+v, %v", all, err)
		}
	})
}

// A token can open somebody else's account without anybody noticing, as one of
// the other region does.
func TestAnotherAthleteThanTheOneConnectedIsNotRead(t *testing.T) {
	t.Parallel()
	both(t, igpsporttest.Options{}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
		c, _ := signedIn(t, s, r, func(o *client.Options) { o.Athlete = "77" })
		_, err := c.ListActivities(t.Context(), everyDay())
		if f, _ := source.FailureOf(err); f.Fault != source.Unauthorised || !strings.Contains(err.Error(), "77 is connected") {
			t.Errorf("%v", err)
		}
		if _, err := c.Profile(t.Context()); err == nil {
			t.Error("the profile is read")
		}
	})
}

// Some accounts are refused who they are; their parameters say it.
func TestAnAccountThatIsRefusedItsName(t *testing.T) {
	t.Parallel()
	both(t, igpsporttest.Options{}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
		defer s.Inject(igpsporttest.Fault{Operation: "userInfo", Status: 403})()
		c, _ := signedIn(t, s, r)
		who, err := c.Check(t.Context())
		if err != nil || who.ID == "" || who.Others != nil {
			t.Errorf("%+v, %v", who, err)
		}
		if n := len(listed(t, c, everyDay())); n != 26 {
			t.Errorf("%d activities", n)
		}
		weight := map[igpsporttest.Region]float64{igpsporttest.CN: 71}[r]
		if p, err := c.Profile(t.Context()); err != nil || p.ID != who.ID || p.WeightKg != weight {
			t.Errorf("%+v, %v", p, err)
		}
	})
}
