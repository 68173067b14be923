package coachmonth

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// ending is how long a process has to end by itself.
const ending = 5 * time.Second

// client is one process of the program with who asks it.
type client struct {
	t       *testing.T
	program string
	home    string
	cmd     *exec.Cmd
	session *mcp.ClientSession
	log     bytes.Buffer
}

// begin starts the process, unless it runs.
func (c *client) begin() {
	c.t.Helper()
	if c.session != nil {
		return
	}
	c.cmd = exec.Command(c.program, "serve", "--home", c.home, "--toolsets", "all") //nolint:gosec // the test's own program
	c.cmd.Stderr = &c.log
	session, err := mcp.NewClient(&mcp.Implementation{Name: "month", Version: "1"}, nil).
		Connect(context.Background(), &mcp.CommandTransport{Command: c.cmd, TerminateDuration: ending}, nil)
	if err != nil {
		c.t.Fatalf("%v: %s", err, c.log.String())
	}
	c.session = session
}

func (c *client) end() {
	if c.session != nil {
		_ = c.session.Close() // it may have been killed
		c.session = nil
	}
}

// refusal is what a call was answered that did nothing.
type refusal struct{ said string }

func (r *refusal) Error() string { return r.said }

// call asks a tool.
func (c *client) call(tool string, args map[string]any) (json.RawMessage, error) {
	c.t.Helper()
	c.begin()
	res, err := c.session.CallTool(context.Background(), &mcp.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		return nil, err
	}
	var text strings.Builder
	for _, part := range res.Content {
		if words, ok := part.(*mcp.TextContent); ok {
			text.WriteString(words.Text)
		}
	}
	if res.IsError {
		return nil, &refusal{text.String()}
	}
	return json.RawMessage(text.String()), nil
}

// tries bounds how often a client calls again that was told that somebody
// else wrote meanwhile.
const tries = 20

// write makes a write that has to succeed, and gives its entry in the journal.
// Who is told that somebody else wrote meanwhile calls again, as it is told.
func (c *client) write(tool string, args map[string]any) (journal string) {
	c.t.Helper()
	var refused *refusal
	for range tries {
		out, err := c.call(tool, args)
		if errors.As(err, &refused) && strings.Contains(refused.said, "changed meanwhile") {
			continue
		}
		if err != nil {
			c.t.Fatalf("%s %v: %v", tool, args, err)
		}
		var w struct {
			JournalID string `json:"journal_id"`
		}
		if err := json.Unmarshal(out, &w); err != nil {
			c.t.Fatal(err)
		}
		return w.JournalID
	}
	c.t.Fatalf("%s %v: it was always changed meanwhile", tool, args)
	return ""
}

// read asks a tool and reads its answer.
func (c *client) read(tool string, args map[string]any, to any) {
	c.t.Helper()
	out, err := c.call(tool, args)
	if err == nil {
		err = json.Unmarshal(out, to)
	}
	if err != nil {
		c.t.Fatalf("%s %v: %v", tool, args, err)
	}
}

// killed begins a call and kills the process after a while. The call happened
// or did not.
func (c *client) killed(after time.Duration, tool string, args map[string]any) {
	c.t.Helper()
	c.begin()
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = c.session.CallTool(context.Background(), &mcp.CallToolParams{Name: tool, Arguments: args}) // it is killed
	}()
	timer := time.NewTimer(after)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-done:
	}
	if err := c.cmd.Process.Kill(); err != nil {
		c.t.Log(err)
	}
	<-done
	c.end()
}

// run is a command of the program.
func run(t *testing.T, program, home string, args ...string) string {
	t.Helper()
	cmd := exec.Command(program, append(args, "--home", home)...) //nolint:gosec // the test's own program
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatal(fmt.Errorf("lapkeep %q: %w\n%s%s", args, err, out.String(), errs.String()))
	}
	return out.String()
}
