package plain

import (
	"strconv"
	"strings"

	"lapkeep/internal/metrics/efforts/planned"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
	"lapkeep/internal/workout"
)

// Write is a workout as text: its name, its notes, a line a step and what it
// takes. Targets have their bounds by the thresholds of the day beside them,
// where these are set.
func Write(w *workout.Workout, day planned.Day) string {
	var b strings.Builder
	if name := textclean.Line(w.Name, textclean.NameRunes); name != "" {
		b.WriteString(name + "\n")
	}
	if body := Body(w, day); body != "" {
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(body)
	}
	return b.String()
}

// Body is what [Write] gives without the name.
func Body(w *workout.Workout, day planned.Day) string {
	var b strings.Builder
	if notes := strings.TrimSpace(textclean.Text(w.Notes, textclean.TextRunes)); notes != "" {
		b.WriteString(notes + "\n")
		if len(w.Steps) > 0 {
			b.WriteByte('\n')
		}
	}
	p := printer{&b, day}
	p.list(w.Steps, "")
	if total := Total(w); total != "" {
		b.WriteString("Total: " + total + "\n")
	}
	return b.String()
}

// printer writes lines of steps.
type printer struct {
	*strings.Builder
	day planned.Day
}

func (p *printer) list(steps []training.WorkoutStep, indent string) {
	for i := range steps {
		s := &steps[i]
		if section := line(s.Section); section != "" {
			p.WriteString(indent + section + ":\n")
		}
		p.WriteString(indent + "- ")
		if s.Kind == training.StepRepeat {
			p.WriteString(strconv.Itoa(s.Count) + " times")
			if text := line(s.Text); text != "" {
				p.WriteString(" " + text)
			}
			p.WriteString(":\n")
			p.list(s.Steps, indent+"  ")
			continue
		}
		p.step(s)
		p.WriteByte('\n')
	}
}

// step is one line: how long, what for, the targets, and what is said besides.
func (p *printer) step(s *training.WorkoutStep) {
	p.WriteString(Head(s))
	for _, t := range s.Targets {
		p.WriteString(", " + p.target(t))
	}
	for _, more := range manner(s) {
		p.WriteString(", " + more)
	}
	if text := line(s.Text); text != "" && s.Exercise == nil {
		p.WriteString(": " + text)
	}
	for _, c := range s.Cues {
		p.WriteString("; " + cueText(c))
	}
}

// target is a target as it is written, and by the thresholds of the day.
func (p *printer) target(t training.StepTarget) string {
	if t.Of == training.TargetPace && t.Per == "" {
		t.Per = training.PaceOf(p.day.Sport)
	}
	text := workout.RampedText(t)
	if absolute(t.Unit) {
		return text
	}
	if on := workout.DayText(p.day, t); on != "" {
		text += " (" + on + ")"
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
