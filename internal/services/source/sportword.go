package source

import (
	"slices"
	"strings"
	"unicode"

	"lapkeep/internal/training"
)

// kinds are words for sports, with ours.
// Where several share ours, the first is what we write.
var kinds = []struct {
	word  string
	sport training.Sport
	sub   string
}{
	{"Ride", training.Cycling, ""},
	{"VirtualRide", training.Cycling, training.SubVirtual},
	{"GravelRide", training.Cycling, training.SubGravel},
	{"MountainBikeRide", training.Cycling, training.SubMountain},
	{"TrackRide", training.Cycling, training.SubTrack},
	{"Ride", training.Cycling, training.SubRoad},
	{"Cyclocross", training.Cycling, "cyclocross"},
	{"EBikeRide", training.Cycling, "e_bike"},
	{"EMountainBikeRide", training.Cycling, "e_bike_mountain"},
	{"Handcycle", training.Cycling, "handcycle"},
	{"Velomobile", training.Cycling, "velomobile"},
	{"Run", training.Running, ""},
	{"TrailRun", training.Running, training.SubTrail},
	{"VirtualRun", training.Running, training.SubVirtual},
	{"Swim", training.Swimming, ""},
	{"Swim", training.Swimming, training.SubPool},
	{"OpenWaterSwim", training.Swimming, training.SubOpenWater},
	{"Walk", training.Walking, ""},
	{"Hike", training.Hiking, ""},
	{"Rowing", training.Rowing, ""},
	{"VirtualRow", training.Rowing, training.SubVirtual},
	{"Kayaking", training.Paddling, "kayaking"},
	{"Canoeing", training.Paddling, "canoeing"},
	{"StandUpPaddling", training.Paddling, "stand_up"},
	{"NordicSki", training.CrossCountry, ""},
	{"VirtualSki", training.CrossCountry, training.SubVirtual},
	{"RollerSki", training.CrossCountry, "roller_ski"},
	{"BackcountrySki", training.CrossCountry, "backcountry"},
	{"AlpineSki", training.AlpineSki, ""},
	{"Snowboard", training.AlpineSki, "snowboard"},
	{"InlineSkate", training.Skating, "inline"},
	{"IceSkate", training.Skating, "ice"},
	{"WeightTraining", training.Strength, ""},
	{"Yoga", training.Yoga, ""},
	{"Pilates", training.Yoga, "pilates"},
	{"Workout", training.Fitness, ""},
	{"Crossfit", training.Fitness, "crossfit"},
	{"HighIntensityIntervalTraining", training.Fitness, "hiit"},
	{"Elliptical", training.Fitness, "elliptical"},
	{"StairStepper", training.Fitness, "stair_stepper"},
	{"Transition", training.Transition, ""},
	{"Other", training.Other, ""},
}

// plain are words that are sports without rules of their own.
var plain = []string{
	"Badminton", "Basketball", "Cricket", "Dance", "Golf", "Hockey", "Kitesurf",
	"Padel", "PhysicalTherapy", "Pickleball", "Racquetball", "Rugby",
	"RockClimbing", "Sail", "Skateboard", "Snowshoe",
	"Soccer", "Squash", "Surfing", "TableTennis", "Tennis", "Volleyball", "WaterSport", "Wheelchair", "Windsurf",
}

// ReadSportWord reads a word for a sport. One that is new to us is kept as one.
func ReadSportWord(word string) (training.Sport, string) {
	for _, k := range kinds {
		if k.word == word {
			return k.sport, k.sub
		}
	}
	if word == "" {
		return "", ""
	}
	return training.Sport(snake(word)), ""
}

// WriteSportWord is the word for a sport of a service that has all but those of not;
// empty if it has none.
func WriteSportWord(sport training.Sport, sub string, not ...string) string {
	for _, k := range kinds {
		if k.sport == sport && k.sub == sub && !slices.Contains(not, k.word) {
			return k.word
		}
	}
	for _, k := range kinds { // a refinement that it does not know
		if k.sport == sport && !slices.Contains(not, k.word) {
			return k.word
		}
	}
	i := slices.IndexFunc(plain, func(w string) bool { return snake(w) == string(sport) && !slices.Contains(not, w) })
	if i < 0 {
		return ""
	}
	return plain[i]
}

// snake writes "RockClimbing" as "rock_climbing".
func snake(word string) string {
	var b strings.Builder
	for i, r := range word {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
