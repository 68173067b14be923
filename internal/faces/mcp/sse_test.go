package mcp_test

import (
	"bufio"
	"crypto/rand"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestSSE is the oldest transport as an SDK's client speaks it, with and
// without a secret path.
func TestSSE(t *testing.T) {
	t.Parallel()
	for name, path := range map[string]string{"with the key": "/sse", "by the secret path": secret + "/sse"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFake()
			srv := over(t, newServerAt(t, f, f, now, rand.Reader))
			client := &http.Client{Transport: withKey{}}
			if path != "/sse" {
				client = srv.Client()
			}
			c := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, agrees(t))
			s, err := c.Connect(t.Context(), &mcp.SSEClientTransport{Endpoint: srv.URL + path, HTTPClient: client}, nil)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			res, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: "delete_activity", Arguments: map[string]any{"activity_id": "a1"}})
			if err != nil || res.IsError || len(f.gone()) != 1 {
				t.Errorf("%v, %+v", err, res)
			}
		})
	}
}

// stream opens one of the oldest transport and says where its messages go.
func stream(t *testing.T, srv *httptest.Server) (endpoint string, end func()) {
	t.Helper()
	res, err := (&http.Client{Transport: withKey{}}).Get(srv.URL + "/sse")
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(res.Body)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		if path, ok := strings.CutPrefix(strings.TrimSpace(line), "data: "); ok {
			return path, func() { res.Body.Close() }
		}
	}
}

// TestCheck09_StreamsBelongToWhoOpenedThem, in the oldest transport too.
func TestCheck09_StreamsBelongToWhoOpenedThem(t *testing.T) {
	t.Parallel()
	srv := over(t, newServer(t, newFake()))
	endpoint, end := stream(t, srv)
	defer end()
	if !strings.HasPrefix(endpoint, "/messages/?session_id=") {
		t.Errorf("messages go to %s", endpoint)
	}
	for path, want := range map[string]int{secret + endpoint: 404, "/messages/?session_id=x": 404, "/messages/": 404, endpoint: 202} {
		header := map[string]string{}
		if strings.HasPrefix(path, secret) {
			header["Authorization"] = ""
		}
		if got := (ask{path: path, body: opening, header: header}).send(t, srv); got.status != want {
			t.Errorf("%s: %d %s, want %d", path, got.status, got.body, want)
		}
	}
}
