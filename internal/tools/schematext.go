package tools

import (
	"bytes"
	"encoding/json"
	"strconv"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"
)

// Append writes the keywords that the schemas of this package use, as far as
// they help whoever fills in the arguments: every word costs each conversation.
// That no other argument is taken, and limits that only a slip reaches, are
// checked and not written.
// [jsonschema.Schema.MarshalJSON] writes the same, but takes most of the time
// between the start of a server and its first answer; a rule over the whole
// table proves that both agree.
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
	// Some clients refuse a closed object that lists no properties.
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

// choice is the greatest upper limit within which somebody chooses: a scale, a
// number of rows. Greater ones only catch slips, such as metres for kilometres.
const choice = 100

// numbersOf are the limits that are written: both ends of a choice, and how
// many items a list may have where that is few.
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

// enum are the words that a text may be.
func enum(s *jsonschema.Schema) []string {
	var words []string
	for _, v := range s.Enum {
		if w, ok := v.(string); ok {
			words = append(words, w)
		}
	}
	return words
}

// quoted is a text as JSON, with < and > as they are.
func quoted(text string) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(text); err != nil {
		panic("schematext: " + err.Error()) // a text always encodes
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

// SchemaText appends a text as JSON, as most of ours are without a detour.
func SchemaText(b []byte, text string) []byte {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c >= utf8.RuneSelf || c == '"' || c == '\\' {
			return append(b, quoted(text)...)
		}
	}
	return append(append(append(b, '"'), text...), '"')
}
