package workoutfile_test

import (
	"cmp"
	"slices"
	"sync/atomic"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/formats/workoutfile"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
	"lapkeep/test/workoutgen"
	"lapkeep/test/workouttest"
)

const (
	ride, run, swim, row = training.Cycling, training.Running, training.Swimming, training.Rowing
	watts, ftp, zone     = training.TargetW, training.TargetFTP, training.TargetZone
)

// form is a form of workouts as its properties are tested.
type form struct {
	name string
	// sports are those that it has; each is what it can say without a loss.
	sports []training.Sport
	says   []workoutgen.Can
	// same says whether a step is the same in the form, which may say less
	// where that means nothing.
	same func(day efforts.Day, want, got training.WorkoutStep) bool
	// refuses says that it may refuse a workout, with a sentence.
	refuses bool
}

func exactly(_ efforts.Day, want, got training.WorkoutStep) bool {
	return gocmp.Equal(want, got, cmpopts.EquateEmpty(), cmpopts.EquateApprox(1e-9, 1e-6))
}

// all returns the forms that are read and written.
func all() []form {
	targets := []training.TargetUnit{watts, ftp}
	text := workoutgen.Everything()
	text.OneSided, text.Several, text.Nested, text.Ramps = false, false, 1, []training.TargetOf{training.TargetPower}
	text.Texts, text.RepeatTexts, text.Note, text.Cues, text.Sections = false, false, false, false, false
	return []form{
		{name: "txt", sports: workoutgen.Everything().Sports, says: []workoutgen.Can{text}, same: exactly},
		{
			name: "json", sports: workoutgen.Everything().Sports, says: []workoutgen.Can{workoutgen.Everything()},
			same: func(day efforts.Day, want, got training.WorkoutStep) bool {
				for i := range want.Targets {
					if t := &want.Targets[i]; t.Of == training.TargetPace && t.Unit == training.TargetMPS {
						t.Per = cmp.Or(t.Per, training.PaceOf(day.Sport))
					}
				}
				return exactly(day, want, got)
			},
		},
		{
			name: "fit", sports: []training.Sport{ride, run, swim, row, training.Strength},
			says: []workoutgen.Can{{
				Sports: []training.Sport{ride, run, row}, Distance: true, Calories: true, Open: true, OpenBare: true, Kinds: true, Texts: true,
				RepeatTexts: true, Nested: training.MaxStepDepth, Once: true, Power: []training.TargetUnit{watts},
				Free: true, Ranges: true,
			}},
			same: func(day efforts.Day, want, got training.WorkoutStep) bool {
				want.Free = false // a step without power leaves the resistance free
				want.Targets = slices.Clone(want.Targets)
				for i := range want.Targets {
					want.Targets[i].Per = "" // told once of the whole workout
				}
				return exactly(day, want, got)
			},
		},
		{
			name: "zwo", sports: []training.Sport{ride, run}, refuses: true,
			says: []workoutgen.Can{{
				Sports: []training.Sport{ride}, Free: true, MaxEffort: true, Power: []training.TargetUnit{ftp}, Cadence: true, Ranges: true,
				Ramps: []training.TargetOf{training.TargetPower}, Texts: true, Cues: true,
			}},
			same: func(day efforts.Day, want, got training.WorkoutStep) bool {
				if want.Kind == "" { // of the halves of intervals the file says it
					got.Kind = ""
				}
				want.Free = day.Sport == ride && !want.MaxEffort && (want.Free || len(want.Targets) == 0)
				return exactly(day, noted(want), got)
			},
		},
		{
			name: "erg", sports: []training.Sport{ride}, refuses: true, same: sameInCourse,
			says: []workoutgen.Can{{Power: targets[:1], Free: true, Steered: true, Texts: true, Cues: true, Ramps: text.Ramps}},
		},
		{
			name: "mrc", sports: []training.Sport{ride}, refuses: true, same: sameInCourse,
			says: []workoutgen.Can{{Power: targets[1:], Free: true, Steered: true, Texts: true, Cues: true, Ramps: text.Ramps}},
		},
		{
			name: "igpsport", sports: []training.Sport{ride, run}, refuses: true, same: sameAtIGPSport,
			says: []workoutgen.Can{{
				Sports: []training.Sport{ride}, Distance: true, Calories: true, Open: true, OpenBare: true, Kinds: true, Texts: true,
				RepeatTexts: true, Nested: 1,
				Once: true, Power: []training.TargetUnit{zone}, HR: []training.TargetUnit{zone},
			}},
		},
	}
}

// noted has a cue that comes at once as its text, which comes at once too.
func noted(s training.WorkoutStep) training.WorkoutStep {
	if s.Text == "" && len(s.Cues) > 0 && s.Cues[0].AtS == 0 && s.Cues[0].ForS == 0 {
		s.Text, s.Cues = s.Cues[0].Text, s.Cues[1:]
	}
	return s
}

// sameInCourse reports whether two steps are the same in files with a duration
// for each text: 10 s where none is given.
func sameInCourse(day efforts.Day, want, got training.WorkoutStep) bool {
	want = noted(want)
	want.Cues = slices.Clone(want.Cues)
	for i := range want.Cues {
		if want.Cues[i].ForS == 10 {
			want.Cues[i].ForS = 0
		}
	}
	return exactly(day, want, got)
}

// sameAtIGPSport knows what is told once of the whole workout: that relative
// targets are written as bounds by the thresholds of the day, in whole units.
func sameAtIGPSport(day efforts.Day, want, got training.WorkoutStep) bool {
	want.Kind = cmp.Or(want.Kind, training.StepWork) // what nobody says is active
	if len(want.Targets) != len(got.Targets) {
		return false
	}
	for i, t := range want.Targets {
		x := got.Targets[i]
		low, high, lacks := day.Bounds(t)
		near := func(a, b float64) bool { return a-b <= 0.51 && b-a <= 0.51 }
		if t.Unit == zone && x != t || t.Unit != zone && (lacks != "" || !near(low, x.Low) || !near(high, x.High)) {
			return false
		}
	}
	want.Targets, got.Targets = nil, nil
	return exactly(day, want, got)
}

// features returns what workouts have one by one, so that the one loss that is
// told of a step is the one that it has.
func features() []func(*workoutgen.Can) {
	type can = workoutgen.Can
	every := workoutgen.Everything()
	return []func(*can){
		func(c *can) { c.Distance = true }, func(c *can) { c.Distance, c.Rest = true, true }, func(c *can) { c.Calories = true },
		func(c *can) { c.Open = true }, func(c *can) { c.Open, c.OpenAlone = true, true }, func(c *can) { c.Free = true },
		func(c *can) { c.MaxEffort = true }, func(c *can) { c.HR = every.HR }, func(c *can) { c.Pace, c.Per = every.Pace, every.Per },
		func(c *can) { c.Speed = true }, func(c *can) { c.RPE = true }, func(c *can) { c.Cadence = true },
		func(c *can) { c.Cadence, c.CadenceAlone = true, true }, func(c *can) { c.Ranges, c.ZoneRanges = true, true },
		func(c *can) { c.OneSided = true }, func(c *can) { c.Ramps = every.Ramps }, func(c *can) { c.Kinds = true },
		func(c *can) { c.Sections = true }, func(c *can) { c.Texts = true }, func(c *can) { c.RepeatTexts, c.Nested = true, 1 },
		func(c *can) { c.Note = true }, func(c *can) { c.Cues = true }, func(c *can) { c.HidePower = true },
		func(c *can) { c.PowerShown = true }, func(c *can) { c.Exercises = true }, func(c *can) { c.Nested = 3 },
		func(c *can) { c.Nested, c.Once = 2, true }, func(c *can) { c.Power = every.Power }, func(c *can) { *c = every },
	}
}

const mostSteps = 24

// draw returns a workout of one sport, with one feature that not every form
// has, or with all of them.
func draw(t *rapid.T, sports []training.Sport) workout.Workout {
	if rapid.IntRange(0, 3).Draw(t, "mixed") == 3 {
		return workouttest.Random(t, rapid.SampledFrom(sports).Draw(t, "sport"))
	}
	can := workoutgen.Can{Sports: sports, Power: []training.TargetUnit{watts, ftp}}
	rapid.SampledFrom(features()).Draw(t, "feature")(&can)
	can.Sports, can.MostSteps = sports, mostSteps
	drawn := workoutgen.Workouts(can).Draw(t, "workout")
	return workout.Workout{Name: "Any", Notes: "Drink.", Sport: drawn.Sport, Steps: drawn.Steps}
}

// through writes a workout in a form and reads it back.
func (f *form) through(t *rapid.T, w *workout.Workout) (back workout.Workout, losses []workout.Loss, ok bool) {
	is, err := workoutfile.Named(f.name)
	if err != nil {
		t.Fatal(err)
	}
	data, losses, err := is.Write(w, workouttest.Day(w.Sport))
	if err != nil {
		if !f.refuses && training.KindOf(err) != training.KindInvalid {
			t.Fatal(err)
		}
		return back, nil, false
	}
	back, faults, unread, err := is.Read(data, w.Sport)
	if err != nil || slices.ContainsFunc(faults, func(f workout.Fault) bool { return !f.Warning }) {
		t.Fatalf("%v %v\n%s", err, faults, data)
	}
	if len(losses) == 0 && len(faults)+len(unread) > 0 {
		t.Fatalf("it is written without a loss, and read with %v %v\n%s", faults, unread, data)
	}
	return back, losses, true
}

// TestNothingIsLostSilently: what a form cannot say of a step is told with the
// step's number, and all else comes back as it was.
func TestFormsNothingIsLostSilently(t *testing.T) {
	t.Parallel()
	for _, f := range all() {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			workouttest.Check(t, 5000, func(t *rapid.T) {
				w := draw(t, f.sports)
				back, losses, ok := f.through(t, &w)
				if !ok {
					return
				}
				day := workouttest.Day(w.Sport)
				same := func(want, got training.WorkoutStep) bool { return f.same(day, want, got) }
				if d := workouttest.Kept(&w, &back, losses, same); d != "" {
					t.Fatalf("%v\n%s", losses, d)
				}
			})
		})
	}
}

// TestWhatAFormSaysComesBack whole, and without a word on losses.
func TestWhatAFormSaysComesBack(t *testing.T) {
	t.Parallel()
	for _, f := range all() {
		for _, can := range f.says {
			t.Run(f.name, func(t *testing.T) {
				t.Parallel()
				var whole atomic.Int32
				can.MostSteps = mostSteps
				workouttest.Check(t, 5000, func(t *rapid.T) {
					drawn := workoutgen.Workouts(can).Draw(t, "workout")
					w := workout.Workout{Name: "Any", Sport: drawn.Sport, Steps: drawn.Steps}
					back, losses, ok := f.through(t, &w)
					if len(losses) > 0 {
						t.Fatalf("it loses %v", losses)
					}
					if !ok {
						return
					}
					whole.Add(1)
					day := workouttest.Day(w.Sport)
					same := func(want, got training.WorkoutStep) bool { return f.same(day, want, got) }
					if d := workouttest.Kept(&w, &back, nil, same); d != "" {
						t.Fatal(d)
					}
				})
				t.Cleanup(func() {
					if whole.Load() == 0 && !testing.Short() { // -short draws only twenty
						t.Error("no workout was written")
					}
				})
			})
		}
	}
}
