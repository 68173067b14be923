// Package fit reads and writes FIT activity and workout files. It is the front of the
// packages below it: wire (bytes), profile (words and units), plan (workouts), decode and
// encode.
//
// # Counter
//
// It cuts a FIT file's counter of distance, which runs on over all
// sessions, into what was covered in each. Reader and writer share it, so that
// what is written is read back.
//
// # Decode
//
// It turns the messages of a FIT file into recordings. Bytes are
// the concern of package wire, words and units that of package profile.
//
// Rules, where files disagree with themselves:
//
//   - Rows of one second are one row; the later value of a channel wins.
//   - Rows further than 30 days from the session's start, or from the file's
//     middle row, are dropped, rows out of order are sorted; both are counted in a warning.
//   - A record belongs to the last session that began before it.
//   - Of the steps of a workout, percentages of FTP that nobody could ask for are
//     watts; steps in a file of several sessions are nobody's.
//   - A recording starts when its session says, or with its first record if
//     that is earlier.
//
// # Encode
//
// It turns recordings into a FIT activity file. It writes what
// the format can carry, in a fixed order, so that the same recordings give
// the same bytes: times in whole seconds, temperature in whole degrees,
// altitude in fifths of a metre.
//
// # Field
//
// It reads single fields of FIT messages: numbers without the marks
// by which the format says "no value", codes, times and texts. It knows
// nothing of what the fields mean.
//
// # Plan
//
// It is what FIT can say of a workout that is to be done, apart from
// how it lies in messages: encode and decode share it.
//
// # Profile
//
// It translates between the words and units of FIT and those of
// Lapkeep, in both directions, so that the reader and the writer cannot
// disagree. It knows no bytes and no files.
//
// # Rows
//
// It collects the records of a FIT file in columns: one row a second,
// in order of time. It knows records and the fields that developers add to
// them, nothing of sessions or laps.
//
// # Wire
//
// It knows how a FIT file is laid out in bytes and nothing of what
// the bytes mean: it finds the files that are chained in one input, checks
// their CRC, follows their messages from header to header, and mends or cuts
// out what a decoder would stumble over. What it hands on is well formed.
package fit

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"github.com/muktihari/fit/decoder"
	"github.com/muktihari/fit/profile/typedef"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// PlanWorkout is a workout as a file has it.
type PlanWorkout struct {
	Name, Notes string
	Sport       training.Sport
	SubSport    string
	PoolLengthM float64
	Steps       []training.WorkoutStep
}

// Unread is something that a file says of a step, or of the workout where Step
// is 0, and a workout has no place for. Steps count from 1, a repeat behind its
// steps.
type Unread struct {
	Step          int
	What, Instead i18n.Sentence
}

// Speed says whether a sport is told in speed; others are told in pace.
func Speed(s training.Sport) bool { return s == training.Cycling }

// ReadWorkout reads a workout file, and what it says that a workout has no
// place for. Unlike a recording, one that is damaged is refused: of half a
// workout nobody could tell.
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

// ReadCourses reads the ways of courses, which only seem to be recorded: one for
// each of the files that are chained in one, with a name, a sport and its rows.
func ReadCourses(ctx context.Context, data []byte, limits reading.Limits) ([]training.Recording, error) {
	parts := Split(data)
	out := make([]training.Recording, len(parts))
	for i := range parts {
		f, err := decodePart(ctx, new(decoder.Decoder), &parts[i], parts[i].Records, limits.WithDefaults().MaxRecords)
		if err != nil {
			return nil, err
		}
		f.rows.Pad()
		r := &out[i]
		r.Name = f.course.name
		if f.course.sport != typedef.SportInvalid {
			r.Sport, r.SubSport = Sport(f.course.sport, typedef.SubSportInvalid)
		}
		r.Columns = training.Columns{TimeS: make([]int32, len(f.rows.At)), Data: f.rows.Data}
	}
	return out, nil
}

func whole(parts []Sequence) error {
	switch {
	case len(parts) == 0:
		return training.Errorf(training.KindUnsupported, "This is not a FIT file: its header is missing.").
			WithFix("Give a .fit file of a workout.")
	case len(parts) > 1:
		return training.Errorf(training.KindUnsupported, "The file is %d FIT files in one.", len(parts)).
			WithFix("Give each workout as a file of its own.")
	case parts[0].Damaged:
		return damaged(parts[0].Notes)
	}
	return nil
}

func damaged(notes []string) error {
	return training.Errorf(training.KindCorrupt, "The file is damaged. %s", strings.Join(notes, " ")).
		WithFix("Export the workout again.")
}

// plan is the workout that the file holds.
func (f *file) plan() (*PlanWorkout, []Unread, error) {
	if f.kind != typedef.FileWorkout {
		return nil, nil, f.another()
	}
	if n := f.guide.steps; n > len(f.steps) {
		return nil, nil, training.Errorf(training.KindCorrupt, "The file says that it has %d steps, and has %d.", n, len(f.steps)).
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
	unread := f.unread()
	asSpeed(f.steps, out.Sport)
	out.Steps, _ = nested(f.steps)
	return out, unread, nil
}

func (f *file) another() error {
	kind := "it does not say of what"
	if said, ok := kinds[f.kind]; ok {
		kind = "it is one of another kind: " + string(said)
	}
	return training.Errorf(training.KindUnsupported, "The FIT file is no workout; %s.", kind).
		WithFix("Give a file of the type workout; recordings are imported.")
}

// ordered says what is wrong with the order of steps, by which repeats name
// what they repeat. A repeat has to begin where a step or another repeat does.
func ordered(steps []step) error {
	var begins []int // indexes at which a step begins that no repeat holds, or a repeat
	for i := range steps {
		s := &steps[i]
		if i > 0 && s.index == steps[i-1].index {
			return misplaced(s, "is there twice", "Give each step an index of its own")
		}
		if s.Kind != training.StepRepeat {
			begins = append(begins, s.index)
			continue
		}
		at, ok := slices.BinarySearch(begins, s.from)
		switch {
		case s.times == 0:
			return misplaced(s, "repeats, and does not say how often", "Give a count from 1")
		case s.from == s.index:
			return misplaced(s, "repeats itself", "A repeat names the index of an earlier step, from which on it repeats")
		case s.from > s.index:
			return misplaced(s, i18n.Sentencef("repeats from step %d on, which comes after it", s.from),
				"A repeat names the index of an earlier step, from which on it repeats")
		case !ok:
			return misplaced(s, i18n.Sentencef("repeats from step %d on, which is not there or within another repeat", s.from),
				"A repeat begins where a step or a whole repeat begins")
		}
		begins = begins[:at+1]
	}
	return nil
}

func misplaced(s *step, what, fix i18n.Sentence) error {
	return training.Errorf(training.KindInvalid, "The step with index %d %s.", s.index, what).WithFix("%s.", fix)
}

// unread is what the steps say and have no place for, by their numbers. Steps
// that are in order have them in the order of their messages.
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
				s.leave(i18n.Sentencef("that %g–%g are percent of FTP, which cannot be", t.Low, t.High), "they are read as W")
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

// nan32 marks a row of a developer column without a value.
var nan32 = float32(math.NaN())

// farSeconds is how far from the middle row a row may lie: longer than any
// event, shorter than what a clock is off that was never set.
const farSeconds = 30 * 24 * 3600

// Settle brings the rows into order of time: it drops those that are far from
// the time that the middle row has or, if there are rows near it, from near;
// sorts the rest, and merges rows of one second.
func (r *Rows) Settle(near uint32) (warnings []string) {
	if r.timeless > 0 {
		warnings = append(warnings, string(i18n.Sentencef("%d records have no time and were dropped.", r.timeless)))
	}
	if r.absurd > 0 {
		warnings = append(warnings, string(i18n.Sentencef("%d values are outside of what is possible and were dropped.", r.absurd)))
	}
	r.Pad()
	if len(r.At) == 0 {
		return warnings
	}
	middle := r.middle(near)
	if !r.unsorted && !isFar(r.At[0], middle) && !isFar(r.At[len(r.At)-1], middle) {
		return warnings
	}
	order, dropped := r.order(middle)
	if r.unsorted {
		warnings = append(warnings, string(i18n.Sentence("The clock goes backwards in the recording; the records were put in order of time.")))
	}
	if dropped > 0 {
		warnings = append(warnings, string(i18n.Sentencef("%d records are weeks away from the others and were dropped.", dropped)))
	}
	r.permute(order)
	return warnings
}

func (c *DeveloperColumn) pad(n int) {
	for c.Values != nil && len(c.Values) < n {
		c.Values = append(c.Values, nan32)
	}
}

// middle is the time that the others are measured by: near, where a tenth of
// the rows are, else that of the middle row. A clock that was wrong at first
// has found its time by then.
func (r *Rows) middle(near uint32) uint32 {
	at := 0
	for _, t := range r.At {
		if near != 0 && !isFar(t, near) {
			at++
		}
	}
	if at > 0 && at*10 >= len(r.At) {
		return near
	}
	return r.At[len(r.At)/2]
}

func isFar(a, b uint32) bool {
	d := int64(a) - int64(b)
	return d > farSeconds || d < -farSeconds
}

func (r *Rows) order(middle uint32) (order []int, dropped int) {
	order = make([]int, 0, len(r.At))
	for i, t := range r.At {
		if isFar(t, middle) {
			dropped++
			continue
		}
		order = append(order, i)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(r.At[a], r.At[b]) })
	return order, dropped
}

// permute rebuilds the columns from rows in the given order, merging rows of
// one second; later ones win.
func (r *Rows) permute(order []int) {
	old := *r
	r.At, r.capacity = make([]uint32, 0, len(order)), len(order)
	r.Data = [training.NumChannels]training.Column{}
	r.Developer = slices.Clone(old.Developer)
	for i := range r.Developer {
		r.Developer[i].Values = nil
	}
	r.unsorted = false
	for _, from := range order {
		row := r.row(old.At[from])
		for ch := range training.NumChannels {
			if col := &old.Data[ch]; col.Valid.Get(from) {
				r.Put(ch, row, col.Values[from])
			}
		}
		for i := range r.Developer {
			if v := old.Developer[i].Values; v != nil {
				r.Developer[i].pad(row)
				r.Developer[i].set(row, v[from])
			}
		}
	}
	r.Pad()
}

func (c *DeveloperColumn) set(row int, v float32) {
	if c.Values == nil {
		c.Values = []float32{}
		c.pad(row)
	}
	switch {
	case row == len(c.Values):
		c.Values = append(c.Values, v)
	case v == v: // not NaN
		c.Values[row] = v
	}
}
