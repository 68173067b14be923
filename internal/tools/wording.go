package tools

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Clip shortens a caller's text for use in a message.
func Clip(s string) string { return i18n.Clip(s, i18n.MostQuoted) }

// listWords joins words as "a, b, c", or returns the text none if there are no words.
func listWords(words []string, none string) string {
	if len(words) == 0 {
		return none
	}
	return strings.Join(words, ", ")
}

// upper capitalises the first letter of s, unless s begins with the name of a tool.
func upper(s string) string {
	if word, _, _ := strings.Cut(s, " "); strings.Contains(word, "_") {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// sentence makes s end with a full stop.
func sentence(s string) string { return strings.TrimRight(s, ". ") + "." }

func wrongType(path string, s *jsonschema.Schema, v any) error {
	return training.Errorf(training.KindInvalid, "%s cannot be %s.", path, show(v)).
		WithFix("Give %s", sentence(expectation(path, s))).Of(path, wanted(s))
}

// wanted describes the values of a property without its name, or returns "" if
// only the name can describe them.
func wanted(s *jsonschema.Schema) string {
	switch {
	case s == nil || s.Type != "integer" && s.Type != "number":
		return ""
	case s.Minimum != nil && s.Maximum != nil:
		least, most := formatNumber(*s.Minimum), formatNumber(*s.Maximum)
		if s.Type == "integer" {
			return string(i18n.Sentencef("Give a whole number from %s to %s.", least, most))
		}
		return string(i18n.Sentencef("Give a number from %s to %s.", least, most))
	}
	return "Give a number."
}

// show formats a value for a message.
func show(v any) string {
	switch x := v.(type) {
	case string:
		return fmt.Sprintf("%q", Clip(x))
	case []any:
		return "a list"
	case map[string]any:
		return "an object"
	}
	b, _ := json.Marshal(v) // numbers and booleans can always be encoded
	return Clip(string(b))
}

// expectation describes the values that a property accepts, as in "limit, a
// whole number from 1 to 100".
func expectation(name string, s *jsonschema.Schema) string {
	if s == nil {
		return name
	}
	if len(s.Enum) > 0 {
		return fmt.Sprintf("%s as one of %s", name, listWords(enumValues(s), ""))
	}
	out := name + " as " + typeWords(s)
	if s.Type == "string" && s.Description != "" && s.MaxLength == nil {
		out += " (" + strings.TrimRight(s.Description, ".") + ")"
	}
	return out
}

func typeWords(s *jsonschema.Schema) string {
	switch s.Type {
	case "integer":
		return "a whole number" + limits(s.Minimum, s.Maximum, "")
	case "number":
		return "a number" + limits(s.Minimum, s.Maximum, "")
	case "boolean":
		return "true or false"
	case "array":
		words := "a list" + limits(toFloat(s.MinItems), toFloat(s.MaxItems), " items")
		if s.Items != nil && len(s.Items.Enum) > 0 {
			words += " of " + listWords(enumValues(s.Items), "")
		}
		return words
	case "object":
		return "an object with " + listWords(s.PropertyOrder, "named values")
	}
	return "a text" + limits(toFloat(s.MinLength), toFloat(s.MaxLength), " characters")
}

func toFloat(n *int) *float64 {
	if n == nil {
		return nil
	}
	f := float64(*n)
	return &f
}

// limits formats limits, as in " from 1 to 100", " of at least 1" or " of at most 5 items".
func limits(least, most *float64, unit string) string {
	switch {
	case least != nil && most != nil:
		return " from " + formatNumber(*least) + " to " + formatNumber(*most) + unit
	case least != nil:
		return " of at least " + formatNumber(*least) + unit
	case most != nil:
		return " of at most " + formatNumber(*most) + unit
	}
	return ""
}

// scalar reads a text, number or boolean and checks its limits.
func (rd *reader) scalar(path string, s *jsonschema.Schema, v any) (any, error) {
	switch s.Type {
	case "string":
		return rd.text(path, s, v)
	case "integer", "number":
		return rd.number(path, s, v)
	case "boolean":
		return rd.boolean(path, s, v)
	}
	return v, nil // any value is accepted
}

func (rd *reader) text(path string, s *jsonschema.Schema, v any) (any, error) {
	var text string
	switch x := v.(type) {
	case string:
		text = x
	case json.Number: // for example an id that looks like a number
		text = x.String()
		rd.note(path, i18n.Name(text))
	default:
		return nil, wrongType(path, s, v)
	}
	if len(s.Enum) > 0 {
		return rd.enum(path, s, text)
	}
	if w, ok := rd.word(path, texts(s.Examples), text); ok {
		return w, nil
	}
	n := utf8.RuneCountInString(text)
	if s.MaxLength != nil && n > *s.MaxLength || s.MinLength != nil && n < *s.MinLength {
		return nil, training.Errorf(training.KindInvalid, "%s has %s.", path, i18n.Counted(n, "character", "characters")).
			WithFix("Give %s", sentence(expectation(path, s))).Of(path, "")
	}
	return text, nil
}

// enum reads one of several words, in upper or lower case and with any separators.
func (rd *reader) enum(path string, s *jsonschema.Schema, text string) (any, error) {
	values := enumValues(s)
	if w, ok := rd.word(path, values, text); ok {
		return w, nil
	}
	e := training.Errorf(training.KindInvalid, "%s cannot be %q.", path, Clip(text)).Of(path, "")
	if near := i18n.Nearest(text, values); near != "" {
		return nil, e.WithFix("Did you mean %s? It can be %s.", near, listWords(values, "nothing"))
	}
	return nil, e.WithFix("It can be %s.", listWords(values, "nothing"))
}

// word returns the value that a text means. It ignores case, and accepts
// spaces, hyphens and other names for values.
func (rd *reader) word(path string, values []string, text string) (string, bool) {
	if slices.Contains(values, text) {
		return text, true
	}
	plain := foldWord(text)
	if w := otherWord(plain); slices.Contains(values, w) {
		rd.note(path, i18n.Name(w))
		return w, true
	}
	for _, v := range values {
		if w := foldWord(v); w == plain || w == plain+"s" || w+"s" == plain {
			rd.note(path, i18n.Name(v))
			return v, true
		}
	}
	return "", false
}

// otherWord returns the value for another word that services or people use for it.
func otherWord(plain string) string {
	switch plain {
	case "heart_rate", "heartrate", "bpm":
		return "hr"
	case "watts":
		return "power"
	case "elevation":
		return "altitude"
	case "temperature":
		return "temp"
	case "position", "latlng", "location":
		return "gps"
	case "tss", "training_load":
		return "load"
	case "start", "start_date", "time":
		return "date"
	case "speed", "pace", "fastest":
		return "avg_speed"
	case "ascending":
		return "asc"
	case "descending":
		return "desc"
	case "60s", "1m":
		return "1min"
	}
	return ""
}

func enumValues(s *jsonschema.Schema) []string { return texts(s.Enum) }

func texts(all []any) []string {
	var values []string
	for _, v := range all {
		if t, ok := v.(string); ok {
			values = append(values, t)
		}
	}
	return values
}

func foldWord(s string) string {
	return strings.NewReplacer(" ", "_", "-", "_").Replace(strings.ToLower(strings.TrimSpace(s)))
}

func (rd *reader) number(path string, s *jsonschema.Schema, v any) (any, error) {
	var text string
	switch x := v.(type) {
	case json.Number:
		text = x.String()
	case string:
		text = strings.TrimSpace(x)
	default:
		return nil, wrongType(path, s, v)
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		if q, ok := quantity(path, text); ok {
			f, err = q, nil
		}
	}
	whole := s.Type == "integer"
	if err != nil || math.IsNaN(f) || math.IsInf(f, 0) || whole && (f != math.Trunc(f) || math.Abs(f) > 1<<53) {
		return nil, wrongType(path, s, v)
	}
	if s.Minimum != nil && f < *s.Minimum || s.Maximum != nil && f > *s.Maximum ||
		s.ExclusiveMinimum != nil && f <= *s.ExclusiveMinimum || s.ExclusiveMaximum != nil && f >= *s.ExclusiveMaximum {
		return nil, training.Errorf(training.KindInvalid, "%s cannot be %s.", path, Clip(text)).
			WithFix("Give %s", sentence(expectation(path, s))).Of(path, wanted(s))
	}
	read := formatNumber(f)
	if _, isText := v.(string); isText {
		rd.note(path, i18n.Name(read))
	}
	return json.Number(read), nil
}

func formatNumber(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

func (rd *reader) boolean(path string, s *jsonschema.Schema, v any) (any, error) {
	var text string
	switch x := v.(type) {
	case bool:
		return x, nil
	case string:
		text = strings.ToLower(strings.TrimSpace(x))
	case json.Number:
		text = x.String()
	}
	switch text {
	case "true", "yes", "1", "on":
		rd.note(path, "true")
		return true, nil
	case "false", "no", "0", "off":
		rd.note(path, "false")
		return false, nil
	}
	return nil, wrongType(path, s, v)
}

// sport reads a sport by its name or an alias. It includes the sub-sport if the
// argument accepts one.
func (rd *reader) sport(path string, v any, refined bool) (any, error) {
	text, ok := v.(string)
	if !ok {
		return nil, wrongType(path, &jsonschema.Schema{Type: "string"}, v)
	}
	if text == "" {
		return "", nil
	}
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "all", "any", "all sports", "every sport", "*", "alle", "alle sportarten", "todos", "todos los deportes",
		"tous", "tous les sports", "全部", "所有", "所有运动":
		if rd.row.Safety != Read { // for a write, an omitted sport has a different meaning
			return nil, training.Errorf(training.KindInvalid, "%s is %q, but %s changes only one sport at a time.", path, Clip(text), rd.row.Name).
				WithFix("Name one sport, or leave it out if that is allowed: the tool's description states the default.")
		}
		rd.note(path, "left out")
		return "", nil
	}
	sport, sub, meant, ok := training.ParseSpokenSport(text)
	if len(meant) > 0 {
		return nil, training.Errorf(training.KindInvalid, "%s is %q, which can mean several sports.", path, Clip(text)).
			WithFix("Write one of these, in English: %s.", strings.Join(meant, ", or "))
	}
	if !ok {
		known := training.Texts(training.Sports())
		e := training.Errorf(training.KindInvalid, "%s has an unknown sport, %q.", path, Clip(text))
		if near := i18n.Nearest(text, known); near != "" {
			return nil, e.WithFix("Did you mean %s? Known: %s.", near, listWords(known, ""))
		}
		return nil, e.WithFix("Known: %s.", listWords(known, ""))
	}
	if !refined && sub != "" { // the whole sport would include more than was requested
		return nil, training.Errorf(training.KindInvalid, "%s is %q, one kind of %s, but %s accepts only whole sports.",
			path, Clip(text), sport, rd.row.Name).WithFix("Write %s if you mean all kinds of it.", sport)
	}
	read := training.Refined(sport, sub)
	if read != text {
		rd.note(path, i18n.Name(read))
	}
	return read, nil
}
