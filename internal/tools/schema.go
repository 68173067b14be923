package tools

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"
)

// The functions in this file adjust schemas in Spec.Input and Spec.Output. A path is the name
// of a property; a path such as "activities.sport" refers to a property inside a list or
// object. If a path does not exist, the functions panic, which the tests of the table detect.

// Enum sets the values that a property, or each item of a list, may have.
func Enum[T ~string](s *jsonschema.Schema, path string, values ...T) {
	item(s, path).Enum = anys(values)
}

// Words sets the words that are recognised in a property, or in each item of a list,
// regardless of case, spaces and hyphens. Other values are used unchanged. The words are
// not published, so the description must list them.
func Words[T ~string](s *jsonschema.Schema, path string, values ...T) {
	item(s, path).Examples = anys(values)
}

// item returns the schema of a property or, for a list, of its items.
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

// Bounds sets the minimum and maximum of a number, or of each item of a list of numbers.
func Bounds(s *jsonschema.Schema, path string, least, most float64) {
	p := at(s, path)
	if p.Items != nil {
		p = p.Items
	}
	p.Minimum, p.Maximum = &least, &most
}

// AtLeast sets the minimum of a number.
func AtLeast(s *jsonschema.Schema, path string, least float64) { at(s, path).Minimum = &least }

// Items sets the minimum and maximum number of items in a list.
func Items(s *jsonschema.Schema, path string, least, most int) {
	p := at(s, path)
	p.MaxItems = &most
	if least > 0 {
		p.MinItems = &least
	}
}

// MaxLength sets the maximum number of characters in a text.
func MaxLength(s *jsonschema.Schema, path string, most int) { at(s, path).MaxLength = &most }

// Default sets the default value of a property.
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

// clean removes null types from an inferred schema, because some clients reject
// them. Members of answers that can be null are not required, because they are
// omitted instead. Cells of arrays can still be null.
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

// Append appends a schema as JSON. It writes only those keywords that help with filling
// in the arguments, because every word costs tokens in each conversation. Calls are also
// checked for unknown arguments and for limits that only a mistake exceeds, but these are
// not written. [jsonschema.Schema.MarshalJSON] would take most of the time between the
// start of a server and its first answer. A test verifies for the whole table that both
// agree.
func Append(b []byte, s *jsonschema.Schema) []byte {
	b = append(b, '{')
	start := len(b)
	key := func(name string) {
		if len(b) > start {
			b = append(b, ',')
		}
		b = append(b, '"')
		b = append(append(b, name...), '"', ':')
	}
	text := func(name, value string) {
		if value != "" {
			key(name)
			b = SchemaText(b, value)
		}
	}
	text("type", s.Type)
	text("description", s.Description)
	text("format", s.Format)
	if len(s.Enum) > 0 {
		key("enum")
		b = appendTexts(b, enum(s))
	}
	if s.Default != nil {
		key("default")
		b = append(b, s.Default...)
	}
	for _, n := range numbersOf(s) {
		if n.value != nil {
			key(n.name)
			b = strconv.AppendFloat(b, *n.value, 'f', -1, 64)
		}
	}
	if s.Items != nil {
		key("items")
		b = Append(b, s.Items)
	}
	// Some clients reject a closed object without listed properties.
	if len(s.Properties) > 0 || s.AdditionalProperties != nil && s.AdditionalProperties.Not != nil {
		key("properties")
		b = appendProperties(b, s)
	}
	if len(s.Required) > 0 {
		key("required")
		b = appendTexts(b, s.Required)
	}
	if a := s.AdditionalProperties; a != nil && a.Not == nil {
		key("additionalProperties")
		b = Append(b, a)
	}
	return append(b, '}')
}

func appendProperties(b []byte, s *jsonschema.Schema) []byte {
	b = append(b, '{')
	for i, name := range s.PropertyOrder {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(SchemaText(b, name), ':')
		b = Append(b, s.Properties[name])
	}
	return append(b, '}')
}

type namedNumber struct {
	name  string
	value *float64
}

// choice is the greatest maximum that helps with choosing a value, such as a rating or a
// number of rows. Greater maximums only detect mistakes, such as metres instead of kilometres.
const choice = 100

// numbersOf returns the limits to publish: both ends of a range to choose from,
// and the length of a list if it is short.
func numbersOf(s *jsonschema.Schema) []namedNumber {
	var out []namedNumber
	if s.Maximum != nil && *s.Maximum <= choice {
		out = append(out, namedNumber{"minimum", s.Minimum}, namedNumber{"maximum", s.Maximum})
	}
	if s.MaxItems != nil && *s.MaxItems <= choice {
		out = append(out, namedNumber{"minItems", toFloat(s.MinItems)}, namedNumber{"maxItems", toFloat(s.MaxItems)})
	}
	return out
}

// enum returns the values that a text may have.
func enum(s *jsonschema.Schema) []string {
	var words []string
	for _, v := range s.Enum {
		if w, ok := v.(string); ok {
			words = append(words, w)
		}
	}
	return words
}

// quoted returns a text as JSON, without escaping < and >.
func quoted(text string) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(text); err != nil {
		panic("schematext: " + err.Error()) // texts can always be encoded
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

func appendTexts(b []byte, texts []string) []byte {
	b = append(b, '[')
	for i, t := range texts {
		if i > 0 {
			b = append(b, ',')
		}
		b = SchemaText(b, t)
	}
	return append(b, ']')
}

// SchemaText appends a text as JSON. Most texts need no escapes and are copied.
func SchemaText(b []byte, text string) []byte {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c >= utf8.RuneSelf || c == '"' || c == '\\' {
			return append(b, quoted(text)...)
		}
	}
	return append(append(append(b, '"'), text...), '"')
}
