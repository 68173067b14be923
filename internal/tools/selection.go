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

// Writes selects which writes a table offers.
type Writes string

// The write modes.
const (
	WritesNone Writes = "none" // only reads
	WritesSafe Writes = "safe" // writes that can be undone or touch only the future
	WritesFull Writes = "full" // also deletes of recorded data and settings
)

// ParseWrites parses a write mode; empty means safe.
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

// allows reports whether the mode offers a row.
func (w Writes) allows(r Row) bool {
	switch {
	case r.Safety == Read:
		return true
	case w == WritesNone:
		return false
	}
	return w == WritesFull || !r.Full
}

// The names for several toolsets.
const (
	DefaultSet = "default"
	AllSets    = "all"
)

// Selection selects the rows that a face offers.
type Selection struct {
	Toolsets []string // names of toolsets, "default" or "all"; empty means default
	Writes   Writes   // empty means safe
	PageOnly bool     // includes the rows that only the dashboard needs
	// More lets a caller enable other toolsets later, as far as Writes allows; the
	// selection must include a row for that.
	More bool
}

// Select returns the table of the rows that s selects. It can only narrow the table.
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
	var rows, within []Row
	widens := false
	for _, r := range t.rows {
		if !mode.allows(r) || r.PageOnly && !s.PageOnly || r.Widens && !s.More {
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
	About string   // its purpose, in one line
	More  []string // its tools not offered yet
	// Withheld are its tools that the write mode does not allow.
	Withheld []string
}

// abouts returns the purpose of each toolset, for a model that does not see its
// tools.
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
		"plans":      "training plans by weeks: write, edit, read them; how they are followed",
		"research":   "search and fetch for deep research",
		"routes":     "routes that were ridden or run, and their export",
		"segments":   "segments at services, own times and rankings",
		"settings":   "dated thresholds and zones of a sport",
		"wellness":   "sleep, HRV, weight and mood; entering them",
		"workouts":   "the library of workouts",
	}
}

// More lists the toolsets with tools that can be offered but are not yet.
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

// Within returns the table of everything that can be offered: what the
// configuration allows, or the offered rows if nothing can widen them.
func (t *Table) Within() *Table {
	if t.within == nil {
		return t
	}
	return t.offering(t.within)
}

// Widened returns the table with the tools of another toolset, as far as they
// can be offered, and the toolset that was meant.
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
			return e.WithFix("Did you mean %s? There are %s.", near, listWords(all, ""))
		}
		return e.WithFix("There are %s.", listWords(all, ""))
	}
	return nil
}

// Brief sets the schema of an argument to a list of steps that another tool or
// the help describes.
func Brief(s *jsonschema.Schema) {
	s.Type, s.Items = "array", &jsonschema.Schema{Type: "object"}
}

// Asked is a workout that a call asks for.
type Asked struct {
	workout.Workout
	// Text is the workout in the grammar of Intervals.icu, with Structure beside
	// it; Losses are what only the latter expresses.
	Text      string
	Structure training.Structure
	Losses    []workout.Loss
	// Faults are the workout's faults. It is complete only if all of them are
	// warnings.
	Faults []workout.Fault
}

// ReadStepsArg reads steps, with a text as their notes, or only the text.
// Anything interpreted differently from how it was written is noted in the
// call, by its path below at.
func ReadStepsArg(c *Call, at string, steps JSON, text string, sport training.Sport) Asked {
	a := Asked{Workout: workout.Workout{Sport: sport}, Text: textclean.Text(text, textclean.TextRunes)}
	if n := utf8.RuneCountInString(text); n > textclean.TextRunes {
		a.Faults = tooLong(n)
		return a
	}
	read, faults := steptext.Read(a.Text, sport)
	if len(steps) == 0 {
		if a.Workout, a.Faults = read, faults; a.Whole() {
			a.Structure = training.StructureOf(a.Text, a.Steps)
		}
		return a
	}
	if len(read.Steps) > 0 {
		a.Faults = []workout.Fault{{
			Path: steptext.Root, What: "There are steps, and the text has steps too.", Fix: "Give one of the two.",
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

// Amend returns the steps and text for a write that changes a workout with
// steps, a text, or both. The text beside the old steps stays unless a new one
// is given. If only a text is given, it is kept, however little of it can be
// parsed; its faults are reported by [Asked.Sentences].
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

// read reads the list, in our form or in that of igpsport-mcp.
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

// formerForm returns the workout of igpsport-mcp that contains the steps, or nil
// if they are in our form: its steps have a duration with a type and a value.
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

// Whole reports whether the workout has no fault beyond warnings.
func (a *Asked) Whole() bool {
	return workout.Sound(a.Faults)
}

// mostTold is the most faults named in one sentence.
const mostTold = 4

// Err returns an error for a workout that is not whole, with its faults and fixes.
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
	return training.Errorf(training.KindInvalid, "The workout has %d faults. %s", len(wrong), i18n.InARow(told...)).
		WithFix("Correct them; check_workout lists them all.")
}

// Sentences describes the parts that could not be read or may have been
// misread, and those that are stored here but cannot be expressed in text.
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
