package workoutfile

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"path"
	"strconv"
	"strings"

	"lapkeep/internal/formats/steptext"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

// WriteERG writes a workout in watts, as an ERG file. Targets in percentages of
// FTP or in zones are converted to watts using the thresholds of the day.
func WriteERG(w *workout.Workout, day efforts.Day) ([]byte, []workout.Loss, error) {
	return write(w, day, training.TargetW)
}

// WriteMRC writes a workout in percentages of FTP, as an MRC file. Targets in
// watts or in zones are converted to percent using the thresholds of the day.
func WriteMRC(w *workout.Workout, day efforts.Day) ([]byte, []workout.Loss, error) {
	return write(w, day, training.TargetFTP)
}

func write(w *workout.Workout, day efforts.Day, unit training.TargetUnit) ([]byte, []workout.Loss, error) {
	if err := workout.CheckWrite(w); err != nil {
		return nil, nil, err
	}
	out := ergWriter{day: day, unit: unit, relative: true}
	out.losses.Refined(w)
	if w.Sport != "" && w.Sport != training.Cycling {
		out.losses.Add(0, i18n.Sentencef("its kind (%s)", w.Sport), "the file names no sport")
	}
	if strings.ContainsAny(strings.TrimSpace(w.Notes), "\n") {
		out.losses.Add(0, "the lines of the notes", "they are joined into one")
	}
	if _, err := out.steps(w.Steps, 1); err != nil {
		return nil, nil, err
	}
	if !out.power {
		return nil, nil, training.Errorf(training.KindUnsupported, "No step has a power target, and this format supports no other.").
			WithFix("Give power in W or percent of FTP, or write a FIT file.")
	}
	return out.document(w), out.losses.All(), nil
}

// ergWriter makes points from steps.
type ergWriter struct {
	day   efforts.Day
	unit  training.TargetUnit
	power bool // a step has power
	// relative is set if all power is given as percentages of FTP, so the file can be scaled
	// from its FTP to another.
	relative bool
	s        float64 // the end of the written part
	points   []point
	texts    []ergText
	losses   workout.Losses
}

// steps writes steps numbered from next on, and returns the number after them.
func (w *ergWriter) steps(steps []training.WorkoutStep, next int) (int, error) {
	for i := range steps {
		s := &steps[i]
		if s.Kind == training.StepRepeat {
			first := next
			err := w.losses.Times(s.Count, func() (err error) {
				next, err = w.steps(s.Steps, first)
				return err
			})
			if err != nil {
				return 0, err
			}
			w.losses.WrittenOut(next, s)
		} else if err := w.step(s, next); err != nil {
			return 0, err
		}
		next++
	}
	return next, nil
}

func (w *ergWriter) step(s *training.WorkoutStep, number int) error {
	if s.DistanceM > 0 || s.DurationS == 0 {
		return endless(s, number)
	}
	w.losses.Common(number, s)
	if s.Kind != "" {
		w.losses.Add(number, i18n.Sentencef("its kind (%s)", workout.KindWords(s.Kind)), workout.LeftOut)
	}
	w.losses.Ends(number, s)
	if s.PowerShown != "" {
		w.losses.Add(number, i18n.Sentencef("power shown as the mean of %s", s.PowerShown), workout.LeftOut)
	}
	from, to, said, err := w.targets(s, number)
	if err != nil {
		return err
	}
	w.say(s, number, said)
	w.stretch(s.DurationS, from, to)
	if s.RestS > 0 {
		w.losses.Add(number, i18n.Sentencef("the pause of %g s after it", s.RestS), "its length is 0")
		w.stretch(s.RestS, 0, 0)
	}
	return nil
}

func endless(s *training.WorkoutStep, number int) error {
	how := "has no end but the athlete's"
	switch {
	case s.DistanceM > 0:
		how = fmt.Sprintf("is %g m long", s.DistanceM)
	case s.CaloriesKcal > 0:
		how = fmt.Sprintf("lasts for %g kcal", s.CaloriesKcal)
	}
	return training.Errorf(training.KindUnsupported, "Step %d %s, but this format has only minutes.", number, how).
		WithFix("Give it a duration, or write a FIT file.")
}

// stretch adds the points of a stretch from one power to another.
func (w *ergWriter) stretch(seconds, from, to float64) {
	w.points = append(w.points, point{s: w.s, value: from}, point{s: w.s + seconds, value: to})
	w.s += seconds
}

// targets returns the power at the start and at the end of a step, and its
// other contents in words.
func (w *ergWriter) targets(s *training.WorkoutStep, number int) (from, to float64, said string, err error) {
	has := false
	for _, t := range s.Targets {
		if t.Of == training.TargetPower && !has && !s.Free && !s.MaxEffort {
			if from, to, err = w.ends(t, number); err != nil {
				return 0, 0, "", err
			}
			has = true
			continue
		}
		w.losses.Add(number, i18n.Sentencef("the target “%s”", workout.NoteText(t)), "the text contains it")
		said = workout.Join(said, workout.NoteText(t).String())
	}
	w.power = w.power || has
	switch {
	case has || s.Free && len(s.Targets) == 0:
	case s.MaxEffort:
		w.losses.Add(number, "the instruction to go all out", "it is written as 0, with the instruction in the text")
		said = workout.Join(said, "All out")
	default:
		w.losses.Add(number, "no target power", "it is written as 0")
	}
	return from, to, said, nil
}

// ends returns the values at the start and the end of a target. For a range, both are the
// middle of the range.
func (w *ergWriter) ends(t training.StepTarget, number int) (from, to float64, err error) {
	if err := workout.Plausible(number, t); err != nil {
		return 0, 0, err
	}
	w.relative = w.relative && t.Unit == training.TargetFTP
	out, by, err := w.in(t, number)
	if err != nil {
		return 0, 0, err
	}
	digits := 1.0 // for watts; percentages have tenths
	if w.unit == training.TargetFTP {
		digits = 10
	}
	from, to = out.Ends()
	from, to = math.Round(from*digits)/digits, math.Round(to*digits)/digits
	wrote := training.StepTarget{Of: t.Of, Unit: w.unit, Low: min(from, to), High: max(from, to), Ramp: t.Ramp, Per: t.Per}
	if from == to {
		wrote.Ramp = ""
	}
	if wrote != t {
		middle := t.Ramp == "" && t.Low > 0 && t.High > t.Low
		w.losses.Add(number, workout.RampedText(t), instead(workout.RampedText(wrote), middle, by))
	}
	return from, to, workout.Plausible(number, wrote)
}

// instead returns a phrase about the written form of a target, and the threshold used.
func instead(wrote i18n.Sentence, middle bool, by i18n.Sentence) i18n.Sentence {
	switch {
	case middle && by != "":
		return i18n.Sentencef("it is written as %s, the middle of the range, at %s", wrote, by)
	case middle:
		return i18n.Sentencef("it is written as %s, the middle of the range", wrote)
	}
	return workout.WrittenAs(wrote, by)
}

// in returns a target in the unit of the file, and the threshold used to convert it.
func (w *ergWriter) in(t training.StepTarget, number int) (out training.StepTarget, by i18n.Sentence, err error) {
	switch {
	case t.Unit == w.unit:
		return t, "", nil
	case w.unit == training.TargetFTP:
		out, err = workout.Percent(w.day, number, t, w.unit)
		return out, workout.By(w.day, out), err
	}
	out, err = workout.Absolute(w.day, number, t)
	return out, workout.By(w.day, t), err
}

// say adds the texts of a step at their times.
func (w *ergWriter) say(s *training.WorkoutStep, number int, said string) {
	if line := workout.Join(s.Text, said); line != "" {
		w.texts = append(w.texts, ergText{s: w.s, message: line})
	}
	for _, c := range w.losses.Cues(number, s) {
		if line := workout.Join(c.Text); line != "" {
			w.texts = append(w.texts, ergText{s: w.s + c.AtS, forS: c.ForS, message: line})
		}
	}
}

// document returns the whole file, with Windows line ends, as in CompuTrainer's own files.
func (w *ergWriter) document(of *workout.Workout) []byte {
	var b bytes.Buffer
	line := func(parts ...string) {
		for _, s := range parts {
			b.WriteString(s)
		}
		b.WriteString("\r\n")
	}
	line("[" + headerOf + "]")
	line("VERSION = 2")
	line("UNITS = ENGLISH")
	if notes := workout.Join(of.Notes); notes != "" {
		line("DESCRIPTION = ", notes)
	}
	line("FILE NAME = ", workout.Join(of.Name))
	if w.unit == training.TargetW {
		if w.relative {
			line("FTP = ", workout.Decimals(w.day.Thresholds.FTPW, 1))
		}
		line("MINUTES WATTS")
	} else {
		line("MINUTES PERCENT")
	}
	line("[" + endOfHeader + "]")
	line("[" + dataOf + "]")
	for _, p := range w.points {
		line(minutes(p.s), "\t", workout.Decimals(p.value, 1))
	}
	line("[" + endOfData + "]")
	if len(w.texts) > 0 {
		line("[" + textOf + "]")
		for _, t := range w.texts {
			forS := t.forS
			if forS == 0 {
				forS = shownS
			}
			line(workout.Decimals(t.s, 2), "\t", t.message, "\t", workout.Decimals(forS, 2))
		}
		line("[" + endOfText + "]")
	}
	return b.Bytes()
}

// minutes formats a time in s as minutes, with the usual two decimals, or with four
// if two do not identify the second.
func minutes(s float64) string {
	m := s / 60
	if math.Abs(math.Round(m*100)/100-m) < 1e-9 {
		return strconv.FormatFloat(m, 'f', 2, 64)
	}
	return strconv.FormatFloat(m, 'f', 4, 64)
}

// Form is a workout file format.
type Form struct {
	// Name is the name of the format and the extension of its files.
	Name string
	// Read returns a workout with its faults, and with the contents that a workout
	// cannot hold. It is nil for a format that is only written. sport applies to
	// files that state none.
	Read func(data []byte, sport training.Sport) (workout.Workout, []workout.Fault, []workout.Loss, error)
	// Write returns a workout in this format, using the thresholds of a day, and
	// what the format cannot express. It is nil for a format that is only read.
	Write func(w *workout.Workout, day efforts.Day) ([]byte, []workout.Loss, error)
}

// AllForms returns all formats.
func AllForms() []Form {
	return []Form{
		{"txt", readText, writeText},
		{"json", readSteps, writeSteps},
		{"fit", formsFile(ReadFIT), WriteFIT},
		{"zwo", formsFile(ReadZWO), WriteZWO},
		{"erg", formsFile(ReadERG), WriteERG},
		{"mrc", formsFile(ReadERG), WriteMRC},
		{"igpsport", formsFile(ReadIGPSport), writeIGPSport},
		{"plain", nil, writePlain},
	}
}

// Named returns the format with the given name, or with the extension of the given
// file name.
func Named(name string) (Form, error) {
	name = strings.ToLower(strings.TrimPrefix(cmp.Or(path.Ext(name), name), "."))
	var names []string
	for _, f := range AllForms() {
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return Form{}, training.Errorf(training.KindInvalid, "Unknown workout format %q.", name).
		WithFix("Use one of %s.", strings.Join(names, ", "))
}

// formsFile returns the reader of a format whose files are either read completely
// or give an error.
func formsFile(
	read func([]byte) (workout.Workout, []workout.Loss, error),
) func([]byte, training.Sport) (workout.Workout, []workout.Fault, []workout.Loss, error) {
	return func(data []byte, sport training.Sport) (workout.Workout, []workout.Fault, []workout.Loss, error) {
		w, losses, err := read(data)
		w.Sport = cmp.Or(w.Sport, sport)
		return w, nil, losses, err
	}
}

func readText(data []byte, sport training.Sport) (workout.Workout, []workout.Fault, []workout.Loss, error) {
	w, faults := steptext.Read(string(data), sport)
	return w, faults, nil, nil
}

func writeText(w *workout.Workout, _ efforts.Day) ([]byte, []workout.Loss, error) {
	text, losses := steptext.Write(w)
	return []byte(text + "\n"), losses, nil
}

// readSteps reads a list of steps, or igpsport-mcp's object with a title and steps.
func readSteps(data []byte, sport training.Sport) (workout.Workout, []workout.Fault, []workout.Loss, error) {
	if bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
		w, faults := ReadIR(data)
		return w, faults, nil, nil
	}
	steps, _, faults := steptext.ReadForm(data, sport)
	return workout.Workout{Sport: sport, Steps: steps}, faults, nil, nil
}

func writeSteps(w *workout.Workout, _ efforts.Day) ([]byte, []workout.Loss, error) {
	return append(steptext.WriteForm(w.Steps, w.Sport), '\n'), nil, nil
}

// writeIGPSport derives the ids of steps from the workout, so that the same
// workout gives the same bytes.
func writeIGPSport(w *workout.Workout, day efforts.Day) ([]byte, []workout.Loss, error) {
	whole := sha256.Sum256(append(steptext.WriteForm(w.Steps, w.Sport), w.Name...))
	n := uint32(0)
	return WriteIGPSport(w, day, func() string {
		n++
		sum := sha256.Sum256(binary.BigEndian.AppendUint32(whole[:], n))
		id := strings.ToUpper(hex.EncodeToString(sum[:16]))
		return id[:8] + "-" + id[8:12] + "-" + id[12:16] + "-" + id[16:20] + "-" + id[20:]
	})
}

func writePlain(w *workout.Workout, day efforts.Day) ([]byte, []workout.Loss, error) {
	return []byte(workout.WritePlain(w, day)), nil, nil
}
