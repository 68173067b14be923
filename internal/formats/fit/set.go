package fit

import (
	"cmp"
	"math"
	"slices"

	"github.com/muktihari/fit/profile/typedef"
	"github.com/muktihari/fit/profile/untyped/fieldnum"
	"github.com/muktihari/fit/profile/untyped/mesgnum"
	"github.com/muktihari/fit/proto"

	"lapkeep/internal/training"
)

// set is a set message: a set of an exercise, or the rest after one.
type set struct {
	start    uint32 // FIT time, 0 if missing
	rest     bool
	exercise Exercise
	step     int // index of the step in the file; -1 if there is none
	is       training.StrengthSet
}

// weightScale is the number of units in a kilogram. In the steps of a workout, it is 100.
const weightScale = 16

// newSet reads a set. A watch that recognises exercises writes several candidates, the first
// of which the athlete has confirmed; if that is unknown, the others are guesses, and the
// exercise has no name.
func newSet(m *proto.Message) set {
	s := set{
		start: FieldTime(m, fieldnum.SetStartTime), rest: Code[uint8](m, fieldnum.SetSetType) == uint8(typedef.SetTypeRest), step: -1,
		exercise: Exercise{Code[typedef.ExerciseCategory](m, fieldnum.SetCategory), Code[uint16](m, fieldnum.SetCategorySubtype)},
	}
	s.is.DurationS, _ = millis(m, fieldnum.SetDuration)
	if n, ok := Int(m, fieldnum.SetRepetitions); ok {
		s.is.Reps = int(n)
	}
	if n, ok := Int(m, fieldnum.SetWeight); ok {
		s.is.LoadKg = float64(n) / weightScale
	}
	if n, ok := Int(m, fieldnum.SetWktStepIndex); ok {
		s.step = int(n)
	}
	if end := FieldTime(m, fieldnum.SetTimestamp); s.start == 0 && end > uint32(s.is.DurationS) {
		s.start = end - uint32(s.is.DurationS)
	}
	return s
}

// onSet reads a set, or adds a rest to the set before it in the file. Times do not tell which
// that is, because sets that the athlete corrected may overlap.
func (f *file) onSet(m *proto.Message) {
	s := newSet(m)
	switch n := len(f.sets); {
	case !s.rest:
		f.sets = append(f.sets, s)
	case n > 0:
		before := &f.sets[n-1].is
		before.RestS = math.Round((before.RestS+s.is.DurationS)*1000) / 1000 // whole milliseconds, as in the file
	}
}

// onTitle reads the name of an exercise that the device showed.
func (f *file) onTitle(m *proto.Message) {
	if f.titles == nil {
		f.titles = map[Exercise]string{}
	}
	e := Exercise{
		Code[typedef.ExerciseCategory](m, fieldnum.ExerciseTitleExerciseCategory), Code[uint16](m, fieldnum.ExerciseTitleExerciseName),
	}
	f.titles[e] = FieldText(m, fieldnum.ExerciseTitleWktStepName)
}

// setsOf returns the sets of a part in order of time. Of a set that the athlete named, the
// name is that of FIT's profile; a title names only what the profile does not have.
func (f *file) setsOf(p part) (out []training.StrengthSet) {
	all := slices.DeleteFunc(slices.Clone(f.sets), func(s set) bool { return s.start < p.from || s.start >= p.until })
	slices.SortStableFunc(all, func(a, b set) int { return cmp.Compare(a.start, b.start) })
	for i := range all {
		s := &all[i]
		at := p.offset(s.start)
		s.is.StartS, s.is.Step = &at, f.numbers[s.step]
		s.is.Category = s.exercise.category()
		s.is.Exercise = s.exercise.Words()
		if title := f.titles[s.exercise]; title != "" && !s.exercise.named() {
			s.is.Exercise = title
		}
		out = append(out, s.is)
	}
	if training.CheckSets(out) != nil {
		return f.soundSets(out)
	}
	return out
}

// soundSets leaves out the values of sets that cannot be, and sets beyond the limit.
func (f *file) soundSets(all []training.StrengthSet) (out []training.StrengthSet) {
	for _, s := range all[:min(len(all), training.MostSets)] {
		if training.CheckSets([]training.StrengthSet{s}) == nil {
			out = append(out, s)
		}
	}
	return out
}

// category returns the name of the exercise's category, or "" if it is unknown.
func (e Exercise) category() string {
	if e.Category == typedef.ExerciseCategoryUnknown {
		return ""
	}
	return plain(e.Category.String())
}

// named reports whether the profile has the exercise, and not only its category.
func (e Exercise) named() bool { return exercises().words[e] != "" }

// code returns the code of the exercise of a set, and whether it is in the profile. The
// code of an exercise that only its category describes has no name.
func code(s *training.StrengthSet) (Exercise, bool) {
	e, ok := FindExercise(s.Exercise)
	c := typedef.ExerciseCategoryFromString(s.Category)
	switch {
	case ok && (s.Category == "" || e.Category == c):
		return e, true
	case s.Category != "" && c != typedef.ExerciseCategoryInvalid:
		if e, ok := exercises().within[s.Category+"/"+fold(s.Exercise)]; ok {
			return e, true
		}
		return Exercise{c, nameInvalid}, fold(s.Exercise) == s.Category
	}
	return UnknownExercise, s.Exercise == ""
}

// setMessages writes the sets, each with the rest after it. A title keeps the name of an
// exercise that the profile does not have.
func (f *encodeFile) setMessages(r *training.Recording) {
	titled := map[string]uint16{}
	for i := range r.Sets {
		s := &r.Sets[i]
		e, known := code(s)
		if !known {
			if n, ok := titled[s.Exercise]; ok {
				e.Name = n
			} else {
				e.Name = ownName - uint16(len(titled)) //nolint:gosec // at most [training.MostSets]
				titled[s.Exercise] = e.Name
				t := newMessage(mesgnum.ExerciseTitle)
				t.int(fieldnum.ExerciseTitleMessageIndex, int64(len(titled)-1))
				t.int(fieldnum.ExerciseTitleExerciseCategory, int64(e.Category))
				t.int(fieldnum.ExerciseTitleExerciseName, int64(e.Name))
				t.text(fieldnum.ExerciseTitleWktStepName, s.Exercise)
				f.add(t)
			}
		}
		f.setMessage(r, s, e)
	}
}

// ownName is the code of the first exercise that the profile does not have; the next ones
// count down.
const ownName = nameInvalid - 1

func (f *encodeFile) setMessage(r *training.Recording, s *training.StrengthSet, e Exercise) {
	at := 0.0
	if s.StartS != nil {
		at = *s.StartS
	}
	m := newMessage(mesgnum.Set)
	m.int(fieldnum.SetTimestamp, after(r, at+s.DurationS))
	m.scaled(fieldnum.SetDuration, s.DurationS, 1000)
	if s.Reps > 0 {
		m.int(fieldnum.SetRepetitions, int64(s.Reps))
	}
	if s.LoadKg > 0 {
		m.scaled(fieldnum.SetWeight, s.LoadKg, weightScale)
	}
	m.int(fieldnum.SetSetType, int64(typedef.SetTypeActive))
	m.int(fieldnum.SetStartTime, after(r, at))
	m.put(fieldnum.SetCategory, proto.SliceUint16([]uint16{uint16(e.Category)}))
	if e.Name != nameInvalid {
		m.put(fieldnum.SetCategorySubtype, proto.SliceUint16([]uint16{e.Name}))
	}
	m.int(fieldnum.SetMessageIndex, int64(f.sets))
	if s.Step > 0 && len(r.Workout) > 0 {
		m.int(fieldnum.SetWktStepIndex, int64(s.Step-1))
	}
	f.add(m)
	f.sets++
	if s.RestS <= 0 {
		return
	}
	rest := newMessage(mesgnum.Set)
	rest.int(fieldnum.SetTimestamp, after(r, at+s.DurationS+s.RestS))
	rest.scaled(fieldnum.SetDuration, s.RestS, 1000)
	rest.int(fieldnum.SetSetType, int64(typedef.SetTypeRest))
	rest.int(fieldnum.SetStartTime, after(r, at+s.DurationS))
	rest.int(fieldnum.SetMessageIndex, int64(f.sets))
	f.add(rest)
	f.sets++
}
