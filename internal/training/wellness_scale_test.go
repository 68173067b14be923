package training

import "testing"

// TestEveryRatingHasItsScale: a field without a unit in its name says what its
// numbers mean.
func TestEveryRatingHasItsScale(t *testing.T) {
	t.Parallel()
	for _, f := range []WellnessField{
		WellnessSleepQuality, WellnessSoreness, WellnessFatigue, WellnessStress, WellnessMood,
		WellnessMotivation, WellnessInjury, WellnessHydration, WellnessSleepScore, WellnessReadiness,
	} {
		if f.Scale() == "" {
			t.Errorf("%s has no scale", f)
		}
	}
	if WellnessWeightKg.Scale() != "" {
		t.Error("a weight is no rating")
	}
}
