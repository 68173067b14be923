package training

import (
	"slices"
	"strings"
	"sync"
	"unicode"
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

// ParseSport reads a sport as people and services write it ("ride", "Bike",
// "VirtualRide"). It reports false for a word that it does not know.
func ParseSport(s string) (Sport, bool) {
	sport, _, ok := ParseRefined(s)
	return sport, ok
}

// ParseRefined reads what [ParseSport] does, with the refinement that the words
// have ("trail run"), and the form that [Refined] writes.
func ParseRefined(s string) (sport Sport, subSport string, ok bool) {
	if of, sub, cut := strings.Cut(s, "/"); cut {
		i := slices.IndexFunc(sportKinds, func(k sportKind) bool { return string(k.sport) == of && k.sub == sub })
		return Sport(of), sub, i >= 0
	}
	k, ok := sportWords()[foldSport(s)]
	return k.sport, k.sub, ok
}

// Refined is a sport with its refinement in one word: "running/trail".
func Refined(sport Sport, subSport string) string {
	if subSport == "" {
		return string(sport)
	}
	return string(sport) + "/" + subSport
}

// ParseKind reads a sport with its refinement where a file or a table names
// one, also in other languages and in the words of recorders ("mountain biking",
// "Laufband"). It reports false for a word that it does not know.
func ParseKind(s string) (sport Sport, subSport string, ok bool) {
	k, ok := kindWords()[foldSport(s)]
	return k.sport, k.sub, ok
}

// sportWords and kindWords are the indexes of sportKinds.
var (
	sportWords = sync.OnceValue(func() map[string]sportKind { return indexSports(false) })
	kindWords  = sync.OnceValue(func() map[string]sportKind { return indexSports(true) })
)

func indexSports(more bool) map[string]sportKind {
	m := map[string]sportKind{}
	for _, k := range sportKinds {
		words := k.words
		if more {
			words += "," + k.more
		}
		for w := range strings.SplitSeq(words, ",") {
			if w = foldSport(w); w != "" {
				m[w] = k
			}
		}
	}
	for _, s := range Sports() {
		m[foldSport(string(s))] = sportKind{sport: s}
	}
	return m
}

// foldSport leaves the letters and digits that tell words apart: "E-Bike Ride",
// "e_bike_ride" and "EBikeRide" are one.
func foldSport(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, s)
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
