package sessiongen_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/test/sessiongen"
)

const seeds = 20

func made(t *testing.T, shape string, seed uint64) sessiongen.Session {
	t.Helper()
	s, ok := sessiongen.Make(shape, seed)
	if !ok {
		t.Fatalf("no shape %s", shape)
	}
	return s
}

func output(s sessiongen.Session) []float64 {
	if s.Sport == sessiongen.Run {
		return s.SpeedMPS
	}
	return s.Power
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

func TestSeedDecides(t *testing.T) {
	t.Parallel()
	for _, shape := range sessiongen.Shapes() {
		if diff := cmp.Diff(made(t, shape, 7), made(t, shape, 7)); diff != "" {
			t.Errorf("%s: two of one seed differ: %s", shape, diff)
		}
		if cmp.Equal(output(made(t, shape, 7)), output(made(t, shape, 8))) {
			t.Errorf("%s: the seed changes nothing", shape)
		}
	}
	if _, ok := sessiongen.Make("no such shape", 1); ok {
		t.Error("made an unknown shape")
	}
}

func TestSeriesAreWholeAndFinite(t *testing.T) {
	t.Parallel()
	for _, shape := range sessiongen.Shapes() {
		for seed := range uint64(seeds) {
			s := made(t, shape, seed)
			for name, series := range map[string][]float64{
				"power": s.Power, "hr": s.HeartRateBPM, "speed": s.SpeedMPS, "cadence": s.CadenceRPM, "altitude": s.AltitudeM,
			} {
				if len(series) != len(s.Power) || len(series) < 900 {
					t.Fatalf("%s %d: %s has %d of %d seconds", shape, seed, name, len(series), len(s.Power))
				}
				for i, v := range series {
					if math.IsNaN(v) || math.IsInf(v, 0) || v < 0 && name != "altitude" {
						t.Fatalf("%s %d: %s at %d is %v", shape, seed, name, i, v)
					}
				}
			}
		}
	}
}

// TestTruthIsInTheSeries holds the truth against the series it is told of: in
// order, without overlap, within the session, and held on target.
func TestTruthIsInTheSeries(t *testing.T) {
	t.Parallel()
	for _, shape := range sessiongen.Shapes() {
		for seed := range uint64(seeds) {
			s := made(t, shape, seed)
			end := 0
			for i, iv := range s.Intervals {
				if iv.StartS < end || iv.EndS <= iv.StartS || iv.EndS > len(s.Power) || iv.Set < 1 {
					t.Fatalf("%s %d: interval %d is %+v after %d", shape, seed, i, iv, end)
				}
				end = iv.EndS
				inner := output(s)[iv.StartS+3 : iv.EndS-3]
				if got := mean(inner); math.Abs(got/iv.Target-1) > 0.10 {
					t.Errorf("%s %d: interval %d averages %.1f for a target of %.1f", shape, seed, i, got, iv.Target)
				}
			}
		}
	}
}

func TestCountsAndSets(t *testing.T) {
	t.Parallel()
	for shape, want := range map[string]struct{ intervals, sets int }{
		"steady_indoor": {0, 0}, "steady_outdoor": {0, 0}, "run_steady": {0, 0}, "tempo": {1, 1}, "ramp_test": {1, 1},
		"5x4min": {5, 1}, "3x10min": {3, 1}, "8x1min": {8, 1}, "run_6x800m": {6, 1},
	} {
		s := made(t, shape, 3)
		sets := 0
		for _, iv := range s.Intervals {
			sets = max(sets, iv.Set)
		}
		if len(s.Intervals) != want.intervals || sets != want.sets {
			t.Errorf("%s: %d intervals in %d sets, want %+v", shape, len(s.Intervals), sets, want)
		}
	}
	two := made(t, "30_30_two_sets", 3).Intervals
	if len(two)%2 != 0 || two[len(two)/2-1].Set != 1 || two[len(two)/2].Set != 2 {
		t.Error("two sets are not halves")
	}
}

func TestHeartRateLags(t *testing.T) {
	t.Parallel()
	s := made(t, "3x10min", 1)
	first := s.Intervals[0]
	early, late := mean(s.HeartRateBPM[first.StartS:first.StartS+10]), mean(s.HeartRateBPM[first.EndS-60:first.EndS])
	if late-early < 15 {
		t.Errorf("heart rate rises from %.0f to %.0f only", early, late)
	}
}
