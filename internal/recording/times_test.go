package recording

import (
	"testing"

	"lapkeep/internal/training"
)

func TestElapsedIsNotLessThanTheTimerWithoutAWord(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		elapsed, timer float64
		last           int32
		want           float64
		words          int
	}{
		{100, 90, 100, 100, 0}, {100, 100, 100, 100, 0}, {100, 100.9, 99, 100.9, 0}, {100, 110, 110, 110, 1}, {100, 110, 99, 100, 1},
	} {
		r := &training.Recording{ElapsedS: tt.elapsed, TimerS: tt.timer}
		r.Columns.TimeS = []int32{0, tt.last}
		settleTimes(r)
		if r.ElapsedS != tt.want || len(r.Warnings) != tt.words {
			t.Errorf("%v: %v s, %q", tt, r.ElapsedS, r.Warnings)
		}
	}
}
