package plain

import (
	"math"
	"strconv"
	"strings"

	"lapkeep/internal/training"
	"lapkeep/internal/workout"
)

// Head begins a step: "10 min warm-up", "400 m", "Squats, 3 × 10, 60 kg".
func Head(s *training.WorkoutStep) string {
	if e := s.Exercise; e != nil {
		return exerciseText(s, e)
	}
	length, kind := lengthText(s), kindText(s.Kind)
	switch {
	case kind == "":
		return length
	case s.Open || length == untilLap:
		return kind + " " + length
	}
	return length + " " + kind
}

func kindText(k training.StepKind) string {
	switch k {
	case training.StepWarmup:
		return "warm-up"
	case training.StepCooldown:
		return "cool-down"
	}
	return string(k)
}

// lengthText is how long a step is. Of an open one it says what it is about.
func lengthText(s *training.WorkoutStep) string {
	var said []string
	if s.DistanceM > 0 {
		said = append(said, distanceText(s.DistanceM))
	}
	if s.DurationS > 0 {
		said = append(said, Duration(s.DurationS))
	}
	if s.CaloriesKcal > 0 {
		said = append(said, caloriesText(s.CaloriesKcal))
	}
	switch {
	case len(said) == 0:
		return untilLap
	case s.Open:
		return untilLap + ", about " + said[0]
	case len(said) > 1: // the first is how long it is
		return said[0] + ", about " + strings.Join(said[1:], ", about ")
	}
	return said[0]
}

const untilLap = "until the lap button"

func exerciseText(s *training.WorkoutStep, e *training.StepExercise) string {
	name := line(s.Text)
	if name == "" {
		name = "exercise"
	}
	each := strconv.Itoa(e.Reps)
	if e.Reps == 0 {
		each = lengthText(s)
	}
	name += ", " + strconv.Itoa(e.Sets) + " × " + each
	if e.WeightKg > 0 {
		name += ", " + short(e.WeightKg) + " kg"
	}
	if e.Percent1RM > 0 {
		name += ", " + short(e.Percent1RM) + " % 1RM"
	}
	return name
}

// manner is what a step says beside its targets.
func manner(s *training.WorkoutStep) (said []string) {
	if s.MaxEffort {
		said = append(said, "all out")
	}
	if s.Free {
		said = append(said, "free")
	}
	switch {
	case s.RestS > 0 && s.Exercise != nil:
		said = append(said, Duration(s.RestS)+" rest after each set")
	case s.RestS > 0:
		said = append(said, "then "+Duration(s.RestS)+" rest")
	}
	if s.HidePower {
		said = append(said, "power hidden")
	}
	switch s.PowerShown {
	case "":
	case training.ShowLap:
		said = append(said, "power shown as the mean of the lap")
	default:
		said = append(said, "power shown as the mean of "+line(string(s.PowerShown)))
	}
	return said
}

func cueText(c training.StepCue) string {
	text := line(c.Text)
	if c.ForS > 0 {
		text += " (for " + Duration(c.ForS) + ")"
	}
	if c.AtS > 0 {
		return "after " + Duration(c.AtS) + ": " + text
	}
	return "cue: " + text
}

// Duration is a time in words: "45 s", "10 min", "1 h 30 min".
func Duration(seconds float64) string {
	s := int(math.Round(seconds))
	if seconds < 1 {
		return short(seconds) + " s"
	}
	var said []string
	for _, part := range []struct {
		of   int
		unit string
	}{{s / 3600, " h"}, {s / 60 % 60, " min"}, {s % 60, " s"}} {
		if part.of > 0 {
			said = append(said, strconv.Itoa(part.of)+part.unit)
		}
	}
	return strings.Join(said, " ")
}

// kilometre is the length in m from which kilometres are told.
const kilometre = 1000

func distanceText(metres float64) string {
	if metres >= kilometre {
		return strconv.FormatFloat(math.Round(metres)/kilometre, 'f', -1, 64) + " km"
	}
	return short(metres) + " m"
}

func caloriesText(kcal float64) string { return short(kcal) + " kcal" }

// Total is what the steps take by their own words, empty where they give
// nothing to add up.
func Total(w *workout.Workout) string {
	t := workout.TotalOf(w.Steps)
	var said []string
	if t.DurationS > 0 {
		said = append(said, Duration(t.DurationS))
	}
	if t.DistanceM > 0 {
		said = append(said, distanceText(t.DistanceM))
	}
	if t.CaloriesKcal > 0 {
		said = append(said, caloriesText(t.CaloriesKcal))
	}
	text := strings.Join(said, " + ")
	if text != "" && t.Open {
		text += ", without what has no length"
	}
	return text
}

// short has a decimal only where there is one.
func short(x float64) string { return strconv.FormatFloat(math.Round(x*10)/10, 'f', -1, 64) }
