package workout_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/training"
)

func TestDifferences(t *testing.T) {
	t.Parallel()
	target := func(of training.TargetOf, unit training.TargetUnit, low, high float64) training.StepTarget {
		return training.StepTarget{Of: of, Unit: unit, Low: low, High: high}
	}
	step := func(seconds float64, targets ...training.StepTarget) training.WorkoutStep {
		return training.WorkoutStep{DurationS: seconds, Targets: targets}
	}
	ftp := func(low, high float64) training.StepTarget {
		return target(training.TargetPower, training.TargetFTP, low, high)
	}
	up, best, own := ftp(50, 75), ftp(60, 60), target(training.TargetPower, training.TargetOwnZone, 1, 1)
	up.Ramp, best.Unit, best.OverS = training.RampUp, training.TargetBest, 300
	three := func(s training.WorkoutStep) []training.WorkoutStep {
		return []training.WorkoutStep{{Kind: training.StepRepeat, Count: 3, Steps: []training.WorkoutStep{s}}}
	}
	for name, tt := range map[string]struct {
		ours, theirs []training.WorkoutStep
		want         []string
	}{
		"none":      {},
		"rounded":   {ours: []training.WorkoutStep{step(60, ftp(88, 94))}, theirs: []training.WorkoutStep{step(60.5, ftp(88.1, 94))}},
		"a repeat":  {ours: three(step(60)), theirs: three(step(90)), want: []string{"step 1: 90 s there, 60 s here"}},
		"how many":  {ours: three(step(60)), theirs: []training.WorkoutStep{step(60)}, want: []string{"it has 1 step there and 3 steps here"}},
		"distances": {ours: []training.WorkoutStep{{DistanceM: 400}}, theirs: []training.WorkoutStep{{DistanceM: 400, DurationS: 90}}},
		"minutes": {
			ours: []training.WorkoutStep{{DistanceM: 400}}, theirs: []training.WorkoutStep{step(24000)},
			want: []string{"step 1: 24000 s there, 400 m here"},
		},
		"the lap button": {
			ours: []training.WorkoutStep{{DurationS: 60, Open: true}}, theirs: []training.WorkoutStep{step(60)},
			want: []string{"step 1: 60 s there, 60 s or until the lap button here"},
		},
		"a ramp": {
			ours: []training.WorkoutStep{step(60, up)}, theirs: []training.WorkoutStep{step(60, ftp(50, 75))},
			want: []string{"step 1: the target of power is 50–75 % FTP there, ramp 50–75 % FTP here"},
		},
		"no target": {
			ours: []training.WorkoutStep{step(60, ftp(50, 75))}, theirs: []training.WorkoutStep{step(60)},
			want: []string{"step 1: the target of power is not there"},
		},
		"a target more": {
			ours:   []training.WorkoutStep{step(60)},
			theirs: []training.WorkoutStep{step(60, target(training.TargetHR, training.TargetBpm, 140, 150))},
			want:   []string{"step 1: there is a target of hr there"},
		},
		"what services have no known word for": {
			ours: []training.WorkoutStep{step(60, best), step(60, own)}, theirs: []training.WorkoutStep{step(60), step(60)},
		},
		"and another for it": {
			ours: []training.WorkoutStep{step(60, best)}, theirs: []training.WorkoutStep{step(60, ftp(60, 60))},
			want: []string{"step 1: the target of power is 60 % FTP there, 60 % of the best 5:00 here"},
		},
		"more than are told": {
			ours: slices.Repeat([]training.WorkoutStep{step(60)}, 9), theirs: slices.Repeat([]training.WorkoutStep{step(90)}, 9),
			want: append(eight(), "further steps differ"),
		},
		"as many as are told": {
			ours: slices.Repeat([]training.WorkoutStep{step(60)}, 8), theirs: slices.Repeat([]training.WorkoutStep{step(90)}, 8), want: eight(),
		},
	} {
		if d := cmp.Diff(tt.want, phrasetest.Texts(workout.Differences(tt.ours, tt.theirs))); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

func eight() (out []string) {
	for n := range 8 {
		out = append(out, "step "+string(rune('1'+n))+": 90 s there, 60 s here")
	}
	return out
}
