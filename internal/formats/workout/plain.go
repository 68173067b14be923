package workout

import (
	"strconv"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// WritePlain is a workout as text: its name, its notes, a line a step and what it
// takes. Targets have their bounds by the thresholds of the day beside them,
// where these are set.
func WritePlain(w *Workout, day efforts.Day) string { return WriteIn(i18n.InEnglish, w, day) }

// WriteIn is [Write] in the words of say, which gets formats with their operands.
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

// Body is what [Write] gives without the name.
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

// printer writes lines of steps.
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

// step is one line: how long, what for, the targets, and what is said besides.
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

// target is a target as it is written, and by the thresholds of the day.
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

// absolute reports a unit that needs no threshold.
func absolute(u training.TargetUnit) bool {
	switch u {
	case training.TargetW, training.TargetBpm, training.TargetMPS, training.TargetRPM, training.TargetOf10:
		return true
	}
	return false
}

// line is a text of others within a line of ours.
func line(s string) string { return textclean.Line(s, lineRunes) }

// lineRunes bounds one text of a step.
const lineRunes = 300
