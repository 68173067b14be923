package apple

import (
	"strings"
	"unicode"

	"lapkeep/internal/training"
)

// sports are Apple's words whose sport has another name here.
var sports = map[string]training.Sport{
	"Cycling": training.Cycling, "HandCycling": training.Cycling,
	"Running": training.Running, "TrackAndField": training.Running, "WheelchairRunPace": training.Running,
	"Walking": training.Walking, "WheelchairWalkPace": training.Walking, "Hiking": training.Hiking,
	"Swimming": training.Swimming, "Rowing": training.Rowing, "PaddleSports": training.Paddling,
	"CrossCountrySkiing": training.CrossCountry, "DownhillSkiing": training.AlpineSki, "Snowboarding": training.AlpineSki,
	"SkatingSports":         training.Skating,
	"StrengthTraining":      training.Strength,
	"CoreTraining":          training.Strength,
	"FunctionalStrength":    training.Strength,
	"TraditionalStrength":   training.Strength,
	"Yoga":                  training.Yoga,
	"Pilates":               training.Yoga,
	"MindAndBody":           training.Yoga,
	"Elliptical":            training.Fitness,
	"StairClimbing":         training.Fitness,
	"Stairs":                training.Fitness,
	"StepTraining":          training.Fitness,
	"CrossTraining":         training.Fitness,
	"MixedCardio":           training.Fitness,
	"HighIntensityInterval": training.Fitness,
	"Cooldown":              training.Fitness,
	"UnderwaterDiving":      training.Diving,
	"Transition":            training.Transition,
	"Other":                 training.Other, "": training.Other,
}

// sportOf is the sport of Apple's word; one that has no rules keeps its name.
func sportOf(word string) training.Sport {
	short := strings.TrimSuffix(word, "Training")
	for _, w := range []string{word, short} {
		if s, ok := sports[w]; ok {
			return s
		}
	}
	var out strings.Builder
	for i, r := range word {
		switch {
		case unicode.IsUpper(r) && i > 0:
			out.WriteByte('_')
			fallthrough
		default:
			out.WriteRune(unicode.ToLower(r))
		}
	}
	return training.Sport(out.String())
}

// byDistance are the sports of the legs of a workout, by what was measured.
var byDistance = map[string]training.Sport{
	"DistanceSwimming": training.Swimming, "DistanceCycling": training.Cycling, "DistanceWalkingRunning": training.Running,
	"DistanceRowing": training.Rowing, "DistancePaddleSports": training.Paddling, "DistanceCrossCountrySkiing": training.CrossCountry,
	"DistanceSkatingSports": training.Skating,
}

// sport is that of a stretch.
func (l *leg) sport() training.Sport {
	if l.word == "" {
		if s, ok := byDistance[l.distance]; ok {
			return s
		}
		return training.Transition
	}
	return sportOf(l.word)
}

// refined is the sport with its refinement.
func (w *workout) refined(s training.Sport) string {
	switch {
	case s == training.Swimming && w.open:
		return training.SubOpenWater
	case s == training.Swimming && (w.pool || w.indoor):
		return training.SubPool
	case s == training.Swimming:
		return ""
	case w.indoor && (s == training.Cycling || s == training.Running || s == training.Walking || s == training.Rowing):
		return training.SubIndoor
	}
	return ""
}

// several says that a workout went through several sports.
func (w *workout) several() bool {
	if len(w.legs) < 2 {
		return false
	}
	for i := range w.legs {
		if w.legs[i].sport() != w.legs[0].sport() {
			return true
		}
	}
	return false
}
