package mcp_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	httpguard "lapkeep/internal/faces/guard"
	mcpserver "lapkeep/internal/faces/mcp"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// noLog is an access log that nobody reads.
type noLog struct{}

func (noLog) Record(context.Context, *training.Access, []training.AthleteID, string, bool) error {
	return nil
}

// TestAttackWithdrawnGrantInASession: what a grant began ends with it, also where the protocol
// lets a call outlive its connection, and its session opens nothing afterwards.
func TestAttackWithdrawnGrantInASession(t *testing.T) {
	t.Parallel()
	for name, way := range map[string]struct{ session, leaves bool }{
		"in a session": {true, false}, "in a session, after the program left": {true, true}, "without a session": {false, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFake()
			var withdrawn atomic.Bool
			s, err := mcpserver.New(mcpserver.Options{
				Table: f.table().WithAccessLog(noLog{}), Random: zeros{},
				NewCall: func(context.Context) (*tools.Call, error) { return &tools.Call{Now: now()}, nil },
				SignIn: &mcpserver.SignIn{
					Holds: func(context.Context, *training.Access) (bool, error) { return !withdrawn.Load(), nil },
				},
			})
			if err != nil {
				t.Fatal(err)
			}
			guard := httpguard.New(httpguard.Options{People: &httpguard.People{
				IsDoor: func(*http.Request) bool { return false },
				// The token stays valid, so that what ends does not end by its request alone.
				Access: func(context.Context, string) (*training.Access, error) {
					return &training.Access{
						Grant: "g", Role: training.RoleOwner, Permissions: training.Permissions(), Athletes: []training.AthleteID{""},
					}, nil
				},
			}})
			srv := httptest.NewServer(guard.Wrap(s.Routes(t.Context(), "/mcp")))
			t.Cleanup(func() { srv.CloseClientConnections(); srv.Close() })
			head := map[string]string{"Accept": both}
			if way.session {
				res := ask{body: opening, header: head}.send(t, srv)
				head["Mcp-Session-Id"] = res.header.Get("Mcp-Session-Id")
				if head["Mcp-Session-Id"] == "" {
					t.Fatalf("no session: %d %s", res.status, res.body)
				}
			}
			asking, leave := context.WithCancel(t.Context())
			defer leave()
			req, err := http.NewRequestWithContext(asking, http.MethodPost, srv.URL+"/mcp", strings.NewReader(
				`{"jsonrpc":"2.0","method":"tools/call","id":2,"params":{"name":"sync_now","arguments":{"limit":1},"_meta":{"x":1}}}`))
			if err != nil {
				t.Fatal(err)
			}
			req.Header.Set("Authorization", "Bearer x")
			req.Header.Set("Content-Type", "application/json")
			for k, v := range head {
				req.Header.Set(k, v)
			}
			go func() {
				if res, err := http.DefaultClient.Do(req); err == nil {
					_, _ = io.Copy(io.Discard, res.Body)
					_ = res.Body.Close()
				}
			}()
			<-f.started
			if way.leaves {
				leave()
				select {
				case err := <-f.ended:
					t.Fatalf("the call of a session ended with its connection: %v", err)
				case <-time.After(100 * time.Millisecond):
				}
			}
			withdrawn.Store(true)
			select {
			case <-f.ended:
			case <-time.After(10 * time.Second):
				t.Fatal("a call outlives its grant")
			}
			if !way.session {
				return
			}
			for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(20 * time.Millisecond) {
				res := ask{body: listTools, header: head}.send(t, srv)
				if res.status == http.StatusNotFound {
					break
				}
				if time.Now().After(deadline) {
					t.Fatalf("a session outlives its grant: %d %s", res.status, res.body)
				}
			}
		})
	}
}
