package efforts_test

import (
	"math"
	"testing"

	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/sessiongen"
)

// ridden is a generated session as it was found, and the workout that it was
// ridden by, in percent of an FTP of 250 W.
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
