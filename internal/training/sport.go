package training

import (
	"slices"
	"strings"
)

// Sport is the kind of an activity in Lapkeep's own words.
type Sport string

// The sports that have rules of their own; any other lower-case word is kept
// as it came and treated like Other.
const (
	Cycling      Sport = "cycling"
	Running      Sport = "running"
	Swimming     Sport = "swimming"
	Walking      Sport = "walking"
	Hiking       Sport = "hiking"
	Rowing       Sport = "rowing"
	Paddling     Sport = "paddling"
	CrossCountry Sport = "cross_country_skiing"
	AlpineSki    Sport = "alpine_skiing"
	Skating      Sport = "skating"
	Strength     Sport = "strength"
	Yoga         Sport = "yoga"
	Fitness      Sport = "fitness"
	Diving       Sport = "diving"
	Transition   Sport = "transition"
	Other        Sport = "other"
)

// Sports lists the known sports in the order in which they are shown.
func Sports() []Sport {
	return []Sport{
		Cycling, Running, Swimming, Walking, Hiking, Rowing, Paddling, CrossCountry,
		AlpineSki, Skating, Strength, Yoga, Fitness, Diving, Transition, Other,
	}
}

var sportAliases = map[string]Sport{
	"bike": Cycling, "biking": Cycling, "bicycle": Cycling, "ride": Cycling, "rides": Cycling,
	"cycle": Cycling, "virtualride": Cycling, "e_biking": Cycling, "ebikeride": Cycling,
	"mountainbikeride": Cycling, "gravelride": Cycling, "velo": Cycling, "rad": Cycling,
	"run": Running, "runs": Running, "jog": Running, "jogging": Running, "trailrun": Running,
	"virtualrun": Running, "treadmill": Running,
	"swim": Swimming, "swims": Swimming, "openwaterswim": Swimming,
	"walk": Walking, "walks": Walking, "hike": Hiking, "hikes": Hiking,
	"row": Rowing, "virtualrow": Rowing, "kayaking": Paddling, "canoeing": Paddling,
	"stand_up_paddleboarding": Paddling, "nordicski": CrossCountry, "xc_ski": CrossCountry,
	"alpineski": AlpineSki, "skiing": AlpineSki, "inlineskate": Skating, "inline_skating": Skating,
	"ice_skating": Skating, "weighttraining": Strength, "strength_training": Strength, "gym": Strength,
	"workout": Fitness, "fitness_equipment": Fitness, "training": Fitness, "generic": Other,
}

// ParseSport reads a sport as people and services write it ("ride", "Bike",
// "VirtualRide"). It reports false for a word that it does not know.
func ParseSport(s string) (Sport, bool) {
	w := strings.ToLower(strings.TrimSpace(s))
	w = strings.ReplaceAll(strings.ReplaceAll(w, " ", "_"), "-", "_")
	if slices.Contains(Sports(), Sport(w)) {
		return Sport(w), true
	}
	if sp, ok := sportAliases[w]; ok {
		return sp, true
	}
	sp, ok := sportAliases[strings.ReplaceAll(w, "_", "")]
	return sp, ok
}

// Refinements of a sport (Activity.SubSport) that rules look at; others are kept as text.
const (
	SubIndoor    = "indoor"     // trainer, treadmill, erg: no distance over ground
	SubVirtual   = "virtual"    // indoor on a simulated course
	SubPool      = "pool"       // swimming counted in lengths
	SubOpenWater = "open_water" // swimming by GPS
	SubTrail     = "trail"
	SubTrack     = "track"
	SubRoad      = "road"
	SubGravel    = "gravel"
	SubMountain  = "mountain"
)

// IndoorSub reports whether a refinement of a sport led over no ground.
func IndoorSub(subSport string) bool { return subSport == SubIndoor || subSport == SubVirtual }
