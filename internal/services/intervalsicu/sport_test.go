package intervalsicu

import (
	"strings"
	"testing"

	"lapkeep/internal/training"
)

// types are all the service's words for sports.
const types = "Ride Run Swim WeightTraining Hike Walk AlpineSki BackcountrySki Badminton Canoeing Crossfit " +
	"EBikeRide EMountainBikeRide Elliptical Golf GravelRide " +
	"TrackRide Handcycle HighIntensityIntervalTraining Hockey IceSkate InlineSkate Kayaking Kitesurf MountainBikeRide " +
	"Cyclocross NordicSki OpenWaterSwim Padel " +
	"Pilates Pickleball Racquetball Rugby RockClimbing RollerSki Rowing Sail Skateboard Snowboard Snowshoe Soccer " +
	"Squash StairStepper StandUpPaddling Surfing " +
	"TableTennis Tennis TrailRun Transition Velomobile VirtualRide VirtualRow VirtualRun VirtualSki WaterSport " +
	"Wheelchair Windsurf Workout Yoga Other"

func TestEveryTypeIsASportAndComesBack(t *testing.T) {
	t.Parallel()
	words := strings.Fields(types)
	if len(words) != 60 {
		t.Fatalf("%d types", len(words))
	}
	for _, w := range words {
		sport, sub := Sport(w)
		if got := Type(sport, sub); got != w {
			t.Errorf("%s is %s/%s and comes back as %s", w, sport, sub, got)
		}
		if strings.ToLower(string(sport)) != string(sport) || sport == "" {
			t.Errorf("%s is %q", w, sport)
		}
	}
}

func TestSportsAreWrittenByTheirNearestType(t *testing.T) {
	t.Parallel()
	for in, want := range map[[2]string]string{
		{"cycling", "road"}: "Ride", {"cycling", "indoor"}: "Ride", {"swimming", "pool"}: "Swim",
		{"running", "track"}: "Run", {"rock_climbing", ""}: "RockClimbing",
		{"curling", ""}: "", {"diving", ""}: "",
	} {
		if got := Type(training.Sport(in[0]), in[1]); got != want {
			t.Errorf("%v is %q", in, got)
		}
	}
	if s, sub := Sport("SpaceWalk"); s != "space_walk" || sub != "" {
		t.Errorf("a new type is %q/%q", s, sub)
	}
	if _, err := typeOf("curling", ""); training.KindOf(err) != training.KindUnsupported {
		t.Errorf("%v", err)
	}
}
