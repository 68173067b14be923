package workoutfile

import (
	"bytes"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// The words of the grammar, which the reader and the writer share.
const (
	headerOf, endOfHeader = "COURSE HEADER", "END COURSE HEADER"
	dataOf, endOfData     = "COURSE DATA", "END COURSE DATA"
	textOf, endOfText     = "COURSE TEXT", "END COURSE TEXT"
	shownS                = 10 // how long a text without a duration is shown
)

// maxPoints is the largest number of points: one per second for half a day.
const maxPoints = 12 * 60 * 60

// ReadERG reads a course in watts or in percentages of FTP. The losses list what
// a workout cannot hold.
func ReadERG(data []byte) (workout.Workout, []workout.Loss, error) {
	if err := workout.CheckSize(data); err != nil {
		return workout.Workout{}, nil, err
	}
	f := ergFile{}
	line := 0
	for text := range strings.Lines(plain(data)) {
		line++
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		if err := f.line(text, line); err != nil {
			return workout.Workout{}, nil, err
		}
	}
	if err := f.check(); err != nil {
		return workout.Workout{}, nil, err
	}
	w := workout.Workout{Name: f.name, Notes: f.description, Sport: training.Cycling, Steps: f.steps()}
	if w.Notes == w.Name {
		w.Notes = ""
	}
	if w.Name == "" {
		w.Name, w.Notes = w.Notes, ""
	}
	if err := workout.CheckRead(w.Steps); err != nil {
		return workout.Workout{}, nil, err
	}
	f.cues(w.Steps)
	return w, f.losses.All(), nil
}

// plain returns a text in UTF-8 with line feeds as line ends.
func plain(data []byte) string {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if !utf8.Valid(data) {
		data, _ = charmap.Windows1252.NewDecoder().Bytes(data) // every byte is a character
	}
	s := strings.ReplaceAll(string(data), "\r\n", "\n")
	return strings.ReplaceAll(s, "\r", "\n")
}

// ergFile holds the parts of a course that have been parsed.
type ergFile struct {
	name, description string
	ftp               string
	unit              training.TargetUnit // empty until stated
	section           string
	closed            bool // the end of the points was read
	points            []point
	texts             []ergText
	losses            workout.Losses
}

// point is a bend in the power of a course.
type point struct {
	s, value float64
	minutes  float64 // as written in the file
}

// ergText is shown at a second of the course.
type ergText struct {
	s, forS float64
	message string
}

func (f *ergFile) line(s string, line int) error {
	if s[0] == '[' {
		if name, ok := strings.CutSuffix(s[1:], "]"); ok {
			return f.enter(strings.ToUpper(strings.Join(strings.Fields(name), " ")), line)
		}
	}
	if s[0] == ';' { // a comment; some files have the units in a comment
		if s = strings.TrimLeft(s, "; "); f.section != headerOf || !strings.HasPrefix(strings.ToUpper(s), "MINUTES") {
			return nil
		}
	}
	switch f.section {
	case headerOf:
		return f.header(s, line)
	case dataOf:
		return f.point(s, line)
	case textOf:
		return f.text(s, line)
	}
	f.losses.Read(0, i18n.Sentencef("line %d, which belongs to no part", line), workout.LeftOut)
	return nil
}

// enter enters or leaves a section of the file.
func (f *ergFile) enter(name string, line int) error {
	switch name {
	case headerOf, dataOf, textOf:
		if name == dataOf && f.unit == "" {
			return fault(line, "[COURSE DATA] comes before the units of its numbers are given").
				WithFix("Put MINUTES WATTS or MINUTES PERCENT into the [COURSE HEADER].")
		}
		f.section = name
	case endOfData:
		f.section, f.closed = "", true
	case endOfHeader, endOfText:
		f.section = ""
	default:
		f.section = ""
		f.losses.Read(0, i18n.Sentencef("the part [%s]", name), workout.LeftOut)
	}
	return nil
}

func fault(line int, format string, args ...any) *training.Error {
	return training.Errorf(training.KindInvalid, "Line %d: %s.", line, i18n.Sentencef(format, args...))
}

func (f *ergFile) header(s string, line int) error {
	key, value, ok := strings.Cut(s, "=")
	key = strings.ToUpper(strings.Join(strings.Fields(key), " "))
	value = reading.Text(value)
	if !ok {
		return f.setUnit(key, line)
	}
	switch key {
	case "VERSION", "UNITS": // these have no meaning for the points
	case "DESCRIPTION":
		f.description = value
	case "FILE NAME":
		f.name = value
		if ext := strings.ToLower(value[max(0, len(value)-len(".erg")):]); ext == ".erg" || ext == ".mrc" {
			f.name = value[:len(value)-len(ext)]
		}
	case "FTP":
		f.ftp = value
	default:
		if value != "" {
			f.losses.Read(0, i18n.Sentencef("%s, which is %s", key, value), workout.LeftOut)
		}
	}
	return nil
}

func (f *ergFile) setUnit(s string, line int) error {
	switch s {
	case "MINUTES WATTS":
		f.unit = training.TargetW
	case "MINUTES PERCENT", "MINUTES FTP":
		f.unit = training.TargetFTP
	case "DISTANCE GRADE WIND":
		return training.Errorf(training.KindUnsupported, "Line %d: the file is a course of slopes, not a workout.", line).
			WithFix("Give a file whose lines are MINUTES WATTS or MINUTES PERCENT.")
	default:
		f.losses.Read(0, i18n.Sentencef("line %d of the header", line), workout.LeftOut)
	}
	return nil
}

// ergNumber reads a number of at least 0. A comma is read as the decimal point.
func ergNumber(s string) (float64, bool) {
	if strings.Count(s, ",") == 1 && !strings.Contains(s, ".") {
		s = strings.Replace(s, ",", ".", 1)
	}
	x, err := strconv.ParseFloat(s, 64)
	return x, err == nil && x >= 0 && x <= 1e9
}

func (f *ergFile) point(s string, line int) error {
	fields := strings.Fields(s)
	if len(fields) >= 2 && strings.EqualFold(fields[1], "LAP") {
		f.losses.Read(0, "where laps begin", workout.LeftOut)
		return nil
	}
	const form = "Write minutes and power with a tab between them: 5.00	250."
	if len(fields) != 2 {
		return fault(line, "“%s” is not minutes and power", reading.Text(s)).WithFix(form)
	}
	minutes, ok := ergNumber(fields[0])
	value, good := ergNumber(strings.TrimSuffix(fields[1], "%"))
	if !ok || !good {
		return fault(line, "“%s” is not minutes and power", reading.Text(s)).WithFix(form)
	}
	p := point{seconds(fields[0], minutes), value, minutes}
	if n := len(f.points); n > 0 && p.s < f.points[n-1].s {
		return fault(line, "the time goes back from %s to %s", i18n.Clock(f.points[n-1].s), i18n.Clock(p.s)).
			WithFix("Put the points in the order of time; the minutes count from the start of the course.")
	}
	if len(f.points) == maxPoints {
		return training.Errorf(training.KindTooLarge, "The course has more than %d points.", maxPoints).WithFix("Split it.")
	}
	t := training.StepTarget{Of: training.TargetPower, Unit: f.unit, Low: value, High: value}
	if err := workout.Plausible(0, t); err != nil {
		return fault(line, "%s is not a power", workout.RampedText(t)).WithFix("Check that the numbers match the header.")
	}
	f.points = append(f.points, p)
	return nil
}

// seconds converts a time in minutes to seconds. Two decimals of a minute have a resolution
// of 0.6 s, so a time with two decimals means whole seconds.
func seconds(written string, minutes float64) float64 {
	decimals := 0
	if at := strings.IndexAny(written, ".,"); at >= 0 {
		decimals = len(written) - at - 1
	}
	if decimals <= 2 {
		return math.Round(minutes * 60)
	}
	return ergRounded(minutes * 60)
}

func ergRounded(s float64) float64 { return math.Round(s*100) / 100 }

// text reads a line with the second, a text, and the seconds for which it is shown,
// separated by tabs. Without tabs, the end of the text is unknown.
func (f *ergFile) text(s string, line int) error {
	at, rest, _ := strings.Cut(s, "\t")
	if !strings.Contains(s, "\t") {
		at, rest, _ = strings.Cut(s, " ")
	}
	t := ergText{}
	var ok bool
	if t.s, ok = ergNumber(strings.TrimSpace(at)); !ok {
		return fault(line, "“%s” is not seconds and a text", reading.Text(s)).
			WithFix("Write the time in seconds, the text, and the number of seconds to show it, separated by tabs.")
	}
	if i := strings.LastIndex(rest, "\t"); i >= 0 {
		if x, ok := ergNumber(strings.TrimSpace(rest[i+1:])); ok {
			t.forS, rest = x, rest[:i]
		}
	}
	if t.message = reading.Text(strings.ReplaceAll(rest, "\t", " ")); t.message != "" && len(f.texts) < maxPoints {
		f.texts = append(f.texts, t)
	}
	return nil
}

// check returns an error if the file is not a course, and adds losses for parts
// that are not read.
func (f *ergFile) check() error {
	switch {
	case f.unit == "" && len(f.points) == 0 && !f.closed:
		return training.Errorf(training.KindUnsupported, "This is not an ERG or MRC file: it contains neither MINUTES WATTS nor MINUTES "+
			"PERCENT.").
			WithFix("Give an .erg or .mrc file.")
	case !f.closed:
		return training.Errorf(training.KindCorrupt, "The file ends before its points.").
			WithFix("Export it again: the points must be followed by [END COURSE DATA].")
	}
	if f.ftp != "" {
		f.losses.Read(0, i18n.Sentencef("the FTP of %s W", f.ftp), workout.LeftOut)
	}
	if f.section == textOf {
		f.losses.Read(0, "any texts after the last one", "the file ends too early")
	}
	return nil
}

// jumpMinutes is the smallest difference that two decimals can show. Some programs write a
// jump as a slope of that length.
const jumpMinutes = 0.0101

// steps returns the stretches between points. Consecutive flat stretches become one
// step, unless the minute between them occurs twice.
func (f *ergFile) steps() []training.WorkoutStep {
	var out []training.WorkoutStep
	if len(f.points) > 0 && f.points[0].s > 0 {
		first := f.points[0]
		f.losses.Read(1, i18n.Sentencef("the first point at %s", i18n.Clock(first.s)), "everything before it is treated like "+
			"that point")
		f.points = append([]point{{value: first.value}}, f.points...)
	}
	twice, from := true, 0.0
	for i := 1; i < len(f.points); i++ {
		a, b := f.points[i-1], f.points[i]
		switch {
		case a.s == b.s, b.minutes-a.minutes < jumpMinutes && a.value != b.value && i+1 < len(f.points):
			twice = true
			continue
		case !twice && a.value == b.value && f.points[i-2].value == a.value:
			out[len(out)-1].DurationS = ergRounded(out[len(out)-1].DurationS + b.s - from)
		default:
			out = append(out, f.step(len(out)+1, b.s-from, a.value, b.value))
		}
		twice, from = false, b.s
		if len(out) > training.MaxWorkoutSteps {
			break // check reports this
		}
	}
	return out
}

func (f *ergFile) step(number int, seconds, from, to float64) training.WorkoutStep {
	s := training.WorkoutStep{DurationS: ergRounded(seconds)}
	t := training.StepTarget{Of: training.TargetPower, Unit: f.unit, Low: min(from, to), High: max(from, to)}
	switch {
	case from < to:
		t.Ramp = training.RampUp
	case from > to:
		t.Ramp = training.RampDown
	}
	switch {
	case t.High == 0:
		s.Free = true
		return s
	case t.Low == 0:
		t.Ramp = ""
		f.losses.Read(number, i18n.Sentencef("a ramp that begins or ends at 0, with %s at the other "+
			"end", workout.RampedText(t)), "it is read as an upper bound")
	}
	s.Targets = []training.StepTarget{t}
	return s
}

// cues adds the texts to their steps.
func (f *ergFile) cues(steps []training.WorkoutStep) {
	for _, t := range f.texts {
		at := 0
		for ; at < len(steps)-1 && t.s >= steps[at].DurationS; at++ {
			t.s = ergRounded(t.s - steps[at].DurationS)
		}
		s := &steps[at]
		if t.forS == shownS {
			t.forS = 0
		}
		if t.s == 0 && t.forS == 0 && s.Text == "" && len(s.Cues) == 0 {
			s.Text = t.message
			continue
		}
		s.Cues = append(s.Cues, training.StepCue{AtS: t.s, ForS: t.forS, Text: t.message})
	}
}
