package tooltest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/tools"
	"lapkeep/test/golden"
)

// CheckTable runs every rule over the whole table, and compares each tool's
// contract with its snapshot in testdata/snapshots beside the test. Run it with
// -update to rewrite the snapshots. The budget applies to the default set.
func CheckTable(t *testing.T, table *tools.Table) {
	t.Helper()
	for _, problem := range Problems(table) {
		t.Error(problem)
	}
	checkSnapshots(t, table)
}

// Problems returns the violations of all rules except snapshots.
func Problems(table *tools.Table) []string {
	var out []string
	seen := map[string]bool{}
	for _, r := range table.Rows() {
		if seen[r.Name] {
			out = append(out, r.Name+": the name is taken twice")
		}
		seen[r.Name] = true
		for _, p := range slices.Concat(rowProblems(r), schemaProblems(r), unreadProblems(table, r)) {
			out = append(out, r.Name+": "+p)
		}
	}
	return append(out, budgetProblems(table)...)
}

var (
	namePattern = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)
	// orders matches words that instruct a model instead of describing a tool.
	orders = regexp.MustCompile(`(?i)\b(you must|you should|always|never|do not|don't|make sure|remember to|important|before using|call this first|ask the user)\b`)
	// writing matches first words of a name that promise a change.
	writing = regexp.MustCompile(`^(create|update|delete|save|add|apply|edit|mark|import|sync|connect|disconnect|star|duplicate|export)_|^undo$`)
	ending  = regexp.MustCompile(`[.?!)]$`)
)

func rowProblems(r tools.Row) []string {
	var out []string
	add := func(bad bool, what string) {
		if bad {
			out = append(out, what)
		}
	}
	add(!namePattern.MatchString(r.Name) || len(r.Name) > 40, "the name is not snake_case of at most 40 letters")
	add(r.Title == "" || strings.HasSuffix(r.Title, "."), "the title is missing or ends with a full stop")
	add(r.Toolset == "", "it belongs to no toolset")
	add(r.Description == "", "it has no description")
	add(len(r.Description) > MaxDescription, "the description is longer than 400 bytes")
	add(!ending.MatchString(r.Description), "the description is not made of sentences")
	add(orders.MatchString(r.Description), "the description gives orders: "+orders.FindString(r.Description))
	add(r.Safety == tools.Read && writing.MatchString(r.Name), "its name promises a change, but it only reads")
	add(r.Safety != tools.Read && !writing.MatchString(r.Name), "it writes, but its name does not say so")
	add(r.Safety == tools.Destructive && r.Idempotent && strings.HasPrefix(r.Name, "create"), "what creates and destroys is not idempotent")
	add(r.Full && r.Safety == tools.Read, "a read needs no --writes full")
	add(r.PageOnly && r.Default, "a row for the page alone is not in the default set")
	in := r.Input()
	for alias, target := range r.Aliases {
		add(in.Properties[alias] != nil, "the alias "+alias+" is an argument itself")
		add(in.Properties[target] == nil, "the alias "+alias+" leads to no argument")
	}
	return out
}

func budgetProblems(table *tools.Table) []string {
	set, err := table.Select(tools.Selection{Writes: tools.WritesFull, More: true})
	if err != nil {
		return []string{err.Error()}
	}
	var out []string
	over := func(what string, got, most int) {
		if got > most {
			out = append(out, what+" costs "+number(got)+" tokens, more than "+number(most))
		}
	}
	cost, err := CostOf(set)
	if err != nil {
		return []string{err.Error()}
	}
	over("listing the default set", cost.Total, MaxTokens)
	over("the default set's names, descriptions and input schemas", cost.Inputs, MaxInputTokens)
	if n := len(set.Rows()); n > MaxTools {
		out = append(out, "the default set has "+number(n)+" tools, more than "+number(MaxTools))
	}
	all, err := CostOf(table)
	if err != nil {
		return []string{err.Error()}
	}
	over("listing all toolsets", all.Total, max(MaxAllTokens, MaxMeanTokens*len(all.Tools)))
	for _, name := range table.Names() {
		over(name, all.Tools[name], MaxToolTokens)
	}
	return out
}

func number(n int) string { return strconv.Itoa(n) }

// schemaProblems returns problems that some clients or readers would have with the
// schemas.
func schemaProblems(r tools.Row) []string {
	var out []string
	walk("input", r.Input(), func(path string, s *jsonschema.Schema) {
		out = append(out, shapeProblems(path, s, false)...)
		if path != "input" && s.Description == "" && !isItem(path) && !plain(path, s) {
			out = append(out, path+" has no description")
		}
		if named := toolName.FindString(s.Description); named != "" {
			out = append(out, path+" names the tool "+named)
		}
		if s.Type == "object" && s.AdditionalProperties == nil && !r.ReadsItself(strings.TrimPrefix(path, "input.")) {
			out = append(out, path+" is an open object")
		}
		if s.Default != nil && slices.Contains(r.Input().Required, strings.TrimPrefix(path, "input.")) {
			out = append(out, path+" has a default and is required")
		}
	})
	walk("output", r.Output(), func(path string, s *jsonschema.Schema) {
		out = append(out, shapeProblems(path, s, isItem(path))...)
	})
	return append(out, publishedProblems(r)...)
}

// publishedProblems returns the differences between the published and the full
// schemas.
func publishedProblems(r tools.Row) []string {
	var out []string
	l := r.Listing()
	if !sameJSON(r.Input(), l.InputSchema) {
		out = append(out, "input uses a keyword that is not published")
	}
	if l.OutputSchema == nil {
		return out
	}
	var brief jsonschema.Schema
	if err := json.Unmarshal(l.OutputSchema, &brief); err != nil {
		return append(out, "the published output is no schema: "+err.Error())
	}
	if len(brief.Properties) == 0 && !slices.ContainsFunc(r.Output().PropertyOrder, func(name string) bool { return name != readAs }) {
		out = append(out, "the output has no fields")
	}
	for name := range r.Output().Properties {
		if brief.Properties[name] == nil && !tools.Shared(name) && !isSection(r, name) {
			out = append(out, "output."+name+" is not published")
		}
	}
	for name := range brief.Properties {
		if r.Output().Properties[name] == nil {
			out = append(out, "output."+name+" is published and not there")
		}
	}
	return out
}

// isSection reports whether a key is a section that an argument can request.
func isSection(r tools.Row, key string) bool {
	s := r.Input().Properties["sections"]
	return s != nil && s.Items != nil && slices.Contains(s.Items.Enum, any(key))
}

// sameJSON compares a schema with its published JSON.
func sameJSON(s *jsonschema.Schema, published []byte) bool {
	long, err := json.Marshal(s)
	if err != nil {
		return false
	}
	var a, b any
	if json.Unmarshal(long, &a) != nil || json.Unmarshal(published, &b) != nil {
		return false
	}
	return reflect.DeepEqual(asPublished(a), asPublished(b))
}

// asPublished removes the parts that a published schema omits: limits, the
// rejection of other arguments, words that the description lists, and empty lists of
// properties.
func asPublished(v any) any {
	switch x := v.(type) {
	case map[string]any:
		for k, m := range x {
			inner, object := m.(map[string]any)
			if _, listed := m.([]any); limits.MatchString(k) || listed && k == "examples" ||
				object && k == "properties" && len(inner) == 0 || k == "additionalProperties" && (m == false || inner["not"] != nil) {
				delete(x, k)
				continue
			}
			x[k] = asPublished(m)
		}
	case []any:
		for i := range x {
			x[i] = asPublished(x[i])
		}
	}
	return v
}

var (
	limits   = regexp.MustCompile(`^(minimum|maximum|exclusiveMinimum|exclusiveMaximum|minLength|maxLength|minItems|maxItems)$`)
	toolName = regexp.MustCompile(`\b(get|list|create|update|delete|save|add|apply|analyze|estimate|compare|import|export|connect|use)_[a-z_]+\b`)
	// plainName matches arguments whose name suffices: with its unit, or with a
	// meaning that the instructions explain for all tools.
	plainName = regexp.MustCompile(
		`(_(w|bpm|m|km|s|100m|kg|s_per_km|j|kcal|g|ml|load|factor|count|percent|days|hours|date|until|zone|names|notes|tokens|week|retired|only)|` +
			`^(dry_run|picture|id|ids|name|title|text|note|brand|model|kind|type|format|events|activities|workouts|steps|marks|drop|channel|region|` +
			`retired|every_[a-z]+|description|digest|from|to|effective_from|since|until|date|time|range|compare|sport|tag|tags|race|commute|` +
			`indoor|has_[a-z]+|order|limit|cursor|version|week|zone|purpose|sex|birth_year|week_start|units|load|perceived_exertion))$`)
)

// plain reports whether an argument needs no description: its name or its
// values suffice.
func plain(path string, s *jsonschema.Schema) bool {
	return plainName.MatchString(path[strings.LastIndexByte(path, '.')+1:]) || len(s.Enum) > 0 || s.Items != nil && len(s.Items.Enum) > 0
}

// readAs is the only member, apart from the answer's own, that every full output schema
// lists in its order.
const readAs = "read_as"

func isItem(path string) bool { return len(path) > 2 && path[len(path)-2:] == "[]" }

// shapeProblems returns the problems of one schema. Only cells of arrays may be
// null.
func shapeProblems(path string, s *jsonschema.Schema, cell bool) []string {
	var out []string
	switch {
	case s.Ref != "" || s.DynamicRef != "":
		out = append(out, path+" is a reference")
	case len(s.AnyOf)+len(s.OneOf)+len(s.AllOf) > 0 || s.Not != nil:
		out = append(out, path+" combines schemas")
	case s.Type == "" && len(s.Types) == 0:
		out = append(out, path+" accepts anything")
	case slices.Contains(s.Types, "null") && !cell:
		out = append(out, path+" may be null")
	case len(s.Types) > 2 || len(s.Types) > 0 && !cell:
		out = append(out, fmt.Sprintf("%s has several types: %v", path, s.Types))
	}
	return out
}

// walk visits s and every schema below it; the items of x are at x[].
func walk(path string, s *jsonschema.Schema, visit func(string, *jsonschema.Schema)) {
	visit(path, s)
	for _, name := range s.PropertyOrder {
		if p := s.Properties[name]; p != nil {
			walk(path+"."+name, p, visit)
		}
	}
	if s.Items != nil {
		walk(path+"[]", s.Items, visit)
	}
	if a := s.AdditionalProperties; a != nil && a.Not == nil {
		walk(path+"[]", a, visit)
	}
}

// stray is an argument that no tool has.
const stray = "no_such_argument"

// unreadProblems returns the positions in a row's arguments at which an unknown argument
// causes no error: there, an argument that a model made up would be silently ignored.
func unreadProblems(table *tools.Table, r tools.Row) []string {
	var out []string
	try := func(where string, args any) {
		b, err := json.Marshal(args)
		if err == nil {
			_, err = table.Call(context.Background(), r.Name, &tools.Call{}, b)
		}
		if err == nil || !strings.Contains(tools.Describe(err).Sentence, stray) {
			out = append(out, where+" does not name an unknown argument")
		}
	}
	wrong := map[string]any{stray: 1}
	try("input", wrong)
	in := r.Input()
	for _, name := range slices.Sorted(maps.Keys(in.Properties)) {
		switch p := in.Properties[name]; {
		case closed(p):
			try("input."+name, map[string]any{name: wrong})
		case p.Items != nil && closed(p.Items):
			try("input."+name, map[string]any{name: []any{wrong}})
		}
	}
	return out
}

// closed reports whether a schema is an object of known members.
func closed(s *jsonschema.Schema) bool { return s.Type == "object" && len(s.Properties) > 0 }

const snapshotDir = "testdata/snapshots"

// checkSnapshots compares what each tool promises with its snapshot, so that
// a change of a contract is visible in review.
func checkSnapshots(t *testing.T, table *tools.Table) {
	t.Helper()
	want := map[string]bool{}
	for _, l := range table.List() {
		want[l.Name+".json"] = true
		checkSnapshot(t, filepath.Join(snapshotDir, l.Name+".json"), l)
	}
	files, err := filepath.Glob(filepath.Join(snapshotDir, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if want[filepath.Base(f)] {
			continue
		}
		if !golden.Update() {
			t.Errorf("%s is the snapshot of no tool; run the test with -update", f)
		} else if err := os.Remove(f); err != nil {
			t.Error(err)
		}
	}
}

func checkSnapshot(t *testing.T, file string, l tools.Listing) {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(l); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, file, b.String())
}
