package mcp

import (
	"context"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"lapkeep/internal/faces/guard"
)

// firstModern is the protocol version that left sessions behind.
const firstModern = "2026-07-28"

// The headers that say how a request wants to be read.
const (
	versionHeader = "Mcp-Protocol-Version"
	sessionHeader = "Mcp-Session-Id"
)

// sessionTimeout ends the sessions of clients that went away.
const sessionTimeout = 10 * time.Minute

// HTTPHandler serves MCP over streamable HTTP, both eras at one address. It
// checks nothing of who calls, and takes the body that a guard has read: put it
// behind one. When ctx is done, running calls are cancelled.
func (s *Server) HTTPHandler(ctx context.Context) http.Handler {
	context.AfterFunc(ctx, s.stop)
	return s.streamable()
}

// streamable sends each request to the handler that reads it as it is meant.
func (s *Server) streamable() http.Handler {
	get := func(*http.Request) *mcp.Server { return s.mcp }
	// Host is the guard's matter; the SDK would refuse the names of tunnels.
	modern := asCaller(mcp.NewStreamableHTTPHandler(get, &mcp.StreamableHTTPOptions{
		Stateless: true, Logger: s.log, DisableLocalhostProtection: true,
		PropagateRequestCancellation: true, // who hangs up has cancelled
	}))
	legacy := asCaller(s.sessions.track(mcp.NewStreamableHTTPHandler(get, &mcp.StreamableHTTPOptions{
		SessionTimeout: sessionTimeout, Logger: s.log, DisableLocalhostProtection: true,
		EventStore: newEvents(maxEventBytes, maxStreams),
	})))
	plain := asCaller(asPlainJSON(mcp.NewStreamableHTTPHandler(get, &mcp.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true, Logger: s.log, DisableLocalhostProtection: true,
	})))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Accel-Buffering", "no") // proxies pass events on at once
		way, m, refused := route(w, r)
		if plain, ok := s.asRead(m); ok && refused == nil && way == toPlain {
			s.plainRead(w, r, plain)
			return
		}
		if refused == nil && m.text != nil {
			_, refused = m.decode()
		}
		switch {
		case refused != nil:
			refused.write(w, m.ID)
		case way == toModern:
			modern.ServeHTTP(w, r)
		case way == toSession:
			legacy.ServeHTTP(w, r)
		default:
			plain.ServeHTTP(w, r)
		}
	})
}

// asPlainJSON makes a request without a protocol version one that the SDK
// answers as one JSON document.
func asPlainJSON(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Header.Set("Accept", "application/json, text/event-stream")
		r.Header.Del(versionHeader)
		r.Header.Del("Last-Event-Id")
		next.ServeHTTP(w, r)
	})
}

// asCaller tells the SDK whose request it is, so that a session answers only
// to the credential that opened it.
func asCaller(next http.Handler) http.Handler {
	verify := func(_ context.Context, who string, _ *http.Request) (*auth.TokenInfo, error) {
		return &auth.TokenInfo{UserID: who}, nil
	}
	bound := auth.RequireBearerToken(verify, &auth.RequireBearerTokenOptions{AllowMissingExpiration: true})(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r = r.Clone(r.Context())
		who := guard.Caller(r.Context())
		if who == "" {
			next.ServeHTTP(w, r)
			return
		}
		// The guard took the real key away; this is the credential's name.
		r.Header.Set("Authorization", "Bearer "+who)
		bound.ServeHTTP(w, r)
	})
}
