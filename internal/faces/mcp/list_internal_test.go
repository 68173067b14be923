package mcp

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

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

// TestTheListIsWrittenAsTheSDKWritesIt, without hints that are false by default,
// and with the code where a model may agree.
func TestTheListIsWrittenAsTheSDKWritesIt(t *testing.T) {
	t.Parallel()
	table := tools.NewTable(row("read_it", tools.Read), row("delete_it", tools.Destructive))
	for name, o := range map[string]Options{
		"without a code": {Table: table},
		"with a code":    {Table: table, Approver: agrees{}, ModelConsent: true},
	} {
		s := &Server{opts: o, within: o.Table, extra: map[string]*mcp.Tool{}}
		text, err := s.wholeList(table, false)
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
		short := strings.NewReplacer(`"idempotentHint":false,`, "", `,"readOnlyHint":false`, "").Replace(string(want))
		if d := cmp.Diff(short, string(got)); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

// TestEventsKeepTheLastStreams of each session, and the client's own for as
// long as the session lasts.
func TestEventsKeepTheLastStreams(t *testing.T) {
	t.Parallel()
	ctx, e := t.Context(), newEvents(1<<20, 2)
	put := func(session, stream, text string) {
		t.Helper()
		if err := e.Append(ctx, session, stream, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	after := func(session, stream string, index int) string {
		out := ""
		for data, err := range e.After(ctx, session, stream, index) {
			if err != nil {
				return "gone"
			}
			out += string(data) + ";"
		}
		return out
	}
	put("s", "", "own")
	put("t", "a", "another session's")
	for _, stream := range []string{"a", "b", "a", "c"} { // b is the one unused longest
		put("s", stream, stream)
	}
	got := fmt.Sprint(after("s", "", -1), after("s", "a", 0), after("s", "b", -1), after("s", "c", -1), after("t", "a", -1))
	if want := "own;a;gonec;another session's;"; got != want {
		t.Errorf("kept %q, want %q", got, want)
	}
	if err := e.SessionClosed(ctx, "s"); err != nil {
		t.Fatal(err)
	}
	if got := after("s", "", -1) + after("s", "a", -1) + after("t", "a", -1); got != "gonegoneanother session's;" || len(e.sessions) != 1 {
		t.Errorf("after the end: %q, %d sessions", got, len(e.sessions))
	}
}

// TestOneCallerLeavesSessionsToOthers: of too many sessions, or too long descriptions, one of
// whoever has the most ends, and of these the one that was idle longest.
func TestOneCallerLeavesSessionsToOthers(t *testing.T) {
	t.Parallel()
	ended := make(chan string, 2)
	s := newSessions(3, 100)
	open := func(who string, bytes int) string {
		id := s.open(func(id string) { ended <- id })
		s.weigh(id, who, bytes)
		return id
	}
	gone := func(want ...string) {
		t.Helper()
		select {
		case got := <-ended:
			if !slices.Contains(want, got) {
				t.Errorf("the wrong session ended")
			}
		case <-time.After(5 * time.Second):
			t.Fatal("no session ended")
		}
	}
	_, first, second := open("other", 10), open("greedy", 10), open("greedy", 10)
	s.used(first)
	third := open("greedy", 10)
	gone(second)
	last := open("another", 95)
	gone(first, last) // there were too many, and then too many bytes
	gone(first, last)
	if s.order.Len() != 2 || s.at[third] == nil {
		t.Errorf("%d sessions are left", s.order.Len())
	}
}
