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

// Brief makes the schema of an argument that is a list of steps, where another
// tool or the help describes them.
func Brief(s *jsonschema.Schema) {
	s.Type, s.Items = "array", &jsonschema.Schema{Type: "object"}
}

// Asked is a workout that a call asks for.
type Asked struct {
	workout.Workout
	// Text says it in the grammar of Intervals.icu, with Structure beside it;
	// Losses are what only the latter says.
	Text      string
	Structure training.Structure
	Losses    []workout.Loss
	// Faults are what is wrong with it. With one that is more than a warning it
	// is not whole.
	Faults []workout.Fault
}

// ReadStepsArg reads steps, with a text as the words beside them, or the text alone.
// What was written in another way than it is read is noted in the call, by its
// path below at.
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

// Amend reads what a write gives to a workout whose text was another: steps, a
// text, or both. The words beside former steps stay unless others are given. A
// text alone is kept whatever of it can be read; its faults are for [Asked.Sentences].
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

// formerForm is the workout of igpsport-mcp that has the steps, nil where they
// are in our form: its steps have a duration of a type and a value.
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

// Whole reports a workout without a fault.
func (a *Asked) Whole() bool {
	return workout.Sound(a.Faults)
}

// mostTold is how many faults one sentence tells.
const mostTold = 4

// Err refuses a workout that is not whole: what is wrong with it, and what is right.
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
		WithFix("Mend them; check_workout tells them all.")
}

// Sentences tell what is not read, or perhaps not as it was meant, and what is
// kept here but no text can say.
func (a *Asked) Sentences() []i18n.Sentence {
	var out []i18n.Sentence
	for _, f := range a.Faults {
		out = append(out, f.Sentence())
	}
	for _, l := range a.Losses {
		out = append(out, i18n.Sentencef("Kept here, and not in the text: %s", l.Sentence()))
	}
	return out
}
