// Package workout holds structured workouts, independent of where they are
// kept: their steps and checks, the losses of formats that cannot express
// everything, and their duration, distance and load by the thresholds of a day.
// The formats have packages of their own. It must not know the store or any
// service.
//
// # Chart
//
// It draws a workout over time by the thresholds of a day.
//
// # Plain
//
// It writes a workout as text for people: in a message, on a printed page, in a
// calendar entry. Nothing reads it back.
//
// # Sessions
//
// It is Lapkeep's own library of structured workouts: sessions by purpose, each
// with its aim, the athletes that it suits and its sources in the literature.
//
// A session is a file SPORT/ID.txt, where SPORT is a [training.Sport]. It
// begins with a line `key: value` for each of name, purpose, for, suits, source
// and tags, in this order. After an empty line come the steps in the workout
// language of Intervals.icu: rides in percent of FTP, runs in percent of
// threshold pace or of threshold heart rate, swims in percent of critical swim
// speed. A session uses a single measure, so that its load can be computed from
// it; all-out efforts for a time have no target.
//
// Strength steps are Lapkeep's own extension, with one exercise per line: name,
// sets by repetitions or seconds, optional weight in kg or percent of the
// heaviest single repetition, and the rest after each set. An exercise with
// "single-leg", "each leg" or "each side" in its name is done that often on
// each side.
//
// The tags are all-out (holds nothing back), base and build (the part of a
// season that it suits), beginner, climbing, fresh (needs rested legs), indoor
// and outdoor (where it is done best), marathon, race (rehearses one or leads
// up to it) and race-week.
//
// The package knows the texts; it does not parse the steps.
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
	// Notes are the lines of the text that belong to no step.
	Notes string
	Sport training.Sport
	// SubSport refines the sport, if stated.
	SubSport string
	// PoolLengthM is the length of the pool for a swim, 0 if not stated.
	PoolLengthM float64
	Steps       []training.WorkoutStep
}

// Loss is something in a step that a format cannot express, or expresses differently.
type Loss struct {
	// Step is the number of the step, from 1 in writing order, with a repeat
	// after its steps as in [training.StepNumbers]; 0 is the whole workout.
	Step int
	// What is lost, and what is written Instead: "the cadence of 90 rpm", "it is
	// left out".
	What, Instead i18n.Sentence
}

// Sentence returns the loss as a sentence.
func (l Loss) Sentence() i18n.Sentence {
	if l.Step == 0 {
		return i18n.Sentencef("%s: %s.", l.What, l.Instead)
	}
	return i18n.Sentencef("Step %d: %s: %s.", l.Step, l.What, l.Instead)
}

// Fault is an error in a workout as given.
type Fault struct {
	// Line and Column give the position in a text, from 1; Path gives it in JSON,
	// such as "steps[2].steps[0].power". A fault without a position has neither.
	Line, Column int
	Path         string
	// What is wrong, and the Fix, each as a sentence.
	What, Fix i18n.Sentence
	// Warning reports that the text is read anyway, but perhaps not as meant.
	Warning bool
}

func (l Loss) String() string { return l.Sentence().String() }

// Sound reports whether there are no faults other than warnings.
func Sound(faults []Fault) bool {
	return !slices.ContainsFunc(faults, func(f Fault) bool { return !f.Warning })
}

func (f Fault) String() string { return f.Sentence().String() }

// Faults holds the faults of one workout, up to a limit.
type Faults struct {
	all  []Fault
	most int
}

// NewFaults returns an empty list that keeps up to most faults.
func NewFaults(most int) Faults { return Faults{most: most} }

// Add adds a fault at a path. Beyond the limit it adds one fault that says so.
func (f *Faults) Add(path string, what, fix i18n.Sentence) {
	switch {
	case len(f.all) < f.most:
		f.all = append(f.all, Fault{Path: path, What: what, Fix: fix})
	case len(f.all) == f.most:
		f.all = append(f.all, Fault{Path: "steps", What: "There are more problems.", Fix: "Correct this first."})
	}
}

// Count returns the number of faults.
func (f *Faults) Count() int { return len(f.all) }

// All returns the faults in the order of adding.
func (f *Faults) All() []Fault { return f.all }

// FaultOf returns an error of package training as a fault without a position.
func FaultOf(err error) Fault {
	if e := (*training.Error)(nil); errors.As(err, &e) {
		what, fix := i18n.Told(e)
		return Fault{What: what, Fix: fix}
	}
	return Fault{What: i18n.Sentence(err.Error())}
}

// Sentence returns the fault as a sentence with its position.
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

// Losses holds the losses of one workout. The zero value is empty.
type Losses struct {
	all   []Loss
	muted int
}

// Add adds a loss of a step, unless the step already has it.
func (l *Losses) Add(step int, what, instead i18n.Sentence) {
	if l.muted > 0 {
		return
	}
	loss := Loss{Step: step, What: what, Instead: instead}
	for i := len(l.all) - 1; i >= 0 && (step == 0 || l.all[i].Step == step); i-- {
		if l.all[i] == loss {
			return
		}
	}
	l.all = append(l.all, loss)
}

// Times calls write n times, for steps that are written out. They lose the same
// each time, so it keeps only the losses of the first time.
func (l *Losses) Times(n int, write func() error) error {
	for i := range n {
		if i == 1 {
			l.muted++
			defer func() { l.muted-- }()
		}
		if err := write(); err != nil {
			return err
		}
	}
	return nil
}

// Mark returns a mark for [Losses.Forget].
func (l *Losses) Mark() int { return len(l.all) }

// Forget drops the losses added since a mark.
func (l *Losses) Forget(mark int) { l.all = l.all[:mark] }

// All returns the losses in the order of adding.
func (l *Losses) All() []Loss { return l.all }

// LeftOut is the text for something that a format has no place for.
const LeftOut = "it is left out"

// Common adds the properties of a step that none of the formats can express.
func (l *Losses) Common(step int, s *training.WorkoutStep) {
	if s.Section != "" {
		l.Add(step, i18n.Sentencef("that the part “%s” begins with it", s.Section), LeftOut)
	}
	if s.HidePower {
		l.Add(step, "that power is hidden", LeftOut)
	}
}

// Ends adds the unusual ends of a step, for a format in which each step has a
// fixed length.
func (l *Losses) Ends(step int, s *training.WorkoutStep) {
	if s.Open {
		l.Add(step, "that it lasts until the athlete ends it", "its approximate length is used")
	}
	if s.CaloriesKcal > 0 {
		l.Add(step, i18n.Sentencef("that it lasts for %g kcal", s.CaloriesKcal), LeftOut)
	}
	if s.Exercise != nil {
		l.Add(step, "the sets of an exercise", LeftOut)
	}
}

// WrittenOut adds a repeat whose steps are written out.
func (l *Losses) WrittenOut(step int, s *training.WorkoutStep) {
	l.Nameless(step, s)
	if s.Count > 1 {
		l.Add(step, i18n.Sentencef("that it is repeated %d times", s.Count), "its steps are written out")
	}
}

// Nameless does the same as [Losses.Repeat], for a format in which repeats have
// no text.
func (l *Losses) Nameless(step int, s *training.WorkoutStep) {
	l.Repeat(step, s)
	if s.Text != "" {
		l.Add(step, i18n.Sentencef("the text “%s” of the repeat", s.Text), LeftOut)
	}
}

// Repeat adds the properties of a repeat other than its steps, their count and
// its text.
func (l *Losses) Repeat(step int, s *training.WorkoutStep) {
	l.Common(step, s)
	for _, c := range s.Cues {
		l.Add(step, i18n.Sentencef("the text “%s” of the repeat", c.Text), LeftOut)
	}
	for _, t := range s.Targets {
		l.Add(step, i18n.Sentencef("the target “%s” of the repeat", NoteText(t)), LeftOut)
	}
	if s.RestS > 0 {
		l.Add(step, i18n.Sentencef("the pause of %g s after the repeat", s.RestS), LeftOut)
	}
	if s.DurationS+s.DistanceM+s.CaloriesKcal > 0 || s.Open || s.Free || s.MaxEffort || s.Exercise != nil || s.PowerShown != "" {
		l.Add(step, "how the repeat as a whole is done", LeftOut)
	}
}

// Refined adds the sport's refinement, for a format without refinements.
func (l *Losses) Refined(w *Workout) {
	if w.SubSport != "" {
		l.Add(0, i18n.Sentencef("that it is meant as %s", training.Refined(w.Sport, w.SubSport)), LeftOut)
	}
	if w.PoolLengthM > 0 {
		l.Add(0, i18n.Sentencef("the pool of %g m", w.PoolLengthM), LeftOut)
	}
}

// The limits of a file that a workout is read from.
const (
	MaxFileBytes = 10 << 20
	maxLosses    = 200 // of reading: a file can be made to have any number
)

// CheckSize returns an error for a file that is too large.
func CheckSize(data []byte) error {
	if len(data) > MaxFileBytes {
		return training.Errorf(training.KindTooLarge, "The file has %d bytes, but a workout may have at most %d.", len(data), MaxFileBytes).
			WithFix("Give the file of one workout.")
	}
	return nil
}

// Read adds something in a file that a workout cannot hold, once. It ignores
// losses beyond a limit.
func (l *Losses) Read(step int, what, instead i18n.Sentence) {
	loss := Loss{Step: step, What: what, Instead: instead}
	if len(l.all) < maxLosses && !slices.Contains(l.all, loss) {
		l.all = append(l.all, loss)
	}
}

// CheckRead returns an error if the steps of a file are not a workout.
func CheckRead(steps []training.WorkoutStep) error {
	if len(steps) == 0 {
		return training.Errorf(training.KindInvalid, "The file contains no step.").WithFix("Give the file of a workout with steps.")
	}
	return training.CheckSteps(steps)
}

// CheckWrite returns an error for a workout that no format can hold.
func CheckWrite(w *Workout) error {
	if len(w.Steps) == 0 {
		return training.Errorf(training.KindInvalid, "The workout has no step.").WithFix("Give it steps.")
	}
	return training.CheckSteps(w.Steps)
}
