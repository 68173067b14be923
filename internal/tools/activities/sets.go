package activities

import (
	"fmt"
	"strings"
	"unicode"

	"lapkeep/internal/answers"
	"lapkeep/internal/formats/steptext"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// timesReps is the count of sets and repetitions in a line: "3x5".
var timesReps = textclean.LazyRegexp(`\d+ *[xX×] *\d+`)

// setsOf reads the sets that were done from a text with a line for each exercise, in the
// language of workouts: "Back squat 3x5 100kg RPE 8 2m rest". A semicolon also ends a line.
// Sets under the heading "Warmup" are warm-ups. A line may begin with a hyphen, as in a workout.
func setsOf(text string) ([]training.StrengthSet, error) {
	var lines []string
	for line := range strings.Lines(strings.ReplaceAll(textclean.Text(text, textclean.TextRunes), ";", "\n")) {
		line = strings.TrimSpace(line)
		if len(timesReps.Get().FindAllString(line, 2)) > 1 {
			return nil, training.Errorf(training.KindInvalid, "%q has several exercises in one line.", textclean.Line(line, textclean.NameRunes)).
				WithFix("Write a line for each exercise, or separate them with semicolons.")
		}
		if strings.ContainsFunc(line, unicode.IsDigit) && !strings.HasPrefix(line, "-") {
			line = "- " + line
		}
		lines = append(lines, line)
	}
	read, faults := steptext.Read(strings.Join(lines, "\n"), training.Strength)
	for i := range faults {
		if !faults[i].Warning {
			return nil, training.Errorf(training.KindInvalid, "sets cannot be read: %s", faults[i].What).WithFix("%s", faults[i].Fix)
		}
	}
	out, err := done(&read)
	if err == nil {
		err = training.CheckSets(out)
	}
	return out, err
}

func done(read *workout.Workout) (out []training.StrengthSet, err error) {
	for _, s := range training.WrittenOut(read.Steps) {
		e, rpe, odd := s.Exercise, 0.0, false
		for _, t := range s.Targets {
			rpe, odd = t.High, odd || t.Of != training.TargetRPE
		}
		if e == nil || e.Percent1RM > 0 || s.Text == "" || odd {
			return nil, training.Errorf(training.KindInvalid, "%q is not an exercise that was done.", textclean.Line(s.Text, textclean.NameRunes)).
				WithFix("Write a line for each exercise, with the load in kg: Back squat 3x5 100kg RPE 8 2m rest.")
		}
		set := training.StrengthSet{
			Exercise: textclean.Line(s.Text, textclean.NameRunes), Reps: e.Reps, LoadKg: e.WeightKg, DurationS: s.DurationS, RestS: s.RestS,
			RPE: rpe,
		}
		if s.Kind == training.StepWarmup {
			set.Kind = training.SetWarmup
		}
		for range e.Sets {
			out = append(out, set)
		}
	}
	if len(out) == 0 {
		err = training.Errorf(training.KindInvalid, "sets has no exercise.").WithFix("Write for example: Back squat 3x5 100kg RPE 8 2m rest.")
	}
	return out, err
}

// lift sets the sets that the athlete entered.
func (in *updateIn) lift(e *tools.Edit, row *store.ActivityRow) error {
	if in.Sets == nil {
		return nil
	}
	all, err := setsOf(*in.Sets)
	if err == nil {
		e.SetShown("sets", all, written(row.Sets), written(all))
	}
	return err
}

// written formats sets for people.
func written(all []training.StrengthSet) string {
	var out []string
	for i := range all {
		s := &all[i]
		words := strings.TrimSpace(string(s.Kind) + " " + s.Exercise)
		if s.Reps > 0 {
			words += fmt.Sprintf(" %d×", s.Reps)
		}
		if s.LoadKg > 0 {
			words += fmt.Sprintf(" %g kg", answers.Round(s.LoadKg, 2))
		}
		if s.DurationS > 0 {
			words += fmt.Sprintf(" %g s", s.DurationS)
		}
		out = append(out, words)
	}
	return strings.Join(out, ", ")
}
