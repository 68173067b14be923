package tools

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/platform/disk"
	"lapkeep/internal/training"
)

// contract provides the schemas of a row. The schemas for calls are built when
// first used, and kept. The schemas for lists are not kept, because a server
// builds its list only once, and most tools in it are never called.
type contract struct {
	listed func() *jsonschema.Schema // returns a new schema of the arguments on each call
	// published returns the top-level keys of an answer, but only for reading tools of the
	// default set, because every word in a list of tools costs tokens in each conversation.
	published func(arguments *jsonschema.Schema) json.RawMessage

	arguments func() *jsonschema.Schema
	// readable returns the schema of the arguments, including those that are
	// accepted but not published.
	readable func() *jsonschema.Schema
	shape    func() *shape             // returns the shape of the arguments in Go
	output   func() *jsonschema.Schema // returns the full schema, for documentation and tests
	resolved func() (*jsonschema.Resolved, error)
}

const (
	// readAsKey is the key under which an answer shows how Lapkeep understood arguments
	// that were not in the exact form.
	readAsKey = "read_as"
	// freshnessKey is the key under which an answer shows when connected services were last read.
	freshnessKey = "freshness"
	// readsKey is the key under which an answer gives the units of an athlete who does
	// not use metric units.
	readsKey = "athlete_reads"
)

func newContract(spec Spec, in, out reflect.Type) *contract {
	in, out = structOf(in), structOf(out)
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
			s.Properties[readsKey] = &jsonschema.Schema{Type: "string"}
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
		Description:          "How inexact arguments were interpreted, by argument.",
		AdditionalProperties: &jsonschema.Schema{Type: "string"},
	}
	output.PropertyOrder = append(output.PropertyOrder, readAsKey)
}

// addAbsent adds a member to the full schema. The documentation omits it, because an
// answer has it only if some tools are not offered.
func addAbsent(output *jsonschema.Schema) {
	output.Properties[absentKey] = &jsonschema.Schema{Type: "object", AdditionalProperties: &jsonschema.Schema{Type: "string"}}
}

// shared returns the keys that mean the same in many answers. The instructions explain them once.
func shared() []string {
	return []string{
		"local_date", "time_zone", athleteKey, "athlete_id", "missing", "notes", "words", "truncated", "narrow",
		"journal_id", "dry_run", "changes", "undo", "at_service", freshnessKey, readsKey, "next_cursor", "services", "withheld",
	}
}

// Shared reports whether the instructions explain a key of an answer.
func Shared(key string) bool {
	return key == readAsKey || key == absentKey || slices.Contains(shared(), key)
}

// sections returns the optional sections of an answer. The caller selects them with an argument.
func sections(arguments *jsonschema.Schema) []any {
	if s := arguments.Properties["sections"]; s != nil && s.Items != nil {
		return s.Items.Enum
	}
	return nil
}

// publish returns the short form of an output schema: the names of the tool's own
// top-level keys that are not in known. Publishing their types as well would cost about
// 600 tokens in every conversation. For speed, it uses only the Go type.
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
		b = append(SchemaText(b, f.name), ":{}"...)
	}
	if !first {
		b = append(b, '}')
	}
	return append(b, '}')
}

// Input returns the published schema of the arguments.
func (r Row) Input() *jsonschema.Schema { return r.contract.arguments() }

// Output returns the full schema of the result.
func (r Row) Output() *jsonschema.Schema { return r.contract.output() }

// CheckOutput returns an error if an answer violates the full output schema.
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

// Some arguments of other servers' tools are accepted but not published in any schema,
// because every word in a list of tools costs tokens in each conversation. A member of In
// with the tag `tools:"unlisted"` is such an argument. docs/coming-from.md lists their names.

func isUnlisted(f reflect.StructField) bool { return f.Tag.Get("tools") == "unlisted" }

// withUnlisted returns the schema of the arguments, including those that are
// not published. Errors do not list them either.
func withUnlisted(tool string, t reflect.Type, published *jsonschema.Schema) *jsonschema.Schema {
	in := inference{tool: tool, closed: &jsonschema.Schema{Not: &jsonschema.Schema{}}, unlisted: true}
	only := &jsonschema.Schema{Properties: map[string]*jsonschema.Schema{}}
	if !in.members(only, t) || len(only.Properties) == 0 {
		return published
	}
	out := *published
	out.Properties = maps.Clone(published.Properties)
	maps.Copy(out.Properties, only.Properties)
	return &out
}

// absentKey is the key under which an answer explains how to get tools that its
// advice mentions but that are not offered.
const absentKey = "not_offered"

// advising returns the members of answers that contain Lapkeep's own advice. Texts
// written by people are never searched, because a tool mentioned there is not advice.
func advising() []string {
	return []string{"missing", "how", "how_to", "narrow", "advice", "notes", "words", "help", "fix"}
}

// absent returns the tools that a text mentions but that are not offered, in the order of
// the text. It ignores names of a single word, which are also ordinary words.
func (t *Table) absent(text string) []string {
	var out []string
	for {
		at := strings.IndexByte(text, '_')
		if at < 0 {
			return out
		}
		from, to := at, at+1
		for from > 0 && nameByte(text[from-1]) {
			from--
		}
		for to < len(text) && nameByte(text[to]) {
			to++
		}
		if word := text[from:to]; t.hides(word) && !slices.Contains(out, word) {
			out = append(out, word)
		}
		text = text[to:]
	}
}

func nameByte(c byte) bool { return c == '_' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' }

// hides reports whether a tool exists but is not offered.
func (t *Table) hides(name string) bool {
	if _, offered := t.at[name]; offered {
		return false
	}
	_, there := slices.BinarySearchFunc(t.all, name, func(r Row, name string) int { return strings.Compare(r.Name, name) })
	return there
}

// tellAbsent adds an explanation to an answer of how to get the missing tools that its
// advice mentions.
func (t *Table) tellAbsent(structured []byte) ([]byte, error) {
	if len(t.rows) == len(t.all) || len(t.absent(string(structured))) == 0 {
		return structured, nil
	}
	var answer map[string]any
	if err := json.Unmarshal(structured, &answer); err != nil {
		return structured, err
	}
	ways := map[string]string{}
	for _, name := range t.absent(advice(answer, false)) {
		ways[name] = t.way(name)
	}
	if len(ways) == 0 {
		return structured, nil
	}
	return appendMember(structured, absentKey, ways)
}

// atHome adds the flag that selects the home to commands in the advice of an answer.
func (t *Table) atHome(structured []byte) ([]byte, error) {
	if t.home == "" || !bytes.Contains(structured, []byte("lapkeep ")) {
		return structured, nil
	}
	var answer map[string]any
	if err := json.Unmarshal(structured, &answer); err != nil {
		return structured, err
	}
	for _, text := range advices(answer, false) {
		told := disk.Commands(text, t.home)
		if told == text {
			continue
		}
		was, err := Marshal(text)
		if err != nil {
			return structured, err
		}
		now, err := Marshal(told)
		if err != nil {
			return structured, err
		}
		structured = bytes.ReplaceAll(structured, was, now)
	}
	return structured, nil
}

// advice returns the texts of all members that contain advice. ours means that
// v itself is such a member.
func advice(v any, ours bool) string { return strings.Join(advices(v, ours), "\n") }

// advices returns the individual sentences of advice.
func advices(v any, ours bool) (out []string) {
	switch x := v.(type) {
	case string:
		if ours {
			out = append(out, x)
		}
	case []any:
		for _, item := range x {
			if _, told := item.(map[string]any); !told || !ours { // notes with an author were written by people
				out = append(out, advices(item, ours)...)
			}
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(x)) {
			out = append(out, advices(x[name], ours || slices.Contains(advising(), name))...)
		}
	}
	return out
}

// Advised returns an error whose advice explains how to get the tools that it
// mentions, and whose commands contain the flag that selects the home.
func (t *Table) Advised(err error) error {
	e, ok := errors.AsType[*training.Error](err)
	if !ok || e.Kind == training.KindInternal {
		return err
	}
	fix := disk.Commands(e.Fix, t.home)
	for _, name := range t.absent(fix) {
		if way := t.way(name); !strings.Contains(fix, way) && !strings.Contains(fix, upper(way)) {
			fix += " " + upper(way)
		}
	}
	if fix == e.Fix {
		return err
	}
	c := *e
	c.Fix, c.Err = fix, err
	return &c
}

// describe returns the description of a tool without the sentences about tools that are
// not offered.
func (t *Table) describe(r Row) string {
	if len(t.absent(r.Description)) == 0 {
		return r.Description
	}
	var out []string
	for s := range strings.SplitSeq(r.Description, ". ") {
		if len(t.absent(s)) == 0 {
			out = append(out, strings.TrimSuffix(s, "."))
		}
	}
	return strings.Join(out, ". ") + "."
}
