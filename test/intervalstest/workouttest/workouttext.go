package workouttest

import (
	"regexp"
	"strconv"
	"strings"
)

// step is a line of a description as the service understands it, or a repeat.
type step struct {
	doc   doc // as the service shows it, without the steps of a repeat
	restS float64
	reps  int
	steps []step
}

// reader reads a description line by line. What is not known of the service:
// whether anything but another header ends a section, here every line of words
// does; and whether words between the steps of a repeat end it, here they do.
type reader struct {
	paceUnits string // of a pace that names no distance
	section   string // warmup or cooldown, while it lasts
	out       []step
	fallen    []step // out of their repeat, to the end
	repeat    *step
}

// readSteps are the steps of a description; none if no line of it is one.
func readSteps(description, paceUnits string) []step {
	r := reader{paceUnits: paceUnits}
	for line := range strings.Lines(description) {
		r.line(strings.TrimRight(line, "\r\n\t "))
	}
	r.end()
	return append(r.out, r.fallen...)
}

// mostRepeats are more than anybody plans; a higher number is no count here.
const mostRepeats = 1000

// repeatLine is a count, alone or behind a label.
var repeatLine = regexp.MustCompile(`(?i)^(?:(.*\S)\s+)?(\d+)x$`)

func (r *reader) line(line string) {
	words := strings.TrimSpace(line)
	if of, ok := strings.CutPrefix(words, "-"); ok {
		r.step(of, line[0] != '-')
		return
	}
	r.end()
	if words == "" {
		return
	}
	r.section = ""
	switch word := strings.ReplaceAll(strings.ToLower(words), " ", ""); word {
	case "warmup", "cooldown":
		r.section = word
		return
	}
	if m := repeatLine.FindStringSubmatch(words); m != nil {
		if n, err := strconv.Atoi(m[2]); err == nil && n > 0 && n <= mostRepeats {
			r.repeat = &step{doc: doc{"reps": float64(n)}, reps: n}
			if m[1] != "" {
				r.repeat.doc["text"] = m[1]
			}
		}
	}
}

// step puts a line where it belongs: into its repeat, but not if it is
// indented. The service takes such lines out and puts them behind all others.
func (r *reader) step(words string, indented bool) {
	s, ok := readStep(words, r.paceUnits)
	if !ok {
		return
	}
	if r.section != "" {
		s.doc[r.section] = true
	}
	switch {
	case r.repeat == nil:
		r.out = append(r.out, s)
	case indented:
		r.fallen = append(r.fallen, s)
	default:
		r.repeat.steps = append(r.repeat.steps, s)
	}
}

// end closes a repeat. One without steps is nothing.
func (r *reader) end() {
	if r.repeat != nil && len(r.repeat.steps) > 0 {
		r.out = append(r.out, *r.repeat)
	}
	r.repeat = nil
}

// docs are the steps as the service shows them.
func docs(steps []step) []any {
	out := make([]any, len(steps))
	for i, s := range steps {
		if s.reps > 0 {
			s.doc["steps"] = docs(s.steps)
		}
		out[i] = s.doc
	}
	return out
}
