package decode

import (
	"cmp"
	"slices"

	"github.com/muktihari/fit/profile/typedef"
	"github.com/muktihari/fit/profile/untyped/fieldnum"
	"github.com/muktihari/fit/proto"

	"lapkeep/internal/recording/fit/field"
	"lapkeep/internal/training"
)

// step is a workout_step message: a step, or how often steps before it are
// repeated.
type step struct {
	index int
	from  int // of a repeat: the index of the first step that it repeats
	training.WorkoutStep
}

func (f *file) onWorkoutStep(m *proto.Message) {
	if len(f.steps) <= training.MaxWorkoutSteps {
		f.steps = append(f.steps, newStep(m, len(f.steps)))
	}
}

func newStep(m *proto.Message, place int) step {
	s := step{index: place}
	if n, ok := field.Int(m, fieldnum.WorkoutStepMessageIndex); ok {
		s.index = int(n)
	}
	s.Text = cmp.Or(field.Text(m, fieldnum.WorkoutStepNotes), field.Text(m, fieldnum.WorkoutStepWktStepName))
	value, _ := field.Int(m, fieldnum.WorkoutStepDurationValue)
	switch d := field.Code[typedef.WktStepDuration](m, fieldnum.WorkoutStepDurationType); {
	case repeats(d):
		s.Kind, s.from, s.Count = training.StepRepeat, int(value), 1
		if n, ok := field.Int(m, fieldnum.WorkoutStepTargetValue); ok && d == typedef.WktStepDurationRepeatUntilStepsCmplt {
			s.Count = int(min(max(1, n), training.MaxWorkoutSteps+1))
		}
		return s
	case d == typedef.WktStepDurationTime || d == typedef.WktStepDurationRepetitionTime || d == typedef.WktStepDurationTimeOnly:
		s.DurationS = float64(value) / 1000
	case d == typedef.WktStepDurationDistance:
		s.DistanceM = float64(value) / 100
	}
	s.Open = s.DurationS == 0 && s.DistanceM == 0
	s.Kind = purposeOf(field.Code[typedef.Intensity](m, fieldnum.WorkoutStepIntensity))
	for _, nums := range [][4]byte{
		{
			fieldnum.WorkoutStepTargetType, fieldnum.WorkoutStepTargetValue, fieldnum.WorkoutStepCustomTargetValueLow,
			fieldnum.WorkoutStepCustomTargetValueHigh,
		},
		{
			fieldnum.WorkoutStepSecondaryTargetType, fieldnum.WorkoutStepSecondaryTargetValue,
			fieldnum.WorkoutStepSecondaryCustomTargetValueLow, fieldnum.WorkoutStepSecondaryCustomTargetValueHigh,
		},
	} {
		if t := stepTarget(m, nums); t.Sound() {
			s.Targets = append(s.Targets, t)
		}
	}
	return s
}

func repeats(d typedef.WktStepDuration) bool {
	return d >= typedef.WktStepDurationRepeatUntilStepsCmplt && d <= typedef.WktStepDurationRepeatUntilPowerGreaterThan ||
		d == typedef.WktStepDurationRepeatUntilPowerLastLapLessThan || d == typedef.WktStepDurationRepeatUntilMaxPowerLastLapLessThan ||
		d == typedef.WktStepDurationRepeatUntilTrainingPeaksTss
}

// purposeOf maps a step's intensity. Active means nothing: many makers write it of every step but rests.
func purposeOf(i typedef.Intensity) training.StepKind {
	switch i {
	case typedef.IntensityWarmup:
		return training.StepWarmup
	case typedef.IntensityCooldown:
		return training.StepCooldown
	case typedef.IntensityRest, typedef.IntensityRecovery:
		return training.StepRest
	case typedef.IntensityInterval:
		return training.StepWork
	}
	return ""
}

// FIT writes a percentage as it is, and a value in W or bpm with this added.
const (
	wattsAbove = 1000
	beatsAbove = 100
)

// stepTarget is a target of a step; one that is not sound where there is none
// or one of another kind, such as grade.
func stepTarget(m *proto.Message, nums [4]byte) training.StepTarget {
	t := training.StepTarget{}
	above, percent, value := 0.0, training.TargetUnit(""), training.TargetUnit("")
	switch field.Code[typedef.WktStepTarget](m, nums[0]) {
	case typedef.WktStepTargetPower, typedef.WktStepTargetPower3S, typedef.WktStepTargetPower10S,
		typedef.WktStepTargetPower30S, typedef.WktStepTargetPowerLap:
		t.Of, above, percent, value = training.TargetPower, wattsAbove, training.TargetFTP, training.TargetW
	case typedef.WktStepTargetHeartRate, typedef.WktStepTargetHeartRateLap:
		t.Of, above, percent, value = training.TargetHR, beatsAbove, training.TargetMaxHR, training.TargetBpm
	case typedef.WktStepTargetSpeed, typedef.WktStepTargetSpeedLap:
		t.Of, value = training.TargetPace, training.TargetMPS
	case typedef.WktStepTargetCadence:
		t.Of, value = training.TargetCadence, training.TargetRPM
	default:
		return t
	}
	low, _ := field.Number(m, nums[2])
	high, _ := field.Number(m, nums[3])
	if low > high && high > 0 {
		low, high = high, low
	}
	switch zone, ok := field.Number(m, nums[1]); {
	case low == 0 && high == 0 && ok:
		t.Unit, t.Low, t.High = training.TargetZone, zone, zone
	case t.Of == training.TargetPace:
		t.Unit, t.Low, t.High = value, low/1000, high/1000
	case max(low, high) > above:
		t.Unit, t.Low, t.High = value, max(0, low-above), max(0, high-above)
	default:
		t.Unit, t.Low, t.High = percent, low, high
	}
	return t
}

// The percentages of FTP that nobody asks for when warming up, resting or
// cooling down, and at all.
const (
	easyPercent = 110
	mostPercent = 300
)

// inWatts takes the percentages of a workout for watts where they cannot be
// percentages: some devices write watts as they are.
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

// workoutSteps are the steps of the workout that the device guided through,
// repeats around what they repeat; nil if they make no sense, as when a file
// holds several workouts. It numbers them for the laps.
func (f *file) workoutSteps() []training.WorkoutStep {
	slices.SortStableFunc(f.steps, func(a, b step) int { return cmp.Compare(a.index, b.index) })
	inWatts(f.steps)
	var out []training.WorkoutStep
	whole := true
	var first []int // index of the first message within each of out
	for i := range f.steps {
		s := &f.steps[i]
		if i > 0 && s.index == f.steps[i-1].index {
			return nil
		}
		if s.Kind != training.StepRepeat {
			out, first = append(out, s.WorkoutStep), append(first, s.index)
			continue
		}
		at, _ := slices.BinarySearch(first, s.from)
		if at == len(out) {
			whole = false // it repeats nothing
			continue
		}
		s.Steps = slices.Clone(out[at:])
		out, first = append(out[:at], s.WorkoutStep), first[:at+1]
	}
	if training.CheckSteps(out) != nil {
		return nil
	}
	if whole {
		f.numbers = map[int]int{}
		for i := range f.steps {
			f.numbers[f.steps[i].index] = i + 1
		}
	}
	return out
}
