package tooltest_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/tools"
	"lapkeep/internal/tools/tooltest"
)

type in struct {
	Limit int `json:"limit,omitempty" jsonschema:"Most rows."`
}

type bad struct {
	Any    any `json:"any,omitempty"`
	Silent int `json:"silent,omitempty"`
}

type out struct {
	Rows  []in       `json:"rows"`
	Cells []*float64 `json:"cells"`
}

func row(change func(*tools.Spec)) tools.Row {
	s := spec(change)
	return tools.New(s, func(context.Context, *tools.Call, in) (out, error) { return out{}, nil })
}

func spec(change func(*tools.Spec)) tools.Spec {
	s := tools.Spec{Name: "list_rides", Title: "List rides", Description: "Rides by date.", Toolset: "rides", Default: true}
	if change != nil {
		change(&s)
	}
	return s
}

func TestAGoodTablePasses(t *testing.T) {
	t.Parallel()
	tooltest.CheckTable(t, tools.NewTable(row(nil)))
}

func TestEachRuleFindsItsOffender(t *testing.T) {
	t.Parallel()
	change := func(f func(*tools.Spec)) *tools.Table { return tools.NewTable(row(f)) }
	for want, table := range map[string]*tools.Table{
		"taken twice":       tools.NewTable(row(nil), row(nil)),
		"snake_case":        change(func(s *tools.Spec) { s.Name = "listRides" }),
		"title":             change(func(s *tools.Spec) { s.Title = "" }),
		"no toolset":        change(func(s *tools.Spec) { s.Toolset = "" }),
		"no description":    change(func(s *tools.Spec) { s.Description = "" }),
		"longer than 400":   change(func(s *tools.Spec) { s.Description = strings.Repeat("x", 400) + "." }),
		"sentences":         change(func(s *tools.Spec) { s.Description = "Rides by date" }),
		"gives orders":      change(func(s *tools.Spec) { s.Description = "You must read this." }),
		"only reads":        change(func(s *tools.Spec) { s.Name = "delete_ride" }),
		"does not say so":   change(func(s *tools.Spec) { s.Safety = tools.Write }),
		"needs no --writes": change(func(s *tools.Spec) { s.Full = true }),
		"not in the default": change(func(s *tools.Spec) {
			s.PageOnly = true
		}),
		"is not idempotent": change(func(s *tools.Spec) {
			s.Name, s.Safety, s.Idempotent = "create_ride", tools.Destructive, true
		}),
		"leads to no argument": change(func(s *tools.Spec) { s.Aliases = map[string]string{"a": "b"} }),
		"argument itself":      change(func(s *tools.Spec) { s.Aliases = map[string]string{"limit": "limit"} }),
		"costs":                change(func(s *tools.Spec) { s.Title = strings.Repeat("x", 4*tooltest.MaxToolTokens) }),
		"default and is required": change(func(s *tools.Spec) {
			s.Input = func(in *jsonschema.Schema) { in.Required = append(in.Required, "limit"); tools.Default(in, "limit", 1) }
		}),
		"combines schemas": change(func(s *tools.Spec) {
			s.Input = func(in *jsonschema.Schema) { in.AnyOf = []*jsonschema.Schema{{Type: "object"}} }
		}),
		"open object": change(func(s *tools.Spec) {
			s.Input = func(in *jsonschema.Schema) { in.AdditionalProperties = nil }
		}),
		"a reference": change(func(s *tools.Spec) {
			s.Input = func(in *jsonschema.Schema) { in.Properties["limit"].Ref = "#/$defs/x" }
		}),
		"not published": change(func(s *tools.Spec) {
			s.Input = func(in *jsonschema.Schema) { in.Title = "x" }
		}),
		"is not published": change(func(s *tools.Spec) {
			s.Output = func(out *jsonschema.Schema) { out.Properties["more"] = &jsonschema.Schema{Type: "string"} }
		}),
		"several types": change(func(s *tools.Spec) {
			s.Input = func(in *jsonschema.Schema) {
				in.Properties["limit"].Type, in.Properties["limit"].Types = "", []string{"string", "integer"}
			}
		}),
		"accepts anything": tools.NewTable(tools.New(spec(nil), func(context.Context, *tools.Call, bad) (out, error) { return out{}, nil })),
		"input.silent has no description": tools.NewTable(tools.New(spec(nil),
			func(context.Context, *tools.Call, bad) (out, error) { return out{}, nil })),
		"input does not name an unknown argument": change(func(s *tools.Spec) {
			s.Input = func(in *jsonschema.Schema) { in.Properties["no_such_argument"] = &jsonschema.Schema{Type: "integer"} }
		}),
		"no fields": tools.NewTable(tools.New(spec(nil), func(context.Context, *tools.Call, in) (struct{}, error) { return struct{}{}, nil })),
	} {
		if found := strings.Join(tooltest.Problems(table), "\n"); !strings.Contains(found, want) {
			t.Errorf("the rule %q found nothing: %s", want, found)
		}
	}
}
