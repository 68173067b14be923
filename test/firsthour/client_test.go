//go:build e2e && unix

package firsthour

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/rogpeppe/go-internal/testscript"

	"lapkeep/internal/faces/clients"
	"lapkeep/test/attacks/arenatest"
)

// clientFile returns the file in which a client of this system keeps the
// servers that it starts.
func clientFile(ts *testscript.TestScript, id string) string {
	for _, c := range clients.Table() {
		if c.ID == id {
			path, err := c.File(clients.Place{OS: runtime.GOOS, Home: ts.Getenv("HOME")})
			ts.Check(err)
			return path
		}
	}
	ts.Fatalf("no client %q", id)
	return ""
}

// entry describes a server in a client's file.
type entry struct {
	Command string
	Args    []string
	Env     map[string]string
}

// server returns the command that the client would start. A client starts it
// where it stands itself, which is not where the person works.
func server(ctx context.Context, ts *testscript.TestScript, client string) *exec.Cmd {
	text, err := os.ReadFile(clientFile(ts, client))
	ts.Check(err)
	var all map[string]json.RawMessage
	ts.Check(json.Unmarshal(text, &all))
	for _, key := range []string{"mcpServers", "servers", "context_servers"} {
		var servers map[string]entry
		if all[key] == nil || json.Unmarshal(all[key], &servers) != nil {
			continue
		}
		if e, ok := servers["lapkeep"]; ok && e.Command == "docker" {
			return program(ctx, ts, []string{"serve"}) // what the image starts
		} else if ok {
			u := arenatest.User{Program: ts.Getenv("PROGRAM"), Dir: ts.Getenv("HOME"), Cwd: filepath.Dir(ts.Getenv("HOME"))}
			for name, value := range e.Env {
				u.Environ = append(u.Environ, name+"="+value)
			}
			for _, name := range []string{"TZ", "INTERVALS_API_BASE_URL"} { // of the machine, not of the entry
				if v := ts.Getenv(name); v != "" {
					u.Environ = append(u.Environ, name+"="+v)
				}
			}
			cmd := u.Command(ctx, e.Args...)
			if e.Command != cmd.Path {
				ts.Fatalf("%s starts %q, not the program at %q", client, e.Command, cmd.Path)
			}
			return cmd
		}
	}
	ts.Fatalf("%s knows no server: %s", client, text)
	return nil
}

func connect(ctx context.Context, ts *testscript.TestScript, client string) (*mcp.ClientSession, *exec.Cmd) {
	cmd := server(ctx, ts, client)
	cmd.Stderr = ts.Stderr()
	session, err := mcp.NewClient(&mcp.Implementation{Name: client, Version: "1"}, nil).
		Connect(ctx, &mcp.CommandTransport{Command: cmd, TerminateDuration: ending}, nil)
	ts.Check(err)
	return session, cmd
}

func callParams(args []string) *mcp.CallToolParams {
	p := &mcp.CallToolParams{Name: args[1], Arguments: json.RawMessage("{}")}
	if len(args) > 2 {
		p.Arguments = json.RawMessage(args[2])
	}
	return p
}

func asks(ts *testscript.TestScript, neg bool, args []string) {
	ctx, done := context.WithTimeout(context.Background(), patience)
	defer done()
	session, _ := connect(ctx, ts, args[0])
	res, err := session.CallTool(ctx, callParams(args))
	ts.Check(err)
	text, err := json.Marshal(res.StructuredContent)
	ts.Check(err)
	if res.IsError {
		text, err = json.Marshal(res.Content)
		ts.Check(err)
	}
	_, _ = ts.Stdout().Write(append(text, '\n'))
	ts.Check(session.Close())
	if res.IsError != neg {
		ts.Fatalf("%s %s: %s", args[0], args[1], text)
	}
}

// cut takes the server away while it is asked: what it was to write is written
// or not, and never half.
func cut(ts *testscript.TestScript, _ bool, args []string) {
	ctx, done := context.WithTimeout(context.Background(), patience)
	defer done()
	session, cmd := connect(ctx, ts, args[0])
	time.AfterFunc(5*time.Millisecond, func() { _ = cmd.Process.Kill() })
	_, _ = session.CallTool(ctx, callParams(args)) // whether it was faster is not the question
	_ = session.Close()
}
