package mcp

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/sync/semaphore"

	"lapkeep/internal/faces/guard"
	"lapkeep/internal/training"
)

// A message of the oldest transport is accepted before it is answered, so this
// code, not the guard, limits the pending messages.
const (
	allDue   = 16 << 20 // bytes, for all streams
	leastDue = 64 << 10 // the minimum per message, for the memory of its call
)

// due counts the bytes that one stream has accepted and not yet answered.
type due struct {
	*mcp.SSEServerTransport
	room *semaphore.Weighted // shared by all streams
	mu   sync.Mutex
	held map[any]int64 // reserved bytes, by request id
}

// Connect returns a connection that counts the answers on the stream.
func (d *due) Connect(ctx context.Context) (mcp.Connection, error) {
	c, err := d.SSEServerTransport.Connect(ctx)
	return answering{c, d}, err
}

type answering struct {
	mcp.Connection
	due *due
}

func (a answering) Write(ctx context.Context, m jsonrpc.Message) error {
	err := a.Connection.Write(ctx, m)
	if r, ok := m.(*jsonrpc.Response); ok {
		a.due.forget(r.ID)
	}
	return err
}

// take reserves room for a message, and reports whether there was any.
func (d *due) take(m jsonrpc.Message, bytes int) bool {
	r, ok := m.(*jsonrpc.Request)
	if !ok {
		return true
	}
	if !r.ID.IsValid() {
		d.cancel(r)
		return true
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	n := max(int64(bytes), leastDue)
	if _, twice := d.held[r.ID.Raw()]; twice || !d.room.TryAcquire(n) {
		return false
	}
	d.held[r.ID.Raw()] = n
	return true
}

// cancel releases a cancelled request, because it may never be answered.
func (d *due) cancel(r *jsonrpc.Request) {
	var p struct {
		RequestID any `json:"requestId"`
	}
	if r.Method != "notifications/cancelled" || json.Unmarshal(r.Params, &p) != nil {
		return
	}
	if id, err := jsonrpc.MakeID(p.RequestID); err == nil {
		d.forget(id)
	}
}

func (d *due) forget(id jsonrpc.ID) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.room.Release(d.held[id.Raw()])
	delete(d.held, id.Raw())
}

// end releases everything when the stream ends.
func (d *due) end() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for id, n := range d.held {
		d.room.Release(n)
		delete(d.held, id)
	}
}

// The paths of the oldest transport: one for the stream, one for messages.
const (
	SSEPath      = "/sse"
	MessagesPath = "/messages/"
)

// Routes serves MCP over HTTP: streamable HTTP at path, the two paths of the oldest
// transport, and an explanation at every other path. Like [Server.HTTPHandler] it
// must be behind a guard.
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

// serveSSE opens a stream and keeps it until either side closes it.
func (s *Server) serveSSE(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet {
		w.Header().Set("Allow", "GET")
		(&refusal{
			status: http.StatusMethodNotAllowed, code: jsonrpc.CodeInvalidRequest,
			says: "This path accepts only GET and returns a stream of events. Send messages to the address in its first event.",
		}).write(w, nil)
		return
	}
	if training.Limits(r.Context()) != nil {
		(&refusal{
			status: http.StatusForbidden, code: jsonrpc.CodeInvalidRequest,
			says: "This transport is for clients with the key. Sign in and use streamable HTTP.",
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
		return // the client has disconnected
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = session.Wait() // the reason for the end does not matter
	}()
	select {
	case <-ctx.Done():
	case <-s.stopped.Done():
	case <-ended:
	}
	_ = session.Close()
	<-ended
}

// messagesFor returns the address to which a stream's client posts its
// messages: next to the stream's own address, with the same prefix.
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
			says: "This path accepts only POST. Open a stream at " + SSEPath + " first.",
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
		s.sessions.weigh(id, guard.Caller(r.Context()), len(m.text))
	default:
		s.sessions.used(id)
	}
	if !t.take(message, len(m.text)) {
		w.Header().Set("Retry-After", "1")
		(&refusal{
			status: http.StatusTooManyRequests, code: jsonrpc.CodeInvalidRequest,
			says: "Too many requests are waiting for answers, or one with this id is. Wait for the answers, then try again.",
		}).write(w, m.ID)
		return
	}
	t.ServeHTTP(w, r)
}
