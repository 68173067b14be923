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

// done returns a session of intervals of seconds and levels, in turn.
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

// plan returns a warm-up and n times so many seconds between two watts with
// rests.
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

// asks returns a step of so many seconds with a target, or two.
func asks(seconds float64, targets ...training.StepTarget) training.WorkoutStep {
	return training.WorkoutStep{DurationS: seconds, Targets: targets}
}

func aim(of training.TargetOf, unit training.TargetUnit, low, high float64) training.StepTarget {
	return training.StepTarget{Of: of, Unit: unit, Low: low, High: high}
}

func ftp(low, high float64) training.StepTarget {
	return aim(training.TargetPower, training.TargetFTP, low, high)
}

func hr(unit training.TargetUnit, low, high float64) training.StepTarget {
	return aim(training.TargetHR, unit, low, high)
}

func pace(unit training.TargetUnit, low, high float64) training.StepTarget {
	return aim(training.TargetPace, unit, low, high)
}

func times(n int, steps ...training.WorkoutStep) training.WorkoutStep {
	return training.WorkoutStep{Kind: training.StepRepeat, Count: n, Steps: steps}
}

func as(kind training.StepKind, s training.WorkoutStep) training.WorkoutStep {
	s.Kind = kind
	return s
}

func today(sport training.Sport) efforts.Day {
	return efforts.Day{Sport: sport, Thresholds: training.Thresholds{
		FTPW: 250, LTHRBpm: 170, MaxHRBpm: 190,
		ThresholdMPS: 4, PowerZones: []float64{140, 190, 225},
	}}
}

func TestTargetsByTheThresholdsOfTheDay(t *testing.T) {
	t.Parallel()
	const power = training.TargetPower
	for name, c := range map[string]struct {
		basis     efforts.Basis
		targets   []training.StepTarget
		low, high float64
		of        efforts.Basis
	}{
		"watts":                     {efforts.ByPower, []training.StepTarget{aim(power, training.TargetW, 200, 220)}, 200, 220, ""},
		"percent of FTP":            {efforts.ByPower, []training.StepTarget{ftp(90, 100)}, 225, 250, ""},
		"at least":                  {efforts.ByPower, []training.StepTarget{ftp(120, 0)}, 300, 0, ""},
		"the first zone":            {efforts.ByPower, []training.StepTarget{aim(power, training.TargetZone, 1, 1)}, 0, 140, ""},
		"two zones":                 {efforts.ByPower, []training.StepTarget{aim(power, training.TargetZone, 2, 3)}, 140, 225, ""},
		"the last zone":             {efforts.ByPower, []training.StepTarget{aim(power, training.TargetZone, 4, 4)}, 225, 0, ""},
		"a zone that is not":        {efforts.ByPower, []training.StepTarget{aim(power, training.TargetZone, 9, 9)}, 225, 0, ""},
		"percent of LTHR":           {efforts.ByHR, []training.StepTarget{hr(training.TargetLTHR, 90, 100)}, 153, 170, ""},
		"percent of maximum":        {efforts.ByHR, []training.StepTarget{hr(training.TargetMaxHR, 80, 90)}, 152, 171, ""},
		"percent of threshold pace": {efforts.BySpeed, []training.StepTarget{pace(training.TargetPacePct, 95, 100)}, 3.8, 4, ""},
		"pace in a pool":            {efforts.ByLengths, []training.StepTarget{pace(training.TargetMPS, 1, 1.2)}, 1, 1.2, ""},
		"that of the basis": {
			efforts.BySpeed, []training.StepTarget{
				aim(training.TargetCadence, training.TargetRPM, 90, 90), ftp(90, 100),
				pace(training.TargetMPS, 3, 4),
			}, 3, 4, "",
		},
		"another than the basis": {efforts.BySpeed, []training.StepTarget{hr(training.TargetBpm, 150, 160)}, 150, 160, efforts.ByHR},
		"cadence alone":          {efforts.ByPower, []training.StepTarget{aim(training.TargetCadence, training.TargetRPM, 90, 90)}, 0, 0, ""},
	} {
		got, unresolved := efforts.Resolve([]training.WorkoutStep{asks(60, c.targets...)}, c.basis, today(training.Cycling))
		if len(got) != 1 || len(unresolved) > 0 || math.Abs(got[0].Low-c.low) > 1e-9 || math.Abs(got[0].High-c.high) > 1e-9 || got[0].Of != c.of {
			t.Errorf("%s: %+v %v", name, got, unresolved)
		}
	}
	for _, target := range []training.StepTarget{
		ftp(90, 100), hr(training.TargetLTHR, 90, 95), hr(training.TargetMaxHR, 80, 85), pace(training.TargetPacePct, 90, 95),
		hr(training.TargetZone, 2, 2), pace(training.TargetZone, 2, 2), aim(training.TargetPower, training.TargetZone, 3, 3),
	} {
		got, unresolved := efforts.Resolve([]training.WorkoutStep{asks(60, target)}, efforts.ByPower, efforts.Day{Sport: training.Cycling})
		if d := cmp.Diff([]training.StepTarget{target}, unresolved); d != "" || got[0].Low+got[0].High != 0 {
			t.Errorf("without thresholds: %+v %s", got, d)
		}
	}
}

func TestWhichStepsAreWork(t *testing.T) {
	t.Parallel()
	easy, hard := asks(300, ftp(50, 60)), asks(240, ftp(95, 105))
	for name, c := range map[string]struct {
		steps []training.WorkoutStep
		want  string // w is work
	}{
		"hard ones": {[]training.WorkoutStep{easy, times(3, hard, easy), easy}, "-w-w-w--"},
		"what it says itself": {[]training.WorkoutStep{
			as(training.StepWarmup, hard), as(training.StepWork, easy),
			as(training.StepRest, hard), as(training.StepCooldown, easy),
		}, "-w--"},
		"one level throughout": {[]training.WorkoutStep{
			as(training.StepWarmup, easy), asks(3600, ftp(70, 75)),
			as(training.StepCooldown, easy),
		}, "-w-"},
		"rests without a target": {[]training.WorkoutStep{times(2, hard, asks(120))}, "w-w-"},
		"rests that say so": {[]training.WorkoutStep{times(2, asks(120, ftp(95, 95)), asks(60, ftp(105, 105)),
			as(training.StepRest, easy))}, "ww-ww-"},
		"over-unders":       {[]training.WorkoutStep{easy, times(2, asks(120, ftp(92, 92)), asks(60, ftp(106, 106))), easy}, "-wwww-"},
		"no targets at all": {[]training.WorkoutStep{as(training.StepWarmup, asks(600)), asks(1200), asks(600)}, "-ww"},
		"a sprint on a long ride": {[]training.WorkoutStep{
			asks(3600, ftp(65, 70)),
			{Kind: "", DurationS: 10, MaxEffort: true},
			asks(3600, ftp(65, 70)),
		}, "-w-"},
		"an easy block between": {[]training.WorkoutStep{times(2, asks(30, ftp(120, 120)),
			as(training.StepRest, asks(15, ftp(0, 50)))), asks(600, ftp(55, 60)), hard}, "w-w--w"},
		"two levels and rests": {[]training.WorkoutStep{
			asks(600, ftp(95, 95)),
			as(training.StepRest, asks(300, ftp(50, 50))), asks(120, ftp(120, 120)),
		}, "w-w"},
		"two levels, open rests": {[]training.WorkoutStep{
			asks(600, ftp(95, 95)), as(training.StepRest, asks(300)),
			asks(120, ftp(120, 120)),
		}, "w-w"},
		"ramps": {[]training.WorkoutStep{
			asks(600, ftp(40, 60)),
			asks(600, ftp(90, 110)),
		}, "-w"},
		"heart rate, less contrast": {[]training.WorkoutStep{times(2, asks(600, hr(training.TargetLTHR, 95, 98)),
			asks(300, hr(training.TargetLTHR, 80, 85)))}, "w-w-"},
		"two kinds of targets": {[]training.WorkoutStep{asks(600, hr(training.TargetBpm, 160, 165)), asks(600, ftp(50, 50))}, "ww"},
		"nothing":              {nil, ""},
	} {
		for _, day := range []efforts.Day{today(training.Cycling), {Sport: training.Cycling}} { // thresholds change nothing in it
			got := ""
			steps, _ := efforts.Resolve(c.steps, efforts.ByPower, day)
			for _, s := range steps {
				got += map[bool]string{true: "w", false: "-"}[s.Work]
			}
			if got != c.want {
				t.Errorf("%s: %s, want %s", name, got, c.want)
			}
		}
	}
}

// TestSideByAnotherValue: a run that was found in its speed is held against
// the heart rate that was asked for, which says nothing of what belongs together.
func TestSideByAnotherValue(t *testing.T) {
	t.Parallel()
	s := &efforts.Session{Basis: efforts.BySpeed, Intervals: []efforts.Interval{
		{StartS: 600, EndS: 900, Level: 4, Means: efforts.Means{HRBpm: 145}},
		{StartS: 1000, EndS: 1300, Level: 4},
	}}
	steps, _ := efforts.Resolve([]training.WorkoutStep{times(2, asks(300, hr(training.TargetBpm, 155, 165)))}, s.Basis, efforts.Day{})
	got, extra := efforts.Match(s, steps, nil)
	want := []efforts.Outcome{{Step: 0, Interval: 0, Done: 1, Side: efforts.Below, Off: -10}, {Step: 1, Interval: 1, Done: 1}}
	if d := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-9)); d != "" || extra != nil {
		t.Errorf("%s %v", d, extra)
	}
}

// TestAnySoundWorkoutResolves: bounds are finite and in order, and one step
// stands for each that is written out.
func TestAnySoundWorkoutResolves(t *testing.T) {
	t.Parallel()
	units := []training.StepTarget{
		ftp(0, 0), aim(training.TargetPower, training.TargetW, 0, 0), aim(training.TargetPower, training.TargetZone, 0, 0),
		hr(training.TargetLTHR, 0, 0),
		hr(training.TargetZone, 0, 0), pace(training.TargetMPS, 0, 0), pace(training.TargetZone, 0, 0),
		aim(training.TargetCadence, training.TargetRPM, 0, 0),
	}
	bases := []efforts.Basis{efforts.ByPower, efforts.BySpeed, efforts.ByHR, efforts.ByLengths}
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.OneOf(rapid.Float64Range(0, 1e6), rapid.Float64Range(0, 10), rapid.Just(0.0))
		var steps []training.WorkoutStep
		for range rapid.IntRange(0, 8).Draw(t, "steps") {
			target := rapid.SampledFrom(units).Draw(t, "unit")
			target.Low, target.High = number.Draw(t, "low"), number.Draw(t, "high")
			steps = append(steps, asks(number.Draw(t, "seconds"), target))
		}
		if training.CheckSteps(steps) != nil {
			return
		}
		out, _ := efforts.Resolve(steps, rapid.SampledFrom(bases).Draw(t, "basis"),
			today(rapid.SampledFrom([]training.Sport{training.Cycling, training.Running, "chess"}).Draw(t, "sport")))
		if len(out) != len(steps) {
			t.Fatalf("%d of %d", len(out), len(steps))
		}
		for _, s := range out {
			if !(s.Low >= 0) || !(s.High >= 0) || math.IsInf(s.Low+s.High, 0) || s.High > 0 && s.Low > s.High {
				t.Fatalf("%+v", s)
			}
		}
	})
}
