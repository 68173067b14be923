package workout

import (
	"errors"
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Workout is a structured workout.
type Workout struct {
	Name string
	// Notes are the lines of its text that belong to no step.
	Notes string
	Sport training.Sport
	// SubSport refines the sport, where somebody says it.
	SubSport string
	// PoolLengthM is that of the pool that a swim is meant for, 0 where nobody says.
	PoolLengthM float64
	Steps       []training.WorkoutStep
}

// Loss is something that a format cannot say of a step, or says in another way.
type Loss struct {
	// Step is the number of the step, from 1 in the order in which steps are
	// written, a repeat behind its steps as [training.StepNumbers] counts; 0 is
	// the whole workout.
	Step int
	// What is lost, and Instead is what is written: "the cadence of 90 rpm", "it is left out".
	What, Instead i18n.Sentence
}

// Sentence is one about the loss.
func (l Loss) Sentence() i18n.Sentence {
	if l.Step == 0 {
		return i18n.Sentencef("%s: %s.", l.What, l.Instead)
	}
	return i18n.Sentencef("Step %d: %s: %s.", l.Step, l.What, l.Instead)
}

// Fault is something that is wrong with a workout as it was given.
type Fault struct {
	// Line and Column say where in a text, from 1; Path says where in JSON,
	// such as "steps[2].steps[0].power". What has no place has neither.
	Line, Column int
	Path         string
	// What is wrong, and Fix is what is right, each a sentence.
	What, Fix i18n.Sentence
	// Warning tells of something that is read all the same, but not as it may
	// have been meant.
	Warning bool
}

func (l Loss) String() string { return l.Sentence().String() }

// Sound reports that nothing is wrong; warnings do not count.
func Sound(faults []Fault) bool {
	return !slices.ContainsFunc(faults, func(f Fault) bool { return !f.Warning })
}

func (f Fault) String() string { return f.Sentence().String() }

// FaultOf is an error of package training as a fault without a place.
func FaultOf(err error) Fault {
	if e := (*training.Error)(nil); errors.As(err, &e) {
		what, fix := i18n.Told(e)
		return Fault{What: what, Fix: fix}
	}
	return Fault{What: i18n.Sentence(err.Error())}
}

// Sentence tells the fault with its place.
func (f Fault) Sentence() i18n.Sentence {
	said := i18n.InARow(f.What, f.Fix)
	switch {
	case f.Path != "":
		return i18n.Sentencef("%s: %s", f.Path, said)
	case f.Line > 0:
		return i18n.Sentencef("Line %d, column %d: %s", f.Line, f.Column, said)
	}
	return said
}
