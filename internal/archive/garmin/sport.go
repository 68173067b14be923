package garmin

import (
	"strings"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

const multisport = "multi_sport"

// kind is what a type of Garmin's is here.
type kind struct {
	sport training.Sport
	sub   string
}

var kinds = map[string]kind{
	"cycling": {training.Cycling, ""}, "road_biking": {training.Cycling, training.SubRoad}, "gravel_cycling": {training.Cycling, training.SubGravel},
	"mountain_biking": {training.Cycling, training.SubMountain}, "downhill_biking": {training.Cycling, training.SubMountain},
	"cyclocross": {training.Cycling, "cyclocross"}, "track_cycling": {training.Cycling, training.SubTrack}, "bmx": {training.Cycling, "bmx"},
	"indoor_cycling": {training.Cycling, training.SubIndoor}, "virtual_ride": {training.Cycling, training.SubVirtual},
	"e_bike_fitness": {training.Cycling, "e_bike"}, "e_bike_mountain": {training.Cycling, "e_bike"}, "recumbent_cycling": {training.Cycling, "recumbent"},
	"hand_cycling": {training.Cycling, "handcycle"}, "indoor_hand_cycling": {training.Cycling, "handcycle"},

	"running": {training.Running, ""}, "street_running": {training.Running, training.SubRoad}, "trail_running": {training.Running, training.SubTrail},
	"track_running": {training.Running, training.SubTrack}, "treadmill_running": {training.Running, training.SubIndoor},
	"indoor_running": {training.Running, training.SubIndoor}, "virtual_run": {training.Running, training.SubVirtual},
	"ultra_run": {training.Running, "ultra"}, "obstacle_run": {training.Running, "obstacle"},

	"walking": {training.Walking, ""}, "casual_walking": {training.Walking, ""}, "speed_walking": {training.Walking, ""},
	"indoor_walking": {training.Walking, training.SubIndoor}, "hiking": {training.Hiking, ""}, "mountaineering": {training.Hiking, "mountaineering"},
	"rucking": {training.Hiking, "rucking"}, "snow_shoe": {training.Hiking, "snowshoe"},

	"swimming": {training.Swimming, ""}, "lap_swimming": {training.Swimming, training.SubPool},
	"open_water_swimming": {training.Swimming, training.SubOpenWater},

	"rowing": {training.Rowing, ""}, "indoor_rowing": {training.Rowing, training.SubIndoor}, "kayaking": {training.Paddling, "kayaking"},
	"stand_up_paddleboarding": {training.Paddling, "stand_up"}, "paddling": {training.Paddling, ""},

	"cross_country_skiing": {training.CrossCountry, ""}, "skate_skiing": {training.CrossCountry, "skate"},
	"backcountry_skiing": {training.CrossCountry, "backcountry"}, "resort_skiing": {training.AlpineSki, ""},
	"resort_snowboarding": {training.AlpineSki, "snowboard"}, "resort_skiing_snowboarding": {training.AlpineSki, ""},
	"skating": {training.Skating, ""}, "inline_skating": {training.Skating, "inline"},

	"strength_training": {training.Strength, ""}, "yoga": {training.Yoga, ""}, "pilates": {training.Yoga, "pilates"},
	"indoor_cardio": {training.Fitness, ""}, "hiit": {training.Fitness, "hiit"}, "elliptical": {training.Fitness, "elliptical"},
	"stair_climbing": {training.Fitness, "stairs"}, "fitness_equipment": {training.Fitness, ""}, "jump_rope": {training.Fitness, "jump_rope"},

	"diving": {training.Diving, ""}, "transition": {training.Transition, ""},
	"swimtobiketransition": {training.Transition, ""}, "biketoruntransition": {training.Transition, ""},
}

// kindOf reads a type; some have an ending that tells a later version or
// snow and winter. An unknown one says nothing over a recording.
func kindOf(word string) kind {
	w := strings.ToLower(strings.TrimSpace(word))
	for _, ending := range []string{"_v2", "_v3", "_ws"} {
		w = strings.TrimSuffix(w, ending)
	}
	return kinds[w]
}

// sportOfEntry is the sport of an activity that nothing recorded.
func sportOfEntry(words ...string) training.Sport {
	for _, w := range words {
		if sport, ok := training.ParseSport(w); ok {
			return sport
		}
	}
	for _, w := range words {
		if w = strings.ToLower(textclean.Line(w, textclean.NameRunes)); w != "" {
			return training.Sport(strings.ReplaceAll(w, " ", "_"))
		}
	}
	return training.Other
}
