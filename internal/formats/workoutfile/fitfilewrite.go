package workoutfile

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

// WriteFIT writes a workout file. The same workout gives the same bytes.
func WriteFIT(w *workout.Workout, day efforts.Day) ([]byte, []workout.Loss, error) {
	if err := workout.CheckWrite(w); err != nil {
		return nil, nil, err
	}
	day.Sport = cmp.Or(w.Sport, day.Sport)
	out := fitfileWriter{day: day, parts: rampParts}
	p, err := out.plan(w)
	if training.KindOf(err) == training.KindTooLarge {
		// The ramps would result in more steps than are allowed.
		out = fitfileWriter{day: day, parts: 1}
		p, err = out.plan(w)
	}
	if err != nil {
		return nil, nil, err
	}
	data, err := fit.WriteWorkout(&p)
	return data, out.losses.All(), err
}

// rampParts is the maximum number of steps for a ramp, and leastPartS the minimum length of
// each in s. A device has room for a few dozen steps, and announces each one.
const (
	rampParts  = 5
	leastPartS = 30
)

// fitfileWriter converts steps to those that FIT can express.
type fitfileWriter struct {
	day    efforts.Day
	parts  int
	depth  int // number of repeats around the current step
	losses workout.Losses
}

func (w *fitfileWriter) plan(of *workout.Workout) (p fit.PlanWorkout, err error) {
	p = w.head(of)
	if p.Steps, _, err = w.steps(of.Steps, 1); err == nil {
		err = training.CheckSteps(p.Steps)
	}
	return p, err
}

// head returns the workout without its steps.
func (w *fitfileWriter) head(of *workout.Workout) fit.PlanWorkout {
	p := fit.PlanWorkout{Name: of.Name, Notes: of.Notes, Sport: w.day.Sport, SubSport: of.SubSport, PoolLengthM: of.PoolLengthM}
	w.cut(0, "name", p.Name)
	w.cut(0, "description", p.Notes)
	if sport, sub := said(p.Sport, p.SubSport); p.Sport == "" {
		w.losses.Add(0, "the sport, which is missing", "a device may ask for it")
	} else if sport != p.Sport || sub != p.SubSport {
		w.losses.Add(0, i18n.Sentencef("its kind (%s)", training.Refined(p.Sport, p.SubSport)),
			i18n.Sentencef("FIT stores it as %s", training.Refined(sport, sub)))
	}
	if most := 655.34; p.PoolLengthM > most {
		w.losses.Add(0, i18n.Sentencef("the pool of %g m", p.PoolLengthM), workout.LeftOut)
	} else if cm := math.Round(p.PoolLengthM*100) / 100; cm != p.PoolLengthM {
		w.losses.Add(0, i18n.Sentencef("the pool of %g m", p.PoolLengthM), i18n.Sentencef("it is written as %g m", cm))
	}
	for _, t := range targets(of.Steps) {
		if t.Per != "" && t.Per != training.PaceOf(p.Sport) {
			w.losses.Add(0, i18n.Sentencef("paces per %s", string(t.Per)), "a device shows paces in the unit of its own settings")
			break
		}
	}
	return p
}

func targets(steps []training.WorkoutStep) (out []training.StepTarget) {
	for i := range steps {
		out = append(append(out, steps[i].Targets...), targets(steps[i].Steps)...)
	}
	return out
}

// cut adds a loss if a text is longer than a file can hold.
func (w *fitfileWriter) cut(step int, what, text string) {
	if len(text) > fit.LongestText {
		w.losses.Add(step, i18n.Sentencef("the end of the %s", what), i18n.Sentencef("it is cut off after %d bytes", fit.LongestText))
	}
}

// steps writes steps numbered from next on, and returns the number after them.
func (w *fitfileWriter) steps(steps []training.WorkoutStep, next int) (out []training.WorkoutStep, after int, err error) {
	out = make([]training.WorkoutStep, 0, len(steps))
	for i := range steps {
		s := &steps[i]
		if s.Kind != training.StepRepeat {
			if out, err = w.step(out, s, next); err != nil {
				return nil, 0, err
			}
			next++
			continue
		}
		var inner []training.WorkoutStep
		w.depth++
		if inner, next, err = w.steps(s.Steps, next); err != nil {
			return nil, 0, err
		}
		w.depth--
		w.losses.Repeat(next, s)
		w.cut(next, "text", s.Text)
		repeat := training.WorkoutStep{Kind: training.StepRepeat, Count: s.Count, Text: s.Text, Steps: inner}
		if _, sets := setsOf(&repeat); sets {
			w.losses.Add(next, "that its exercise is repeated", "it is written as sets, which FIT cannot distinguish from it")
		}
		out = append(out, repeat)
		next++
	}
	return out, next, nil
}

// step appends the FIT steps for one step.
func (w *fitfileWriter) step(out []training.WorkoutStep, s *training.WorkoutStep, number int) ([]training.WorkoutStep, error) {
	w.losses.Common(number, s)
	own := training.WorkoutStep{Kind: s.Kind, Text: s.Text}
	w.length(s, number, &own)
	notes, err := w.aims(s, number, &own)
	if err != nil {
		return nil, err
	}
	w.notes(s, number, notes, &own)
	if s.Exercise != nil && s.Exercise.Sets > 1 {
		sets := w.ramp(nil, own, number)
		if s.RestS > 0 {
			sets = append(sets, pause(s.RestS))
		}
		if w.depth == training.MaxStepDepth {
			w.losses.Add(number, "one exercise of several sets", "its sets are written out, because repeats cannot be nested deeper")
			return append(out, slices.Repeat(sets, s.Exercise.Sets)...), nil
		}
		return append(out, training.WorkoutStep{Kind: training.StepRepeat, Count: s.Exercise.Sets, Steps: sets}), nil
	}
	out = w.ramp(out, own, number)
	if s.RestS > 0 {
		w.losses.Add(number, i18n.Sentencef("the pause of %g s after it", s.RestS), "it is a rest step")
		out = append(out, pause(s.RestS))
	}
	return out, nil
}

func pause(seconds float64) training.WorkoutStep {
	return training.WorkoutStep{Kind: training.StepRest, DurationS: seconds}
}

// length sets the single way to end a step that FIT allows.
func (w *fitfileWriter) length(s *training.WorkoutStep, number int, own *training.WorkoutStep) {
	own.DurationS, own.DistanceM, own.CaloriesKcal, own.Open = s.DurationS, s.DistanceM, s.CaloriesKcal, s.Open
	w.exercise(s, number, own)
	ends := []struct {
		value *float64
		unit  string
	}{{&own.DistanceM, "m"}, {&own.DurationS, "s"}, {&own.CaloriesKcal, "kcal"}}
	taken := own.Open || own.Exercise != nil && own.Exercise.Reps > 0
	for _, e := range ends {
		if *e.value > 0 && taken {
			w.losses.Add(number, i18n.Sentencef("the approximate length of %g %s", *e.value, e.unit), workout.LeftOut)
			*e.value = 0
		}
		taken = taken || *e.value > 0
	}
	exact(w, number, &own.DurationS, 1000, "s")
	exact(w, number, &own.DistanceM, 100, "m")
	exact(w, number, &own.CaloriesKcal, 1, "kcal")
	own.Open = own.Exercise == nil && own.DurationS+own.DistanceM+own.CaloriesKcal == 0
}

// exact rounds to FIT's resolution of a unit.
func exact(w *fitfileWriter, number int, x *float64, scale float64, unit string) {
	if y := math.Round(*x*scale) / scale; y != *x {
		w.losses.Add(number, i18n.Sentencef("the exact length of %g %s", *x, unit), i18n.Sentencef("it is written as %g %s", y, unit))
		*x = y
	}
}

// exercise writes one set of an exercise.
func (w *fitfileWriter) exercise(s *training.WorkoutStep, number int, own *training.WorkoutStep) {
	e := s.Exercise
	if e == nil {
		return
	}
	one := training.StepExercise{Sets: 1, Reps: e.Reps, WeightKg: math.Round(e.WeightKg*100) / 100}
	if one.WeightKg != e.WeightKg || e.WeightKg > mostKg {
		if e.WeightKg > mostKg {
			one.WeightKg = 0
		}
		w.losses.Add(number, i18n.Sentencef("the weight of %s", kg(e.WeightKg)), i18n.Sentencef("it is written as %s", kg(one.WeightKg)))
	}
	if own.Exercise = &one; s.Open {
		w.losses.Add(number, "its end, which the athlete chooses", "FIT cannot store it for an exercise")
	}
	if e.Percent1RM > 0 {
		w.losses.Add(number, i18n.Sentencef("the weight of %g %% of the one-rep max", e.Percent1RM), "the note contains it")
	}
	if _, known := fit.FindExercise(s.Text); !known {
		w.losses.Add(number, i18n.Sentencef("the exercise “%s”", s.Text), "FIT has no name for it; the step's name contains it")
	}
}

const mostKg = 655.34 // in hundredths, two bytes hold no more

// notes joins the texts of a step, because FIT has only one note.
func (w *fitfileWriter) notes(s *training.WorkoutStep, number int, notes []string, own *training.WorkoutStep) {
	if e := s.Exercise; e != nil && e.Percent1RM > 0 {
		notes = append(notes, fmt.Sprintf("%g %% of the most that is lifted once", e.Percent1RM))
	}
	for _, c := range s.Cues {
		notes = append(notes, c.Text)
		w.losses.Add(number, i18n.Sentencef("the time of “%s”, %g s into the step", c.Text, c.AtS), "the note contains it from the start")
	}
	all := workout.Join(notes...)
	if all != "" {
		own.Cues = []training.StepCue{{Text: all}}
	}
	if own.Exercise == nil && s.Text != "" && all != "" {
		all = s.Text + ". " + all
	}
	w.cut(number, "note", all)
	w.cut(number, "text", own.Text)
}

// ramp appends a step. A ramp that a device could not follow becomes several steps,
// each a ramp over its part.
func (w *fitfileWriter) ramp(out []training.WorkoutStep, s training.WorkoutStep, number int) []training.WorkoutStep {
	n := 0
	if len(s.Targets) > 0 && s.Targets[0].Ramp != "" && s.Targets[0].Low > 0 && s.Targets[0].High > 0 {
		n = min(w.parts, int(s.DurationS/leastPartS))
	}
	if n < 2 {
		w.level(&s, number)
		return append(out, s)
	}
	t, first := s.Targets[0], len(out)
	from, to := t.Ends()
	at := func(k int) float64 { return from + (to-from)*float64(k)/float64(n) }
	ends := func(k int) float64 { return math.Round(s.DurationS*float64(k)/float64(n)*1000) / 1000 }
	for i := range n {
		part := s
		part.DurationS = math.Round((ends(i+1)-ends(i))*1000) / 1000
		part.Targets = slices.Clone(s.Targets)
		own := &part.Targets[0]
		own.Low, own.High, own.Ramp = min(at(i), at(i+1)), max(at(i), at(i+1)), ""
		*own = whole(*own)
		w.level(&part, number)
		out = append(out, part)
		s.Text, s.Cues = "", nil // only the first part keeps them
	}
	w.losses.Add(number, workout.RampedText(t), i18n.Sentencef("it is written as %d steps, from %s to %s", n,
		workout.RampedText(out[first].Targets[0]), workout.RampedText(out[len(out)-1].Targets[0])))
	return out
}

// level turns the remaining ramps into plain ranges.
func (w *fitfileWriter) level(s *training.WorkoutStep, number int) {
	for i := range s.Targets {
		if t := &s.Targets[i]; t.Ramp != "" {
			was := workout.RampedText(*t)
			t.Ramp = ""
			w.losses.Add(number, was, i18n.Sentencef("it is written as the range %s", workout.RampedText(*t)))
		}
	}
}

func kg(x float64) i18n.Quantity { return i18n.Measured("%g ", x, i18n.Kilograms()) }

// ReadFIT reads a workout file. The losses list what a workout cannot hold.
func ReadFIT(data []byte) (workout.Workout, []workout.Loss, error) {
	if err := workout.CheckSize(data); err != nil {
		return workout.Workout{}, nil, err
	}
	p, unread, err := fit.ReadWorkout(data)
	if err != nil {
		return workout.Workout{}, nil, err
	}
	if err := workout.CheckRead(p.Steps); err != nil {
		return workout.Workout{}, nil, err
	}
	w := workout.Workout{Name: p.Name, Notes: p.Notes, Sport: p.Sport, SubSport: p.SubSport, PoolLengthM: p.PoolLengthM}
	f := folder{numbers: map[int]int{}}
	w.Steps = f.fold(p.Steps)
	var losses workout.Losses
	for _, u := range unread {
		losses.Read(f.numbers[u.Step], u.What, u.Instead)
	}
	return w, losses.All(), nil
}

// folder turns repeats of an exercise into sets, and maps the old numbers of
// the steps to the new ones.
type folder struct {
	numbers   map[int]int
	was, next int
}

func (f *folder) fold(steps []training.WorkoutStep) []training.WorkoutStep {
	out := make([]training.WorkoutStep, 0, len(steps))
	for i := range steps {
		s := steps[i]
		if sets, ok := setsOf(&s); ok {
			f.next++
			for range len(s.Steps) + 1 {
				f.was++
				f.numbers[f.was] = f.next
			}
			out = append(out, sets)
			continue
		}
		if s.Kind == training.StepRepeat {
			s.Steps = f.fold(s.Steps)
		}
		f.was, f.next = f.was+1, f.next+1
		f.numbers[f.was] = f.next
		out = append(out, s)
	}
	return out
}

// setsOf returns the exercise whose sets a repeat consists of, with only a
// pause between them. It returns false for other repeats.
func setsOf(s *training.WorkoutStep) (training.WorkoutStep, bool) {
	if s.Kind != training.StepRepeat || s.Count < 2 || s.Text != "" || len(s.Steps) > 2 || s.Steps[0].Exercise == nil {
		return *s, false
	}
	out := s.Steps[0]
	if len(s.Steps) == 2 {
		p := &s.Steps[1]
		if p.Kind != training.StepRest || p.DurationS == 0 || p.Text != "" || len(p.Targets) > 0 || p.Exercise != nil {
			return *s, false
		}
		out.RestS = p.DurationS
	}
	e := *out.Exercise
	e.Sets, out.Exercise = s.Count, &e
	return out, true
}
