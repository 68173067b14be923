package match

import "lapkeep/internal/training"

// OneFamily says that two sports may be one thing that two devices name
// differently.
func OneFamily(a, b training.Sport) bool {
	return family(a) == family(b) && family(a) != training.Other
}

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
