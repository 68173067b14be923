package intervalstest

import (
	"fmt"
	"time"

	"lapkeep/test/intervalstest/apitest"
	"lapkeep/test/intervalstest/reckontest"
	"lapkeep/test/intervalstest/sampletest"
)

// addAthlete makes one with settings and, unless all is to be empty, a sample.
func (s *Server) addAthlete(id string, owner bool) error {
	zone, err := time.LoadLocation(s.options.TimeZone)
	if err != nil {
		return fmt.Errorf("the emulator's time zone: %w", err)
	}
	a := apitest.NewAthlete(apitest.Doc{
		"id": id, "name": "Ada Example", "firstname": "Ada", "lastname": "Example", "email": "ada@example.org", "sex": "F",
		"city": "Berlin", "country": "Germany", "timezone": s.options.TimeZone, "locale": "en", "measurement_preference": "meters",
		"icu_weight": 62.5, "weight": 62.5, "height": 1.7, "icu_resting_hr": 48, "icu_date_of_birth": "1990-04-12",
		"icu_api_key": s.options.APIKey, "icu_friend_invite_token": "canary-invite-token", // what a client must not hand on
		"icu_coach": owner && len(s.options.Coached) > 0, "plan": "FREE", "status": "ACTIVE", "visibility": "PRIVATE",
	}, zone)
	if !owner {
		a.Profile["name"], a.Profile["icu_permission"] = "Coached "+id, "WRITE" // null of the caller's own
	}
	s.world.Athletes = append(s.world.Athletes, a)
	if s.options.Rich && owner {
		sampletest.Rich(s.world, a, s.options.Seconds)
		s.settle()
		return nil
	}
	sampletest.Settings(s.world, a)
	if !s.options.Empty {
		sampletest.Fill(s.world, a, sampletest.Size{
			Activities: s.options.Activities, Seconds: s.options.Seconds,
			StubEvery: s.options.StubEvery, Wellness: s.options.Wellness,
		})
	}
	return nil
}

// settle works out what a change has changed elsewhere.
func (s *Server) settle() {
	for _, a := range s.world.Athletes {
		reckontest.Settle(a, s.world.Clock().In(a.Zone).Format(time.DateOnly))
	}
}
