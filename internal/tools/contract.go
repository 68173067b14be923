package tools

import (
	"encoding/json"
	"fmt"
	"reflect"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"
)

// contract is what a row promises. Its parts are built on first use and once:
// a server lists its tools milliseconds after its start, and most calls need
// none of the full output schemas.
type contract struct {
	arguments func() argumentContract
	output    func() *jsonschema.Schema // all of it, for documentation and tests
	published func() *jsonschema.Schema // top-level keys and types
}

// argumentContract is how arguments look in JSON and in Go.
type argumentContract struct {
	schema *jsonschema.Schema
	shape  *shape
}

// readAsKey is where an answer says how it read loose arguments.
const readAsKey = "read_as"

func newContract[In, Out any](spec Spec) *contract {
	in, out := structOf(reflect.TypeFor[In]()), structOf(reflect.TypeFor[Out]())
	return &contract{
		arguments: sync.OnceValue(func() argumentContract {
			s := mustInfer(spec.Name, in, typeSchemas(true), spec.Input)
			clean(s, false)
			return argumentContract{s, shapeOf(in)}
		}),
		output: sync.OnceValue(func() *jsonschema.Schema {
			s := mustInfer(spec.Name, out, typeSchemas(false), spec.Output)
			clean(s, true)
			addReadAs(s)
			return s
		}),
		published: sync.OnceValue(func() *jsonschema.Schema { return publish(out) }),
	}
}

func structOf(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

// mustInfer panics where a schema cannot be made: that is a mistake in the
// program, which the tests over the whole table find.
func mustInfer(
	tool string, t reflect.Type, types map[reflect.Type]*jsonschema.Schema, adjust func(*jsonschema.Schema),
) *jsonschema.Schema {
	s, err := jsonschema.ForType(t, &jsonschema.ForOptions{TypeSchemas: types})
	if err != nil {
		panic(fmt.Sprintf("tools: %s: %v", tool, err))
	}
	if s.Type != "object" {
		panic(fmt.Sprintf("tools: %s: %s is not a struct", tool, t))
	}
	if s.Properties == nil {
		s.Properties = map[string]*jsonschema.Schema{}
	}
	if adjust != nil {
		adjust(s)
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
func publish(out reflect.Type) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{}}
	for _, f := range jsonFields(out) {
		p := &jsonschema.Schema{Type: typeWord(f.typ)}
		if p.Type == "array" && typeWord(f.typ.Elem()) == "object" {
			p.Items = &jsonschema.Schema{Type: "object"}
		}
		s.Properties[f.name] = p
		s.PropertyOrder = append(s.PropertyOrder, f.name)
	}
	return s
}

// Input is the schema of the arguments, as published.
func (r Row) Input() *jsonschema.Schema { return r.contract.arguments().schema }

// Output is the full schema of the result.
func (r Row) Output() *jsonschema.Schema { return r.contract.output() }

// PublishedOutput is the schema of the result that faces publish: its
// top-level keys and their types.
func (r Row) PublishedOutput() *jsonschema.Schema { return r.contract.published() }

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
