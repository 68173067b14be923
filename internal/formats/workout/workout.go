// Package workout holds structured workouts, independent of where they are kept: their
// steps and checks, the losses of formats that cannot express everything, and their
// duration, distance and load, using the thresholds of a day. The formats have their own
// packages. This package must not depend on the store or any service.
//
// # Chart
//
// [ChartOf] draws a workout over time, using the thresholds of a day.
//
// # Plain
//
// [WritePlain] writes a workout as text for people: in a message, on a printed page, in a
// calendar entry. Nothing parses this text.
//
// # Sessions
//
// [AllSession] returns Lapkeep's own library of structured workouts: sessions by purpose,
// each with its aim, the athletes whom it suits and its sources in the literature.
//
// A session is a file SPORT/ID.txt, where SPORT is a [training.Sport]. It begins with a
// line `key: value` for each of name, purpose, for, suits, source and tags, in this order.
// After an empty line come the steps in the workout language of Intervals.icu: targets are
// percentages of FTP in rides, of threshold pace or heart rate in runs, and of critical
// swim speed in swims. A session uses a single measure, so that its load can be computed
// from it; all-out efforts for a time have no target.
//
// Strength steps are Lapkeep's own extension, with one exercise per line: name, sets by
// repetitions or seconds, an optional weight in kg or as a percentage of the heaviest
// single repetition, and the rest after each set. An exercise with "single-leg", "each leg" or
// "each side" in its name is done with that many repetitions on each side.
//
// The tags are all-out (maximal efforts), base and build (the part of a season that it
// suits), beginner, climbing, fresh (needs rested legs), indoor and outdoor (where it is
// best done), marathon, race (rehearses or prepares for a race) and race-week.
//
// The package contains the texts; it does not parse the steps.
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
	// Notes holds the lines of the text that belong to no step.
	Notes string
	Sport training.Sport
	// SubSport is a kind of the sport, if it is stated.
	SubSport string
	// PoolLengthM is the length of the pool for a swim, or 0 if it is not stated.
	PoolLengthM float64
	Steps       []training.WorkoutStep
}

// Loss is something in a step that a format cannot express, or expresses differently.
type Loss struct {
	// Step is the number of the step, from 1 in writing order, with a repeat after
	// its steps as in [training.StepNumbers]; 0 means the whole workout.
	Step int
	// What describes the loss, and Instead what is written in its place: "the cadence of 90
	// rpm", "it is left out".
	What, Instead i18n.Sentence
}

// Sentence returns the loss as a sentence.
func (l Loss) Sentence() i18n.Sentence {
	if l.Step == 0 {
		return i18n.Sentencef("%s: %s.", l.What, l.Instead)
	}
	return i18n.Sentencef("Step %d: %s: %s.", l.Step, l.What, l.Instead)
}

// Fault is an error in a workout that somebody wrote.
type Fault struct {
	// Line and Column give the position in a text, from 1; Path gives it in JSON,
	// such as "steps[2].steps[0].power". A fault without a position has neither.
	Line, Column int
	Path         string
	// What describes the error, and Fix how to correct it, each as a sentence.
	What, Fix i18n.Sentence
	// Warning is set if the text is read anyway, though perhaps not as intended.
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

// NewFaults returns an empty list that keeps up to the given number of faults.
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

// All returns the faults in the order in which they were added.
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
// things each time, so only the losses of the first call are kept.
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

// All returns the losses in the order in which they were added.
func (l *Losses) All() []Loss { return l.all }

// LeftOut is the text for something for which a format has no place.
const LeftOut = "it is left out"

// Common adds the properties of a step that none of the formats can express.
func (l *Losses) Common(step int, s *training.WorkoutStep) {
	if s.Section != "" {
		l.Add(step, i18n.Sentencef("the start of the part “%s” here", s.Section), LeftOut)
	}
	if s.HidePower {
		l.Add(step, "hidden power", LeftOut)
	}
}

// Ends adds the unusual ends of a step, for a format in which each step has a
// fixed length.
func (l *Losses) Ends(step int, s *training.WorkoutStep) {
	if s.Open {
		l.Add(step, "its end, which the athlete chooses", "its approximate length is used")
	}
	if s.CaloriesKcal > 0 {
		l.Add(step, i18n.Sentencef("a length of %g kcal", s.CaloriesKcal), LeftOut)
	}
	if s.Exercise != nil {
		l.Add(step, "the sets of an exercise", LeftOut)
	}
}

// Cues returns the texts of a step for a format in which texts have times: without those
// after its end, which would appear during the next step.
func (l *Losses) Cues(step int, s *training.WorkoutStep) (out []training.StepCue) {
	for _, c := range s.Cues {
		if s.DistanceM == 0 && s.DurationS > 0 && c.AtS >= s.DurationS {
			l.Add(step, i18n.Sentencef("the text “%s” at %g s, after the end of the step", c.Text, c.AtS), LeftOut)
			continue
		}
		out = append(out, c)
	}
	return out
}

// WrittenOut adds a repeat whose steps are written out.
func (l *Losses) WrittenOut(step int, s *training.WorkoutStep) {
	l.Nameless(step, s)
	if s.Count > 1 {
		l.Add(step, i18n.Sentencef("the count of %d repeats", s.Count), "its steps are written out")
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
		l.Add(step, "the details of how to do the whole repeat", LeftOut)
	}
}

// Refined adds the sport's sub-sport, for a format without sub-sports.
func (l *Losses) Refined(w *Workout) {
	if w.SubSport != "" {
		l.Add(0, i18n.Sentencef("the type of sport, %s", training.Refined(w.Sport, w.SubSport)), LeftOut)
	}
	if w.PoolLengthM > 0 {
		l.Add(0, i18n.Sentencef("the pool of %g m", w.PoolLengthM), LeftOut)
	}
}

// The limits of a file from which a workout is read.
const (
	MaxFileBytes = 10 << 20
	maxLosses    = 200 // when reading: a file can be crafted to cause any number
)

// CheckSize returns an error for a file that is too large.
func CheckSize(data []byte) error {
	if len(data) > MaxFileBytes {
		return training.Errorf(training.KindTooLarge, "The file is %d bytes long, but a workout may be at most %d bytes "+
			"long.", len(data), MaxFileBytes).
			WithFix("Give the file of one workout.")
	}
	return nil
}

// Read adds a loss for something in a file that a workout cannot hold, unless it
// has been added before. It ignores losses beyond a limit.
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
