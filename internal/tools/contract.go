package tools

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"
)

// contract holds the schemas of a row. What calls need is built on first use
// and kept. A list is made once a server, of tools most of which are never
// called: what it needs is not kept.
type contract struct {
	listed func() *jsonschema.Schema // a new one of the arguments each time
	// published are the top-level keys and types of an answer, for the reads of
	// the default set alone: every word of a listing costs each conversation.
	published func(arguments *jsonschema.Schema) json.RawMessage

	arguments func() *jsonschema.Schema
	// readable is arguments with those that are read and not published.
	readable func() *jsonschema.Schema
	shape    func() *shape             // of the arguments in Go
	output   func() *jsonschema.Schema // all of it, for documentation and tests
	resolved func() (*jsonschema.Resolved, error)
}

const (
	// readAsKey is where an answer says how it read loose arguments.
	readAsKey = "read_as"
	// freshnessKey is where one says when connected services were read last.
	freshnessKey = "freshness"
)

func newContract[In, Out any](spec Spec) *contract {
	in, out := structOf(reflect.TypeFor[In]()), structOf(reflect.TypeFor[Out]())
	c := &contract{
		listed: func() *jsonschema.Schema { return inferArguments(spec.Name, in, spec.adjust) },
		published: func(arguments *jsonschema.Schema) json.RawMessage {
			if !spec.Default || spec.Safety != Read {
				return nil
			}
			return publish(out, sections(arguments))
		},
		shape: sync.OnceValue(func() *shape { return shapeOf(in) }),
		output: sync.OnceValue(func() *jsonschema.Schema {
			s := inferOutput(spec.Name, out)
			if spec.Output != nil {
				spec.Output(s)
			}
			clean(s, true)
			addReadAs(s)
			if spec.rests() {
				s.Properties[freshnessKey] = &jsonschema.Schema{Type: "string"}
			}
			addAbsent(s)
			return s
		}),
	}
	c.arguments = sync.OnceValue(c.listed)
	c.readable = sync.OnceValue(func() *jsonschema.Schema { return withUnlisted(spec.Name, in, c.arguments()) })
	c.resolved = sync.OnceValues(func() (*jsonschema.Resolved, error) { return c.output().Resolve(nil) })
	return c
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

// addAbsent is a member of the full schema that no documentation lists: which
// answers have it depends on what is offered.
func addAbsent(output *jsonschema.Schema) {
	output.Properties[absentKey] = &jsonschema.Schema{Type: "object", AdditionalProperties: &jsonschema.Schema{Type: "string"}}
}

// shared are the keys that many answers have and that mean the same in each,
// which the instructions tell once.
func shared() []string {
	return []string{
		"local_date", "time_zone", athleteKey, "athlete_id", "missing", "notes", "words", "truncated", "narrow",
		"journal_id", "dry_run", "changes", "undo", "at_service", freshnessKey, "next_cursor", "services", "withheld",
	}
}

// Shared reports whether the instructions explain a key of an answer.
func Shared(key string) bool {
	return key == readAsKey || key == absentKey || slices.Contains(shared(), key)
}

// sections are the keys that a call can choose to be answered; the arguments
// name them.
func sections(arguments *jsonschema.Schema) []any {
	if s := arguments.Properties["sections"]; s != nil && s.Items != nil {
		return s.Items.Enum
	}
	return nil
}

// publish is the compact form of an output schema: the top-level keys that are
// the tool's own and not among the known, and their types. It is made from the
// type alone, for speed.
func publish(out reflect.Type, known []any) json.RawMessage {
	b := []byte(`{"type":"object"`)
	common := shared()
	first := true
	for _, f := range jsonFields(out) {
		if slices.Contains(common, f.name) || slices.Contains(known, any(f.name)) {
			continue
		}
		if first {
			b = append(b, `,"properties":{`...)
			first = false
		} else {
			b = append(b, ',')
		}
		b = append(SchemaText(b, f.name), ':', '{')
		if word := typeWord(f.typ); word != "" {
			b = SchemaText(append(b, `"type":`...), word)
		}
		b = append(b, '}')
	}
	if !first {
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
	resolved, err := r.contract.resolved()
	if err != nil {
		return err
	}
	var v any
	if err := json.Unmarshal(structured, &v); err != nil {
		return err
	}
	return resolved.Validate(v)
}
