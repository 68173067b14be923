package fit

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/muktihari/fit/decoder"
	"github.com/muktihari/fit/profile/typedef"
	"github.com/muktihari/fit/profile/untyped/fieldnum"
	"github.com/muktihari/fit/proto"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// PlanWorkout is a workout as stored in a file.
type PlanWorkout struct {
	Name, Notes string
	Sport       training.Sport
	SubSport    string
	PoolLengthM float64
	Steps       []training.WorkoutStep
}

// Unread is something in a step of a file for which a workout has no field, or in the
// workout itself if Step is 0. Steps count from 1, with a repeat after its steps.
type Unread struct {
	Step          int
	What, Instead i18n.Sentence
}

// Speed reports whether a sport uses speed and not pace.
func Speed(s training.Sport) bool { return s == training.Cycling }

// ReadWorkout reads a workout file, and returns the contents for which a workout
// has no field. Unlike a recording, a damaged workout is rejected, because nobody
// would notice that half of it is missing.
func ReadWorkout(data []byte) (*PlanWorkout, []Unread, error) {
	parts := Split(data)
	if err := whole(parts); err != nil {
		return nil, nil, err
	}
	p := &parts[0]
	f, err := decodePart(context.Background(), new(decoder.Decoder), p, p.Records, reading.Limits{}.WithDefaults().MaxRecords)
	if err != nil {
		return nil, nil, err
	}
	if p.Damaged {
		return nil, nil, damaged(p.Notes)
	}
	return f.plan()
}

func whole(parts []Sequence) error {
	switch {
	case len(parts) == 0:
		return training.Errorf(training.KindUnsupported, "This is not a FIT file: its header is missing.").
			WithFix("Give a .fit file that contains a workout.")
	case len(parts) > 1:
		return training.Errorf(training.KindUnsupported, "The file is %d FIT files in one.", len(parts)).
			WithFix("Give each workout as its own file.")
	case parts[0].Damaged:
		return damaged(parts[0].Notes)
	}
	return nil
}

func damaged(notes []string) error {
	return training.Errorf(training.KindCorrupt, "The file is damaged. %s", strings.Join(notes, " ")).
		WithFix("Export the workout again.")
}

// plan returns the workout of the file, and what was not read from it.
func (f *file) plan() (*PlanWorkout, []Unread, error) {
	if f.kind != typedef.FileWorkout {
		return nil, nil, f.another()
	}
	if n := f.guide.steps; n > len(f.steps) {
		return nil, nil, training.Errorf(training.KindCorrupt, "The file states %d steps, but has %d.", n, len(f.steps)).
			WithFix("Export the workout again.")
	}
	out := &PlanWorkout{Name: f.workout, Notes: f.guide.notes, PoolLengthM: f.guide.poolM}
	if f.guide.sport != typedef.SportInvalid || f.guide.sub != typedef.SubSportInvalid {
		out.Sport, out.SubSport = Sport(f.guide.sport, f.guide.sub)
	}
	slices.SortStableFunc(f.steps, func(a, b step) int { return cmp.Compare(a.index, b.index) })
	if err := ordered(f.steps); err != nil {
		return nil, nil, err
	}
	for i := range f.steps {
		f.steps[i].swims(out.Sport)
	}
	unread := f.unread()
	if u := f.guide.poolUnit; u != typedef.DisplayMeasureInvalid && out.PoolLengthM > 0 && u != poolUnit(out.PoolLengthM) {
		unread = append(unread, Unread{0, "the unit of the pool", leftOut})
	}
	asSpeed(f.steps, out.Sport)
	out.Steps, _ = nested(f.steps)
	return out, unread, nil
}

func (f *file) another() error {
	kind := "it does not say of what"
	if said, ok := kinds[f.kind]; ok {
		kind = "it is one of another kind: " + string(said)
	}
	return training.Errorf(training.KindUnsupported, "The FIT file is not a workout; %s.", kind).
		WithFix("Give a FIT file of the type workout; import recordings instead.")
}

// ordered returns an error if the steps are in the wrong order, since repeats
// depend on it. A repeat must begin where a step or another repeat begins.
func ordered(steps []step) error {
	var begins []int // indexes at which a repeat may begin: those of steps outside any repeat, and of repeats
	for i := range steps {
		s := &steps[i]
		if i > 0 && s.index == steps[i-1].index {
			return misplaced(s, "appears twice", "Give each step its own index")
		}
		if s.Kind != training.StepRepeat {
			begins = append(begins, s.index)
			continue
		}
		at, ok := slices.BinarySearch(begins, s.from)
		switch {
		case s.times == 0:
			return misplaced(s, "repeats, but does not say how many times", "Give a count of at least 1")
		case s.from == s.index:
			return misplaced(s, "repeats from itself", "A repeat must give the index of an earlier step to repeat from")
		case s.from > s.index:
			return misplaced(s, i18n.Sentencef("repeats from step %d on, which comes after it", s.from),
				"A repeat must give the index of an earlier step to repeat from")
		case !ok:
			return misplaced(s, i18n.Sentencef("repeats from step %d on, which does not exist or is within another repeat", s.from),
				"Repeats must begin at a step or at the start of another repeat")
		}
		begins = begins[:at+1]
	}
	return nil
}

func misplaced(s *step, what, fix i18n.Sentence) error {
	return training.Errorf(training.KindInvalid, "The step with index %d %s.", s.index, what).WithFix("%s.", fix)
}

// unread returns the contents of steps for which a workout has no field, with step numbers.
// The steps must be [ordered], so that their numbers are those of their messages.
func (f *file) unread() (out []Unread) {
	before := make([]training.TargetUnit, 0, len(f.steps))
	for i := range f.steps {
		for k := range f.steps[i].Targets {
			before = append(before, f.steps[i].Targets[k].Unit)
		}
	}
	inWatts(f.steps)
	for i := range f.steps {
		s := &f.steps[i]
		for _, t := range s.Targets {
			if t.Unit != before[0] {
				s.leave(i18n.Sentencef("%g–%g as percentages of FTP, which is impossible", t.Low, t.High), "they are read as W")
			}
			before = before[1:]
		}
		for _, u := range s.unread {
			u.Step = i + 1
			out = append(out, u)
		}
	}
	return out
}

// guide holds the fields of a workout message other than the name.
type guide struct {
	sport typedef.Sport
	sub   typedef.SubSport
	steps int // number of steps, 0 if missing
	poolM float64
	// poolUnit is the unit in which a device shows the length of the pool.
	poolUnit typedef.DisplayMeasure
	notes    string
}

func (f *file) onWorkout(m *proto.Message) {
	f.workout = FieldText(m, fieldnum.WorkoutWktName)
	w := &f.guide
	w.notes = FieldText(m, fieldnum.WorkoutWktDescription)
	w.sport = Code[typedef.Sport](m, fieldnum.WorkoutSport)
	w.sub = Code[typedef.SubSport](m, fieldnum.WorkoutSubSport)
	if n, ok := Int(m, fieldnum.WorkoutNumValidSteps); ok {
		w.steps = int(n)
	}
	if n, ok := Int(m, fieldnum.WorkoutPoolLength); ok {
		w.poolM = float64(n) / 100
	}
	w.poolUnit = Code[typedef.DisplayMeasure](m, fieldnum.WorkoutPoolLengthUnit)
}
