package efforts_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

// asks is a step of so many seconds with a target, or two.
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
