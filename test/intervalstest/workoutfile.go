package intervalstest

import (
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"path"
	"regexp"
	"strconv"
	"strings"
)

// Unpack converts a file in a request to the equivalent text.
func Unpack(patch Doc) error {
	data, name := Text(patch, "file_contents"), Text(patch, "filename")
	if coded := Text(patch, "file_contents_base64"); coded != "" {
		plain, err := base64.StdEncoding.DecodeString(coded)
		if err != nil {
			return Invalid("Invalid base64")
		}
		data = string(plain)
	}
	if data == "" {
		return nil
	}
	words, err := fileText(name, data)
	if err != nil {
		return err
	}
	patch["description"] = words
	return nil
}

// fileText converts a Zwift workout, or the minutes and percents of an mrc
// file.
func fileText(name, data string) (string, error) {
	var b strings.Builder
	switch path.Ext(name) {
	case ".zwo":
		dec := xml.NewDecoder(strings.NewReader(data))
		for token, err := dec.Token(); err == nil; token, err = dec.Token() {
			el, ok := token.(xml.StartElement)
			if !ok {
				continue
			}
			at := map[string]float64{}
			for _, a := range el.Attr {
				var n float64
				if _, err := fmt.Sscan(a.Value, &n); err == nil {
					at[a.Name.Local] = n
				}
			}
			switch el.Name.Local {
			case "SteadyState":
				fmt.Fprintf(&b, "- %.0fs %.0f%%\n", at["Duration"], 100*at["Power"])
			case "Warmup", "Cooldown", "Ramp":
				fmt.Fprintf(&b, "- %.0fs ramp %.0f-%.0f%%\n", at["Duration"], 100*at["PowerLow"], 100*at["PowerHigh"])
			case "IntervalsT":
				fmt.Fprintf(&b, "\n%.0fx\n- %.0fs %.0f%%\n- %.0fs %.0f%%\n\n", at["Repeat"], at["OnDuration"], 100*at["OnPower"],
					at["OffDuration"], 100*at["OffPower"])
			case "FreeRide":
				fmt.Fprintf(&b, "- %.0fs freeride\n", at["Duration"])
			}
		}
	case ".mrc", ".erg":
		unit := map[string]string{".mrc": "%", ".erg": "w"}[path.Ext(name)]
		last := -1.0
		for line := range strings.Lines(data) {
			var minute, level float64
			if n, err := fmt.Sscan(line, &minute, &level); n != 2 || err != nil {
				continue
			}
			if last >= 0 && minute > last {
				fmt.Fprintf(&b, "- %.0fs %.0f%s\n", 60*(minute-last), level, unit)
			}
			last = minute
		}
	case ".fit":
		return "- 10m 60%\n", nil // the file is not read here
	}
	if b.Len() == 0 {
		return "", Invalid("Unable to read workout file [%s]", name)
	}
	return b.String(), nil
}

// step is a line of a description as the service understands it, or a repeat.
type step struct {
	doc   Doc // in the service's form, without the steps of a repeat
	restS float64
	reps  int
	steps []step
}

// reader reads a description line by line. Two things about the service are
// unknown: whether anything except another header ends a section (here every
// line of words does), and whether words between the steps of a repeat end it
// (here they do).
type reader struct {
	paceUnits string // for a pace without a distance
	section   string // warmup or cooldown, while it lasts
	out       []step
	fallen    []step // steps moved from their repeat to the end
	repeat    *step
}

// readSteps returns the steps of a description, none if no line is one.
func readSteps(description, paceUnits string) []step {
	r := reader{paceUnits: paceUnits}
	for line := range strings.Lines(description) {
		r.line(strings.TrimRight(line, "\r\n\t "))
	}
	r.end()
	return append(r.out, r.fallen...)
}

// mostRepeats is more than anybody plans; a higher number is not a count here.
const mostRepeats = 1000

// repeatLine matches a count, alone or after a label.
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
			r.repeat = &step{doc: Doc{"reps": float64(n)}, reps: n}
			if m[1] != "" {
				r.repeat.doc["text"] = m[1]
			}
		}
	}
}

// step adds a line to its repeat, unless it is indented. The service moves
// indented lines to the end.
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

// end closes a repeat. A repeat without steps is dropped.
func (r *reader) end() {
	if r.repeat != nil && len(r.repeat.steps) > 0 {
		r.out = append(r.out, *r.repeat)
	}
	r.repeat = nil
}

// stepDocs returns the steps in the service's form.
func stepDocs(steps []step) []any {
	out := make([]any, len(steps))
	for i, s := range steps {
		if s.reps > 0 {
			s.doc["steps"] = stepDocs(s.steps)
		}
		out[i] = s.doc
	}
	return out
}
