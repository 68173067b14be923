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
	"lapkeep/test/sessiongen"
)

// steps returns levels of some seconds each, with independent noise.
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

// ridden returns a generated session as it was found, and the workout that it
// was ridden by, in percent of an FTP of 250 W.
func ridden(t *testing.T, shape string, seed uint64) (*efforts.Session, []training.WorkoutStep) {
	t.Helper()
	made, ok := sessiongen.Make(shape, seed)
	if !ok {
		t.Fatalf("no shape %s", shape)
	}
	r := metricstest.Recording(training.Cycling, len(made.Power))
	metricstest.Put(r, training.Power, made.Power)
	s, _ := efforts.Of(stream.Of(r, stream.Limits{}))
	steps := []training.WorkoutStep{asks(float64(made.Intervals[0].StartS), ftp(45, 55))}
	for i, iv := range made.Intervals {
		pct := 100 * iv.Target / 250
		steps = append(steps, asks(float64(iv.EndS-iv.StartS), ftp(pct-4, pct+4)))
		if i+1 < len(made.Intervals) && made.Intervals[i+1].StartS > iv.EndS {
			steps = append(steps, asks(float64(made.Intervals[i+1].StartS-iv.EndS), ftp(45, 55)))
		}
	}
	return &s, append(steps, asks(600, ftp(40, 50)))
}

// TestSessionsThatDifferFromTheirPlan: of generated sessions, an interval that
// is left out, cut short or put in is told as that, and no other.
func TestSessionsThatDifferFromTheirPlan(t *testing.T) {
	t.Parallel()
	const seeds = 30
	for _, shape := range []string{"5x4min", "3x10min", "8x1min"} {
		good := map[string]int{}
		for seed := range uint64(seeds) {
			s, steps := ridden(t, shape, seed)
			n := len(s.Intervals)
			count := func(name string, ok bool) {
				if ok {
					good[name]++
				}
			}
			outcomes, extra := matched(s, steps)
			count("as planned", missed(outcomes) == 0 && len(extra) == 0 && len(outcomes) == n)

			short := *s
			short.Intervals = s.Intervals[:n-1]
			outcomes, extra = matched(&short, steps)
			count("missing", missed(outcomes) == 1 && outcomes[len(outcomes)-1].Interval < 0 && len(extra) == 0)

			cut := *s
			cut.Intervals = append([]efforts.Interval(nil), s.Intervals...)
			last := &cut.Intervals[n-1]
			last.EndS = last.StartS + (last.EndS-last.StartS)*6/10
			outcomes, extra = matched(&cut, steps)
			count("cut", missed(outcomes) == 0 && len(extra) == 0 && math.Abs(outcomes[len(outcomes)-1].Done-0.6) < 0.03)

			more := *s
			first := s.Intervals[0]
			sprint := efforts.Interval{StartS: first.StartS - 60, EndS: first.StartS - 50, Kind: efforts.Work, Level: 3 * first.Level}
			more.Intervals = append([]efforts.Interval{sprint}, s.Intervals...)
			outcomes, extra = matched(&more, steps)
			count("added", missed(outcomes) == 0 && len(extra) == 1 && extra[0] == 0)
		}
		for _, name := range []string{"as planned", "missing", "cut", "added"} {
			if 100*good[name] < 95*seeds {
				t.Errorf("%s, %s: %d of %d", shape, name, good[name], seeds)
			}
		}
	}
}

func matched(s *efforts.Session, steps []training.WorkoutStep) ([]efforts.Outcome, []int) {
	resolved, _ := efforts.Resolve(steps, s.Basis, today(training.Cycling))
	return efforts.Match(s, resolved, nil)
}

func missed(outcomes []efforts.Outcome) (n int) {
	for _, o := range outcomes {
		if o.Interval < 0 {
			n++
		}
	}
	return n
}
