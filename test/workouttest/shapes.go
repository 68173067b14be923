// Package workouttest has workouts of the shapes that people train by, for the
// tests of what reads and writes them, and a day whose thresholds resolve them.
package workouttest

import (
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

// Day is one with every threshold.
func Day(sport training.Sport) efforts.Day {
	return efforts.Day{Sport: sport, Thresholds: training.Thresholds{
		FTPW: 250, LTHRBpm: 170, MaxHRBpm: 190, RestHRBpm: 50, ThresholdMPS: 4, WeightKg: 70,
	}}
}

// Aim is a target from one bound to another.
func Aim(of training.TargetOf, unit training.TargetUnit, low, high float64) training.StepTarget {
	return training.StepTarget{Of: of, Unit: unit, Low: low, High: high}
}

// FTP is power in percent of FTP.
func FTP(low, high float64) training.StepTarget {
	return Aim(training.TargetPower, training.TargetFTP, low, high)
}

// Ramp is a target that goes from one value to another.
func Ramp(t training.StepTarget, from, to float64) training.StepTarget {
	t.Low, t.High, t.Ramp = from, to, training.RampUp
	if from > to {
		t.Low, t.High, t.Ramp = to, from, training.RampDown
	}
	return t
}

// RPM is a cadence.
func RPM(low, high float64) training.StepTarget {
	return Aim(training.TargetCadence, training.TargetRPM, low, high)
}

// Timed is a step of so many seconds.
func Timed(kind training.StepKind, seconds float64, targets ...training.StepTarget) training.WorkoutStep {
	return training.WorkoutStep{Kind: kind, DurationS: seconds, Targets: targets}
}

// Far is a step of so many metres.
func Far(kind training.StepKind, metres float64, targets ...training.StepTarget) training.WorkoutStep {
	return training.WorkoutStep{Kind: kind, DistanceM: metres, Targets: targets}
}

// Times repeats steps.
func Times(n int, steps ...training.WorkoutStep) training.WorkoutStep {
	return training.WorkoutStep{Kind: training.StepRepeat, Count: n, Steps: steps}
}

// Says gives a step a text and cues.
func Says(s training.WorkoutStep, text string, cues ...training.StepCue) training.WorkoutStep {
	s.Text, s.Cues = text, cues
	return s
}

const (
	warm, work, rest, cool = training.StepWarmup, training.StepWork, training.StepRest, training.StepCooldown
	power, hr, pace        = training.TargetPower, training.TargetHR, training.TargetPace
)

// Shapes are workouts by name.
func Shapes() map[string]workout.Workout {
	watts := func(low, high float64) training.StepTarget { return Aim(power, training.TargetW, low, high) }
	lthr := func(low, high float64) training.StepTarget { return Aim(hr, training.TargetLTHR, low, high) }
	easy := Aim(pace, training.TargetPacePct, 75, 80)
	shape := func(name string, sport training.Sport, steps ...training.WorkoutStep) workout.Workout {
		return workout.Workout{Name: name, Notes: "Drink & eat.", Sport: sport, Steps: steps}
	}
	return map[string]workout.Workout{
		"sweet-spot": shape("3 × 12 min sweet spot", training.Cycling,
			Timed(warm, 600, Ramp(FTP(0, 0), 50, 75)),
			Times(3, Says(Timed(work, 720, FTP(88, 94), RPM(85, 95)), "Hold it", training.StepCue{AtS: 360, ForS: 15, Text: "Half of it"}),
				Timed(rest, 240, FTP(55, 55))),
			Timed(cool, 600, Ramp(FTP(0, 0), 60, 40))),
		"over-unders": shape("Over-unders", training.Cycling,
			Timed(warm, 900, FTP(60, 60)),
			Times(4, Times(3, Timed("", 120, FTP(92, 92)), Timed("", 60, FTP(106, 106), RPM(100, 100))), Timed(rest, 300, FTP(0, 55))),
			Timed("", 30, FTP(150, 0))),
		"micro-bursts": shape("40/20", training.Cycling,
			Times(10, Timed(work, 40, FTP(120, 120)), Timed(rest, 20, FTP(50, 50), RPM(90, 90)))),
		"watts": shape("Watts", training.Cycling,
			Timed("", 300, watts(180, 200)), Timed("", 45.5, watts(251, 251)), Timed("", 300, Ramp(watts(0, 0), 150, 300)),
			Timed("", 60, Aim(power, training.TargetZone, 3, 3))),
		"heart-rate": shape("By heart", training.Cycling,
			Timed(warm, 600, Aim(hr, training.TargetMaxHR, 60, 70)), Timed(work, 1200, lthr(88, 94), RPM(90, 90)),
			Timed(rest, 300, Aim(hr, training.TargetBpm, 120, 120)), Timed(work, 1200, Aim(hr, training.TargetZone, 2, 2))),
		"free": shape("Free", training.Cycling,
			training.WorkoutStep{DurationS: 600, Free: true, Targets: []training.StepTarget{RPM(90, 100)}},
			training.WorkoutStep{DurationS: 15, MaxEffort: true, PowerShown: training.Show3S, Text: "All out!"},
			training.WorkoutStep{DurationS: 300, Free: true, PowerShown: training.ShowLap}),
		"run": shape("6 × 1 km", training.Running,
			Far(warm, 2000, easy),
			Times(6, Far(work, 1000, Aim(pace, training.TargetMPS, 4, 4.2)), Far(rest, 400, easy)),
			Far(cool, 2000, Ramp(Aim(pace, training.TargetPacePct, 0, 0), 80, 70))),
		"run-timed": shape("Fartlek", training.Running,
			Timed(warm, 600, Aim(hr, training.TargetBpm, 0, 140)),
			Times(8, Timed(work, 60, Aim(pace, training.TargetPacePct, 105, 110)), Timed(rest, 60, easy))),
		"swim": {
			Name: "Ten hundreds", Sport: training.Swimming, SubSport: training.SubPool, PoolLengthM: 25,
			Steps: []training.WorkoutStep{
				Far(warm, 400),
				Times(10, Far(work, 100, training.StepTarget{Of: pace, Unit: training.TargetMPS, Low: 1.25, High: 1.3, Per: training.Per100M}),
					training.WorkoutStep{Kind: rest, DurationS: 20}),
				{Kind: cool, Open: true},
			},
		},
		"strength": {Name: "Legs", Sport: training.Strength, Steps: []training.WorkoutStep{
			{Text: "Barbell back squat", RestS: 90, Exercise: &training.StepExercise{Sets: 3, Reps: 8, WeightKg: 62.5}},
			{Text: "Plank", DurationS: 45, RestS: 30, Exercise: &training.StepExercise{Sets: 2}},
			{Text: "Something of our own", Exercise: &training.StepExercise{Sets: 1, Reps: 12, Percent1RM: 70}},
		}},
		"everything": shape("Everything", training.Cycling,
			training.WorkoutStep{
				Kind: work, Section: "Main set", Text: "A <b> & \"c\"", DurationS: 60, RestS: 30, HidePower: true, PowerShown: training.Show10S,
				Cues:    []training.StepCue{{AtS: 0, Text: "Go"}, {AtS: 50, Text: "Ten left"}},
				Targets: []training.StepTarget{FTP(110, 115), lthr(90, 95), Aim(training.TargetRPE, training.TargetOf10, 7, 8), RPM(95, 0)},
			},
			Says(Times(2, Timed(work, 60, Ramp(FTP(0, 0), 80, 100)), Timed("", 30)), "Twice", training.StepCue{Text: "Again"})),
	}
}
