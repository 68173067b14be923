package tools

import (
	"maps"
	"reflect"

	"github.com/google/jsonschema-go/jsonschema"
)

// Tools of other servers have arguments that a caller may go on giving, and
// that no schema publishes: each word of a listing costs every conversation. A
// member of In with the tag `tools:"unlisted"` is one; docs/coming-from.md has
// its name.

// isUnlisted reports whether a member of In is read and not published.
func isUnlisted(f reflect.StructField) bool { return f.Tag.Get("tools") == "unlisted" }

// withUnlisted is the schema of the arguments with those that are not
// published, which no error lists either.
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
