package workoutgen_test

import (
	"math"
	"slices"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"lapkeep/internal/training"
	"lapkeep/test/workoutgen"
)

// feature is something that workouts can have: what allows it, and where it is.
type feature struct {
	name string
	deny func(*workoutgen.Can)
	in   func(workoutgen.Workout, training.WorkoutStep) bool
}

// all returns the steps of a workout, repeats and what they hold, without those
// being done again.
func all(steps []training.WorkoutStep) []training.WorkoutStep {
	var out []training.WorkoutStep
	for _, s := range steps {
		out = append(append(out, s), all(s.Steps)...)
	}
	return out
}

func depth(steps []training.WorkoutStep) int {
	deepest := 0
	for _, s := range steps {
		if s.Kind == training.StepRepeat {
			deepest = max(deepest, 1+depth(s.Steps))
		}
	}
	return deepest
}

func uses(w workoutgen.Workout, f feature) bool {
	return slices.ContainsFunc(all(w.Steps), func(s training.WorkoutStep) bool { return f.in(w, s) })
}

func target(has func(training.StepTarget) bool) func(workoutgen.Workout, training.WorkoutStep) bool {
	return func(_ workoutgen.Workout, s training.WorkoutStep) bool { return slices.ContainsFunc(s.Targets, has) }
}

func step(has func(training.WorkoutStep) bool) func(workoutgen.Workout, training.WorkoutStep) bool {
	return func(_ workoutgen.Workout, s training.WorkoutStep) bool { return has(s) }
}

func isZone(x training.StepTarget) bool {
	return x.Unit == training.TargetZone || x.Unit == training.TargetOwnZone
}

func isRange(x training.StepTarget) bool {
	return x.Low > 0 && x.High > x.Low && x.Ramp == ""
}

func without[T comparable](list []T, gone T) []T {
	return slices.DeleteFunc(slices.Clone(list), func(x T) bool { return x == gone })
}

func leading(s training.WorkoutStep) int {
	n := 0
	for _, x := range s.Targets {
		if x.Of != training.TargetCadence {
			n++
		}
	}
	return n
}

func features() []feature {
	type can = workoutgen.Can
	return slices.Concat([]feature{
		{"distance", func(c *can) { c.Distance = false }, step(func(s training.WorkoutStep) bool { return s.DistanceM > 0 })},
		{"calories", func(c *can) { c.Calories = false }, step(func(s training.WorkoutStep) bool { return s.CaloriesKcal > 0 })},
		{"open", func(c *can) { c.Open = false }, step(func(s training.WorkoutStep) bool { return s.Open })},
		{"open alone", func(c *can) { c.OpenAlone = false }, step(func(s training.WorkoutStep) bool {
			return s.Open && s.DurationS+s.DistanceM == 0
		})},
		{"rest", func(c *can) { c.Rest = false }, step(func(s training.WorkoutStep) bool { return s.Exercise == nil && s.RestS > 0 })},
		{"free", func(c *can) { c.Free = false }, step(func(s training.WorkoutStep) bool { return s.Free })},
		{"free, with a target", func(c *can) { c.FreeSteered = false }, step(func(s training.WorkoutStep) bool {
			return s.Free && leading(s) > 0
		})},
		{"maximal", func(c *can) { c.MaxEffort = false }, step(func(s training.WorkoutStep) bool { return s.MaxEffort })},
		{"speed", func(c *can) { c.Speed = false }, target(func(x training.StepTarget) bool { return x.Of == training.TargetSpeed })},
		{"exertion", func(c *can) { c.RPE = false }, target(func(x training.StepTarget) bool { return x.Of == training.TargetRPE })},
		{"cadence", func(c *can) { c.Cadence = false }, target(func(x training.StepTarget) bool { return x.Of == training.TargetCadence })},
		{"cadence alone", func(c *can) { c.CadenceAlone = false }, step(func(s training.WorkoutStep) bool {
			return len(s.Targets) == 1 && leading(s) == 0
		})},
		{"several targets", func(c *can) { c.Several = false }, step(func(s training.WorkoutStep) bool { return leading(s) > 1 })},
		{"ranges", func(c *can) { c.Ranges = false }, target(func(x training.StepTarget) bool { return isRange(x) && !isZone(x) })},
		{"ranges of zones", func(c *can) { c.ZoneRanges = false }, target(func(x training.StepTarget) bool { return isRange(x) && isZone(x) })},
		{"at least", func(c *can) { c.OneSided = false }, target(func(x training.StepTarget) bool { return x.High == 0 })},
		{"at most", func(c *can) { c.OneSided = false }, target(func(x training.StepTarget) bool { return x.Low == 0 })},
		{"ramp up", func(c *can) { c.Ramps = nil }, target(func(x training.StepTarget) bool { return x.Ramp == training.RampUp })},
		{"ramp down", func(c *can) { c.Ramps = nil }, target(func(x training.StepTarget) bool { return x.Ramp == training.RampDown })},
		{"kinds", func(c *can) { c.Kinds = false }, step(func(s training.WorkoutStep) bool {
			return s.Kind != "" && s.Kind != training.StepRepeat
		})},
		{"sections", func(c *can) { c.Sections = false }, step(func(s training.WorkoutStep) bool { return s.Section != "" })},
		{"texts", func(c *can) { c.Texts = false }, step(func(s training.WorkoutStep) bool {
			return s.Text != "" && s.Kind != training.StepRepeat && s.Exercise == nil
		})},
		{"labels", func(c *can) { c.RepeatTexts = false }, step(func(s training.WorkoutStep) bool {
			return s.Text != "" && s.Kind == training.StepRepeat
		})},
		{"notes", func(c *can) { c.Note = false }, step(func(s training.WorkoutStep) bool { return len(s.Cues) > 0 && s.Cues[0].AtS == 0 })},
		{"cues", func(c *can) { c.Cues = false }, step(func(s training.WorkoutStep) bool {
			return slices.ContainsFunc(s.Cues, func(c training.StepCue) bool { return c.AtS > 0 })
		})},
		{"hidden power", func(c *can) { c.HidePower = false }, step(func(s training.WorkoutStep) bool { return s.HidePower })},
		{"power shown", func(c *can) { c.PowerShown = false }, step(func(s training.WorkoutStep) bool { return s.PowerShown != "" })},
		{"exercises", func(c *can) { c.Exercises = false }, step(func(s training.WorkoutStep) bool { return s.Exercise != nil })},
		{"repeats", func(c *can) { c.Nested = 0 }, step(func(s training.WorkoutStep) bool { return s.Kind == training.StepRepeat })},
		{"repeats in repeats", func(c *can) { c.Nested = 1 }, func(w workoutgen.Workout, _ training.WorkoutStep) bool {
			return depth(w.Steps) > 1
		}},
		{"three deep", func(c *can) { c.Nested = 2 }, func(w workoutgen.Workout, _ training.WorkoutStep) bool {
			return depth(w.Steps) > 2
		}},
		{"repeats once", func(c *can) { c.Once = false }, step(func(s training.WorkoutStep) bool { return s.Count == 1 })},
		{"another sport", func(c *can) { c.Sports = nil }, func(w workoutgen.Workout, _ training.WorkoutStep) bool {
			return w.Sport != training.Cycling
		}},
	}, units())
}

// units returns the units of targets and the distances of paces, each by
// itself.
func units() []feature {
	every := workoutgen.Everything()
	var out []feature
	add := func(of training.TargetOf, list []training.TargetUnit, in func(*workoutgen.Can) *[]training.TargetUnit) {
		for _, u := range list {
			out = append(out, feature{
				string(of) + " in " + string(u),
				func(c *workoutgen.Can) { *in(c) = without(*in(c), u) },
				target(func(x training.StepTarget) bool { return x.Of == of && x.Unit == u }),
			})
		}
	}
	add(training.TargetPower, every.Power, func(c *workoutgen.Can) *[]training.TargetUnit { return &c.Power })
	add(training.TargetHR, every.HR, func(c *workoutgen.Can) *[]training.TargetUnit { return &c.HR })
	add(training.TargetPace, every.Pace, func(c *workoutgen.Can) *[]training.TargetUnit { return &c.Pace })
	for _, p := range every.Per {
		out = append(out, feature{
			"pace per " + string(p), func(c *workoutgen.Can) { c.Per = without(c.Per, p) },
			target(func(x training.StepTarget) bool { return x.Per == p }),
		})
	}
	for _, of := range every.Ramps {
		out = append(out, feature{
			"ramp of " + string(of), func(c *workoutgen.Can) { c.Ramps = without(c.Ramps, of) },
			target(func(x training.StepTarget) bool { return x.Of == of && x.Ramp != "" }),
		})
	}
	return out
}

// TestWhatCanBeIsDrawn: each feature comes where all may, and not where it may
// not.
func TestWhatCanBeIsDrawn(t *testing.T) {
	t.Parallel()
	const seeds = 400
	var drawn []workoutgen.Workout
	for seed := range seeds {
		drawn = append(drawn, workoutgen.Workouts(workoutgen.Everything()).Example(seed))
	}
	for _, f := range features() {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			if !slices.ContainsFunc(drawn, func(w workoutgen.Workout) bool { return uses(w, f) }) {
				t.Errorf("it is in none of %d workouts", seeds)
			}
			can := workoutgen.Everything()
			f.deny(&can)
			for seed := range seeds / 4 {
				if w := workoutgen.Workouts(can).Example(seed); uses(w, f) {
					t.Fatalf("it is drawn where it may not: %+v", w)
				}
			}
		})
	}
}

func whole(x float64) bool { return x == math.Trunc(x) }

// parts reports a number that is n parts of the whole and nothing else.
func parts(x, n float64) bool { return x == math.Round(x*n)/n }

func exact(w workoutgen.Workout, x training.StepTarget, v float64) bool {
	switch {
	case v == 0:
		return true
	case x.Of == training.TargetPace && x.Unit == training.TargetMPS:
		metres := x.Per.Metres()
		if x.Per == "" {
			metres = training.PaceOf(w.Sport).Metres()
		}
		return v == metres/math.Round(metres/v)
	case x.Unit == training.TargetMPS:
		return parts(v, 1000)
	case strings.HasPrefix(string(x.Unit), "pct_"):
		return parts(v, 10)
	}
	return whole(v)
}

// TestWorkoutsAreSound: what is drawn passes the model's own check, has
// numbers that can be written down and texts that are letters.
func TestWorkoutsAreSound(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		can := workoutgen.Everything()
		can.TextRunes = rapid.IntRange(5, 60).Draw(t, "runes")
		can.MostSteps = rapid.IntRange(1, training.MaxWorkoutSteps).Draw(t, "most steps")
		w := workoutgen.Workouts(can).Draw(t, "workout")
		if err := training.CheckSteps(w.Steps); err != nil {
			t.Fatal(err)
		}
		if n := len(training.WrittenOut(w.Steps)); n < 1 || n > can.MostSteps {
			t.Fatalf("%d steps of %d", n, can.MostSteps)
		}
		for _, s := range all(w.Steps) {
			if !whole(s.DurationS) || !whole(s.DistanceM) || !whole(s.CaloriesKcal) || !whole(s.RestS) {
				t.Fatalf("a length is no whole number: %+v", s)
			}
			for _, x := range s.Targets {
				if !exact(w, x, x.Low) || !exact(w, x, x.High) {
					t.Fatalf("it cannot be written down: %+v", x)
				}
			}
			texts, last := []string{s.Section, s.Text}, -1.0
			for _, c := range s.Cues {
				if !whole(c.AtS) || !whole(c.ForS) || c.AtS < last || c.AtS > s.DurationS && c.AtS > 0 {
					t.Fatalf("cues %+v in %v s", s.Cues, s.DurationS)
				}
				texts, last = append(texts, c.Text), c.AtS+c.ForS
			}
			for _, text := range texts {
				if len([]rune(text)) > can.TextRunes || strings.TrimSpace(text) != text ||
					strings.ContainsFunc(text, func(r rune) bool { return r != ' ' && !unicode.IsLetter(r) }) {
					t.Fatalf("text %q", text)
				}
			}
		}
	})
}
