package normalise

import (
	"strings"

	"lapkeep/internal/training"
)

// nouns name an activity of a sport.
var nouns = map[training.Sport]string{
	training.Cycling: "ride", training.Running: "run", training.Swimming: "swim", training.Walking: "walk",
	training.Hiking: "hike", training.Rowing: "row", training.Paddling: "paddle", training.CrossCountry: "ski",
	training.AlpineSki: "ski", training.Skating: "skate", training.Strength: "strength session",
	training.Yoga: "yoga", training.Fitness: "workout", training.Diving: "dive",
	training.Transition: "transition", training.Other: "activity",
}

// Name names an activity whose recording has no name, from its sport
// and the local hour of its start: "Morning ride".
func Name(sport training.Sport, subSport string, hour int) string {
	noun, ok := nouns[sport]
	if !ok {
		noun = strings.ReplaceAll(string(sport), "_", " ")
	}
	if subSport == training.SubVirtual {
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
