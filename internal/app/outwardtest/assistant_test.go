package outwardtest_test

import (
	"context"
	"encoding/json"
	"io"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// eras are the newest version of each form of the protocol.
func eras() []string { return []string{"2025-11-25", "2026-07-28"} }

// assistant is a client of the program that serves the athlete.
type assistant struct {
	*mcp.ClientSession
	asked int // how often a person was asked
}

// serve connects an assistant whose person answers every question so; ""
// cannot ask.
func (a *athlete) serve(t *testing.T, era, answer string, args ...string) *assistant {
	t.Helper()
	who := &assistant{}
	var asks handler
	if answer != "" {
		asks = func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			who.asked++
			return &mcp.ElicitResult{Action: answer, Content: map[string]any{"approve": answer == "accept"}}, nil
		}
	}
	who.ClientSession = a.serveWith(t, era, asks, args...).ClientSession
	return who
}

// handler answers for a person.
type handler = func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error)

// serveWith connects an assistant whose questions a handler answers; nil
// cannot ask.
func (a *athlete) serveWith(t *testing.T, era string, asks handler, args ...string) *assistant {
	t.Helper()
	who, options := &assistant{}, &mcp.ClientOptions{ElicitationHandler: asks}
	in, send := io.Pipe()
	receive, out := io.Pipe()
	var log locked
	ended := make(chan int, 1)
	go func() {
		ended <- a.program(in, out, &log, false).Run(t.Context(), append([]string{"serve"}, args...))
		out.Close()
	}()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "proof", Version: "1"}, options).
		Connect(t.Context(), &mcp.IOTransport{Reader: receive, Writer: send}, &mcp.ClientSessionOptions{ProtocolVersion: era})
	if err != nil {
		t.Fatalf("%v\n%s", err, tail(log.String()))
	}
	who.ClientSession = session
	t.Cleanup(func() {
		session.Close()
		send.Close()
		if code := <-ended; code != 0 {
			t.Errorf("the server ended with %d: %s", code, tail(log.String()))
		}
		a.keep(log.String())
	})
	return who
}

// names are the tools that the assistant is offered.
func (who *assistant) names(t *testing.T) map[string]bool {
	t.Helper()
	list, err := who.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]bool{}
	for _, tool := range list.Tools {
		out[tool.Name] = true
	}
	return out
}

// does makes a call; it gives the answer's text, and whether the call was done.
func (who *assistant) does(t *testing.T, tool, args string) (done bool, text string) {
	t.Helper()
	res, err := who.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(args)})
	if err != nil {
		return false, err.Error()
	}
	for _, c := range res.Content {
		if words, ok := c.(*mcp.TextContent); ok {
			text += words.Text
		}
	}
	return !res.IsError, text
}
