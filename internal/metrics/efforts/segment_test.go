package efforts_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
)

// steps is levels of some seconds each, with independent noise.
func steps(noise float64, seed uint64, parts ...[2]float64) []float64 {
	rng := rand.New(rand.NewPCG(seed, 7))
	var x []float64
	for _, p := range parts {
		for range int(p[0]) {
			x = append(x, p[1]+noise*rng.NormFloat64())
		}
	}
	return x
}

func TestStepsAreFoundToTheSecond(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20) {
		pieces, penalty := efforts.Cut(efforts.NewSegment(steps(12, seed, [2]float64{303, 150}, [2]float64{121, 260}, [2]float64{58, 120},
			[2]float64{600, 200})))
		if len(pieces) != 4 || penalty <= 0 {
			t.Fatalf("seed %d: %+v", seed, pieces)
		}
		for i, want := range []int{0, 303, 424, 482} {
			if off := pieces[i].From - want; off > 1 || off < -1 {
				t.Errorf("seed %d: piece %d begins at %d, not %d", seed, i, pieces[i].From, want)
			}
		}
	}
}

func TestOneLevelIsOnePiece(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20) {
		for _, noise := range []float64{0, 1, 15, 60} {
			if pieces, _ := efforts.Cut(efforts.NewSegment(steps(noise, seed, [2]float64{3600, 200}))); len(pieces) != 1 {
				t.Errorf("noise of %.0f W gives %d pieces", noise, len(pieces))
			}
		}
	}
}

// TestPiecesCoverAnySeries: in order, without gaps, each the mean of its own.
func TestPiecesCoverAnySeries(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.SliceOfN(rapid.Float64Range(-10, 2000), 0, 400).Draw(t, "x")
		s := efforts.NewSegment(x)
		at := rapid.IntRange(0, 400).Draw(t, "pause")
		for i := at; i < len(x); i++ {
			s.TimeS[i] += 60
		}
		pieces, _ := efforts.Cut(s)
		next := 0
		for _, p := range pieces {
			sum := 0.0
			for _, v := range x[p.From:p.To] {
				sum += v
			}
			if p.From != next || p.To <= p.From || math.Abs(p.Mean-sum/float64(p.Seconds())) > 1e-6 {
				t.Fatalf("%+v after %d", p, next)
			}
			if at > p.From && at < p.To {
				t.Fatalf("%+v spans the pause at %d", p, at)
			}
			next = p.To
		}
		if next != len(x) {
			t.Fatalf("pieces end at %d of %d", next, len(x))
		}
	})
}

func TestSumsOfASeries(t *testing.T) {
	t.Parallel()
	s := efforts.NewSegment([]float64{1, 2, 3, 10})
	if s.Mean(1, 3) != 2.5 || s.Mean(2, 2) != 0 || s.Residual(0, 3) != 2 || s.EndS(4) != 4 || s.EndS(0) != 0 {
		t.Errorf("mean %v, residual %v", s.Mean(1, 3), s.Residual(0, 3))
	}
	for at, want := range map[float64]int{-5: 0, 0: 0, 1.5: 2, 3: 3, 99: 4} {
		if got := s.Index(at); got != want {
			t.Errorf("index of %v is %d, want %d", at, got, want)
		}
	}
}

// TestSeriesOfARecording: spikes of a second go, values hold between sparse
// rows, pauses are jumps of the time.
func TestSeriesOfARecording(t *testing.T) {
	t.Parallel()
	watts := metricstest.Repeat(200, 100)
	watts[50] = 1400
	r := metricstest.Recording(training.Cycling, 100)
	metricstest.Put(r, training.Power, watts)
	metricstest.Pause(r, 20, 40)
	s := efforts.SegmentOf(stream.Of(r, stream.Limits{}), training.Power)
	top := 0.0
	for _, x := range s.X {
		top = max(top, x)
	}
	if top != 200 || s.Len() != 81 || !s.Jumps(s.Index(40)) || s.Jumps(s.Index(60)) {
		t.Errorf("%d values up to %.0f", s.Len(), top)
	}
	sparse := metricstest.Recording(training.Cycling, 300)
	metricstest.Put(sparse, training.Power, metricstest.Repeat(180, 300))
	metricstest.Drop(sparse, func(t int) bool { return t%4 != 0 })
	if got := efforts.SegmentOf(stream.Of(sparse, stream.Limits{}), training.Power); got.Len() < 295 || got.Mean(0, got.Len()) != 180 {
		t.Errorf("held to %d values, mean %.0f", got.Len(), got.Mean(0, got.Len()))
	}
}
