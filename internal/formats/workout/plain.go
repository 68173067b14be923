package workout

import (
	"math"
	"strconv"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// WritePlain returns a workout as text: its name, its notes, one line per step, and
// the totals. Targets also show their bounds according to the thresholds of the
// day, if these are set.
func WritePlain(w *Workout, day efforts.Day) string { return WriteIn(i18n.InEnglish, w, day) }

// WriteIn does the same as [WritePlain] in the language of say, which receives
// formats with their operands.
func WriteIn(say Say, w *Workout, day efforts.Day) string {
	var b strings.Builder
	if name := textclean.Line(w.Name, textclean.NameRunes); name != "" {
		b.WriteString(name + "\n")
	}
	if body := Body(say, w, day); body != "" {
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(body)
	}
	return b.String()
}

// Body returns the text of [WriteIn] without the name.
func Body(say Say, w *Workout, day efforts.Day) string {
	var b strings.Builder
	if notes := strings.TrimSpace(textclean.Text(w.Notes, textclean.TextRunes)); notes != "" {
		b.WriteString(notes + "\n")
		if len(w.Steps) > 0 {
			b.WriteByte('\n')
		}
	}
	p := printer{&b, words{say}, day}
	p.list(w.Steps, "")
	if total := p.total(w); total != "" {
		b.WriteString(say("Total: %s\n", total))
	}
	return b.String()
}

// printer writes the lines of steps.
type printer struct {
	*strings.Builder
	words
	day efforts.Day
}

func (p *printer) list(steps []training.WorkoutStep, indent string) {
	for i := range steps {
		s := &steps[i]
		if section := line(s.Section); section != "" {
			p.WriteString(indent + p.say("%s:", section) + "\n")
		}
		p.WriteString(indent + "- ")
		if s.Kind == training.StepRepeat {
			times := p.say("%s times", strconv.Itoa(s.Count))
			if s.Count == 1 {
				times = p.say("once")
			}
			if text := line(s.Text); text != "" {
				times += " " + text
			}
			p.WriteString(p.say("%s:", times) + "\n")
			p.list(s.Steps, indent+"  ")
			continue
		}
		p.step(s)
		p.WriteByte('\n')
	}
}

// step writes one line: the length, the purpose, the targets, and the other
// contents of a step.
func (p *printer) step(s *training.WorkoutStep) {
	p.WriteString(p.head(s))
	for _, t := range s.Targets {
		p.WriteString(p.say(", %s", p.target(t)))
	}
	for _, more := range p.manner(s) {
		p.WriteString(p.say(", %s", more))
	}
	if text := line(s.Text); text != "" && s.Exercise == nil {
		p.WriteString(p.say(": %s", text))
	}
	for _, c := range s.Cues {
		p.WriteString(p.say("; %s", p.cue(c)))
	}
}

// target returns a target as written, and its bounds according to the thresholds of
// the day.
func (p *printer) target(t training.StepTarget) string {
	if t.Of == training.TargetPace && t.Per == "" {
		t.Per = training.PaceOf(p.day.Sport)
	}
	text := RampedText(t).Say(p.say)
	if absolute(t.Unit) {
		return text
	}
	if on := DayText(p.day, t).Say(p.say); on != "" {
		text += p.say(" (%s)", on)
	}
	return text
}

// absolute reports whether a unit needs no threshold.
func absolute(u training.TargetUnit) bool {
	switch u {
	case training.TargetW, training.TargetBpm, training.TargetMPS, training.TargetRPM, training.TargetOf10:
		return true
	}
	return false
}

// line returns a text from outside, cleaned so that it can be part of a line.
func line(s string) string { return textclean.Line(s, lineRunes) }

// lineRunes limits one text of a step.
const lineRunes = 300

// words writes the parts of sentences for people.
type words struct{ say Say }

// Say formats a sentence with its operands in a person's language.
type Say = func(format string, args ...any) string

// Head returns the beginning of a step: "10 min warm-up", "400 m", "Squats, 3 ×
// 10, 60 kg".
func Head(say Say, s *training.WorkoutStep) string { return words{say}.head(s) }

func (w words) head(s *training.WorkoutStep) string {
	if e := s.Exercise; e != nil {
		return w.exercise(s, e)
	}
	length, kind := w.length(s), kindText(s.Kind)
	switch {
	case kind == "":
		return length
	case s.Open || length == w.say(untilLap):
		return w.say("%s %s", kind, length)
	}
	return w.say("%s %s", length, kind)
}

func kindText(k training.StepKind) i18n.Word {
	switch k {
	case training.StepWarmup:
		return "warm-up"
	case training.StepCooldown:
		return "cool-down"
	}
	return i18n.Word(k)
}

// length formats the length of a step for people; for an open step, the approximate length.
func (w words) length(s *training.WorkoutStep) string {
	var said []string
	if s.DistanceM > 0 {
		said = append(said, w.distance(s.DistanceM))
	}
	if s.DurationS > 0 {
		said = append(said, w.duration(s.DurationS))
	}
	if s.CaloriesKcal > 0 {
		said = append(said, w.calories(s.CaloriesKcal))
	}
	switch {
	case len(said) == 0:
		return w.say(untilLap)
	case s.Open:
		return w.say("%s, about %s", w.say(untilLap), said[0])
	case len(said) > 1: // the first one is the length
		for _, more := range said[1:] {
			said[0] = w.say("%s, about %s", said[0], more)
		}
	}
	return said[0]
}

const untilLap = "until the lap button"

func (w words) exercise(s *training.WorkoutStep, e *training.StepExercise) string {
	name := line(s.Text)
	if name == "" {
		name = w.say("exercise")
	}
	each := strconv.Itoa(e.Reps)
	if e.Reps == 0 {
		each = w.length(s)
	}
	name += w.say(", %s", strconv.Itoa(e.Sets)+" × "+each)
	if e.WeightKg > 0 {
		name += w.say(", %s", i18n.Measured("%v ", math.Round(e.WeightKg*10)/10, i18n.Kilograms()))
	}
	if e.Percent1RM > 0 {
		name += w.say(", %s", short(e.Percent1RM)+" % 1RM")
	}
	return name
}

// manner describes the properties of a step other than its targets.
func (w words) manner(s *training.WorkoutStep) (said []string) {
	if s.MaxEffort {
		said = append(said, w.say("all out"))
	}
	if s.Free {
		said = append(said, w.say("free"))
	}
	switch {
	case s.RestS > 0 && s.Exercise != nil:
		said = append(said, w.say("%s rest after each set", w.duration(s.RestS)))
	case s.RestS > 0:
		said = append(said, w.say("then %s rest", w.duration(s.RestS)))
	}
	if s.HidePower {
		said = append(said, w.say("power hidden"))
	}
	switch s.PowerShown {
	case "":
	case training.ShowLap:
		said = append(said, w.say("power shown as the mean of the lap"))
	default:
		said = append(said, w.say("power shown as the mean of %s", line(string(s.PowerShown))))
	}
	return said
}

func (w words) cue(c training.StepCue) string {
	text := line(c.Text)
	if c.ForS > 0 {
		text += w.say(" (for %s)", w.duration(c.ForS))
	}
	if c.AtS > 0 {
		return w.say("after %s: %s", w.duration(c.AtS), text)
	}
	return w.say("cue: %s", text)
}

// Duration formats a time for people: "45 s", "10 min", "1 h 30 min".
func Duration(say Say, seconds float64) string { return words{say}.duration(seconds) }

func (w words) duration(seconds float64) string {
	s := int(math.Round(seconds))
	if seconds < 1 {
		return w.say("%s s", short(seconds))
	}
	var said []string
	for _, part := range []struct {
		of   int
		said string
	}{{s / 3600, "%s h"}, {s / 60 % 60, "%s min"}, {s % 60, "%s s"}} {
		if part.of > 0 {
			said = append(said, w.say(part.said, strconv.Itoa(part.of)))
		}
	}
	return strings.Join(said, " ")
}

// kilometre is the shortest distance in m that is given in kilometres.
const kilometre = 1000

// distance formats a distance. Below a kilometre it uses metres, whatever the
// reader's units, because this is how repeats on a track and in a pool are named.
func (w words) distance(metres float64) string {
	if metres >= kilometre {
		return w.say("%s", i18n.Measured("%v ", math.Round(metres)/kilometre, i18n.Kilometres()))
	}
	return short(metres) + " m"
}

func (w words) calories(kcal float64) string { return w.say("%s kcal", short(kcal)) }

// PlainTotal returns the duration and distance of the steps by their own
// lengths, or "" if there is nothing to add up.
func PlainTotal(say Say, of *Workout) string { return words{say}.total(of) }

func (w words) total(of *Workout) string {
	t := TotalOf(of.Steps)
	var said []string
	if t.DurationS > 0 {
		said = append(said, w.duration(t.DurationS))
	}
	if t.DistanceM > 0 {
		said = append(said, w.distance(t.DistanceM))
	}
	if t.CaloriesKcal > 0 {
		said = append(said, w.calories(t.CaloriesKcal))
	}
	text := strings.Join(said, " + ")
	if text != "" && t.Open {
		text = w.say("%s, not counting steps without a length", text)
	}
	return text
}
