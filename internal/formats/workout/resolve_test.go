package workout_test

import (
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
	"lapkeep/test/workouttest"
)

// TestAbsolute: what hangs on a threshold is resolved by it, and what lacks is
// named with what to do.
func TestAbsolute(t *testing.T) {
	t.Parallel()
	aim := workouttest.Aim
	const power, hr, pace = training.TargetPower, training.TargetHR, training.TargetPace
	for name, c := range map[string]struct{ target, want training.StepTarget }{
		"percent": {workouttest.FTP(90, 100), aim(power, training.TargetW, 225, 250)},
		"watts":   {aim(power, training.TargetW, 200, 0), aim(power, training.TargetW, 200, 0)},
		"LTHR":    {aim(hr, training.TargetLTHR, 90, 100), aim(hr, training.TargetBpm, 153, 170)},
		"maximum": {aim(hr, training.TargetMaxHR, 80, 90), aim(hr, training.TargetBpm, 152, 171)},
		"pace":    {aim(pace, training.TargetPacePct, 95, 100), aim(pace, training.TargetMPS, 3.8, 4)},
		"a ramp":  {workouttest.Ramp(workouttest.FTP(0, 0), 50, 100), workouttest.Ramp(aim(power, training.TargetW, 0, 0), 125, 250)},
		"cadence": {workouttest.RPM(90, 95), workouttest.RPM(90, 95)},
	} {
		got, err := workout.Absolute(workouttest.Day(training.Cycling), 1, c.target)
		if d := cmp.Diff(c.want, got, cmpopts.EquateApprox(0, 1e-9)); d != "" || err != nil {
			t.Errorf("%s: %v\n%s", name, err, d)
		}
	}
	for fix, target := range map[string]training.StepTarget{
		"Set ftp_w, or give the target in W.":                               workouttest.FTP(90, 100),
		"Set lthr_bpm, or give the target in bpm.":                          aim(hr, training.TargetLTHR, 90, 100),
		"Set max_hr_bpm, or give the target in bpm.":                        aim(hr, training.TargetMaxHR, 90, 100),
		"Set threshold_speed_mps, or give the target in time per distance.": aim(pace, training.TargetPacePct, 90, 100),
		"Give a percentage of FTP, or give the target in W.":                {Of: power, Unit: training.TargetBest, Low: 60, OverS: 60},
		"Give a zone, or give the target in W.":                             aim(power, training.TargetOwnZone, 2, 2),
		"Give at most 1000 % FTP.":                                          workouttest.FTP(90, 1001),
		"Give at most 230 bpm.":                                             aim(hr, training.TargetBpm, 300, 300),
		"Give at most 10 of 10.":                                            aim(training.TargetRPE, training.TargetOf10, 11, 11),
		"Give at most 250 rpm.":                                             workouttest.RPM(900, 900),
		"Give at most 144 km/h.":                                            aim(training.TargetSpeed, training.TargetMPS, 50, 50),
		"Give at most zone 7 power.":                                        aim(power, training.TargetZone, 50, 50),
	} {
		_, err := workout.Absolute(efforts.Day{}, 7, target)
		var e *training.Error
		if !errors.As(err, &e) || e.Fix != fix || e.What[:7] != "Step 7 " {
			t.Errorf("%s: %v, not %q", workout.RampedText(target), err, fix)
		}
	}
}

// TestWhatIsNoWorkout is refused before any format is asked.
func TestWhatIsNoWorkout(t *testing.T) {
	t.Parallel()
	nan := workouttest.FTP(math.NaN(), 90)
	deep := workouttest.Timed("", 60)
	for range 4 {
		deep = workouttest.Times(2, deep)
	}
	for name, steps := range map[string][]training.WorkoutStep{
		"nothing": nil, "NaN": {workouttest.Timed("", 60, nan)}, "NaN seconds": {workouttest.Timed("", math.NaN())},
		"four deep": {deep}, "501 steps": make([]training.WorkoutStep, 501),
	} {
		if workout.CheckWrite(&workout.Workout{Steps: steps}) == nil || workout.CheckRead(steps) == nil {
			t.Errorf("%s is a workout", name)
		}
	}
}

// TestLosses: what is lost is told once, also where steps are written several
// times, and what was tried in vain is not.
func TestLosses(t *testing.T) {
	t.Parallel()
	var l workout.Losses
	calls := 0
	err := l.Times(3, func() error {
		calls++
		l.Add(1, "a", "b")
		l.Add(2, "a", "b")
		return nil
	})
	l.Add(2, "a", "b")
	mark := l.Mark()
	l.Add(3, "c", "d")
	l.Forget(mark)
	l.Add(0, "e", "f")
	want := []workout.Loss{{Step: 1, What: "a", Instead: "b"}, {Step: 2, What: "a", Instead: "b"}, {What: "e", Instead: "f"}}
	if d := cmp.Diff(want, l.All()); d != "" || err != nil || calls != 3 {
		t.Errorf("%v %d\n%s", err, calls, d)
	}
	for i := range 1000 {
		l.Read(i%3, "x", "y")
		l.Read(i, "z", "y")
	}
	if n := len(l.All()); n != 200 {
		t.Errorf("%d losses of reading", n)
	}
}
