package efforts_test

import (
	"math/rand/v2"
	"testing"

	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/sessiongen"
)

// TestDirtyRecordings: the structure survives what sensors and people do.
func TestDirtyRecordings(t *testing.T) {
	t.Parallel()
	for name, dirty := range map[string]func(r *training.Recording, s sessiongen.Session, rng *rand.Rand){
		"spikes": func(r *training.Recording, _ sessiongen.Session, rng *rand.Rand) {
			for range 40 {
				r.Columns.Put(training.Power, rng.IntN(r.Columns.Len()), int32(1200+rng.IntN(4000)))
			}
		},
		"drop-outs of a second": func(r *training.Recording, _ sessiongen.Session, rng *rand.Rand) {
			for range 60 {
				r.Columns.Put(training.Power, rng.IntN(r.Columns.Len()), 0)
			}
		},
		"gaps": func(r *training.Recording, _ sessiongen.Session, rng *rand.Rand) {
			at := rng.IntN(60)
			metricstest.Drop(r, func(t int) bool { return (t+at)%97 < 3 })
		},
		"smart recording": func(r *training.Recording, _ sessiongen.Session, rng *rand.Rand) {
			metricstest.Drop(r, func(int) bool { return rng.IntN(2) == 0 })
		},
		"a pause in a rest": func(r *training.Recording, s sessiongen.Session, _ *rand.Rand) {
			metricstest.Pause(r, s.Intervals[1].EndS+20, s.Intervals[1].EndS+70)
		},
		"laps by distance": func(r *training.Recording, s sessiongen.Session, _ *rand.Rand) {
			for at := 0; at < len(s.Power); at += 233 {
				r.Laps = append(r.Laps, training.Lap{StartS: float64(at), EndS: float64(min(at+233, len(s.Power)))})
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			good := 0
			const tries = 30
			for seed := range uint64(tries) {
				s := made(t, "5x4min", seed)
				r := recordingOf(s, training.Power, training.HeartRate)
				dirty(r, s, rand.New(rand.NewPCG(seed, 1)))
				// Of sparse rows a bound is known to the rows around it.
				within := 4.0
				if name == "smart recording" {
					within = 9
				}
				if far, ok := worst(found(r), s.Intervals); ok && far <= within {
					good++
				}
			}
			if good < tries*95/100 {
				t.Errorf("%d of %d sessions are right", good, tries)
			}
		})
	}
}

// TestRestsInPauses: who stops the watch between repeats has repeats all the same.
func TestRestsInPauses(t *testing.T) {
	t.Parallel()
	for seed := range uint64(10) {
		s := made(t, "run_6x800m", seed)
		r := recordingOf(s, sensors...)
		for i := range s.Intervals[:5] {
			metricstest.Pause(r, s.Intervals[i].EndS+1, s.Intervals[i+1].StartS-1)
		}
		if far, ok := worst(found(r), s.Intervals); !ok || far > 4 {
			t.Errorf("seed %d: bounds are %.0f s off, count %v", seed, far, ok)
		}
	}
}

func TestLapsTakePrecedenceWhereTheyFit(t *testing.T) {
	t.Parallel()
	s := made(t, "5x4min", 4)
	r := recordingOf(s, sensors...)
	var cuts []int
	for _, iv := range s.Intervals {
		cuts = append(cuts, iv.StartS-4, iv.EndS+5) // pressed early, and late
	}
	r.Laps = lapsAt(s, cuts...)
	for i, iv := range found(r).Intervals {
		if int(iv.StartS) != s.Intervals[i].StartS-4 || int(iv.EndS) != s.Intervals[i].EndS+5 || !iv.Laps {
			t.Errorf("interval %d is %d to %d by laps %v", i, iv.StartS, iv.EndS, iv.Laps)
		}
	}
}

// TestLapsOfAWorkout: laps that say what they are need no change points, and
// are not believed if their rest is as hard as their work.
func TestLapsOfAWorkout(t *testing.T) {
	t.Parallel()
	s := made(t, "over_unders", 4)
	r := recordingOf(s, sensors...)
	first, last := s.Intervals[0].StartS, s.Intervals[5].EndS
	r.Laps = lapsAt(s, first, last)
	r.Laps[0].Intensity, r.Laps[1].Intensity, r.Laps[2].Intensity = "warmup", "active", "cooldown"
	got := found(r).Intervals
	if len(got) != 1 || int(got[0].StartS) != first || int(got[0].EndS) != last || !got[0].Laps {
		t.Errorf("a lap of work gives %+v", got)
	}
	steady := made(t, "steady_indoor", 1)
	r = recordingOf(steady, sensors...)
	r.Laps = lapsAt(steady, 600, 900)
	r.Laps[0].Intensity, r.Laps[1].Intensity, r.Laps[2].Intensity = "warmup", "active", "cooldown"
	if got := found(r).Intervals; len(got) != 0 {
		t.Errorf("work as easy as the rest gives %+v", got)
	}
}

func TestNoIntervalsHaveTheirReason(t *testing.T) {
	t.Parallel()
	power := func(n int) *training.Recording {
		r := metricstest.Recording(training.Cycling, n)
		metricstest.Put(r, training.Power, metricstest.Repeat(200, n))
		return r
	}
	yoga := power(900)
	yoga.Sport = training.Yoga
	halfway := metricstest.Recording(training.Cycling, 900)
	metricstest.Put(halfway, training.Power, metricstest.Repeat(200, 400))
	for name, tt := range map[string]struct {
		r    *training.Recording
		want string
	}{
		"no rows":        {metricstest.Recording(training.Cycling, 0), efforts.NoBasis},
		"no sensor":      {metricstest.Recording(training.Cycling, 900), efforts.NoBasis},
		"low coverage":   {halfway, efforts.NoBasis},
		"another sport":  {yoga, efforts.NoBasis},
		"short":          {power(200), efforts.TooShort},
		"constant power": {power(900), efforts.NoneFound},
	} {
		if got, why := efforts.Of(stream.Of(tt.r, stream.Limits{})); why.String() != tt.want || len(got.Intervals) > 0 {
			t.Errorf("%s: %q, %+v", name, why, got)
		}
	}
}
