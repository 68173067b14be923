package arenatest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// Session is an MCP client over stdio. It sends one request at a time.
type Session struct {
	t     testing.TB
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan string
	last  int
	errs  *lockedBuffer

	// agree answers the server's questions to the person; nil is a client that
	// cannot ask.
	agree func(question string) bool
	Asked []string // the questions so far
}

type lockedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

// Serve starts the server for a client that cannot ask its person. If the
// server ends instead of answering initialize, it returns nil and the output.
func (u *User) Serve(t testing.TB, args ...string) (*Session, string) {
	t.Helper()
	return u.ServeAsking(t, nil, args...)
}

// ServeAsking starts the server for a client whose person answers with agree.
func (u *User) ServeAsking(t testing.TB, agree func(question string) bool, args ...string) (*Session, string) {
	t.Helper()
	cmd := u.Command(t.Context(), append([]string{"serve"}, args...)...)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	s := &Session{t: t, cmd: cmd, in: in, lines: make(chan string, 64), errs: &lockedBuffer{}, agree: agree}
	cmd.Stderr = s.errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	read := make(chan struct{})
	go func() {
		defer close(read)
		defer close(s.lines)
		r := bufio.NewReaderSize(out, 1<<20)
		for {
			line, err := r.ReadString('\n')
			if err != nil {
				return
			}
			s.lines <- line
		}
	}()
	t.Cleanup(func() { s.end(read) })
	capabilities := map[string]any{}
	if agree != nil {
		capabilities["elicitation"] = map[string]any{"form": map[string]any{}}
	}
	first := s.Request("initialize", map[string]any{
		"protocolVersion": "2025-11-25", "capabilities": capabilities,
		"clientInfo": map[string]any{"name": "attack", "version": "1"},
	})
	if !strings.Contains(first, `"result"`) {
		return nil, first + s.errs.String()
	}
	s.send(map[string]any{"jsonrpc": "2.0", "method": "notifications/initialized"})
	return s, ""
}

// end ends the server, and kills it if it does not end in time.
func (s *Session) end(read <-chan struct{}) {
	_ = s.in.Close() // the end of input ends the server
	late := time.AfterFunc(5*time.Second, func() { _ = s.cmd.Process.Kill() })
	defer late.Stop()
	go func() {
		for range s.lines { //nolint:revive // unread lines are discarded
		}
	}()
	<-read
	_ = s.cmd.Wait() // the attack has already looked
}

func (s *Session) send(message map[string]any) {
	b, err := json.Marshal(message)
	if err != nil {
		s.t.Fatal(err)
	}
	_, _ = s.in.Write(append(b, '\n')) // a server that ended gives no answer
}

// message holds the fields of a protocol line that are needed here.
type message struct {
	ID     json.RawMessage
	Method string
	Params struct{ Message string }
}

// Request sends a request and returns the whole line of the answer, or "" if
// the server ended or did not answer in time.
func (s *Session) Request(method string, params any) string {
	s.t.Helper()
	s.last++
	s.send(map[string]any{"jsonrpc": "2.0", "id": s.last, "method": method, "params": params})
	timeout := time.NewTimer(patience)
	defer timeout.Stop()
	for {
		select {
		case line, ok := <-s.lines:
			if !ok {
				return ""
			}
			var m message
			if json.Unmarshal([]byte(line), &m) != nil {
				s.t.Errorf("this is no message: %.200q", line)
				return ""
			}
			if m.Method == "elicitation/create" {
				s.answer(m)
			}
			if m.Method == "" && string(m.ID) == strconv.Itoa(s.last) {
				return line
			}
		case <-timeout.C:
			return ""
		}
	}
}

func (s *Session) answer(m message) {
	s.Asked = append(s.Asked, m.Params.Message)
	result := map[string]any{"action": "decline"}
	if s.agree != nil && s.agree(m.Params.Message) {
		result = map[string]any{"action": "accept", "content": map[string]any{"approve": true}}
	}
	s.send(map[string]any{"jsonrpc": "2.0", "id": m.ID, "result": result})
}

// Answer is the answer of a tool.
type Answer struct {
	Line  string // as sent
	Text  string // what a client shows
	Data  json.RawMessage
	Error bool
}

// Call calls a tool. A protocol error is returned as an answer with an error.
func (s *Session) Call(tool string, args map[string]any) Answer {
	s.t.Helper()
	if args == nil {
		args = map[string]any{}
	}
	line := s.Request("tools/call", map[string]any{"name": tool, "arguments": args})
	return ReadAnswer(line)
}

// ReadAnswer parses a message of tools/call.
func ReadAnswer(line string) Answer {
	var m struct {
		Error  *struct{ Message string }
		Result struct {
			Content           []struct{ Text string }
			StructuredContent json.RawMessage
			IsError           bool
		}
	}
	a := Answer{Line: line, Error: true}
	if json.Unmarshal([]byte(line), &m) != nil {
		return a
	}
	if m.Error != nil {
		a.Text = m.Error.Message
		return a
	}
	for _, c := range m.Result.Content {
		a.Text += c.Text
	}
	a.Data, a.Error = m.Result.StructuredContent, m.Result.IsError
	return a
}

// Field returns a field of the structured answer as text, by its path.
func (a Answer) Field(path ...string) string {
	var v any
	if json.Unmarshal(a.Data, &v) != nil {
		return ""
	}
	for _, p := range path {
		switch at := v.(type) {
		case map[string]any:
			v = at[p]
		case []any:
			i, err := strconv.Atoi(p)
			if err != nil || i >= len(at) {
				return ""
			}
			v = at[i]
		default:
			return ""
		}
	}
	if text, ok := v.(string); ok {
		return text
	}
	b, _ := json.Marshal(v) // it came from JSON
	return string(b)
}

// Tools returns the names of the offered tools, sorted, and whether each is
// read-only.
func (s *Session) Tools() (names []string, readOnly map[string]bool) {
	s.t.Helper()
	var m struct {
		Result struct {
			Tools []struct {
				Name        string
				Annotations struct{ ReadOnlyHint bool }
			}
		}
	}
	line := s.Request("tools/list", map[string]any{})
	if err := json.Unmarshal([]byte(line), &m); err != nil {
		s.t.Fatalf("tools/list: %v: %.200s", err, line)
	}
	readOnly = map[string]bool{}
	for _, x := range m.Result.Tools {
		names = append(names, x.Name)
		readOnly[x.Name] = x.Annotations.ReadOnlyHint
	}
	slices.Sort(names)
	return names, readOnly
}

// Log returns the server's standard error.
func (s *Session) Log() string { return s.errs.String() }

// Kill kills the server without warning.
func (s *Session) Kill() {
	_ = s.cmd.Process.Kill() // it may be gone already
}
