package tools

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/formats/steptext"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/formats/workoutfile"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// Writes is a write mode, which determines the writes that a table offers.
type Writes string

// These are the write modes.
const (
	WritesNone Writes = "none" // only tools that read
	WritesSafe Writes = "safe" // writes that can be undone or that change only the future
	WritesFull Writes = "full" // also deletions of recorded data and settings
)

// ParseWrites parses a write mode. An empty text means safe.
func ParseWrites(s string) (Writes, error) {
	switch w := Writes(s); w {
	case "":
		return WritesSafe, nil
	case WritesNone, WritesSafe, WritesFull:
		return w, nil
	}
	return WritesNone, training.Errorf(training.KindInvalid, "%q is not a write mode.", Clip(s)).
		WithFix("Use none, safe or full.")
}

// allows reports whether a tool is offered in this mode.
func (w Writes) allows(r Row) bool {
	switch {
	case r.Safety == Read:
		return true
	case w == WritesNone:
		return false
	}
	return w == WritesFull || !r.Full
}

// These are names that stand for several toolsets.
const (
	DefaultSet = "default"
	AllSets    = "all"
)

// Selection selects the tools that a face offers.
type Selection struct {
	Toolsets []string // names of toolsets, or "default" or "all"; empty means default
	Writes   Writes   // empty means safe
	PageOnly bool     // includes tools that only the dashboard needs
	// Several includes tools that answer about all athletes of a table.
	Several bool
	// More allows a caller to enable other toolsets later, within the limits of
	// Writes. This needs a tool in the selection that widens the table.
	More bool
}

// Select returns a table with the tools that s selects. The result never has more tools than t.
func (t *Table) Select(s Selection) (*Table, error) {
	mode, err := ParseWrites(string(s.Writes))
	if err != nil {
		return nil, err
	}
	sets := s.Toolsets
	if len(sets) == 0 {
		sets = []string{DefaultSet}
	}
	if err := t.known(sets); err != nil {
		return nil, err
	}
	rows, within := make([]Row, 0, len(t.rows)), make([]Row, 0, len(t.rows))
	widens := false
	for _, r := range t.rows {
		if !mode.allows(r) || r.PageOnly && !s.PageOnly || r.Everyone && !s.Several || r.Widens && !s.More {
			continue
		}
		within = append(within, r)
		if slices.Contains(sets, AllSets) || slices.Contains(sets, r.Toolset) || r.Default && slices.Contains(sets, DefaultSet) {
			rows = append(rows, r)
			widens = widens || r.Widens
		}
	}
	out := t.offering(rows)
	if out.within = nil; widens {
		out.within = within
	}
	return out, nil
}

// Toolset is a group of tools that are offered together.
type Toolset struct {
	Name  string
	About string   // purpose in one line
	More  []string // tools in it that are not offered yet
	// Withheld lists the tools in it that the write mode does not allow.
	Withheld []string
}

// abouts returns the purpose of each toolset, for models that do not see its tools.
func abouts() map[string]string {
	return map[string]string{
		"account":    "thresholds and settings, connecting services, sync, undo",
		"activities": "compare, search intervals, enter, import, export, notes, wrong sensor data",
		"calendar":   "copy events, put a training plan into the calendar",
		"coach":      "the coach's memory, session logs, personas, digests, body map",
		"custom":     "the athlete's own charts, fields, streams and zones",
		"fitness":    "load, curves, records, estimates, race predictions",
		"gear":       "bikes, shoes, parts, their wear and reminders",
		"goals":      "goals by week, month, year and season, and what they need",
		"plans":      "training plans by week: write, read, edit, compare with what was done",
		"research":   "search and fetch for deep research",
		"routes":     "routes that were ridden or run, and their export",
		"segments":   "segments on services, own times and rankings",
		"settings":   "dated thresholds and zones of a sport",
		"wellness":   "sleep, HRV, weight and mood; entering them",
		"workouts":   "the library of workouts",
	}
}

// More returns the toolsets with tools that are not offered yet but can be.
func (t *Table) More() []Toolset {
	of := map[string][]string{}
	for _, r := range t.within {
		if _, offered := t.at[r.Name]; !offered {
			of[r.Toolset] = append(of[r.Toolset], r.Name)
		}
	}
	var out []Toolset
	for _, name := range t.Toolsets() {
		if len(of[name]) > 0 {
			out = append(out, Toolset{Name: name, About: abouts()[name], More: of[name]})
		}
	}
	return out
}

// Within returns a table with all tools that can be offered: those that the
// configuration allows or, if no tool can widen the table, those already offered.
func (t *Table) Within() *Table {
	if t.within == nil {
		return t
	}
	return t.offering(t.within)
}

// Widened returns a table to which the tools of another toolset have been added, if they can
// be offered. It also returns that toolset.
func (t *Table) Widened(toolset string) (*Table, Toolset, error) {
	name := snake(toolset)
	if err := t.known([]string{name}); err != nil {
		return nil, Toolset{}, err
	}
	var rows []Row
	for _, r := range t.Within().rows {
		if _, offered := t.at[r.Name]; offered || r.Toolset == name || name == AllSets || name == DefaultSet && r.Default {
			rows = append(rows, r)
		}
	}
	wide, set := t.offering(rows), Toolset{Name: name, About: abouts()[name]}
	for _, r := range rows {
		if _, offered := t.at[r.Name]; !offered {
			set.More = append(set.More, r.Name)
		}
	}
	for _, r := range t.all {
		if _, can := wide.at[r.Name]; !can && !r.PageOnly && (r.Toolset == name || name == AllSets) {
			set.Withheld = append(set.Withheld, r.Name)
		}
	}
	return wide, set, nil
}

// known returns an error for unknown names of toolsets.
func (t *Table) known(sets []string) error {
	all := append(t.Toolsets(), DefaultSet, AllSets)
	for _, name := range sets {
		if slices.Contains(all, name) {
			continue
		}
		e := training.Errorf(training.KindInvalid, "There is no toolset %q.", Clip(name))
		if near := i18n.Nearest(name, all); near != "" {
			return e.WithFix("Did you mean %s? The choices are: %s.", near, listWords(all, ""))
		}
		return e.WithFix("The choices are: %s.", listWords(all, ""))
	}
	return nil
}

// Brief replaces the schema of an argument for a list of steps with a short one.
// Another tool or the help describes the steps.
func Brief(s *jsonschema.Schema) {
	s.Type, s.Items = "array", &jsonschema.Schema{Type: "object"}
}

// Asked is a workout given in the arguments of a call.
type Asked struct {
	workout.Workout
	// Text is the workout in the grammar of Intervals.icu, and Structure
	// contains its steps. Losses lists what only Structure can express.
	Text      string
	Structure training.Structure
	Losses    []workout.Loss
	// Faults lists problems. The workout was read completely only if all of them are warnings.
	Faults []workout.Fault
}

// ReadStepsArg reads a workout from steps, with the text as their notes, or from only a
// text. If a step is understood differently from how it is written, the call gets a note
// with the path of the step, which begins with the given prefix.
func ReadStepsArg(c *Call, at string, steps JSON, text string, sport training.Sport) Asked {
	a := Asked{Workout: workout.Workout{Sport: sport}, Text: textclean.Text(text, textclean.TextRunes)}
	if n := utf8.RuneCountInString(text); n > textclean.TextRunes {
		a.Faults = tooLong(n)
		return a
	}
	read, faults := steptext.Read(a.Text, sport)
	a.Text = steptext.Hyphens(a.Text, sport)
	if len(steps) == 0 {
		if a.Workout, a.Faults = read, faults; a.Whole() {
			a.Structure = training.StructureOf(a.Text, a.Steps)
		}
		return a
	}
	if len(read.Steps) > 0 {
		a.Faults = []workout.Fault{{
			Path: steptext.Root, What: "Steps are given, and the text contains steps too.", Fix: "Give one of the two.",
		}}
		return a
	}
	a.Notes = a.Text
	a.read(c, at, steps)
	if !a.Whole() {
		return a
	}
	a.Text, a.Losses = steptext.Write(&a.Workout)
	a.Structure = training.StructureOf(a.Text, a.Steps)
	if n := utf8.RuneCountInString(a.Text); n > textclean.TextRunes {
		a.Faults = append(a.Faults, tooLong(n)...)
	}
	return a
}

// Amend returns steps and text for a write that changes the steps, the text, or both. If
// only steps are given, the notes in the old text are kept. If only a text is given, it
// is stored even if most of it cannot be parsed. [Asked.Sentences] reports the faults.
func Amend(c *Call, at string, steps JSON, text *string, was string, sport training.Sport) (Asked, error) {
	switch {
	case text != nil:
	case len(steps) > 0:
		read, _ := steptext.Read(was, sport)
		text = &read.Notes
	default:
		return Asked{}, nil
	}
	a := ReadStepsArg(c, at, steps, *text, sport)
	if len(steps) > 0 {
		return a, a.Err()
	}
	return a, nil
}

func tooLong(runes int) []workout.Fault {
	return []workout.Fault{{
		What: i18n.Sentencef("The text of the workout has %d characters.", runes),
		Fix:  i18n.Sentencef("At most %d fit: repeat steps, or split the workout.", textclean.TextRunes),
	}}
}

// read reads a list of steps in Lapkeep's form or in the form of igpsport-mcp.
func (a *Asked) read(c *Call, at string, steps JSON) {
	if whole := formerForm(steps); whole != nil {
		w, faults := workoutfile.ReadIR(whole)
		a.Steps, a.Faults = w.Steps, faults
		a.Sport = cmp.Or(a.Sport, w.Sport)
		return
	}
	var readAs map[string]i18n.Sentence
	a.Steps, readAs, a.Faults = steptext.ReadForm(steps, a.Sport)
	for path, as := range readAs {
		c.NoteRead(at+path, as)
	}
}

// formerForm returns the steps as a workout of igpsport-mcp, or nil if they are in Lapkeep's
// form. In the form of igpsport-mcp, a duration is an object with a type and a value.
func formerForm(steps JSON) []byte {
	var list []map[string]json.RawMessage
	if json.Unmarshal(steps, &list) != nil || !slices.ContainsFunc(list, func(s map[string]json.RawMessage) bool {
		return bytes.HasPrefix(s["duration"], []byte("{")) || s["times"] != nil && string(s["type"]) == `"repeat"`
	}) {
		return nil
	}
	whole, err := json.Marshal(map[string]any{"title": "steps", "steps": json.RawMessage(steps)})
	if err != nil {
		return nil
	}
	return whole
}

// Whole reports whether all faults of the workout are warnings.
func (a *Asked) Whole() bool {
	return workout.Sound(a.Faults)
}

// mostTold is the maximum number of faults in one sentence.
const mostTold = 4

// Err returns an error that lists the faults with their fixes, or nil if the workout is whole.
func (a *Asked) Err() error {
	var wrong []workout.Fault
	for _, f := range a.Faults {
		if !f.Warning {
			wrong = append(wrong, f)
		}
	}
	switch len(wrong) {
	case 0:
		return nil
	case 1:
		f := wrong[0]
		fix := f.Fix
		f.Fix = ""
		return training.Errorf(training.KindInvalid, "%s", f.Sentence()).WithFix("%s", fix)
	}
	var told []i18n.Sentence
	for _, f := range wrong[:min(len(wrong), mostTold)] {
		told = append(told, f.Sentence())
	}
	return training.Errorf(training.KindInvalid, "The workout has %d errors. %s", len(wrong), i18n.InARow(told...)).
		WithFix("Correct them; check_workout lists them all.")
}

// Sentences describes the parts of the workout that could not be read or may have
// been misread, and the parts that are stored here but cannot be expressed as text.
func (a *Asked) Sentences() []i18n.Sentence {
	var out []i18n.Sentence
	for _, f := range a.Faults {
		out = append(out, f.Sentence())
	}
	for _, l := range a.Losses {
		out = append(out, i18n.Sentencef("Stored here but not in the text: %s", l.Sentence()))
	}
	return out
}
