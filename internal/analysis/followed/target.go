package followed

import (
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/efforts/planned"
	"lapkeep/internal/training"
	"lapkeep/internal/workout"
)

// target gives the bounds of a step by the thresholds of the day, or as the
// plan has them where one is not set; empty for none.
func target(s *planned.Step, basis efforts.Basis) string {
	if s.Low <= 0 && s.High <= 0 {
		return workout.TargetText(s.Target)
	}
	by := basis
	if s.Of != "" {
		by = s.Of
	}
	switch by {
	case efforts.ByPower:
		return workout.BoundsText(training.TargetPower, s.Low, s.High, "")
	case efforts.ByHR:
		return workout.BoundsText(training.TargetHR, s.Low, s.High, "")
	case efforts.ByLengths:
		return workout.BoundsText(training.TargetPace, s.Low, s.High, training.Per100M)
	}
	return workout.BoundsText(training.TargetPace, s.Low, s.High, training.PerKm)
}
