package workouttest

import (
	"math"

	"pgregory.net/rapid"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/training"
)

// Random draws a workout of a sport: sound, within what people can do, and
// with fields that no one format has.
func Random(t *rapid.T, sport training.Sport) workout.Workout {
	w := workout.Workout{Name: "Any", Sport: sport}
	lengths := rapid.SampledFrom([]int{timed, timed, timed, far, mixed}).Draw(t, "lengths")
	for range rapid.IntRange(1, 6).Draw(t, "steps") {
		w.Steps = append(w.Steps, step(t, sport, lengths, 2))
	}
	return w
}

// Of what the steps of one workout are long.
const (
	timed = iota
	far
	mixed
)

func step(t *rapid.T, sport training.Sport, lengths, depth int) training.WorkoutStep {
	if depth > 0 && rapid.IntRange(0, 3).Draw(t, "repeat") == 0 {
		r := Times(rapid.IntRange(1, 4).Draw(t, "count"))
		for range rapid.IntRange(1, 3).Draw(t, "inner") {
			r.Steps = append(r.Steps, step(t, sport, lengths, depth-1))
		}
		return r
	}
	s := training.WorkoutStep{
		Kind: rapid.SampledFrom([]training.StepKind{"", warm, work, rest, cool}).Draw(t, "kind"),
		Text: rapid.SampledFrom([]string{"", "", "Go", "Größer & <schneller>"}).Draw(t, "text"),
	}
	length := float64(rapid.IntRange(1, 4000).Draw(t, "length"))
	if lengths == mixed {
		lengths = rapid.IntRange(timed, mixed+1).Draw(t, "by")
	}
	switch lengths {
	case timed:
		s.DurationS = length
	case far:
		s.DistanceM = length
	case mixed:
		s.Open = true
	default:
		s.CaloriesKcal = length
	}
	if rapid.IntRange(0, 9).Draw(t, "pause") == 0 {
		s.RestS = 5000 // as long as no step
	}
	switch rapid.IntRange(0, 5).Draw(t, "effort") {
	case 0:
		s.Free = sport == training.Cycling
	case 1:
		s.MaxEffort = true
	default:
		s.Targets = append(s.Targets, target(t, sport))
	}
	if rapid.IntRange(0, 3).Draw(t, "cadence") == 0 {
		low := float64(rapid.IntRange(60, 110).Draw(t, "rpm"))
		s.Targets = append(s.Targets, RPM(low, low+float64(rapid.IntRange(0, 10).Draw(t, "to"))))
	}
	if s.DurationS > 30 && rapid.IntRange(0, 4).Draw(t, "cue") == 0 {
		s.Cues = []training.StepCue{{AtS: 30, ForS: 5, Text: "Now"}}
	}
	return s
}

func target(t *rapid.T, sport training.Sport) training.StepTarget {
	all := []training.StepTarget{
		FTP(100, 0), Aim(power, training.TargetW, 250, 0), Aim(hr, training.TargetBpm, 150, 0),
		Aim(hr, training.TargetLTHR, 90, 0), Aim(hr, training.TargetMaxHR, 75, 0), Aim(training.TargetRPE, training.TargetOf10, 6, 0),
	}
	if sport != training.Cycling {
		all = append(all, Aim(pace, training.TargetMPS, 4, 0), Aim(pace, training.TargetPacePct, 95, 0))
	}
	if rapid.IntRange(0, 7).Draw(t, "zone") == 0 {
		n := float64(rapid.IntRange(1, 4).Draw(t, "n"))
		return Aim(rapid.SampledFrom([]training.TargetOf{power, hr}).Draw(t, "of"), training.TargetZone, n, n)
	}
	out := rapid.SampledFrom(all).Draw(t, "target")
	middle := out.Low * (1 + float64(rapid.IntRange(-40, 20).Draw(t, "level"))/100)
	high := middle * (1 + float64(rapid.IntRange(1, 10).Draw(t, "band"))/100)
	middle, high = math.Round(middle*10)/10, math.Round(high*10)/10
	out.Low, out.High = middle, high
	shape := rapid.IntRange(0, 7).Draw(t, "shape")
	if middle == high {
		shape = 7 // no ramp goes nowhere
	}
	switch shape {
	case 0:
		return Ramp(out, middle, high)
	case 1:
		return Ramp(out, high, middle)
	case 2:
		out.High = 0
	case 3:
		out.Low = 0
	case 4, 5:
		out.High = out.Low
	}
	return out
}
