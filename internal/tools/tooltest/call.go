// Package tooltest holds the rules that every table of tools must follow:
// names, descriptions, schemas, budgets and the snapshot of each tool's
// contract. A test of the composed table calls [CheckTable]; tests of a toolset
// call their tools through [Call], which checks each answer.
package tooltest

import (
	"context"
	"encoding/json"
	"testing"

	"lapkeep/internal/tools"
)

// Call calls a tool that must succeed, and checks its answer against the full
// output schema. args is JSON.
func Call(t testing.TB, table *tools.Table, c *tools.Call, name, args string) tools.Result {
	t.Helper()
	res, err := table.Call(t.Context(), name, c, json.RawMessage(args))
	if err != nil {
		t.Fatalf("%s %s: %v", name, args, err)
	}
	r, _ := table.Lookup(name)
	if err := r.CheckOutput(res.Structured); err != nil {
		t.Errorf("%s %s breaks its output schema: %v\n%s", name, args, err, res.Structured)
	}
	if res.Text == "" {
		t.Errorf("%s %s has no text", name, args)
	}
	return res
}

// Decode calls a tool as [Call] does and decodes its answer into out.
func Decode(t testing.TB, table *tools.Table, c *tools.Call, name, args string, out any) {
	t.Helper()
	if err := json.Unmarshal(Call(t, table, c, name, args).Structured, out); err != nil {
		t.Fatalf("%s %s: %v", name, args, err)
	}
}

// Fails calls a tool that must not succeed, and returns the problem as a face shows it.
func Fails(t testing.TB, table *tools.Table, c *tools.Call, name, args string) tools.Problem {
	t.Helper()
	res, err := table.Call(context.WithoutCancel(t.Context()), name, c, json.RawMessage(args))
	if err == nil {
		t.Fatalf("%s %s succeeded: %s", name, args, res.Structured)
	}
	return tools.Describe(err)
}
