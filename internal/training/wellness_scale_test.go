package training_test

import (
	"testing"

	"lapkeep/internal/training"
)

// TestEveryRatingHasItsScale: a field without a unit in its name says what its
// numbers mean.
func TestEveryRatingHasItsScale(t *testing.T) {
	t.Parallel()
	for _, f := range []training.WellnessField{
		training.WellnessSleepQuality, training.WellnessSoreness, training.WellnessFatigue, training.WellnessStress, training.WellnessMood,
		training.WellnessMotivation, training.WellnessInjury, training.WellnessHydration, training.WellnessSleepScore, training.WellnessReadiness,
	} {
		if f.Scale() == "" {
			t.Errorf("%s has no scale", f)
		}
	}
	if training.WellnessWeightKg.Scale() != "" {
		t.Error("a weight is no rating")
	}
}
