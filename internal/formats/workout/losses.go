package workout

import (
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Losses are those of one workout. The zero value is empty.
type Losses struct {
	all   []Loss
	muted int
}

// Add takes note of a loss of a step, once where it is told of it again.
func (l *Losses) Add(step int, what, instead i18n.Sentence) {
	if l.muted > 0 {
		return
	}
	loss := Loss{Step: step, What: what, Instead: instead}
	for i := len(l.all) - 1; i >= 0 && l.all[i].Step == step; i-- {
		if l.all[i] == loss {
			return
		}
	}
	l.all = append(l.all, loss)
}

// Times calls write so often, for steps that are written out. They lose the
// same each time, which is told of the first.
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

// Mark is a place to go back to with [Losses.Forget].
func (l *Losses) Mark() int { return len(l.all) }

// Forget drops what was added since a mark.
func (l *Losses) Forget(mark int) { l.all = l.all[:mark] }

// All are the losses in the order in which they came.
func (l *Losses) All() []Loss { return l.all }

// LeftOut is what is written instead of what a format has no place for.
const LeftOut = "it is left out"

// Common takes note of what none of the formats can say of a step.
func (l *Losses) Common(step int, s *training.WorkoutStep) {
	if s.Section != "" {
		l.Add(step, i18n.Sentencef("that the part “%s” begins with it", s.Section), LeftOut)
	}
	if s.HidePower {
		l.Add(step, "that power is hidden", LeftOut)
	}
}

// Repeat takes note of what a repeat says besides its steps and how often they
// are done, its text apart.
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

// Refined takes note of the sport's refinement, for a format that has none.
func (l *Losses) Refined(w *Workout) {
	if w.SubSport != "" {
		l.Add(0, i18n.Sentencef("that it is meant as %s", training.Refined(w.Sport, w.SubSport)), LeftOut)
	}
	if w.PoolLengthM > 0 {
		l.Add(0, i18n.Sentencef("the pool of %g m", w.PoolLengthM), LeftOut)
	}
}

// Bounds of one file that a workout is read from.
const (
	MaxFileBytes = 10 << 20
	maxLosses    = 200 // of reading: a file may be made to have any number
)

// CheckSize says what is wrong with the size of a file.
func CheckSize(data []byte) error {
	if len(data) > MaxFileBytes {
		return training.Errorf(training.KindTooLarge, "The file has %d bytes, and a workout has at most %d.", len(data), MaxFileBytes).
			WithFix("Give the file of one workout.")
	}
	return nil
}

// Read takes note of something that a file says and a workout cannot, once; of
// very many, the first.
func (l *Losses) Read(step int, what, instead i18n.Sentence) {
	loss := Loss{Step: step, What: what, Instead: instead}
	if len(l.all) < maxLosses && !slices.Contains(l.all, loss) {
		l.all = append(l.all, loss)
	}
}

// CheckRead says why steps that were read are no workout.
func CheckRead(steps []training.WorkoutStep) error {
	if len(steps) == 0 {
		return training.Errorf(training.KindInvalid, "The file holds no step.").WithFix("Give the file of a workout with steps.")
	}
	return training.CheckSteps(steps)
}

// CheckWrite says why a workout can be written in no format.
func CheckWrite(w *Workout) error {
	if len(w.Steps) == 0 {
		return training.Errorf(training.KindInvalid, "The workout has no step.").WithFix("Give it steps.")
	}
	return training.CheckSteps(w.Steps)
}
