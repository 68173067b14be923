package mcp

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"lapkeep/internal/tools"
)

type question struct {
	Name string `json:"name,omitempty" jsonschema:"A name < or > another & so on."`
}

type answer struct {
	Names []string `json:"names,omitempty"`
}

func row(name string, s tools.Safety) tools.Row {
	return tools.New(tools.Spec{Name: name, Title: "Title of " + name, Description: "It says <b>.", Toolset: "some", Safety: s},
		func(context.Context, *tools.Call, question) (answer, error) { return answer{}, nil })
}

type agrees struct{}

func (agrees) Grant(context.Context, string) error { return nil }

// TestTheListIsWrittenAsTheSDKWritesIt, with the code where a model may agree.
func TestTheListIsWrittenAsTheSDKWritesIt(t *testing.T) {
	t.Parallel()
	table := tools.NewTable(row("read_it", tools.Read), row("delete_it", tools.Destructive))
	for name, o := range map[string]Options{
		"without a code": {Table: table},
		"with a code":    {Table: table, Approver: agrees{}, ModelConsent: true},
	} {
		s := &Server{opts: o, within: o.Table, extra: map[string]*mcp.Tool{}}
		text, err := s.wholeList(table)
		if err != nil {
			t.Fatal(err)
		}
		list := &mcp.ListToolsResult{NextCursor: "<2>"}
		list.SetMeta(map[string]any{"a": "<"})
		list.TTLMs = 5
		got, err := marshal(toolList{list, text})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range table.Rows() {
			list.Tools = append(list.Tools, s.publishedTools()[r.Name])
		}
		want, err := marshal(list)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(string(want), string(got)); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}
