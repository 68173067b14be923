package ingest

import "lapkeep/internal/training"

// family groups sports that two devices may name differently for the same
// thing. Sports that are not listed are families of their own; an activity of
// unknown sport is like no other.
func family(s training.Sport) training.Sport {
	switch s {
	case training.Running, training.Walking, training.Hiking:
		return training.Running
	case training.Strength, training.Fitness, training.Yoga:
		return training.Fitness
	case training.Rowing, training.Paddling:
		return training.Rowing
	case training.AlpineSki, training.CrossCountry:
		return training.CrossCountry
	case "":
		return training.Other
	}
	return s
}
