package mcp

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"syscall"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// invalidParams returns the error for a message whose params do not fit the protocol, or
// nil. The SDK's own error would expose its types and everything that was sent.
func invalidParams(m jsonrpc.Message) *jsonrpc.Error {
	r, ok := m.(*jsonrpc.Request)
	if !ok || r.Params == nil {
		return nil
	}
	into := paramsOf(r.Method)
	if into == nil || json.Unmarshal(r.Params, into) == nil {
		return nil
	}
	return &jsonrpc.Error{
		Code:    jsonrpc.CodeInvalidParams,
		Message: "The params of " + r.Method + " do not fit the protocol. Send an object whose members have the types in the protocol.",
	}
}

// paramsOf returns a value into which to decode the params of a method, or nil for
// an unknown method.
func paramsOf(method string) any {
	switch method {
	case "initialize":
		return new(mcp.InitializeParams)
	case "notifications/initialized":
		return new(mcp.InitializedParams)
	case "notifications/cancelled":
		return new(mcp.CancelledParams)
	case "notifications/progress":
		return new(mcp.ProgressNotificationParams)
	case "notifications/roots/list_changed":
		return new(mcp.RootsListChangedParams)
	case "ping":
		return new(mcp.PingParams)
	case "server/discover":
		return new(mcp.DiscoverParams)
	case "tools/list":
		return new(mcp.ListToolsParams)
	case "tools/call":
		return new(mcp.CallToolParamsRaw)
	case "logging/setLevel":
		return new(mcp.SetLoggingLevelParams)
	case "completion/complete":
		return new(mcp.CompleteParams)
	}
	return listParamsOf(method)
}

// listParamsOf is [paramsOf] for prompts, resources and subscriptions.
func listParamsOf(method string) any {
	switch method {
	case "prompts/list":
		return new(mcp.ListPromptsParams)
	case "prompts/get":
		return new(mcp.GetPromptParams)
	case "resources/list":
		return new(mcp.ListResourcesParams)
	case "resources/templates/list":
		return new(mcp.ListResourceTemplatesParams)
	case "resources/read":
		return new(mcp.ReadResourceParams)
	case "resources/subscribe":
		return new(mcp.SubscribeParams)
	case "resources/unsubscribe":
		return new(mcp.UnsubscribeParams)
	case "subscriptions/listen":
		return new(mcp.SubscriptionsListenParams)
	}
	return nil
}

const (
	maxLine   = 4 << 20
	drainTime = time.Minute // time for calls still running when the input ends
)

// ServeStdio speaks MCP on in and out until in ends and every running call is
// answered, or ctx is done. In both cases it returns nil. A line that is not JSON
// is answered with an error and otherwise ignored.
func (s *Server) ServeStdio(ctx context.Context, in io.Reader, out io.Writer) error {
	defer context.AfterFunc(ctx, s.stop)()
	l := &lines{
		out: out, open: map[any]bool{}, idle: make(chan struct{}, 1), messages: make(chan jsonrpc.Message),
		closed: make(chan struct{}), log: s.log,
	}
	go func() {
		err := l.feed(in)
		if err != nil || !l.drain(ctx) {
			s.stop()
		}
		l.end(err)
	}()
	err := s.oneSession(ctx, l)
	if ctx.Err() != nil || hungUp(err) {
		return nil
	}
	return err
}

// hungUp reports whether the client has disconnected, even if a response is due,
// because this is how clients normally quit.
func hungUp(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrClosedPipe) || errors.Is(err, syscall.EPIPE)
}

// oneSession serves one client until it disconnects or ctx is done. It does the
// same as the SDK's Run, without logging an error at a requested end.
func (s *Server) oneSession(ctx context.Context, t mcp.Transport) error {
	session, err := s.mcp.Connect(ctx, t, nil)
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() { _ = session.Close() })()
	return session.Wait()
}

// lines is the connection to one client, with one message per line. Unlike the
// SDK's, it continues after a line that is not JSON, sends outstanding answers
// when the input ends, and reads each message once.
type lines struct {
	out io.Writer
	log *slog.Logger

	messages chan jsonrpc.Message // closed at the end of input
	failed   error                // error of the input, reported after its end
	closed   chan struct{}
	once     sync.Once

	mu   sync.Mutex
	open map[any]bool  // ids of requests without an answer
	idle chan struct{} // signalled when open becomes empty
}

var _ mcp.Connection = (*lines)(nil)

// Connect returns the connection itself, because there is only one.
func (l *lines) Connect(context.Context) (mcp.Connection, error) { return l, nil }

// SessionID returns "": stdio needs no session id.
func (l *lines) SessionID() string { return "" }

// Read waits for the next message; after the last one it returns [io.EOF].
func (l *lines) Read(ctx context.Context) (jsonrpc.Message, error) {
	select {
	case m, more := <-l.messages:
		if !more {
			return nil, cmp.Or(l.failed, io.EOF)
		}
		return m, nil
	case <-l.closed:
		return nil, io.EOF
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Close stops reading. The streams stay open: they belong to the caller.
func (l *lines) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

// end marks the end of the messages; err is the reason, or nil if the input ended.
func (l *lines) end(err error) {
	l.failed = err
	close(l.messages)
}

// errClosed stops the feed of a closed connection.
var errClosed = errors.New("the connection was closed")

// feed passes on the lines that are messages.
func (l *lines) feed(in io.Reader) error {
	br := bufio.NewReaderSize(in, 64<<10)
	for {
		line, err := readLine(br)
		if line = bytes.TrimSpace(line); len(line) > 0 {
			if werr := l.pass(line); werr != nil {
				return werr
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// readLine reads up to a line feed. It reads only enough of an overlong line to reject it.
func readLine(br *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := br.ReadSlice('\n')
		if len(line) <= maxLine {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

var errNoMessage = errors.New("it is not a single message")

// message decodes one message; the SDK would accept a line with two messages and read only the first.
func message(text []byte) (jsonrpc.Message, error) {
	if len(text) > maxLine || !json.Valid(text) {
		return nil, errNoMessage
	}
	return jsonrpc.DecodeMessage(text)
}

// pass passes on a message, or the messages of a batch one by one: newer
// versions of the protocol have no batches.
func (l *lines) pass(line []byte) error {
	parts := []json.RawMessage{line}
	if line[0] == '[' && len(line) <= maxLine {
		parts = nil
		if json.Unmarshal(line, &parts) != nil || len(parts) == 0 {
			l.refuse(line)
			return nil
		}
	}
	for _, part := range parts {
		m, err := message(part)
		if err != nil {
			l.refuse(part)
			continue
		}
		if why := invalidParams(m); why != nil {
			l.answer(m.(*jsonrpc.Request).ID, why)
			continue
		}
		l.note(m)
		select {
		case l.messages <- m:
		case <-l.closed:
			return errClosed
		}
	}
	return nil
}

// refuse answers a line that is not a message, without an id because it has none.
func (l *lines) refuse(line []byte) {
	l.log.Warn("ignored a line that is not a message", "bytes", len(line))
	code, what := jsonrpc.CodeParseError, "The line is not JSON, or too long."
	if len(line) <= maxLine && json.Valid(line) {
		code, what = jsonrpc.CodeInvalidRequest, "The line is not a JSON-RPC message."
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	// If nobody reads any more, the session ends on its own.
	_, _ = fmt.Fprintf(l.out, `{"jsonrpc":"2.0","id":null,"error":{"code":%d,"message":%q}}`+"\n", code, what)
}

// answer sends an error to a request, if it expects an answer.
func (l *lines) answer(id jsonrpc.ID, why *jsonrpc.Error) {
	if !id.IsValid() {
		return
	}
	// If nobody reads any more, the session ends on its own.
	_ = l.Write(context.Background(), &jsonrpc.Response{ID: id, Error: why})
}

// note records which requests wait for an answer. A subscription never ends on
// its own, and a cancelled request may never be answered.
func (l *lines) note(m jsonrpc.Message) {
	r, ok := m.(*jsonrpc.Request)
	if !ok {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case r.Method == "notifications/cancelled":
		var p struct {
			RequestID any `json:"requestId"`
		}
		if json.Unmarshal(r.Params, &p) != nil {
			return
		}
		if id, err := jsonrpc.MakeID(p.RequestID); err == nil {
			delete(l.open, id.Raw())
		}
	case r.ID.IsValid() && r.Method != "subscriptions/listen":
		l.open[r.ID.Raw()] = true
	}
}

// Write sends a message to the client.
func (l *lines) Write(ctx context.Context, m jsonrpc.Message) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	b, err := jsonrpc.EncodeMessage(m)
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	_, err = l.out.Write(append(b, '\n'))
	if answer, ok := m.(*jsonrpc.Response); ok {
		delete(l.open, answer.ID.Raw())
	}
	if len(l.open) == 0 {
		select {
		case l.idle <- struct{}{}:
		default:
		}
	}
	return err
}

// drain waits until every request has its answer, and reports whether all of them have.
func (l *lines) drain(ctx context.Context) bool {
	limit := time.NewTimer(drainTime)
	defer limit.Stop()
	for {
		l.mu.Lock()
		n := len(l.open)
		l.mu.Unlock()
		if n == 0 {
			return true
		}
		select {
		case <-l.idle:
		case <-limit.C:
			return false
		case <-ctx.Done():
			return false
		}
	}
}
