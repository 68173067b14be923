package fit

import (
	"fmt"
	"hash/crc32"
	"math"
	"strings"
	"time"

	"github.com/muktihari/fit/profile/typedef"
	"github.com/muktihari/fit/profile/untyped/fieldnum"
	"github.com/muktihari/fit/profile/untyped/mesgnum"

	"lapkeep/internal/training"
)

// workout writes the name and the steps of the workout that a recording followed. If there
// are several recordings, it leaves the steps out, because it is unknown to which of them
// the steps belong.
func (f *encodeFile) workout(recs []*training.Recording) {
	w := PlanWorkout{Name: recs[0].Name, Steps: recs[0].Workout}
	if len(recs) > 1 {
		w.Steps = nil
	}
	if w.Name != "" || len(w.Steps) > 0 {
		f.plan(&w)
	}
}

// WriteWorkout writes a workout file. The same workout always gives the same bytes.
// What FIT cannot express is left out, and a text of more than [LongestText] bytes
// is cut. Devices distinguish files by number and time. A workout has no time, so
// its number is the checksum of its contents.
func WriteWorkout(w *PlanWorkout) ([]byte, error) {
	data, from, err := numberedWorkout(w, 1)
	if err == nil {
		data, _, err = numberedWorkout(w, max(1, crc32.ChecksumIEEE(data[from:len(data)-crcSize])))
	}
	if err != nil {
		return nil, fmt.Errorf("write a FIT workout: %w", err)
	}
	return data, nil
}

// numberedWorkout returns a workout file with the given number, and the offset of
// the workout's contents.
func numberedWorkout(w *PlanWorkout, number uint32) (data []byte, from int, err error) {
	f := newEncodeFile()
	id := newMessage(mesgnum.FileId)
	id.int(fieldnum.FileIdType, int64(typedef.FileWorkout))
	id.int(fieldnum.FileIdManufacturer, int64(typedef.ManufacturerDevelopment))
	id.int(fieldnum.FileIdProduct, 0)
	id.int(fieldnum.FileIdTimeCreated, Seconds(made))
	id.int(fieldnum.FileIdSerialNumber, int64(number))
	f.add(id)
	from = f.out.Len()
	f.plan(w)
	data, err = f.close()
	return data, from, err
}

// made is the time in every workout file. It is constant, so that the same workout
// gives the same bytes.
var made = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)

// plan writes the workout and its steps.
func (f *encodeFile) plan(w *PlanWorkout) {
	m := newMessage(mesgnum.Workout)
	if w.Sport != "" {
		sport, sub := SportCodes(w.Sport, w.SubSport)
		m.int(fieldnum.WorkoutSport, int64(sport))
		m.int(fieldnum.WorkoutSubSport, int64(sub))
	}
	m.int(fieldnum.WorkoutNumValidSteps, int64(messages(w.Steps)))
	m.text(fieldnum.WorkoutWktName, w.Name)
	if w.PoolLengthM > 0 {
		m.scaled(fieldnum.WorkoutPoolLength, w.PoolLengthM, 100)
		m.int(fieldnum.WorkoutPoolLengthUnit, int64(poolUnit(w.PoolLengthM)))
	}
	m.text(fieldnum.WorkoutWktDescription, w.Notes)
	f.add(m)
	f.workoutSteps(w.Steps, 0, w.Sport == training.Swimming)
}

// poolUnit returns the unit in which to show the length of a pool: yards if it
// is a whole number of yards, or else metres.
func poolUnit(metres float64) typedef.DisplayMeasure {
	const yard = 0.9144
	yards := math.Round(metres / yard)
	if math.Abs(yards*yard-metres) < 0.005 && metres != math.Round(metres) {
		return typedef.DisplayMeasureStatute
	}
	return typedef.DisplayMeasureMetric
}

// messages returns the number of messages for the steps.
func messages(steps []training.WorkoutStep) (n int) {
	for i := range steps {
		n += 1 + messages(steps[i].Steps)
	}
	return n
}

// workoutSteps writes steps numbered from next on, with a repeat after its
// steps, and returns the next free number. swim is set for a swim.
func (f *encodeFile) workoutSteps(steps []training.WorkoutStep, next int, swim bool) int {
	for i := range steps {
		s, first := &steps[i], next
		if s.Kind == training.StepRepeat {
			next = f.workoutSteps(s.Steps, next, swim)
		}
		m := newMessage(mesgnum.WorkoutStep)
		m.int(fieldnum.WorkoutStepMessageIndex, int64(next))
		next++
		m.step(s, first, swim)
		f.add(m)
	}
	return next
}

func (m *message) step(s *training.WorkoutStep, first int, swim bool) {
	e, exercise := m.words(s)
	if s.Kind == training.StepRepeat {
		m.duration(typedef.WktStepDurationRepeatUntilStepsCmplt, float64(first))
		m.int(fieldnum.WorkoutStepTargetValue, int64(s.Count))
		return
	}
	switch {
	case exercise && s.Exercise.Reps > 0:
		m.duration(typedef.WktStepDurationReps, float64(s.Exercise.Reps))
	case s.DistanceM > 0:
		m.duration(typedef.WktStepDurationDistance, s.DistanceM*100)
	case s.DurationS > 0:
		m.duration(typedef.WktStepDurationTime, s.DurationS*1000)
	case s.CaloriesKcal > 0:
		m.duration(typedef.WktStepDurationCalories, s.CaloriesKcal)
	default:
		m.int(fieldnum.WorkoutStepDurationType, int64(typedef.WktStepDurationOpen))
	}
	m.targets(s, swim)
	m.int(fieldnum.WorkoutStepIntensity, int64(intensities[s.Kind]))
	if exercise {
		m.int(fieldnum.WorkoutStepExerciseCategory, int64(e.Category))
		m.int(fieldnum.WorkoutStepExerciseName, int64(e.Name))
		if s.Exercise.WeightKg > 0 {
			m.scaled(fieldnum.WorkoutStepExerciseWeight, s.Exercise.WeightKg, 100)
			m.int(fieldnum.WorkoutStepWeightDisplayUnit, int64(typedef.FitBaseUnitKilogram))
		}
	}
}

// words writes the text of a step as its name, and the text with its cues as its
// note, because some devices show the name and others the note. The text of an
// exercise is written only as its name.
func (m *message) words(s *training.WorkoutStep) (e Exercise, exercise bool) {
	var notes []string
	if s.Text != "" && s.Exercise == nil {
		notes = append(notes, s.Text)
	}
	for _, c := range s.Cues {
		notes = append(notes, c.Text)
	}
	m.text(fieldnum.WorkoutStepWktStepName, s.Text)
	m.text(fieldnum.WorkoutStepNotes, strings.Join(notes, ". "))
	if s.Exercise == nil {
		return e, false
	}
	e, known := FindExercise(s.Text)
	if !known {
		e = UnknownExercise
	}
	return e, true
}

func (m *message) duration(kind typedef.WktStepDuration, value float64) {
	m.int(fieldnum.WorkoutStepDurationType, int64(kind))
	m.scaled(fieldnum.WorkoutStepDurationValue, value, 1)
}

// targets writes the first two targets of a step. A step without targets is
// open.
func (m *message) targets(s *training.WorkoutStep, swim bool) {
	open := !swim || !m.swim(s)
	for i := range s.Targets[:min(len(s.Targets), len(targetFields))] {
		if targetFields[i].write(m, &s.Targets[i], s.PowerShown) {
			open = false
		}
	}
	if open {
		m.int(fieldnum.WorkoutStepTargetType, int64(typedef.WktStepTargetOpen))
		m.int(fieldnum.WorkoutStepTargetValue, 0)
	}
}
