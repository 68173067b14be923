package efforts_test

import (
	"testing"

	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

// pool swims so many lengths of 25 m at a time, 20 s each, with 15 s at the wall.
func pool(swims ...int) *training.Recording {
	r := &training.Recording{
		Sport: training.Swimming, SubSport: training.SubPool,
		DeviceValues: training.Values{training.MetricPoolLengthM: 25},
	}
	at := 0.0
	for _, n := range swims {
		for range n {
			r.Lengths = append(r.Lengths, training.Length{StartS: at, ElapsedS: 20, Active: true})
			at += 20
		}
		r.Lengths = append(r.Lengths, training.Length{StartS: at, ElapsedS: 15})
		at += 15
	}
	r.ElapsedS, r.TimerS = at, at
	return r
}

func TestPoolSwimsAreIntervals(t *testing.T) {
	t.Parallel()
	for want, swims := range map[string][]int{
		"400 m @ 1:20/100m; 4 × 100 m @ 1:20/100m, 0:15 rest; 200 m @ 1:20/100m": {16, 4, 4, 4, 4, 8},
		"8 × 50 m @ 1:20/100m, 0:15 rest":                                        {2, 2, 2, 2, 2, 2, 2, 2},
		"":                                                                       {60},
	} {
		s := found(pool(swims...))
		if got := s.Name(0).String(); got != want || want != "" && s.Basis != efforts.ByLengths {
			t.Errorf("%v: %q, want %q", swims, got, want)
		}
	}
}
