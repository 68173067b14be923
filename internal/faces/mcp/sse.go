package mcp

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"lapkeep/internal/faces/guard"
)

// The paths of the oldest transport: a stream, and where messages go.
const (
	SSEPath      = "/sse"
	MessagesPath = "/messages/"
)

// Routes serves everything that MCP has over HTTP: streamable HTTP at path,
// the pair of the oldest transport, and a sentence at every other path. Like
// [Server.HTTPHandler] it belongs behind a guard.
func (s *Server) Routes(ctx context.Context, path string) http.Handler {
	streamable := s.HTTPHandler(ctx)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.TrimSuffix(r.URL.Path, "/") == strings.TrimSuffix(path, "/"):
			streamable.ServeHTTP(w, r)
		case r.URL.Path == SSEPath:
			s.serveSSE(w, r)
		case strings.TrimSuffix(r.URL.Path, "/")+"/" == MessagesPath:
			s.takeMessage(w, r)
		default:
			(&refusal{
				status: http.StatusNotFound, code: jsonrpc.CodeInvalidRequest,
				says: "There is nothing at this path. MCP is at " + path + ", and for older clients at " + SSEPath + ".",
			}).write(w, nil)
		}
	})
}

// serveSSE opens a stream and keeps it until either side ends it.
func (s *Server) serveSSE(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet {
		w.Header().Set("Allow", "GET")
		(&refusal{
			status: http.StatusMethodNotAllowed, code: jsonrpc.CodeInvalidRequest,
			says: "Here only GET is answered, with a stream of events. Send messages where its first event says.",
		}).write(w, nil)
		return
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	id := s.sessions.open(func(string) { cancel() })
	defer s.sessions.ended(id)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-cache, no-transform")
	w.Header().Set("X-Accel-Buffering", "no")
	t := &due{
		SSEServerTransport: &mcp.SSEServerTransport{Endpoint: messagesFor(r, id), Response: w, MaxRequestBodyBytes: guard.DefaultMaxBody},
		room:               s.due, held: map[any]int64{},
	}
	defer t.end()
	s.sse.put(id, sseSession{t, guard.Caller(ctx)})
	defer s.sse.remove(id)
	session, err := s.mcp.Connect(ctx, t, nil)
	if err != nil {
		return // the client is gone
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = session.Wait() // how it ended is nobody's matter
	}()
	select {
	case <-ctx.Done():
	case <-s.stopped.Done():
	case <-ended:
	}
	_ = session.Close()
	<-ended
}

// messagesFor is where a stream's client sends its messages: beside the
// address that it came to, whatever prefix that had.
func messagesFor(r *http.Request, id string) string {
	prefix := ""
	if u, err := url.ParseRequestURI(r.RequestURI); err == nil {
		prefix = strings.TrimSuffix(u.Path, SSEPath)
	}
	return prefix + MessagesPath + "?session_id=" + id
}

// takeMessage passes a message to its stream.
func (s *Server) takeMessage(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", "POST")
		(&refusal{
			status: http.StatusMethodNotAllowed, code: jsonrpc.CodeInvalidRequest,
			says: "Here only POST is answered. Open a stream at " + SSEPath + " first.",
		}).write(w, nil)
		return
	}
	m, refused := readMessage(r)
	if refused != nil {
		refused.write(w, m.ID)
		return
	}
	id := r.URL.Query().Get("session_id")
	t, ok := s.sse.of(id, guard.Caller(r.Context()))
	if !ok {
		(&refusal{
			status: http.StatusNotFound, code: jsonrpc.CodeInvalidRequest,
			says: "There is no such session. Open a stream at " + SSEPath + " first.",
		}).write(w, m.ID)
		return
	}
	message, refused := m.decode()
	switch {
	case refused != nil:
		refused.write(w, m.ID)
		return
	case m.Method == "initialize":
		s.sessions.weigh(id, len(m.text))
	default:
		s.sessions.used(id)
	}
	if !t.take(message, len(m.text)) {
		w.Header().Set("Retry-After", "1")
		(&refusal{
			status: http.StatusTooManyRequests, code: jsonrpc.CodeInvalidRequest,
			says: "Too many requests are waiting for answers, or one with this id is. Wait for them, then try again.",
		}).write(w, m.ID)
		return
	}
	t.ServeHTTP(w, r)
}
