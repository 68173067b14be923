package workouttest

import (
	"testing"

	"pgregory.net/rapid"
)

// Check holds a property of any workout so many hundred times, in parallel:
// rapid takes 100 of them, and a fifth under -short.
func Check(t *testing.T, times int, property func(*rapid.T)) {
	t.Helper()
	for range times / 100 {
		t.Run("any", func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, property)
		})
	}
}
