package efforts_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/sessiongen"
)

// done is a session of intervals of seconds and levels, in turn.
func done(pairs ...float64) *efforts.Session {
	s := &efforts.Session{Basis: efforts.ByPower}
	at := int32(600)
	for i := 0; i < len(pairs); i += 2 {
		end := at + int32(pairs[i])
		s.Intervals = append(s.Intervals, efforts.Interval{
			StartS: at, EndS: end, Kind: efforts.Work, Level: pairs[i+1], Means: efforts.Means{DistanceM: 4 * pairs[i]},
		})
		at = end + 120
	}
	return s
}

// plan is a warm-up and n times so many seconds between two watts with rests.
func plan(n int, seconds, low, high float64) []efforts.Step {
	steps := []efforts.Step{{DurationS: 900, Low: 120, High: 160}}
	for range n {
		steps = append(steps, efforts.Step{Work: true, DurationS: seconds, Low: low, High: high}, efforts.Step{DurationS: 120})
	}
	return steps
}

func TestMatch(t *testing.T) {
	t.Parallel()
	hit := func(step, interval int, share float64, side efforts.Side) efforts.Outcome {
		return efforts.Outcome{Step: step, Interval: interval, Done: share, Side: side}
	}
	off := func(o efforts.Outcome, by float64) efforts.Outcome {
		o.Off = by
		return o
	}
	miss := func(step int) efforts.Outcome { return efforts.Outcome{Step: step, Interval: -1} }
	ladder := []efforts.Step{
		{Work: true, DurationS: 60},
		{Work: true, DurationS: 120},
		{Work: true, DurationS: 180},
		{Work: true, DurationS: 120},
	}
	for name, c := range map[string]struct {
		steps []efforts.Step
		s     *efforts.Session
		want  []efforts.Outcome
		extra []int
	}{
		"as planned": {
			plan(3, 240, 280, 300), done(240, 290, 242, 283, 238, 299),
			[]efforts.Outcome{hit(1, 0, 1, efforts.OnTarget), hit(3, 1, 242.0/240, efforts.OnTarget), hit(5, 2, 238.0/240, efforts.OnTarget)},
			nil,
		},
		"given up after two and a half": {
			plan(5, 240, 280, 300), done(240, 290, 240, 270, 110, 268),
			[]efforts.Outcome{
				hit(1, 0, 1, efforts.OnTarget), off(hit(3, 1, 1, efforts.Below), -10),
				off(hit(5, 2, 110.0/240, efforts.Below), -12), miss(7), miss(9),
			},
			nil,
		},
		"a sprint on the way there, and one more": {
			plan(2, 300, 250, 260), done(15, 600, 300, 255, 300, 275, 300, 251),
			[]efforts.Outcome{hit(1, 1, 1, efforts.OnTarget), hit(3, 3, 1, efforts.OnTarget)},
			[]int{0, 2},
		},
		"a rung of a ladder left out": {
			ladder, done(62, 300, 180, 290, 121, 295),
			[]efforts.Outcome{hit(0, 0, 62.0/60, ""), miss(1), hit(2, 1, 1, ""), hit(3, 2, 121.0/120, "")},
			nil,
		},
		"by distance": {
			[]efforts.Step{{Work: true, DistanceM: 800, Low: 3.9}},
			done(200, 4.2),
			[]efforts.Outcome{hit(0, 0, 1, efforts.OnTarget)},
			nil,
		},
		"until the lap button": {
			[]efforts.Step{{Work: true, High: 250}},
			done(900, 262),
			[]efforts.Outcome{off(hit(0, 0, 0, efforts.Above), 12)},
			nil,
		},
		"another session":  {plan(1, 1200, 200, 210), done(30, 400), []efforts.Outcome{miss(1)}, []int{0}},
		"nothing was done": {plan(2, 240, 280, 300), done(), []efforts.Outcome{miss(1), miss(3)}, nil},
		"nothing planned":  {nil, done(60, 300), nil, []int{0}},
	} {
		got, extra := efforts.Match(c.s, c.steps, nil)
		if d := cmp.Diff(c.want, got, cmpopts.EquateApprox(0, 1e-9)); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
		if d := cmp.Diff(c.extra, extra); d != "" {
			t.Errorf("%s: extra (-want +got):\n%s", name, d)
		}
	}
}

// TestEveryStepOnce: each step of work has one outcome and each interval one
// place, in order, whatever the plan and the session.
func TestEveryStepOnce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.Float64Range(0, 700)
		var pairs []float64
		for range rapid.IntRange(0, 8).Draw(t, "intervals") {
			pairs = append(pairs, math.Round(number.Draw(t, "seconds")), number.Draw(t, "level"))
		}
		s := done(pairs...)
		var steps []efforts.Step
		work := 0
		for range rapid.IntRange(0, 8).Draw(t, "steps") {
			p := efforts.Step{
				Work: rapid.Bool().Draw(t, "work"), DurationS: number.Draw(t, "planned"),
				Low: number.Draw(t, "low"), Number: rapid.IntRange(0, 3).Draw(t, "number"),
			}
			p.High = p.Low + number.Draw(t, "band")
			if p.Work {
				work++
			}
			steps = append(steps, p)
		}
		names := rapid.SliceOfN(rapid.IntRange(0, 3), 0, len(s.Intervals)).Draw(t, "names")
		outcomes, extra := efforts.Match(s, steps, names)
		for _, o := range outcomes {
			if o.Interval >= 0 && o.Interval < len(names) && names[o.Interval] > 0 && steps[o.Step].Number > 0 &&
				names[o.Interval] != steps[o.Step].Number {
				t.Fatalf("interval %d is of step %d: %+v", o.Interval, names[o.Interval], steps[o.Step])
			}
		}
		if len(outcomes) != work {
			t.Fatalf("%d outcomes of %d steps", len(outcomes), work)
		}
		step, last, paired := -1, -1, 0
		for _, o := range outcomes {
			if o.Step <= step || !steps[o.Step].Work || o.Done < 0 || math.IsNaN(o.Done) || math.IsInf(o.Done, 0) {
				t.Fatalf("%+v", outcomes)
			}
			step = o.Step
			if o.Interval >= 0 {
				if o.Interval <= last {
					t.Fatalf("%+v", outcomes)
				}
				last = o.Interval
				paired++
			}
		}
		if paired+len(extra) != len(s.Intervals) {
			t.Fatalf("%d paired, %d extra, %d intervals", paired, len(extra), len(s.Intervals))
		}
	})
}

// TestGeneratedWorkouts: what was generated as a workout is found as it, in 95
// of 100 sessions of each kind step for step.
func TestGeneratedWorkouts(t *testing.T) {
	t.Parallel()
	const seeds = 40
	for _, shape := range []string{"5x4min", "3x10min", "30_30", "over_unders", "8x1min"} {
		good := 0
		for seed := range uint64(seeds) {
			made, ok := sessiongen.Make(shape, seed)
			if !ok {
				t.Fatalf("no shape %s", shape)
			}
			r := metricstest.Recording(training.Cycling, len(made.Power))
			metricstest.Put(r, training.Power, made.Power)
			s, _ := efforts.Of(stream.Of(r, stream.Limits{}))
			var steps []efforts.Step
			for _, iv := range made.Intervals {
				steps = append(steps, efforts.Step{
					Work: true, DurationS: float64(iv.EndS - iv.StartS), Low: iv.Target * 0.95,
					High: iv.Target * 1.05,
				}, efforts.Step{DurationS: 60})
			}
			if outcomes, extra := efforts.Match(&s, steps, nil); allDone(steps, outcomes) && len(extra) == 0 {
				good++
			}
		}
		if 100*good < 95*seeds {
			t.Errorf("%s: %d of %d are done as planned", shape, good, seeds)
		}
	}
}

// allDone reports that each step was done on target, within 6 s of its length.
func allDone(steps []efforts.Step, outcomes []efforts.Outcome) bool {
	for i, o := range outcomes {
		if o.Interval != i || math.Abs(o.Done-1)*steps[o.Step].DurationS > 6 || o.Side != efforts.OnTarget {
			return false
		}
	}
	return len(outcomes) > 0
}
