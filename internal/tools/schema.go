package tools

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// The functions of this file adjust a schema in Spec.Input and Spec.Output. A
// path names a property; "activities.sport" one inside a list or object. They
// panic on a path that does not exist, which the tests over the table find.

// Enum lists the values that a property, or each item of a list, may have.
func Enum[T ~string](s *jsonschema.Schema, path string, values ...T) {
	item(s, path).Enum = anys(values)
}

// Words lists values that a text, or each item of a list, is read as however
// they are written; every other one is taken as it is. They are not published:
// the description has to name them.
func Words[T ~string](s *jsonschema.Schema, path string, values ...T) {
	item(s, path).Examples = anys(values)
}

// item is a property, or each item of it where it is a list.
func item(s *jsonschema.Schema, path string) *jsonschema.Schema {
	p := at(s, path)
	if p.Items != nil {
		p = p.Items
	}
	return p
}

func anys[T ~string](values []T) (out []any) {
	for _, v := range values {
		out = append(out, string(v))
	}
	return out
}

// Bounds sets the least and greatest value of a number (or of each item of a
// list of numbers).
func Bounds(s *jsonschema.Schema, path string, least, most float64) {
	p := at(s, path)
	if p.Items != nil {
		p = p.Items
	}
	p.Minimum, p.Maximum = &least, &most
}

// AtLeast sets the least value of a number.
func AtLeast(s *jsonschema.Schema, path string, least float64) { at(s, path).Minimum = &least }

// Items sets how many items a list may have.
func Items(s *jsonschema.Schema, path string, least, most int) {
	p := at(s, path)
	p.MaxItems = &most
	if least > 0 {
		p.MinItems = &least
	}
}

// MaxLength sets how many characters a text may have.
func MaxLength(s *jsonschema.Schema, path string, most int) { at(s, path).MaxLength = &most }

// Default sets what is used when a property is left out.
func Default(s *jsonschema.Schema, path string, value any) {
	b, err := json.Marshal(value)
	if err != nil {
		panic(fmt.Sprintf("tools: default of %s: %v", path, err))
	}
	at(s, path).Default = b
}

// Doc sets a property's description, as the `jsonschema` tag does.
func Doc(s *jsonschema.Schema, path, text string) { at(s, path).Description = text }

func at(s *jsonschema.Schema, path string) *jsonschema.Schema {
	for name := range strings.SplitSeq(path, ".") {
		if s.Items != nil {
			s = s.Items
		}
		next, ok := s.Properties[name]
		if !ok {
			panic(fmt.Sprintf("tools: no property %q of %q", name, path))
		}
		s = next
	}
	return s
}

// clean makes an inferred schema one that every client reads: without null
// types, which some refuse. In an answer, a member that could be null is left
// out when it is missing, so it is not required; cells of arrays keep their null.
func clean(s *jsonschema.Schema, answer bool) {
	dropNull(s)
	if answer {
		s.Required = slices.DeleteFunc(s.Required, func(n string) bool { return slices.Contains(s.Properties[n].Types, "null") })
	}
	for _, p := range s.Properties {
		clean(p, answer)
	}
	if s.Items != nil {
		nullable := answer && slices.Contains(s.Items.Types, "null") && !slices.Contains(s.Items.Types, "array")
		clean(s.Items, answer)
		if nullable {
			s.Items.Types, s.Items.Type = []string{"null", s.Items.Type}, ""
		}
	}
	if s.AdditionalProperties != nil && s.AdditionalProperties.Not == nil {
		clean(s.AdditionalProperties, answer)
	}
}

func dropNull(s *jsonschema.Schema) {
	if s.Types == nil {
		return
	}
	kept := slices.DeleteFunc(slices.Clone(s.Types), func(t string) bool { return t == "null" })
	if len(kept) == 1 {
		s.Type, s.Types = kept[0], nil
		return
	}
	s.Types = kept
}
