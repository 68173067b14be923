package mcpserver

import (
	"context"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// firstModern is the protocol version that left sessions behind.
const firstModern = "2026-07-28"

// sessionTimeout ends the sessions of clients that went away.
const sessionTimeout = 10 * time.Minute

// HTTPHandler serves MCP over streamable HTTP, both eras at one address. It
// checks nothing of who calls: put it behind a guard. When ctx is done, running
// calls are cancelled.
func (s *Server) HTTPHandler(ctx context.Context) http.Handler {
	context.AfterFunc(ctx, s.stop)
	get := func(*http.Request) *mcp.Server { return s.mcp }
	modern := mcp.NewStreamableHTTPHandler(get, &mcp.StreamableHTTPOptions{
		Stateless: true, Logger: s.log,
		PropagateRequestCancellation: true, // who hangs up has cancelled
	})
	legacy := mcp.NewStreamableHTTPHandler(get, &mcp.StreamableHTTPOptions{SessionTimeout: sessionTimeout, Logger: s.log})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Mcp-Protocol-Version") >= firstModern {
			modern.ServeHTTP(w, r)
			return
		}
		legacy.ServeHTTP(w, r)
	})
}
