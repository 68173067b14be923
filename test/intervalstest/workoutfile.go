package intervalstest

import (
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"lapkeep/test/archivetest/bodytest"
)

// Unpack turns a file that a request carries into the text that says the same.
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

// fileText reads a Zwift workout, or the minutes and percents of an mrc file.
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
		return "- 10m 60%\n", nil // it is not read here
	}
	if b.Len() == 0 {
		return "", Invalid("Unable to read workout file [%s]", name)
	}
	return b.String(), nil
}

// flat are steps with their repeats written out.
func flat(steps []any) []Doc {
	var out []Doc
	for _, s := range steps {
		d, _ := s.(Doc)
		inner, ok := d["steps"].([]any)
		if !ok {
			out = append(out, d)
			continue
		}
		for range int(Number(d, "reps")) {
			out = append(out, flat(inner)...)
		}
	}
	return out
}

// Exported is a workout as a device takes it.
func Exported(d Doc, ext string) (File, error) {
	name := strings.ReplaceAll(Text(d, "name"), " ", "_") + "." + ext
	made, _ := d["workout_doc"].(Doc)
	steps, _ := made["steps"].([]any)
	if len(steps) == 0 {
		return File{}, Invalid("Workout has no steps")
	}
	var b strings.Builder
	switch ext {
	case "zwo":
		fmt.Fprintf(&b, "<workout_file><name>%s</name><sportType>bike</sportType><workout>\n", bodytest.Escape(Text(d, "name")))
		for _, s := range flat(steps) {
			fmt.Fprintf(&b, "<SteadyState Duration=\"%.0f\" Power=\"%.3f\"/>\n", Number(s, "duration"), intensity(s))
		}
		b.WriteString("</workout></workout_file>\n")
	case "mrc", "erg":
		head, factor := "MINUTES PERCENT", 100.0
		if ext == "erg" {
			head, factor = "MINUTES WATTS", 250
		}
		fmt.Fprintf(&b, "[COURSE HEADER]\n%s\n[END COURSE HEADER]\n[COURSE DATA]\n", head)
		at := 0.0
		for _, s := range flat(steps) {
			fmt.Fprintf(&b, "%.2f\t%.0f\n", at, factor*intensity(s))
			at += Number(s, "duration") / 60
			fmt.Fprintf(&b, "%.2f\t%.0f\n", at, factor*intensity(s))
		}
		b.WriteString("[END COURSE DATA]\n")
	case "fit":
		b.Write(bodytest.FITOfType(5, time.Unix(631065600, 0), 0))
	default:
		return File{}, Refuse(http.StatusUnprocessableEntity, "Unsupported format ["+ext+"]")
	}
	return File{Kind: "application/octet-stream", Name: name, Data: []byte(b.String())}, nil
}

// Attach puts a workout's file beside an event.
func Attach(e Doc, ext string) error {
	if !slices.Contains([]string{"zwo", "mrc", "erg", "fit"}, ext) {
		return Invalid("Unsupported format [%s]", ext)
	}
	f, err := Exported(e, ext)
	if err == nil { // events without steps have no file
		e["workout_filename"], e["workout_file_base64"] = f.Name, base64.StdEncoding.EncodeToString(f.Data)
	}
	return nil
}

// intensity is a step's share of the threshold, about, as a file has it.
func intensity(d Doc) float64 {
	for _, kind := range []string{"power", "pace", "hr"} {
		t, ok := d[kind].(Doc)
		if !ok {
			continue
		}
		from, to := ends(t, false)
		v := (from + to) / 2
		switch units := Text(t, "units"); {
		case strings.HasPrefix(units, "%"):
			return v / 100
		case strings.HasSuffix(units, "_zone"):
			return []float64{0, 0.5, 0.65, 0.83, 0.98, 1.13, 1.35, 1.6}[min(int(v), 7)]
		case units == "w":
			return v / 250
		case strings.HasPrefix(units, "secs"):
			return min(1.2, 270/v)
		}
	}
	return 0
}

// step is a line of a description as the service understands it, or a repeat.
type step struct {
	doc   Doc // as the service shows it, without the steps of a repeat
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
			r.repeat = &step{doc: Doc{"reps": float64(n)}, reps: n}
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

// stepDocs are the steps as the service shows them.
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
