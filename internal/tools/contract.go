package tools

import (
	"encoding/json"
	"fmt"
	"reflect"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"
)

// contract is what a row promises: its schemas, and how its arguments are
// shaped in Go. Building one costs tens of microseconds, so it is done on
// first use and once.
type contract struct {
	input     *jsonschema.Schema
	output    *jsonschema.Schema // all of it, for documentation and tests
	published *jsonschema.Schema // top-level keys and types

	inputJSON, publishedJSON json.RawMessage

	shape *shape // of In
}

// readAsKey is where an answer says how it read loose arguments.
const readAsKey = "read_as"

func lazyContract[In, Out any](spec Spec) func() *contract {
	return sync.OnceValue(func() *contract {
		c, err := newContract(spec, reflect.TypeFor[In](), reflect.TypeFor[Out]())
		if err != nil {
			// A row that cannot be described is a mistake in the program; the
			// tests over the whole table find it.
			panic(fmt.Sprintf("tools: %s: %v", spec.Name, err))
		}
		return c
	})
}

func newContract(spec Spec, in, out reflect.Type) (*contract, error) {
	input, err := inferSchema(in, typeSchemas(true), spec.Input)
	if err != nil {
		return nil, fmt.Errorf("input: %w", err)
	}
	output, err := inferSchema(out, typeSchemas(false), spec.Output)
	if err != nil {
		return nil, fmt.Errorf("output: %w", err)
	}
	clean(input, false)
	clean(output, true)
	addReadAs(output)
	c := &contract{input: input, output: output, published: publish(output), shape: shapeOf(in)}
	if c.inputJSON, err = json.Marshal(input); err != nil {
		return nil, err
	}
	c.publishedJSON, err = json.Marshal(c.published)
	return c, err
}

func inferSchema(
	t reflect.Type, types map[reflect.Type]*jsonschema.Schema, adjust func(*jsonschema.Schema),
) (*jsonschema.Schema, error) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	s, err := jsonschema.ForType(t, &jsonschema.ForOptions{TypeSchemas: types})
	if err != nil {
		return nil, err
	}
	if s.Type != "object" {
		return nil, fmt.Errorf("%s is not a struct", t)
	}
	if s.Properties == nil {
		s.Properties = map[string]*jsonschema.Schema{}
	}
	if adjust != nil {
		adjust(s)
	}
	return s, nil
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

// Input is the schema of the arguments, as published.
func (r Row) Input() *jsonschema.Schema { return r.contract().input }

// Output is the full schema of the result.
func (r Row) Output() *jsonschema.Schema { return r.contract().output }

// PublishedOutput is the schema of the result that faces publish: its
// top-level keys and their types.
func (r Row) PublishedOutput() *jsonschema.Schema { return r.contract().published }

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
