package fit

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/muktihari/fit/profile/typedef"
	"github.com/muktihari/fit/profile/untyped/fieldnum"
	"github.com/muktihari/fit/proto"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// step is a workout_step message: a step, or a repeat of earlier steps.
type step struct {
	index int
	from  int // for a repeat: the index of the first repeated step
	times int // for a repeat: the number of repetitions; 0 if missing
	training.WorkoutStep
	stroke, gear int // groups of [strokeWords] and [gearWords]; -1 means none
	unread       []Unread
}

func (s *step) leave(what, instead i18n.Sentence) {
	s.unread = append(s.unread, Unread{What: what, Instead: instead})
}

const leftOut = "it is left out"

func (f *file) onWorkoutStep(m *proto.Message) {
	if len(f.steps) <= 2*training.MaxWorkoutSteps {
		f.steps = append(f.steps, newStep(m, len(f.steps)))
	}
}

func newStep(m *proto.Message, place int) step {
	s := step{index: place, stroke: -1, gear: -1}
	if n, ok := Int(m, fieldnum.WorkoutStepMessageIndex); ok {
		s.index = int(n)
	}
	notes, name := FieldText(m, fieldnum.WorkoutStepNotes), FieldText(m, fieldnum.WorkoutStepWktStepName)
	s.Text = cmp.Or(notes, name)
	s.duration(m)
	if s.Kind == training.StepRepeat {
		return s
	}
	s.Kind = purpose(Code[typedef.Intensity](m, fieldnum.WorkoutStepIntensity))
	for i := range targetFields {
		s.target(m, i)
	}
	if s.exercise(m) {
		s.Text = cmp.Or(name, s.Text)
		if notes != "" && notes != s.Text {
			s.leave(i18n.Sentencef("the note “%s”", notes), leftOut)
		}
	} else if name != "" && !strings.HasPrefix(s.Text, strings.TrimRight(name, ".…")) {
		s.leave(i18n.Sentencef("the name “%s” in addition to the note", name), leftOut)
	}
	switch e := Code[typedef.WorkoutEquipment](m, fieldnum.WorkoutStepEquipment); {
	case e == typedef.WorkoutEquipmentInvalid || e == typedef.WorkoutEquipmentNone:
	case e <= typedef.WorkoutEquipmentSwimSnorkel:
		s.gear = int(e) - 1
	default:
		s.leave(i18n.Sentencef("the equipment %s", plainWords(e.String())), leftOut)
	}
	return s
}

// duration reads the length of a step, or, for a repeat, the first step and the
// number of repetitions.
func (s *step) duration(m *proto.Message) {
	value, given := Int(m, fieldnum.WorkoutStepDurationValue)
	switch d := Code[typedef.WktStepDuration](m, fieldnum.WorkoutStepDurationType); {
	case repeats(d):
		s.Kind, s.from, s.Count = training.StepRepeat, int(value), 1
		if d != typedef.WktStepDurationRepeatUntilStepsCmplt {
			s.times = 1
			until, _ := Int(m, fieldnum.WorkoutStepTargetValue)
			s.leave(i18n.Sentencef("the repetition until %s", untilWords(d.String(), until)), "it is read as done once")
		} else if n, ok := Int(m, fieldnum.WorkoutStepTargetValue); ok {
			s.Count = int(min(max(1, n), training.MaxWorkoutSteps+1))
			s.times = s.Count
		}
		return
	case d == typedef.WktStepDurationTime || d == typedef.WktStepDurationRepetitionTime || d == typedef.WktStepDurationTimeOnly:
		s.DurationS = float64(value) / 1000
	case d == typedef.WktStepDurationDistance:
		s.DistanceM = float64(value) / 100
	case d == typedef.WktStepDurationCalories:
		s.CaloriesKcal = float64(value)
	case d == typedef.WktStepDurationReps:
		s.Exercise = &training.StepExercise{Sets: 1, Reps: int(min(max(0, value), maxReps))}
		return
	case d != typedef.WktStepDurationOpen && d != typedef.WktStepDurationInvalid:
		s.leave(i18n.Sentencef("its end (%s)", untilWords(d.String(), value)), "it lasts until the athlete ends it")
		given = true
	default:
		given = true
	}
	if !given {
		s.leave("its length, which the file does not state", "it lasts until the athlete ends it")
	}
	s.Open = s.DurationS == 0 && s.DistanceM == 0 && s.CaloriesKcal == 0
}

// maxReps is the largest number of repetitions of an exercise, more than anyone does.
const maxReps = 10_000

func repeats(d typedef.WktStepDuration) bool {
	return d >= typedef.WktStepDurationRepeatUntilStepsCmplt && d <= typedef.WktStepDurationRepeatUntilPowerGreaterThan ||
		d == typedef.WktStepDurationRepeatUntilPowerLastLapLessThan || d == typedef.WktStepDurationRepeatUntilMaxPowerLastLapLessThan ||
		d == typedef.WktStepDurationRepeatUntilTrainingPeaksTss
}

// untilWords returns the words for an end other than a length: "hr less than 125 bpm".
func untilWords(name string, value int64) string {
	name = plainWords(strings.TrimPrefix(name, "repeat_until_"))
	switch {
	case strings.Contains(name, "hr") && value > BeatsAbove:
		return fmt.Sprintf("%s %d bpm", name, value-BeatsAbove)
	case strings.Contains(name, "power") && value > WattsAbove:
		return fmt.Sprintf("%s %d W", name, value-WattsAbove)
	case strings.Contains(name, "hr") || strings.Contains(name, "power"):
		return fmt.Sprintf("%s %d %%", name, value)
	case name == "time":
		return fmt.Sprintf("%s %g s", name, float64(value)/1000)
	case name == "distance":
		return fmt.Sprintf("%s %g m", name, float64(value)/100)
	}
	return fmt.Sprintf("%s %d", name, value)
}

// plainWords returns a name of the profile in words, or "kind" and its number.
func plainWords(name string) string {
	if _, number, ok := strings.Cut(name, "Invalid("); ok {
		return "kind " + strings.TrimSuffix(number, ")")
	}
	return strings.ReplaceAll(name, "_", " ")
}

// intensities maps the purposes of steps. Active is not informative, because many
// manufacturers write it for every step except rests.
var intensities = map[training.StepKind]typedef.Intensity{
	"":                    typedef.IntensityActive,
	training.StepWarmup:   typedef.IntensityWarmup,
	training.StepCooldown: typedef.IntensityCooldown,
	training.StepRest:     typedef.IntensityRest,
	training.StepWork:     typedef.IntensityInterval,
}

// purpose returns the kind of a step with the given intensity, or "" if it has none.
func purpose(i typedef.Intensity) training.StepKind {
	if i == typedef.IntensityRecovery {
		return training.StepRest
	}
	for kind, of := range intensities {
		if of == i {
			return kind
		}
	}
	return ""
}

// exercise reads the exercise of a step and its weight. It returns false if the
// step has none.
func (s *step) exercise(m *proto.Message) bool {
	e := Exercise{
		Category: Code[typedef.ExerciseCategory](m, fieldnum.WorkoutStepExerciseCategory),
		Name:     Code[uint16](m, fieldnum.WorkoutStepExerciseName),
	}
	if e.Category != typedef.ExerciseCategoryInvalid && s.Exercise == nil {
		s.Exercise = &training.StepExercise{Sets: 1}
		s.Open = false
	}
	if s.Exercise == nil {
		return false
	}
	s.Text = cmp.Or(e.Words(), s.Text)
	if n, ok := Int(m, fieldnum.WorkoutStepExerciseWeight); ok {
		s.Exercise.WeightKg = float64(n) / 100
	}
	return true
}

// target reads one of the two targets of a step, if present.
func (s *step) target(m *proto.Message, place int) {
	from := &targetFields[place]
	kind := Code[typedef.WktStepTarget](m, from.kind)
	t := from.read(m, kind)
	switch {
	case t.Sound():
		s.Targets = append(s.Targets, t)
		if shown := Shown(kind); shown != "" {
			s.PowerShown = shown
		}
	case kind == typedef.WktStepTargetOpen || kind == typedef.WktStepTargetInvalid:
	default:
		value, ok := Int(m, from.value)
		if kind == typedef.WktStepTargetSwimStroke && ok && value <= int64(typedef.SwimStrokeIm) {
			s.stroke = int(value)
		} else if ok || place == 0 {
			s.leave(i18n.Sentencef("a target of %s, %d", plainWords(kind.String()), value), leftOut)
		}
	}
}

// The highest percentages of FTP that a plan can contain: in a warm-up, rest or
// cool-down, and in any other step.
const (
	easyPercent = 110
	mostPercent = 300
)

// inWatts converts the percentages of a workout to watts if they are too high
// to be percentages: some devices write plain watts.
func inWatts(steps []step) {
	var all []*training.StepTarget
	watts := false
	for i := range steps {
		easy := steps[i].Kind == training.StepWarmup || steps[i].Kind == training.StepRest || steps[i].Kind == training.StepCooldown
		for k := range steps[i].Targets {
			if t := &steps[i].Targets[k]; t.Unit == training.TargetFTP {
				all = append(all, t)
				watts = watts || t.High > mostPercent || easy && t.Low > easyPercent
			}
		}
	}
	for _, t := range all {
		if watts {
			t.Unit = training.TargetW
		}
	}
}

// asSpeed turns paces into speeds if the sport uses speed. FIT has one kind of
// target for both.
func asSpeed(steps []step, sport training.Sport) {
	if !Speed(sport) {
		return
	}
	for i := range steps {
		for k := range steps[i].Targets {
			if t := &steps[i].Targets[k]; t.Of == training.TargetPace && t.Unit == training.TargetMPS {
				t.Of = training.TargetSpeed
			}
		}
	}
}

// workoutSteps returns the steps of the workout that the device guided through,
// nested in their repeats, and numbers them for the laps. It returns nil if they
// are not valid, as in a file with several workouts.
func (f *file) workoutSteps() []training.WorkoutStep {
	slices.SortStableFunc(f.steps, func(a, b step) int { return cmp.Compare(a.index, b.index) })
	inWatts(f.steps)
	if len(f.sessions) == 1 {
		sport, _ := Sport(f.sessions[0].sport, f.sessions[0].sub)
		asSpeed(f.steps, sport)
	}
	for i := range f.steps {
		if i > 0 && f.steps[i].index == f.steps[i-1].index {
			return nil
		}
	}
	out, fault := nested(f.steps)
	if training.CheckSteps(out) != nil {
		return nil
	}
	if fault < 0 {
		f.numbers = map[int]int{}
		for i := range f.steps {
			f.numbers[f.steps[i].index] = i + 1
		}
	}
	return out
}

// nested nests steps in the repeats around them. fault is the position of a
// repeat without steps, which is left out, or -1 if there is none.
func nested(steps []step) (out []training.WorkoutStep, fault int) {
	fault = -1
	var first []int // index of the first message in each element of out
	for i := range steps {
		s := &steps[i]
		if s.Kind != training.StepRepeat {
			out, first = append(out, s.WorkoutStep), append(first, s.index)
			continue
		}
		at, _ := slices.BinarySearch(first, s.from)
		if at == len(out) {
			fault = max(fault, i) // a repeat without steps
			continue
		}
		r := s.WorkoutStep
		r.Steps = slices.Clone(out[at:])
		out, first = append(out[:at], r), first[:at+1]
	}
	return out, fault
}
