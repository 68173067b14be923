package tools

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Clip shortens what a caller sent for a message.
func Clip(s string) string { return i18n.Clip(s, i18n.MostQuoted) }

// listWords is "a, b, c", or none if there are no words.
func listWords(words []string, none string) string {
	if len(words) == 0 {
		return none
	}
	return strings.Join(words, ", ")
}

// upper begins s with a capital, unless it begins with a name.
func upper(s string) string {
	if word, _, _ := strings.Cut(s, " "); strings.Contains(word, "_") {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// sentence ends s with a full stop.
func sentence(s string) string { return strings.TrimRight(s, ". ") + "." }

func wrongType(path string, s *jsonschema.Schema, v any) error {
	return training.Errorf(training.KindInvalid, "%s cannot be %s.", path, show(v)).
		WithFix("Give %s", sentence(expectation(path, s))).Of(path, wanted(s))
}

// wanted says what a property may be without its name; empty where only the name
// says it.
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

// show is a value as a message quotes it.
func show(v any) string {
	switch x := v.(type) {
	case string:
		return fmt.Sprintf("%q", Clip(x))
	case []any:
		return "a list"
	case map[string]any:
		return "an object"
	}
	b, _ := json.Marshal(v) // numbers and booleans always marshal
	return Clip(string(b))
}

// expectation says what a property wants: "limit, a whole number from 1 to 100".
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

// limits is " from 1 to 100", " of at least 1" or " of at most 5 items".
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
