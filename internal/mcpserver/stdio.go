package mcpserver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	maxLine   = 4 << 20
	drainTime = time.Minute // for calls that run when the input ends
)

// ServeStdio speaks MCP on in and out until in ends, every call then running
// has been answered, or ctx is done; each is a clean end. A line that is not
// JSON is answered with an error and otherwise ignored.
func (s *Server) ServeStdio(ctx context.Context, in io.Reader, out io.Writer) error {
	defer context.AfterFunc(ctx, s.stop)()
	r, w := io.Pipe()
	l := &lines{out: out, open: map[string]bool{}, idle: make(chan struct{}, 1), log: s.log}
	go func() {
		err := l.feed(in, w)
		if err != nil || !l.drain(ctx) {
			s.stop()
		}
		w.CloseWithError(err) // nil is the end of input
	}()
	err := s.oneSession(ctx, &mcp.IOTransport{Reader: r, Writer: l, MaxLineLength: 2 * maxLine})
	r.Close() // ends feed, if it waits to write
	if ctx.Err() != nil || errors.Is(err, io.EOF) || errors.Is(err, io.ErrClosedPipe) {
		return nil
	}
	return err
}

// oneSession serves one client until it leaves or ctx is done. It is the
// SDK's Run without its error line at an end that was asked for.
func (s *Server) oneSession(ctx context.Context, t mcp.Transport) error {
	session, err := s.mcp.Connect(ctx, t, nil)
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() { _ = session.Close() })()
	return session.Wait()
}

// lines stands between the streams and the SDK, which would end a session at
// the first line that is no JSON, and drop the answers that are due when the
// input ends.
type lines struct {
	out io.Writer
	log *slog.Logger

	mu   sync.Mutex
	open map[string]bool // ids of requests without an answer
	idle chan struct{}   // told when open becomes empty
}

// feed copies the lines that are messages.
func (l *lines) feed(in io.Reader, to io.Writer) error {
	br := bufio.NewReaderSize(in, 64<<10)
	for {
		line, err := readLine(br)
		if line = bytes.TrimSpace(line); len(line) > 0 {
			if werr := l.pass(line, to); werr != nil {
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

// readLine reads up to a line feed; of a line that is too long, enough to refuse it.
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

// pass hands a message on, and those of a batch one by one: the SDK ends the
// session at a batch in newer versions of the protocol.
func (l *lines) pass(line []byte, to io.Writer) error {
	messages := []json.RawMessage{line}
	if line[0] == '[' && len(line) <= maxLine {
		messages = nil
		if json.Unmarshal(line, &messages) != nil || len(messages) == 0 {
			l.refuse(line)
			return nil
		}
	}
	for _, m := range messages {
		if len(m) > maxLine {
			l.refuse(m)
			continue
		}
		if _, err := jsonrpc.DecodeMessage(m); err != nil {
			l.refuse(m)
			continue
		}
		l.note(m)
		if _, err := to.Write(append(bytes.ReplaceAll(m, []byte("\n"), nil), '\n')); err != nil {
			return err
		}
	}
	return nil
}

// refuse answers what is no message, without an id because it has none.
func (l *lines) refuse(line []byte) {
	l.log.Warn("ignored a line that is no message", "bytes", len(line))
	code, what := jsonrpc.CodeParseError, "The line is not JSON, or too long."
	if len(line) <= maxLine && json.Valid(line) {
		code, what = jsonrpc.CodeInvalidRequest, "The line is not a JSON-RPC message."
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	// If nobody reads any more, the session ends by itself.
	_, _ = fmt.Fprintf(l.out, `{"jsonrpc":"2.0","id":null,"error":{"code":%d,"message":%q}}`+"\n", code, what)
}

// envelope is what tells requests, answers and cancellations apart.
type envelope struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		RequestID json.RawMessage `json:"requestId"`
	} `json:"params"`
}

// note remembers which requests wait for an answer. A subscription never ends
// by itself, and a cancelled request may get none.
func (l *lines) note(line []byte) {
	var e envelope
	if json.Unmarshal(line, &e) != nil {
		return // a message of a shape that the SDK will refuse
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case e.Method == "notifications/cancelled":
		delete(l.open, idKey(e.Params.RequestID))
	case e.Method != "" && len(e.ID) > 0 && e.Method != "subscriptions/listen":
		l.open[idKey(e.ID)] = true
	}
}

// Write passes the SDK's messages on, one a call.
func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	n, err := l.out.Write(b)
	if id, ok := answerID(b); ok {
		delete(l.open, id)
	}
	if len(l.open) == 0 {
		select {
		case l.idle <- struct{}{}:
		default:
		}
	}
	return n, err
}

// Close leaves the output open: it belongs to the caller.
func (l *lines) Close() error { return nil }

// idKey is the same for an id however its text is escaped.
func idKey(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return "s" + text
	}
	return string(raw)
}

// answerID reads only the head of a message, which may be long: the id stands
// before the result.
func answerID(b []byte) (string, bool) {
	d := json.NewDecoder(bytes.NewReader(b))
	if _, err := d.Token(); err != nil {
		return "", false
	}
	id := ""
	for d.More() {
		key, err := d.Token()
		if err != nil || key == "method" {
			return "", false
		}
		if key == "result" || key == "error" {
			return id, id != ""
		}
		var v json.RawMessage
		if d.Decode(&v) != nil {
			return "", false
		}
		if key == "id" {
			id = idKey(v)
		}
	}
	return id, id != ""
}

// drain waits until every request has its answer, and says whether they all came.
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
