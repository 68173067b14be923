// Package workoutgen draws structured workouts at random, for tests of what
// reads, writes and measures them. They are sound, of sizes that people plan,
// and their numbers are those that a form can write down: whole seconds, metres
// and watts, tenths of a percent, paces of whole seconds. A [Can] limits them
// to what one form can say. It knows none of the forms.
package workoutgen

import "lapkeep/internal/training"

// Can is what workouts may have. The zero value stands for steps of some
// seconds of cycling, which every format can express.
type Can struct {
	Sports []training.Sport // cycling alone if there is none

	// Lengths. An open step has one too, which it is about as long as.
	Distance, Calories, Open bool
	OpenAlone                bool // with Open: also without any length
	OpenBare                 bool // with Open: always without any length
	Rest                     bool // a pause after a distance

	// What steers a step. Free ones have no power, maximal ones no target.
	Free, MaxEffort     bool
	FreeSteered         bool // with Free: by another target than power
	Power, HR, Pace     []training.TargetUnit
	Speed, RPE, Cadence bool
	Several             bool // two targets beside the cadence
	CadenceAlone        bool // with Cadence: also without another target
	Steered             bool // no step without a target that is neither free nor maximal
	// Per are the distances that paces are told for, beside the sport's own.
	Per []training.PaceDistance

	// Bounds beside a single value: of zones too, and one alone.
	Ranges, ZoneRanges, OneSided bool
	Ramps                        []training.TargetOf // up and down, of none but these

	Kinds                  bool
	Sections               bool // of the outermost steps and repeats
	Texts, RepeatTexts     bool
	Note                   bool // a cue at the start of a step
	Cues                   bool // cues during a step of some time
	HidePower, PowerShown  bool // of steps with power
	TextRunes              int  // of each text at most; 40 if it is 0
	Exercises              bool // in workouts of strength
	Nested                 int  // repeats within repeats at most, the outermost counted; no repeats at 0
	Once                   bool // repeats that are done once
	MostSteps, MostRepeats int  // written out, and of one repeat; 60 and 20 if they are 0
}

// Everything returns everything that the model can express.
func Everything() Can {
	return Can{
		Sports:   []training.Sport{training.Cycling, training.Running, training.Swimming, training.Rowing, training.Walking, training.Strength},
		Distance: true, Calories: true, Open: true, OpenAlone: true, Rest: true, Free: true, FreeSteered: true, MaxEffort: true,
		Power: []training.TargetUnit{training.TargetW, training.TargetFTP, training.TargetBest, training.TargetZone, training.TargetOwnZone},
		HR:    []training.TargetUnit{training.TargetBpm, training.TargetLTHR, training.TargetMaxHR, training.TargetZone},
		Pace:  []training.TargetUnit{training.TargetMPS, training.TargetPacePct, training.TargetZone},
		Speed: true, RPE: true, Cadence: true, Several: true, CadenceAlone: true,
		Per: []training.PaceDistance{
			training.PerKm, training.PerMile, training.Per100M, training.Per100Y, training.Per250M, training.Per400M, training.Per500M,
		},
		Ranges: true, ZoneRanges: true, OneSided: true,
		Ramps: []training.TargetOf{
			training.TargetPower, training.TargetHR, training.TargetPace, training.TargetSpeed, training.TargetRPE, training.TargetCadence,
		},
		Kinds: true, Sections: true, Texts: true, RepeatTexts: true, Note: true, Cues: true, HidePower: true, PowerShown: true,
		Exercises: true, Nested: training.MaxStepDepth, Once: true,
	}
}

func (c Can) mostSteps() int { return orElse(c.MostSteps, 60) }

func (c Can) mostRepeats() int { return orElse(c.MostRepeats, 20) }

func (c Can) textRunes() int { return orElse(c.TextRunes, 40) }

func orElse(n, usual int) int {
	if n == 0 {
		return usual
	}
	return n
}
