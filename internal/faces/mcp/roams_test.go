package mcp_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"lapkeep/internal/faces/mcp"
	"lapkeep/internal/tools"
)

// TestASessionOfAnotherServer: a server of several answers a session that another one opened, as if there were none, and
// still answers its own sessions as such. A stream of events is only in the server that opened the session.
func TestASessionOfAnotherServer(t *testing.T) {
	t.Parallel()
	s, err := mcp.New(mcp.Options{
		Table: newFake().table(), Random: zeros{}, Roams: true,
		NewCall: func(context.Context) (*tools.Call, error) { return &tools.Call{Now: now()}, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	srv := over(t, s)
	own := ask{body: opening, header: map[string]string{"Accept": both}}.send(t, srv).header.Get("Mcp-Session-Id")
	for _, id := range []string{own, "of-another-server"} {
		header := map[string]string{"Accept": both, "Mcp-Session-Id": id, "Mcp-Protocol-Version": "2025-11-25"}
		if got := (ask{body: callTool, header: header}).send(t, srv); got.status != http.StatusOK || !strings.Contains(got.body, "a ride on a1") {
			t.Errorf("session %q: %d %s", id, got.status, got.body)
		}
	}
	header := map[string]string{"Accept": "text/event-stream", "Mcp-Session-Id": "of-another-server", "Mcp-Protocol-Version": "2025-11-25"}
	if got := (ask{method: http.MethodGet, header: header}).send(t, srv); got.status != http.StatusMethodNotAllowed {
		t.Errorf("a stream of another server's session: %d", got.status)
	}
	end := ask{method: http.MethodDelete, header: map[string]string{"Mcp-Session-Id": own}}
	if got := end.send(t, srv); got.status != http.StatusNoContent {
		t.Errorf("the end of its own session: %d", got.status)
	}
}
