// Package workoutgen draws structured workouts at random, for tests of reading,
// writing and measuring them. They are valid and of realistic size, and their
// numbers can be stored in a format: whole seconds, metres and watts, tenths of
// a percent, paces in whole seconds. A [Can] limits them to what one format can
// express. The package knows none of the formats.
package workoutgen

import "lapkeep/internal/training"

// Can determines what workouts may contain. The zero value is timed cycling
// steps, which every format can express.
type Can struct {
	Sports []training.Sport // only cycling if empty

	// Lengths. An open step has one too, which is approximate.
	Distance, Calories, Open bool
	OpenAlone                bool // with Open: also without any length
	OpenBare                 bool // with Open: always without any length
	Rest                     bool // a pause after a distance

	// The control of a step. Free steps have no power, maximal ones no target.
	Free, MaxEffort     bool
	FreeSteered         bool // with Free: with a target other than power
	Power, HR, Pace     []training.TargetUnit
	Speed, RPE, Cadence bool
	Several             bool // two targets besides cadence
	CadenceAlone        bool // with Cadence: also without another target
	Steered             bool // every step has a target unless it is free or maximal
	// Per are the distances for which paces are given, besides the sport's own.
	Per []training.PaceDistance

	// Bounds in addition to a single value: also of zones, and only one bound.
	Ranges, ZoneRanges, OneSided bool
	Ramps                        []training.TargetOf // up and down, only of these

	Kinds                  bool
	Sections               bool // of the outermost steps and repeats
	Texts, RepeatTexts     bool
	Note                   bool // a cue at the start of a step
	Cues                   bool // cues during a timed step
	HidePower, PowerShown  bool // of steps with power
	TextRunes              int  // maximum of each text; 40 if 0
	Exercises              bool // in strength workouts
	Nested                 int  // maximum depth of repeats, including the outermost; 0 is no repeats
	Once                   bool // repeats with a count of one
	MostSteps, MostRepeats int  // written out, and of one repeat; 60 and 20 if 0
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
