package mcp_test

import (
	"bufio"
	"context"
	"crypto/rand"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"lapkeep/internal/faces/guard"
	mcpserver "lapkeep/internal/faces/mcp"
)

const bearer = "key"

// eras returns the newest version of each.
func eras() []string { return []string{"2025-11-25", "2026-07-28"} }

// onStdio connects over two pipes, onHTTP over loopback behind the guard.
func onStdio(t *testing.T, s *mcpserver.Server) mcp.Transport {
	t.Helper()
	in, send := io.Pipe()
	receive, out := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- s.ServeStdio(t.Context(), in, out)
		out.Close()
	}()
	t.Cleanup(func() {
		send.Close()
		if err := <-done; err != nil {
			t.Errorf("stdio ended with %v", err)
		}
	})
	return &mcp.IOTransport{Reader: receive, Writer: send}
}

type withKey struct{}

func (withKey) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+bearer)
	return http.DefaultTransport.RoundTrip(r)
}

func onHTTP(t *testing.T, s *mcpserver.Server) mcp.Transport {
	t.Helper()
	srv := httptest.NewServer(guard.New(guard.Options{Key: bearer}).Wrap(s.HTTPHandler(t.Context())))
	t.Cleanup(func() {
		srv.CloseClientConnections()
		srv.Close()
	})
	return &mcp.StreamableClientTransport{Endpoint: srv.URL, HTTPClient: &http.Client{Transport: withKey{}}}
}

// everywhere runs a test on both transports in both eras.
func everywhere(t *testing.T, test func(t *testing.T, f *fake, connect func(*mcp.ClientOptions) *mcp.ClientSession)) {
	t.Parallel()
	for name, transport := range map[string]func(*testing.T, *mcpserver.Server) mcp.Transport{"stdio": onStdio, "http": onHTTP} {
		for _, era := range eras() {
			t.Run(name+" "+era, func(t *testing.T) {
				t.Parallel()
				f := newFake()
				test(t, f, func(o *mcp.ClientOptions) *mcp.ClientSession {
					c := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, o)
					session, err := c.Connect(t.Context(), transport(t, newServerAt(t, f, f, now, rand.Reader)),
						&mcp.ClientSessionOptions{ProtocolVersion: era})
					if err != nil {
						t.Fatal(err)
					}
					t.Cleanup(func() { session.Close() })
					return session
				})
			})
		}
	}
}

func textOf(t *testing.T, res *mcp.CallToolResult) string {
	t.Helper()
	if len(res.Content) != 1 {
		t.Fatalf("content: %v", res.Content)
	}
	return res.Content[0].(*mcp.TextContent).Text
}

func TestListAndCall(t *testing.T) {
	everywhere(t, func(t *testing.T, _ *fake, connect func(*mcp.ClientOptions) *mcp.ClientSession) {
		s := connect(nil)
		list, err := s.ListTools(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, tool := range list.Tools {
			if tool.Title == "" || tool.Description == "" || tool.Annotations.ReadOnlyHint != (tool.Annotations.DestructiveHint == nil) {
				t.Errorf("%s is listed without its contract: %+v", tool.Name, tool)
			}
		}
		res, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: "get_activity", Arguments: map[string]any{"id": "a1"}})
		if err != nil || res.IsError {
			t.Fatalf("%v, %+v", err, res)
		}
		want := map[string]any{"answer": "a ride on a1", "read_as": map[string]any{"id": "activity_id"}}
		if d := cmp.Diff(want, res.StructuredContent); d != "" {
			t.Error(d)
		}
		if got := textOf(t, res); got != `{"answer":"a ride on a1","read_as":{"id":"activity_id"}}` {
			t.Errorf("text says otherwise: %s", got)
		}
	})
}

func TestConsent(t *testing.T) {
	everywhere(t, func(t *testing.T, f *fake, connect func(*mcp.ClientOptions) *mcp.ClientSession) {
		asked := ""
		s := connect(&mcp.ClientOptions{
			ElicitationHandler: func(_ context.Context, req *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
				asked = req.Params.Message
				return &mcp.ElicitResult{Action: "accept", Content: map[string]any{"approve": true}}, nil
			},
		})
		res, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: "delete_activity", Arguments: map[string]any{"activity_id": "a1"}})
		if err != nil || res.IsError {
			t.Fatalf("%v, %+v", err, res)
		}
		if !strings.Contains(asked, "Delete the ride a1.") || len(f.gone()) != 1 {
			t.Errorf("asked %q, deleted %v", asked, f.gone())
		}
	})
}

func TestProgressAndCancellation(t *testing.T) {
	everywhere(t, func(t *testing.T, f *fake, connect func(*mcp.ClientOptions) *mcp.ClientSession) {
		told := make(chan string, 4)
		s := connect(&mcp.ClientOptions{
			ProgressNotificationHandler: func(_ context.Context, req *mcp.ProgressNotificationClientRequest) {
				told <- req.Params.Message
			},
		})
		ctx, cancel := context.WithCancel(t.Context())
		steps := make(chan string, 1)
		go func() {
			steps <- <-told + " " + <-told
			<-f.started
			cancel()
		}()
		params := &mcp.CallToolParams{Name: "sync_now", Arguments: map[string]any{"limit": 1}}
		params.SetProgressToken("p")
		if _, err := s.CallTool(ctx, params); err == nil {
			t.Error("a cancelled call succeeded")
		}
		if err := <-f.ended; err == nil {
			t.Error("the handler was not cancelled")
		}
		if got := <-steps; got != "half whole" {
			t.Errorf("told %q", got)
		}
	})
}

func TestConsentComesTooLate(t *testing.T) {
	t.Parallel()
	f := newFake()
	clock := now()
	server := newServerAt(t, f, f, func() time.Time { return clock }, rand.Reader)
	c := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ClientOptions{
		ElicitationHandler: func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			clock = clock.Add(15 * time.Minute)
			return &mcp.ElicitResult{Action: "accept", Content: map[string]any{"approve": true}}, nil
		},
	})
	s, err := c.Connect(t.Context(), onStdio(t, server), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	res, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: "delete_activity", Arguments: map[string]any{"activity_id": "a1"}})
	if err != nil || !res.IsError || !strings.HasPrefix(textOf(t, res), "The answer came too late.") || len(f.gone()) > 0 {
		t.Errorf("%v, %+v, deleted %v", err, res, f.gone())
	}
}

func TestWithoutAnApproverNobodyIsAsked(t *testing.T) {
	t.Parallel()
	f := newFake()
	c := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ClientOptions{
		ElicitationHandler: func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			t.Error("asked")
			return &mcp.ElicitResult{Action: "accept", Content: map[string]any{"approve": true}}, nil
		},
	})
	s, err := c.Connect(t.Context(), onStdio(t, newServerAt(t, f, nil, now, rand.Reader)), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	res, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: "delete_activity", Arguments: map[string]any{"activity_id": "a1"}})
	if err != nil || !res.IsError || !strings.Contains(textOf(t, res), "lapkeep approve "+token) {
		t.Errorf("%v, %+v", err, res)
	}
}

func TestHTTPIsGuarded(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(guard.New(guard.Options{Key: bearer}).Wrap(newServer(t, newFake()).HTTPHandler(t.Context())))
	t.Cleanup(srv.Close)
	res, err := http.Post(srv.URL, "application/json", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`))
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if res.StatusCode != http.StatusUnauthorized {
		t.Errorf("without a key: %s", res.Status)
	}
}

// TestNamesFromElsewhere: an old name is answered with a result, in the
// shape that strict clients of either era take; a wrong one with an error.
func TestNamesFromElsewhere(t *testing.T) {
	everywhere(t, func(t *testing.T, _ *fake, connect func(*mcp.ClientOptions) *mcp.ClientSession) {
		s := connect(nil)
		for _, name := range []string{"get-activity-details", "get_activity_details"} {
			res, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: name, Arguments: map[string]any{"activityId": 1}})
			if err != nil || !res.IsError || !strings.HasSuffix(textOf(t, res), " Use get_activity.") {
				t.Errorf("%s: %v, %+v", name, err, res)
			}
		}
		for _, name := range []string{"make_coffee", "lapkeep.moved"} {
			if res, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: name}); err == nil ||
				!strings.Contains(err.Error(), "There is no tool") {
				t.Errorf("%s: %v, %+v", name, err, res)
			}
		}
		list, err := s.ListTools(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, tool := range list.Tools {
			if strings.HasPrefix(tool.Name, "lapkeep") {
				t.Errorf("%s is listed", tool.Name)
			}
		}
	})
}

// TestProgressOfManySteps: a client does not get every file of thousands, and
// never fewer than before.
func TestProgressOfManySteps(t *testing.T) {
	everywhere(t, func(t *testing.T, _ *fake, connect func(*mcp.ClientOptions) *mcp.ClientSession) {
		var mu sync.Mutex
		var told []float64
		enough := make(chan struct{}) // what is told may come after the answer
		s := connect(&mcp.ClientOptions{
			ProgressNotificationHandler: func(_ context.Context, req *mcp.ProgressNotificationClientRequest) {
				mu.Lock()
				defer mu.Unlock()
				if told = append(told, req.Params.Progress); len(told) == 50 {
					close(enough)
				}
			},
		})
		params := &mcp.CallToolParams{Name: "sync_now", Arguments: map[string]any{"limit": 2}}
		params.SetProgressToken("p")
		if res, err := s.CallTool(t.Context(), params); err != nil || res.IsError {
			t.Fatalf("%v, %+v", err, res)
		}
		select {
		case <-enough:
		case <-time.After(20 * time.Second):
		}
		mu.Lock()
		defer mu.Unlock()
		if len(told) < 50 || len(told) > 400 {
			t.Errorf("told of %d steps of 3000", len(told))
		}
		for i := 1; i < len(told); i++ {
			if told[i] <= told[i-1] {
				t.Errorf("step %v after %v", told[i], told[i-1])
			}
		}
	})
}

// TestSSE checks the oldest transport as an SDK's client speaks it, with and
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
