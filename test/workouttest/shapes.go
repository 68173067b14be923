// Package workouttest has workouts in common shapes, for tests of reading and
// writing them, and a day whose thresholds resolve them.
package workouttest

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

// Day returns a day with every threshold.
func Day(sport training.Sport) efforts.Day {
	return efforts.Day{Sport: sport, Thresholds: training.Thresholds{
		FTPW: 250, LTHRBpm: 170, MaxHRBpm: 190, RestHRBpm: 50, ThresholdMPS: 4, WeightKg: 70,
	}}
}

// Aim returns a target from one bound to another.
func Aim(of training.TargetOf, unit training.TargetUnit, low, high float64) training.StepTarget {
	return training.StepTarget{Of: of, Unit: unit, Low: low, High: high}
}

// FTP returns power in percent of FTP.
func FTP(low, high float64) training.StepTarget {
	return Aim(training.TargetPower, training.TargetFTP, low, high)
}

// Ramp returns a target from one value to another.
func Ramp(t training.StepTarget, from, to float64) training.StepTarget {
	t.Low, t.High, t.Ramp = from, to, training.RampUp
	if from > to {
		t.Low, t.High, t.Ramp = to, from, training.RampDown
	}
	return t
}

// RPM returns a target of cadence.
func RPM(low, high float64) training.StepTarget {
	return Aim(training.TargetCadence, training.TargetRPM, low, high)
}

// Timed returns a step of a number of seconds.
func Timed(kind training.StepKind, seconds float64, targets ...training.StepTarget) training.WorkoutStep {
	return training.WorkoutStep{Kind: kind, DurationS: seconds, Targets: targets}
}

// Far returns a step of a number of metres.
func Far(kind training.StepKind, metres float64, targets ...training.StepTarget) training.WorkoutStep {
	return training.WorkoutStep{Kind: kind, DistanceM: metres, Targets: targets}
}

// Times repeats steps.
func Times(n int, steps ...training.WorkoutStep) training.WorkoutStep {
	return training.WorkoutStep{Kind: training.StepRepeat, Count: n, Steps: steps}
}

// Says adds a text and cues to a step.
func Says(s training.WorkoutStep, text string, cues ...training.StepCue) training.WorkoutStep {
	s.Text, s.Cues = text, cues
	return s
}

const (
	warm, work, rest, cool = training.StepWarmup, training.StepWork, training.StepRest, training.StepCooldown
	power, hr, pace        = training.TargetPower, training.TargetHR, training.TargetPace
)

// Shapes returns workouts by name.
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
				Says(Far(warm, 400), "Breaststroke with a pull buoy"),
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

// Random draws a workout of a sport: valid, within human limits, and with
// fields that no single format has.
func Random(t *rapid.T, sport training.Sport) workout.Workout {
	w := workout.Workout{Name: "Any", Sport: sport}
	lengths := rapid.SampledFrom([]int{timed, timed, timed, far, mixed}).Draw(t, "lengths")
	for range rapid.IntRange(1, 6).Draw(t, "steps") {
		w.Steps = append(w.Steps, step(t, sport, lengths, 2))
	}
	return w
}

// The units of the lengths of a workout's steps.
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
		s.RestS = 5000 // longer than any step
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
		shape = 7 // a ramp must not be level
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

// Check checks a property of random workouts n times under the tag e2e, and a
// tenth of that without it, in parallel: rapid runs 100 at once, and a fifth of
// these under -short.
func Check(t *testing.T, times int, property func(*rapid.T)) {
	t.Helper()
	for range max(times/share/100, 1) {
		t.Run("any", func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, property)
		})
	}
}

// Kept compares a workout with the result of writing and reading it. Each step
// without losses has to be the same, by same; each other step has to have the
// same length, in one step or several. A repeat without losses has to be one
// with the same count and texts. It returns the differences.
func Kept(w, back *workout.Workout, losses []workout.Loss, same func(want, got training.WorkoutStep) bool) string {
	k := keeper{lost: map[int]bool{}, same: same}
	for _, l := range losses {
		k.lost[l.Step] = true
	}
	got, diff := k.list(w.Steps, back.Steps)
	if diff == "" && len(got) > 0 {
		return cmp.Diff(nil, got)
	}
	return diff
}

// keeper compares steps in order; step is the number of the last one.
type keeper struct {
	lost map[int]bool
	step int
	same func(want, got training.WorkoutStep) bool
}

// list consumes the counterparts of some steps from the front of others.
func (k *keeper) list(want, got []training.WorkoutStep) (rest []training.WorkoutStep, diff string) {
	for i := range want {
		if want[i].Kind == training.StepRepeat {
			got, diff = k.repeat(&want[i], got)
		} else {
			k.step++
			got, diff = k.one(&want[i], got)
		}
		if diff != "" {
			return nil, diff
		}
	}
	return got, ""
}

func (k *keeper) repeat(s *training.WorkoutStep, got []training.WorkoutStep) (rest []training.WorkoutStep, diff string) {
	first := k.step
	last := first + numbers(s.Steps) + 1
	if len(got) == 0 {
		return nil, fmt.Sprintf("repeat %d is missing", last)
	}
	is := got[0].Kind == training.StepRepeat
	if kept := is && got[0].Count == s.Count && (k.lost[last] || got[0].Text == s.Text && got[0].Section == s.Section); kept {
		inner, diff := k.list(s.Steps, got[0].Steps)
		if diff == "" && len(inner) == 0 {
			k.step = last
			return got[1:], ""
		}
		if !k.lost[last] {
			return nil, diff + cmp.Diff(nil, inner)
		}
	} else if !k.lost[last] && s.Count > 1 {
		return nil, fmt.Sprintf("repeat %d is another: %s", last, cmp.Diff(*s, got[0]))
	}
	if e := got[0].Exercise; k.lost[last] && s.Count > 1 && e != nil && e.Sets == s.Count && oneSet(s.Steps) { // the repeats became sets
		k.step = last
		return got[1:], ""
	}
	for range s.Count { // the repeat is written out
		k.step = first
		if got, diff = k.list(s.Steps, got); diff != "" {
			return nil, diff
		}
	}
	k.step = last
	return got, ""
}

// oneSet reports whether steps are one set of one exercise, perhaps with a rest
// after it.
func oneSet(steps []training.WorkoutStep) bool {
	e := steps[0].Exercise
	return e != nil && e.Sets == 1 && (len(steps) == 1 || len(steps) == 2 && steps[1].Kind == training.StepRest)
}

// numbers returns how many step numbers steps use.
func numbers(steps []training.WorkoutStep) int {
	n := len(steps)
	for i := range steps {
		n += numbers(steps[i].Steps)
	}
	return n
}

func (k *keeper) one(s *training.WorkoutStep, got []training.WorkoutStep) (rest []training.WorkoutStep, diff string) {
	if got = flat(got); len(got) == 0 {
		return nil, fmt.Sprintf("step %d is missing", k.step)
	}
	if !k.lost[k.step] {
		if !k.same(*s, got[0]) {
			return nil, fmt.Sprintf("step %d: %s", k.step, cmp.Diff(*s, got[0]))
		}
		return got[1:], ""
	}
	if e, in := s.Exercise, got[0].Exercise; e != nil && in != nil && in.Sets < e.Sets { // its sets are written out
		one := *s
		one.Exercise = nil
		for range e.Sets {
			if got, diff = k.one(&one, got); diff != "" {
				return nil, diff
			}
		}
		return got, ""
	}
	length := s.DurationS + s.DistanceM + s.CaloriesKcal
	if s.Open {
		length = got[0].DurationS + got[0].DistanceM + got[0].CaloriesKcal // approximate length
	}
	for first := true; len(got) > 0 && (first || length > 0.01); first = false {
		got = flat(got)
		length -= got[0].DurationS + got[0].DistanceM + got[0].CaloriesKcal
		got = got[1:]
	}
	if length > 0.01 || length < -0.01 {
		return nil, fmt.Sprintf("step %d is %g too long or too short", k.step, -length)
	}
	if sets := s.Exercise != nil && s.Exercise.Sets > 1; s.RestS > 0 && !sets && len(got) > 0 && got[0].DurationS == s.RestS &&
		got[0].Exercise == nil && len(got[0].Targets) == 0 {
		got = got[1:] // the pause
	}
	return got, ""
}

// flat returns the steps without a repeat at the front.
func flat(steps []training.WorkoutStep) []training.WorkoutStep {
	for len(steps) > 0 && steps[0].Kind == training.StepRepeat {
		steps = append(training.WrittenOut(steps[:1]), steps[1:]...)
	}
	return steps
}
