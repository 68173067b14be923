package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
)

// The two eras of the protocol: with a handshake, and without one.
const (
	handshakeVersion = "2025-11-25"
	statelessVersion = "2026-07-28"
)

// session is the program serving on standard input and output, as a client
// sees it.
type session struct {
	cmd       *exec.Cmd
	in        io.WriteCloser
	out       *bufio.Reader
	errs      complaints
	stateless bool
	next      int
}

// complaints collects the program's stderr; it is read while the program may still write.
type complaints struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (c *complaints) Write(b []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.text.Write(b)
}

func (c *complaints) String() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.text.String()
}

// serve starts the program on the made store. Nothing has been said yet.
func (b *run) serve(ctx context.Context, stateless bool, toolsets string) (*session, error) {
	return b.serveHome(ctx, b.home.path, stateless, "--toolsets", toolsets)
}

func (b *run) serveHome(ctx context.Context, home string, stateless bool, flags ...string) (*session, error) {
	s := &session{stateless: stateless}
	s.cmd = exec.CommandContext(ctx, b.Program,
		append([]string{"serve", "--home", home, "--athlete", string(athleteID)}, flags...)...) //nolint:gosec // our own program
	s.cmd.Dir, s.cmd.Env, s.cmd.Stderr = b.dir, bareEnvironment(), &s.errs
	in, err := s.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	s.in, s.out = in, bufio.NewReaderSize(out, 1<<20)
	return s, s.cmd.Start()
}

// bareEnvironment is ours without the settings of Lapkeep.
func bareEnvironment() []string {
	var env []string
	for _, e := range os.Environ() {
		if !strings.HasPrefix(e, "LAPKEEP_") {
			env = append(env, e)
		}
	}
	return env
}

// close ends the session the way clients do and waits for the program.
func (s *session) close() error {
	if err := s.in.Close(); err != nil {
		return err
	}
	_, _ = io.Copy(io.Discard, s.out) // what was not asked for
	if err := s.cmd.Wait(); err != nil {
		return fmt.Errorf("serve: %w: %s", err, s.errs.String())
	}
	return nil
}

// hello opens a session of the era with a handshake; the other has none.
func (s *session) hello() error {
	if s.stateless {
		return nil
	}
	_, err := s.ask("initialize", map[string]any{
		"protocolVersion": handshakeVersion, "capabilities": map[string]any{}, "clientInfo": map[string]any{"name": "bench", "version": "1"},
	})
	if err != nil {
		return err
	}
	_, err = io.WriteString(s.in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n")
	return err
}

// request is one line of the protocol.
type request struct {
	Version string         `json:"jsonrpc"`
	ID      int            `json:"id"`
	Method  string         `json:"method"`
	Params  map[string]any `json:"params"`
}

// ask sends one request and returns the result of its answer.
func (s *session) ask(method string, params map[string]any) (json.RawMessage, error) {
	s.next++
	if s.stateless {
		params["_meta"] = map[string]any{
			"io.modelcontextprotocol/protocolVersion":    statelessVersion,
			"io.modelcontextprotocol/clientInfo":         map[string]any{"name": "bench", "version": "1"},
			"io.modelcontextprotocol/clientCapabilities": map[string]any{},
		}
	}
	line, err := json.Marshal(request{"2.0", s.next, method, params})
	if err != nil {
		return nil, err
	}
	if _, err := s.in.Write(append(line, '\n')); err != nil {
		return nil, fmt.Errorf("serve: %w: %s", err, s.errs.String())
	}
	for {
		line, err := s.out.ReadBytes('\n')
		if err != nil {
			return nil, fmt.Errorf("serve: %w: %s", err, s.errs.String())
		}
		var answer struct {
			ID     int             `json:"id"`
			Result json.RawMessage `json:"result"`
			Error  json.RawMessage `json:"error"`
		}
		if err := json.Unmarshal(line, &answer); err != nil {
			return nil, fmt.Errorf("serve: %w: %s", err, line)
		}
		if answer.ID != s.next {
			continue // a notification
		}
		if answer.Error != nil {
			return nil, fmt.Errorf("serve: %s: %s", method, answer.Error)
		}
		return answer.Result, nil
	}
}

// call calls a tool; an answer that the tool itself calls an error is one.
func (s *session) call(tool string, arguments map[string]any) error {
	result, err := s.ask("tools/call", map[string]any{"name": tool, "arguments": arguments})
	if err != nil {
		return err
	}
	var r struct {
		IsError bool            `json:"isError"`
		Content json.RawMessage `json:"content"`
	}
	if err := json.Unmarshal(result, &r); err != nil {
		return err
	}
	if r.IsError {
		return fmt.Errorf("%s: %s", tool, r.Content)
	}
	return nil
}

// listed is a tool as the list shows it.
type listed struct {
	Name        string
	Annotations struct{ ReadOnlyHint bool }
}

// tools asks for the list.
func (s *session) tools() ([]listed, error) {
	result, err := s.ask("tools/list", map[string]any{})
	if err != nil {
		return nil, err
	}
	var list struct{ Tools []listed }
	err = json.Unmarshal(result, &list)
	if err == nil && len(list.Tools) == 0 {
		err = errQuestion
	}
	return list.Tools, err
}
