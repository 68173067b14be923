package mcp_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcpserver "lapkeep/internal/faces/mcp"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// answerTo gives the members of the second round of a call.
func answerTo(state string) string {
	return `,"requestState":"` + state + `","inputResponses":{"consent":{"action":"accept","content":{"approve":true}}}`
}

// callModern calls a tool of the new era as a client that can show forms.
func callModern(t *testing.T, srv *httptest.Server, path, tool, args, more string) answered {
	t.Helper()
	body, header := modern("tools/call", `"name":"`+tool+`","arguments":`+args+more)
	body = strings.Replace(body, `clientCapabilities":{}`, `clientCapabilities":{"elicitation":{"form":{}}}`, 1)
	header["Mcp-Name"] = tool
	return ask{path: path, body: body, header: header}.send(t, srv)
}

// stateOf returns the sealed state of an answer.
func stateOf(t *testing.T, a answered) string {
	t.Helper()
	for line := range strings.Lines(a.body) {
		data, ok := strings.CutPrefix(line, "data: ")
		if !ok {
			continue
		}
		var m struct {
			Result struct {
				State string `json:"requestState"`
			} `json:"result"`
		}
		if err := json.Unmarshal([]byte(data), &m); err != nil {
			t.Fatal(err)
		}
		return m.Result.State
	}
	t.Fatalf("no answer: %+v", a)
	return ""
}

// TestCheck16_ASealedStateIsForOneCallOfOneCaller.
func TestCheck16_ASealedStateIsForOneCallOfOneCaller(t *testing.T) {
	t.Parallel()
	const args = `{"activity_id":"a1"}`
	f := newFake()
	srv := over(t, newServerAt(t, f, f, now, rand.Reader))
	state := stateOf(t, callModern(t, srv, "", "delete_activity", args, ""))
	if state == "" || strings.Contains(state, token) {
		t.Fatalf("state %q", state)
	}
	flipped := []byte(state)
	flipped[len(flipped)/2] ^= 1
	elsewhere := stateOf(t, callModern(t, over(t, newServerAt(t, newFake(), nil, now, rand.Reader)), "", "sync_now", `{}`, ""))
	for name, c := range map[string]struct{ path, tool, args, state string }{
		"tampered":              {"", "delete_activity", args, string(flipped)},
		"cut":                   {"", "delete_activity", args, state[:20]},
		"none":                  {"", "delete_activity", args, ""},
		"of another server":     {"", "delete_activity", args, elsewhere + "AAAA"},
		"for other arguments":   {"", "delete_activity", `{"activity_id":"a2"}`, state},
		"for another tool":      {"", "get_activity", args, state},
		"of another credential": {secret + "/mcp", "delete_activity", args, state},
	} {
		got := callModern(t, srv, c.path, c.tool, c.args, answerTo(c.state))
		if !strings.Contains(got.body, "Call again without an answer") || len(f.gone()) > 0 {
			t.Errorf("%s: %s, deleted %v", name, got.body, f.gone())
		}
	}
	if got := callModern(t, srv, "", "delete_activity", args, answerTo(state)); !strings.Contains(got.body,
		"deleted a1") || len(f.gone()) != 1 {
		t.Errorf("as it was meant: %s", got.body)
	}
}

func connected(t *testing.T, s *mcpserver.Server, o *mcp.ClientOptions) *mcp.ClientSession {
	t.Helper()
	c := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, o)
	session, err := c.Connect(t.Context(), onHTTP(t, s), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close() })
	return session
}

// TestCheck30_NothingThatAModelSendsAgrees, unless the user said so: the code
// of a preview is worth nothing as an argument.
func TestCheck30_NothingThatAModelSendsAgrees(t *testing.T) {
	t.Parallel()
	f := newFake()
	s := connected(t, newServerAt(t, f, f, now, rand.Reader), nil)
	for _, more := range []map[string]any{
		{},
		{"approval_code": token},
		{"approval": token},
		{"approve": true},
		{"confirm": true},
		{"token": token},
		{"dry_run": false, "consent": "model"},
	} {
		args := map[string]any{"activity_id": "a1"}
		for k, v := range more {
			args[k] = v
		}
		res, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: "delete_activity", Arguments: args})
		if err != nil || !res.IsError || len(f.gone()) > 0 {
			t.Errorf("%v: %v, %+v, deleted %v", more, err, res, f.gone())
		}
	}
	list, err := s.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if b, err := json.Marshal(list); err != nil || strings.Contains(string(b), "approval_code") {
		t.Errorf("the list offers a way to agree: %v", err)
	}
}

// agreeing returns a server whose user lets the model agree.
func agreeing(t *testing.T, f *fake, a mcpserver.Approver) *mcpserver.Server {
	t.Helper()
	s, err := mcpserver.New(mcpserver.Options{
		Version: "1.2.3", Table: f.table(), Approver: a, Random: rand.Reader, ModelConsent: true,
		NewCall: func(context.Context) (*tools.Call, error) {
			return &tools.Call{Now: now(), Today: training.DayOf(now()), Week: time.Monday}, nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestCheck30_AModelAgreesWhereTheUserSaidSo, by the code of the preview.
func TestCheck30_AModelAgreesWhereTheUserSaidSo(t *testing.T) {
	t.Parallel()
	f := newFake()
	s := connected(t, agreeing(t, f, f), nil)
	call := func(tool string, args map[string]any) *mcp.CallToolResult {
		res, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: args})
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	list, err := s.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range list.Tools {
		b, err := json.Marshal(tool.InputSchema)
		if err != nil || strings.Contains(string(b), "approval_code") != (tool.Name == "delete_activity") {
			t.Errorf("%s: %s, %v", tool.Name, b, err)
		}
	}
	if res := call("delete_activity", map[string]any{"activity_id": "a1"}); !res.IsError ||
		!strings.Contains(textOf(t, res), `approval_code: "`+token+`"`) {
		t.Errorf("the preview: %+v", textOf(t, res))
	}
	for _, wrong := range []any{7, "", nil, []string{token}} {
		if res := call("delete_activity", map[string]any{"activity_id": "a1", "approval_code": wrong}); !res.IsError || len(f.gone()) > 0 {
			t.Errorf("%v: %+v", wrong, res)
		}
	}
	if res := call("get_activity", map[string]any{
		"activity_id":   "a1",
		"approval_code": token,
	}); !strings.Contains(textOf(t, res), "approval_code") || !res.IsError {
		t.Errorf("a tool that asks nobody took a code: %s", textOf(t, res))
	}
	if res := call("delete_activity", map[string]any{"activity_id": "a1", "approval_code": token}); res.IsError || len(f.gone()) != 1 {
		t.Errorf("with the code: %+v", res)
	}
	refusing := connected(t, agreeing(t, newFake(), nil), nil)
	res, err := refusing.CallTool(t.Context(), &mcp.CallToolParams{
		Name:      "delete_activity",
		Arguments: map[string]any{"activity_id": "a1", "approval_code": token},
	})
	if err != nil || !res.IsError {
		t.Errorf("without anybody to grant it: %v, %+v", err, res)
	}
}
