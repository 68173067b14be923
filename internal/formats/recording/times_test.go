package recording

import (
	"testing"

	"lapkeep/internal/training"
)

func TestElapsedIsNotLessThanTheTimerWithoutAWord(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		elapsed, timer, want float64
		words                int
	}{
		{100, 90, 100, 0}, {100, 100, 100, 0}, {100, 100.4, 100.4, 0}, {100, 101, 100, 1}, {100, 488, 100, 1},
	} {
		r := &training.Recording{ElapsedS: tt.elapsed, TimerS: tt.timer}
		settleTimes(r)
		if r.ElapsedS != tt.want || len(r.Warnings) != tt.words {
			t.Errorf("%v: %v s, %q", tt, r.ElapsedS, r.Warnings)
		}
	}
}
