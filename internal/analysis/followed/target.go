package followed

import (
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/efforts/planned"
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/training"
	"lapkeep/internal/workout"
)

// target gives the bounds of a step by the thresholds of the day, or as the
// plan has them where one is not set; empty for none.
func target(s *planned.Step, basis efforts.Basis) phrase.Sentence {
	if s.Low <= 0 && s.High <= 0 {
		return workout.TargetText(s.Target)
	}
	by := basis
	if s.Of != "" {
		by = s.Of
	}
	of, per := training.TargetPace, training.PerKm
	switch by {
	case efforts.ByPower:
		of = training.TargetPower
	case efforts.ByHR:
		of = training.TargetHR
	case efforts.ByLengths:
		per = training.Per100M
	}
	return workout.BoundsText(of, s.Low, s.High, per)
}
