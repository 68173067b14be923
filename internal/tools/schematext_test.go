package tools_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"
	"pgregory.net/rapid"

	"lapkeep/internal/tools"
)

func TestTextIsThatOfTheLibrary(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "plain", `a "b" \c`, "line\nfeed", "über <b> & \u2028", "\xff"} {
		same(t, text)
	}
	rapid.Check(t, func(t *rapid.T) { same(t, rapid.String().Draw(t, "text")) })
}

type tester interface {
	Errorf(format string, args ...any)
}

func same(t tester, text string) {
	var want bytes.Buffer
	e := json.NewEncoder(&want)
	e.SetEscapeHTML(false)
	if err := e.Encode(text); err != nil {
		t.Errorf("%v", err)
	}
	if got := string(tools.SchemaText([]byte("x"), text)) + "\n"; got != "x"+want.String() {
		t.Errorf("%q: %s, not %s", text, got, &want)
	}
}

// TestSchemaIsThatOfTheLibrary, but for what only catches slips.
func TestSchemaIsThatOfTheLibrary(t *testing.T) {
	t.Parallel()
	most, few, least, absurd := 7.5, 3, 1.0, 5000.0
	s := func(written bool) *jsonschema.Schema {
		s := &jsonschema.Schema{
			Type: "object", Required: []string{"list"}, PropertyOrder: []string{"list", "word", "number", "far", "by_name"},
			Properties: map[string]*jsonschema.Schema{
				"list":    {Type: "array", Description: "Some.", MaxItems: &few, Items: &jsonschema.Schema{Type: "string", Enum: []any{"a", "b"}}},
				"word":    {Type: "string", Format: "date", Default: json.RawMessage(`"x"`)},
				"number":  {Type: "number", Minimum: &least, Maximum: &most},
				"far":     {Type: "number"},
				"by_name": {Type: "object", AdditionalProperties: &jsonschema.Schema{Type: "integer"}},
			},
		}
		if !written {
			s.AdditionalProperties = &jsonschema.Schema{Not: &jsonschema.Schema{}}
			s.Properties["word"].MaxLength = &few
			s.Properties["far"].Minimum, s.Properties["far"].Maximum = &least, &absurd
			s.Properties["by_name"].AdditionalProperties.Minimum = &least
		}
		return s
	}
	long, err := json.Marshal(s(true))
	if err != nil {
		t.Fatal(err)
	}
	var want, got any
	if err := json.Unmarshal(long, &want); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(tools.Append(nil, s(false)), &got); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-library +ours:\n%s", d)
	}
}
