package tooltest

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/tools"
)

// stray is an argument that no tool has.
const stray = "no_such_argument"

// unreadProblems are places of a row's arguments where one that would not be
// read is not named: what a model meant would silently count for nothing.
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

// closed reports an object of known members.
func closed(s *jsonschema.Schema) bool { return s.Type == "object" && len(s.Properties) > 0 }
