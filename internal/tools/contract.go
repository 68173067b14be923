package tools

import (
	"encoding/json"
	"fmt"
	"reflect"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/tools/schematext"
)

// contract is what a row promises. Its parts are built on first use and once:
// a server lists its tools milliseconds after its start, and most calls need
// none of the full output schemas.
type contract struct {
	arguments func() *jsonschema.Schema
	shape     func() *shape             // of the arguments in Go
	output    func() *jsonschema.Schema // all of it, for documentation and tests
	published func() json.RawMessage    // top-level keys and types
}

// readAsKey is where an answer says how it read loose arguments.
const readAsKey = "read_as"

func newContract[In, Out any](spec Spec) *contract {
	in, out := structOf(reflect.TypeFor[In]()), structOf(reflect.TypeFor[Out]())
	return &contract{
		arguments: sync.OnceValue(func() *jsonschema.Schema { return inferArguments(spec.Name, in, spec.Input) }),
		shape:     sync.OnceValue(func() *shape { return shapeOf(in) }),
		output: sync.OnceValue(func() *jsonschema.Schema {
			s := inferOutput(spec.Name, out)
			if spec.Output != nil {
				spec.Output(s)
			}
			clean(s, true)
			addReadAs(s)
			return s
		}),
		published: sync.OnceValue(func() json.RawMessage { return publish(out) }),
	}
}

func structOf(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

func inferOutput(tool string, out reflect.Type) *jsonschema.Schema {
	s := mustInfer(tool, out, typeSchemas(false))
	if s.Type != "object" {
		panic(fmt.Sprintf("tools: %s: %s is not a struct", tool, out))
	}
	if s.Properties == nil {
		s.Properties = map[string]*jsonschema.Schema{}
	}
	return s
}

func addReadAs(output *jsonschema.Schema) {
	if _, taken := output.Properties[readAsKey]; taken {
		return
	}
	output.Properties[readAsKey] = &jsonschema.Schema{
		Type:                 "object",
		Description:          "How arguments that were given loosely have been read, by argument.",
		AdditionalProperties: &jsonschema.Schema{Type: "string"},
	}
	output.PropertyOrder = append(output.PropertyOrder, readAsKey)
}

// publish is the compact form of an output schema: top-level keys and types.
// A list of rows says that its items are objects; other lists say nothing of
// their items, which may be null. It is made from the type alone, for speed.
func publish(out reflect.Type) json.RawMessage {
	b := []byte(`{"type":"object"`)
	for i, f := range jsonFields(out) {
		if i == 0 {
			b = append(b, `,"properties":{`...)
		} else {
			b = append(b, ',')
		}
		b = append(schematext.Text(b, f.name), ':', '{')
		word := typeWord(f.typ)
		if word != "" {
			b = append(schematext.Text(append(b, `"type":`...), word), "}"...)
		} else {
			b = append(b, '}')
		}
		if word == "array" && typeWord(f.typ.Elem()) == "object" {
			b = append(b[:len(b)-1], `,"items":{"type":"object"}}`...)
		}
	}
	if b[len(b)-1] == '}' {
		b = append(b, '}')
	}
	return append(b, '}')
}

// Input is the schema of the arguments, as published.
func (r Row) Input() *jsonschema.Schema { return r.contract.arguments() }

// Output is the full schema of the result.
func (r Row) Output() *jsonschema.Schema { return r.contract.output() }

// CheckOutput says how structured content breaks the full output schema.
func (r Row) CheckOutput(structured json.RawMessage) error {
	resolved, err := r.Output().Resolve(nil)
	if err != nil {
		return err
	}
	var v any
	if err := json.Unmarshal(structured, &v); err != nil {
		return err
	}
	return resolved.Validate(v)
}
