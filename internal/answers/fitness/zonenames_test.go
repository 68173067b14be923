package fitness_test

import (
	"slices"
	"testing"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/derive"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// TestTimeInZonesHasTheAthletesNames where they are those of all sports that
// are counted together.
func TestTimeInZonesHasTheAthletesNames(t *testing.T) {
	t.Parallel()
	names := []string{"Easy", "Steady", "Tempo", "Hard", "Max"}
	for _, c := range []struct {
		sports []training.Sport
		own    bool
	}{{[]training.Sport{training.Running}, true}, {[]training.Sport{training.Running, training.Walking}, false}} {
		s := &answerstest.FitnessStore{Past: training.History{
			{Key: training.KeyHRZones, From: today - 9, Values: []float64{130, 145, 155, 165}},
			{Key: training.KeyLTHR, From: today - 9, Values: []float64{165}},
		}}
		for i, sport := range c.sports {
			s.Add(store.LoadInput{
				ID: training.ActivityID(sport), Sport: sport, Day: today - training.Day(i), TimerS: 3600,
				AvgHR: 150, HRSeconds: 3600,
			},
				map[string][]byte{derive.HRHistogram: derive.EncodeHistogram(answerstest.Bell(training.HeartRate, 150, 12, 3600))})
		}
		s.Say(document.SportSettings, "tri:0", "tri", 0, training.SportSettings{
			Sports: []training.Sport{training.Running}, KindsOnly: []training.Sport{training.Running}, HRZoneNames: []string{"of", "trails", "and", "of", "no"},
		})
		s.Say(document.SportSettings, "tri:1", "tri", 0, training.SportSettings{Sports: []training.Sport{training.Running}, HRZoneNames: names})
		v := summarise(t, s, here, fitness.SummaryQuery{Kind: fitness.PeriodRange, Days: lastDays(7)})
		if len(v.Zones) != 1 || len(v.Zones[0].Seconds) != len(names) {
			t.Fatalf("%+v", v.Zones)
		}
		if got := slices.Equal(v.Zones[0].Names, names); got != c.own {
			t.Errorf("%v: %q", c.sports, v.Zones[0].Names)
		}
	}
}
