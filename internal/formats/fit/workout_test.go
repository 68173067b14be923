package fit_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/training"
	"lapkeep/test/rawfit"
)

// guided returns an hour by a workout of the steps, given in turn.
func guided(steps ...rawfit.Fields) *rawfit.File {
	f := open().Message("workout", rawfit.Fields{"sport": 2, "num_valid_steps": len(steps), "wkt_name": "Fours"})
	for i, s := range steps {
		if _, ok := s["message_index"]; !ok {
			s["message_index"] = i
		}
		f.Message("workout_step", s)
	}
	for s := range 3 {
		record(f, s, rawfit.Fields{"power": 200})
	}
	return f.Session(rawfit.Fields{"timestamp": at(3), "start_time": at(0), "total_elapsed_time": 3.0, "total_timer_time": 3.0, "sport": 2})
}

func TestAWorkoutIsKeptWithItsRecording(t *testing.T) {
	t.Parallel()
	const power, hr = training.TargetPower, training.TargetHR
	aim := func(of training.TargetOf, unit training.TargetUnit, low, high float64) []training.StepTarget {
		return []training.StepTarget{{Of: of, Unit: unit, Low: low, High: high}}
	}
	repeat := func(n int, steps ...training.WorkoutStep) training.WorkoutStep {
		return training.WorkoutStep{Kind: training.StepRepeat, Count: n, Steps: steps}
	}
	minute := func() rawfit.Fields {
		return rawfit.Fields{"duration_type": 0, "duration_value": 60_000, "target_type": 2}
	}
	again := func(from, times int) rawfit.Fields {
		return rawfit.Fields{"duration_type": 6, "duration_value": from, "target_value": times}
	}
	one60 := training.WorkoutStep{DurationS: 60}
	for name, c := range map[string]struct {
		steps []rawfit.Fields
		want  []training.WorkoutStep
	}{
		"watts and a cadence": {
			[]rawfit.Fields{{
				"duration_type": 0, "duration_value": 600_000, "target_type": 4, "target_value": 0,
				"custom_target_value_low": 1280, "custom_target_value_high": 1300, "intensity": 5,
				"notes": "Hold it", "wkt_step_name": "Work", "secondary_target_type": 3, "secondary_target_value": 0,
				"secondary_custom_target_value_low": 85, "secondary_custom_target_value_high": 95,
			}},
			[]training.WorkoutStep{{
				Kind: training.StepWork, Text: "Hold it", DurationS: 600,
				Targets: append(aim(power, training.TargetW, 280, 300), aim(training.TargetCadence, training.TargetRPM, 85, 95)...),
			}},
		},
		"percent of FTP": {
			[]rawfit.Fields{{
				"duration_type": 0, "duration_value": 60_000, "target_type": 7,
				"custom_target_value_low": 90, "custom_target_value_high": 95,
			}},
			[]training.WorkoutStep{{DurationS: 60, PowerShown: training.Show3S, Targets: aim(power, training.TargetFTP, 90, 95)}},
		},
		"kilocalories": {
			[]rawfit.Fields{{"duration_type": 4, "duration_value": 250}}, []training.WorkoutStep{{CaloriesKcal: 250}},
		},
		"an exercise": {
			[]rawfit.Fields{{
				"duration_type": 29, "duration_value": 8, "exercise_category": 28, "exercise_name": 6, "exercise_weight": 62.5,
				"notes": "Slowly", "wkt_step_name": "Back squat",
			}},
			[]training.WorkoutStep{{Text: "Back squat", Exercise: &training.StepExercise{Sets: 1, Reps: 8, WeightKg: 62.5}}},
		},
		"an exercise without words": {
			[]rawfit.Fields{{"duration_type": 0, "duration_value": 45_000, "exercise_category": 19, "exercise_name": 43}},
			[]training.WorkoutStep{{Text: "Plank", DurationS: 45, Exercise: &training.StepExercise{Sets: 1}}},
		},
		"watts as they are": {
			[]rawfit.Fields{
				{
					"duration_type": 0, "duration_value": 60_000, "target_type": 4,
					"custom_target_value_low": 136, "custom_target_value_high": 186, "intensity": 2,
				},
				{
					"duration_type": 0, "duration_value": 60_000, "target_type": 4, "custom_target_value_low": 90,
					"custom_target_value_high": 95,
				},
			},
			[]training.WorkoutStep{
				{Kind: training.StepWarmup, DurationS: 60, Targets: aim(power, training.TargetW, 136, 186)},
				{DurationS: 60, Targets: aim(power, training.TargetW, 90, 95)},
			},
		},
		"a power zone": {[]rawfit.Fields{{
			"duration_type": 0, "duration_value": 60_000, "target_type": 4,
			"target_value": 3,
		}}, []training.WorkoutStep{{DurationS: 60, Targets: aim(power, training.TargetZone, 3, 3)}}},
		"beats": {
			[]rawfit.Fields{{
				"duration_type": 0, "duration_value": 60_000, "target_type": 1,
				"custom_target_value_low": 240, "custom_target_value_high": 250,
			}},
			[]training.WorkoutStep{{DurationS: 60, Targets: aim(hr, training.TargetBpm, 140, 150)}},
		},
		"percent of maximum": {
			[]rawfit.Fields{{
				"duration_type": 0, "duration_value": 60_000, "target_type": 13,
				"custom_target_value_low": 80, "custom_target_value_high": 85,
			}},
			[]training.WorkoutStep{{DurationS: 60, Targets: aim(hr, training.TargetMaxHR, 80, 85)}},
		},
		"a speed, turned round": {
			[]rawfit.Fields{{
				"duration_type": 1, "duration_value": 80_000, "target_type": 0,
				"custom_target_value_low": 4200, "custom_target_value_high": 4000,
			}},
			[]training.WorkoutStep{{DistanceM: 800, Targets: aim(training.TargetSpeed, training.TargetMPS, 4, 4.2)}},
		},
		"until the lap button": {
			[]rawfit.Fields{{"duration_type": 5, "target_type": 2, "intensity": 2}},
			[]training.WorkoutStep{{Kind: training.StepWarmup, Open: true}},
		},
		"until a heart rate": {
			[]rawfit.Fields{{
				"duration_type": 2, "duration_value": 120, "target_type": 5,
				"custom_target_value_low": 3, "custom_target_value_high": 4, "intensity": 3,
			}},
			[]training.WorkoutStep{{Kind: training.StepCooldown, Open: true}},
		},
		"active beside rests": {
			[]rawfit.Fields{
				{"duration_type": 0, "duration_value": 60_000, "intensity": 0},
				{"duration_type": 0, "duration_value": 60_000, "intensity": 4},
			},
			[]training.WorkoutStep{one60, {Kind: training.StepRest, DurationS: 60}},
		},
		"active as all are": {[]rawfit.Fields{{"duration_type": 0, "duration_value": 60_000, "intensity": 0}}, []training.WorkoutStep{one60}},
		"repeats": {
			[]rawfit.Fields{minute(), minute(), minute(), again(1, 5), minute()},
			[]training.WorkoutStep{one60, repeat(5, one60, one60), one60},
		},
		"repeats in repeats": {
			[]rawfit.Fields{minute(), minute(), again(1, 3), minute(), again(1, 2)},
			[]training.WorkoutStep{one60, repeat(2, repeat(3, one60), one60)},
		},
		"in another order": {[]rawfit.Fields{
			{"message_index": 1, "duration_type": 0, "duration_value": 2000},
			{"message_index": 0, "duration_type": 0, "duration_value": 1000},
		}, []training.WorkoutStep{{DurationS: 1}, {DurationS: 2}}},
		"repeats until a time": {[]rawfit.Fields{
			minute(),
			{"duration_type": 7, "duration_value": 0, "target_value": 600_000},
		}, []training.WorkoutStep{repeat(1, one60)}},
		"repeats nothing": {[]rawfit.Fields{minute(), again(9, 5)}, []training.WorkoutStep{one60}},
		"far too often":   {[]rawfit.Fields{minute(), again(0, 4_000_000_000)}, nil},
		"two workouts":    {[]rawfit.Fields{minute(), {"message_index": 0, "duration_type": 0, "duration_value": 2000}}, nil},
		"no steps":        {nil, nil},
	} {
		got := one(t, guided(c.steps...))
		if d := cmp.Diff(c.want, got.Workout); d != "" || got.Name != "Fours" {
			t.Errorf("%s: %q (-want +got):\n%s", name, got.Name, d)
		}
	}
}

// TestLapsNameTheirSteps: a lap is of the step that its file names, counted as
// the steps that are kept are; one that is not there is none.
func TestLapsNameTheirSteps(t *testing.T) {
	t.Parallel()
	steps := []rawfit.Fields{
		{"message_index": 3, "duration_type": 0, "duration_value": 60_000},
		{"message_index": 5, "duration_type": 5},
		{"message_index": 7, "duration_type": 6, "duration_value": 5, "target_value": 2},
	}
	f := guided(steps...)
	for i, index := range []int{3, 5, 5, 9} {
		f.Lap(rawfit.Fields{
			"timestamp": at(i + 1), "start_time": at(i), "total_elapsed_time": 1.0, "total_timer_time": 1.0,
			"wkt_step_index": index,
		})
	}
	f.Lap(rawfit.Fields{"timestamp": at(5), "start_time": at(4), "total_elapsed_time": 1.0, "total_timer_time": 1.0})
	r := one(t, f)
	var got []int
	for _, l := range r.Laps {
		got = append(got, l.Step)
	}
	if d := cmp.Diff([]int{1, 2, 2, 0, 0}, got); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]int{1, 2, 2}, training.StepNumbers(r.Workout)); d != "" {
		t.Error(d)
	}
	f = guided(append(steps, rawfit.Fields{"message_index": 8, "duration_type": 6, "duration_value": 99, "target_value": 2})...)
	f.Lap(rawfit.Fields{"timestamp": at(1), "start_time": at(0), "total_elapsed_time": 1.0, "total_timer_time": 1.0, "wkt_step_index": 3})
	if r := one(t, f); len(r.Workout) == 0 || r.Laps[0].Step != 0 {
		t.Errorf("%+v", r.Laps)
	}
}

// TestStepsOfSeveralSessions belong to nobody knows whom; steps without end
// are not kept.
func TestStepsOfSeveralSessions(t *testing.T) {
	t.Parallel()
	f := guided(rawfit.Fields{"duration_type": 0, "duration_value": 60_000})
	record(f, 100, rawfit.Fields{"power": 200})
	f.Session(rawfit.Fields{"timestamp": at(101), "start_time": at(100), "total_elapsed_time": 1.0, "total_timer_time": 1.0, "sport": 1})
	for _, r := range read(t, f).Recordings {
		if r.Workout != nil {
			t.Errorf("%+v", r.Workout)
		}
	}
	var many []rawfit.Fields
	for range training.MaxWorkoutSteps + 100 {
		many = append(many, rawfit.Fields{"duration_type": 0, "duration_value": 1000})
	}
	if got := one(t, guided(many...)); got.Workout != nil {
		t.Errorf("%d steps", len(got.Workout))
	}
}
