package tools

import (
	"strconv"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"
)

// appendSchema writes the keywords that the schemas of this package use.
// [jsonschema.Schema.MarshalJSON] writes the same, but takes most of the time
// between the start of a server and its first answer; a rule over the whole
// table proves that both agree.
func appendSchema(b []byte, s *jsonschema.Schema) []byte {
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
			b = appendText(b, value)
		}
	}
	text("type", s.Type)
	text("description", s.Description)
	text("format", s.Format)
	if len(s.Enum) > 0 {
		key("enum")
		b = appendTexts(b, enumValues(s))
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
		b = appendSchema(b, s.Items)
	}
	// Some clients refuse a closed object that lists no properties.
	if len(s.Properties) > 0 || s.AdditionalProperties != nil && s.AdditionalProperties.Not != nil {
		key("properties")
		b = appendProperties(b, s)
	}
	if len(s.Required) > 0 {
		key("required")
		b = appendTexts(b, s.Required)
	}
	if a := s.AdditionalProperties; a != nil {
		key("additionalProperties")
		if a.Not != nil { // nothing fits
			b = append(b, "false"...)
		} else {
			b = appendSchema(b, a)
		}
	}
	return append(b, '}')
}

func appendProperties(b []byte, s *jsonschema.Schema) []byte {
	b = append(b, '{')
	for i, name := range s.PropertyOrder {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendText(b, name), ':')
		b = appendSchema(b, s.Properties[name])
	}
	return append(b, '}')
}

type namedNumber struct {
	name  string
	value *float64
}

func numbersOf(s *jsonschema.Schema) [8]namedNumber {
	return [8]namedNumber{
		{"minimum", s.Minimum},
		{"maximum", s.Maximum},
		{"exclusiveMinimum", s.ExclusiveMinimum},
		{"exclusiveMaximum", s.ExclusiveMaximum},
		{"minLength", toFloat(s.MinLength)},
		{"maxLength", toFloat(s.MaxLength)},
		{"minItems", toFloat(s.MinItems)},
		{"maxItems", toFloat(s.MaxItems)},
	}
}

// appendJSON writes a value that always marshals.
func appendJSON(b []byte, v any) []byte {
	j, err := marshal(v)
	if err != nil {
		panic("tools: " + err.Error())
	}
	return append(b, j...)
}

func appendTexts(b []byte, texts []string) []byte {
	b = append(b, '[')
	for i, t := range texts {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendText(b, t)
	}
	return append(b, ']')
}

// appendText writes a text as JSON, as most of ours are without a detour.
func appendText(b []byte, text string) []byte {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c >= utf8.RuneSelf || c == '"' || c == '\\' {
			return appendJSON(b, text)
		}
	}
	return append(append(append(b, '"'), text...), '"')
}
