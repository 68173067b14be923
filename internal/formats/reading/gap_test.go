package reading_test

import (
	"testing"
	"time"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
)

// TestAGapPassedAtTheSpeedAroundItIsNoPause: through a tunnel both time and way
// count; who stands, and who is carried, has a pause.
func TestAGapPassedAtTheSpeedAroundItIsNoPause(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		gapMPS  float64
		counter bool
		broken  bool
		pauses  int
	}{
		"a tunnel":                  {6, false, false, 0},
		"a tunnel with a counter":   {6, true, false, 0},
		"a slower tunnel":           {4, false, false, 0},
		"a rest":                    {0, false, false, 1},
		"a rest with a counter":     {0, true, false, 1},
		"some steps in a rest":      {0.7, false, false, 1},
		"a train":                   {30, false, false, 1},
		"a break that the file has": {6, false, true, 1},
	} {
		var b reading.Builder
		at, metres := time.Date(2024, 5, 1, 10, 0, 0, 0, time.UTC), 0.0
		point := func() {
			p := reading.Point{Time: at}
			if tt.counter {
				p.Set(training.Distance, metres)
			} else {
				p.Set(training.Latitude, 47+metres/111194.93)
				p.Set(training.Longitude, 8)
			}
			b.Add(p)
		}
		for i := range 600 {
			point()
			step, mps := time.Second, 6.0
			if i == 300 {
				step, mps = 120*time.Second, tt.gapMPS
				if tt.broken {
					b.Break()
				}
			}
			at, metres = at.Add(step), metres+mps*step.Seconds()
		}
		var r training.Recording
		if b.Build(&r, time.Time{}); len(r.Pauses) != tt.pauses {
			t.Errorf("%s: pauses %v", name, r.Pauses)
		}
	}
}
