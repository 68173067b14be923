package tooltest

import (
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/tools"
)

func number(n int) string { return strconv.Itoa(n) }

// schemaProblems finds what some client, or a reader, would stumble over.
func schemaProblems(r tools.Row) []string {
	var out []string
	walk("input", r.Input(), func(path string, s *jsonschema.Schema) {
		out = append(out, shapeProblems(path, s, false)...)
		if path != "input" && s.Description == "" && !isItem(path) && !plain(path) {
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

// publishedProblems are differences between what is published and what the
// full schemas say.
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
	for name, p := range brief.Properties {
		out = append(out, shapeProblems("published output."+name, p, false)...)
	}
	for name, p := range r.Output().Properties {
		if b := brief.Properties[name]; b == nil && !tools.Shared(name) && !isSection(r, name) || b != nil && b.Type != p.Type {
			out = append(out, "output."+name+" is published otherwise")
		}
	}
	return out
}

// isSection reports a key that the arguments name.
func isSection(r tools.Row, key string) bool {
	s := r.Input().Properties["sections"]
	return s != nil && s.Items != nil && slices.Contains(s.Items.Enum, any(key))
}

// sameJSON compares a schema with the JSON that was published of it.
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

// asPublished drops the parts that a published schema leaves out: limits, that
// nothing else is taken, words that the description names, and empty lists of
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
	// plainName is an argument whose name says it: its unit, or what the
	// instructions say of all.
	plainName = regexp.MustCompile(`(_(w|bpm|m|km|s|kg|s_per_km|j|kcal|load|count|percent)|^(dry_run|id|name|title|text|brand|model|kind|type|format|events|activities|drop|channel|retired|every_[a-z]+|description|from|to|sport|tag|tags|race|commute|indoor|has_[a-z]+|order|limit|purpose|sex|birth_year|week_start|units|end_date|load|perceived_exertion))$`)
)

// plain says that an argument needs no description.
func plain(path string) bool { return plainName.MatchString(path[strings.LastIndexByte(path, '.')+1:]) }

// readAs is the one member of every full output schema that its order names
// beside the answer's own.
const readAs = "read_as"

func isItem(path string) bool { return len(path) > 2 && path[len(path)-2:] == "[]" }

// shapeProblems are about one schema. Only cells of arrays may be null.
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
