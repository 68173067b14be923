package training

import "strings"

// nouns name an activity of a sport.
var nouns = map[Sport]string{
	Cycling: "ride", Running: "run", Swimming: "swim", Walking: "walk",
	Hiking: "hike", Rowing: "row", Paddling: "paddle", CrossCountry: "ski",
	AlpineSki: "ski", Skating: "skate", Strength: "strength session",
	Yoga: "yoga", Fitness: "workout", Diving: "dive",
	Transition: "transition", Other: "activity",
}

// DefaultName names an activity whose recording has no name, from its sport
// and the local hour of its start: "Morning ride".
func DefaultName(sport Sport, subSport string, hour int) string {
	noun, ok := nouns[sport]
	if !ok {
		noun = strings.ReplaceAll(string(sport), "_", " ")
	}
	if subSport == SubVirtual {
		noun = "virtual " + noun
	}
	return dayPart(hour) + " " + noun
}

func dayPart(hour int) string {
	switch {
	case hour >= 5 && hour < 11:
		return "Morning"
	case hour >= 11 && hour < 14:
		return "Lunch"
	case hour >= 14 && hour < 17:
		return "Afternoon"
	case hour >= 17 && hour < 21:
		return "Evening"
	}
	return "Night"
}
