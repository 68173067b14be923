package mcp

import (
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"lapkeep/internal/tools"
)

// listChanged tells a client that its list of tools is another.
const listChanged = "notifications/tools/list_changed"

// widened are the tables of the sessions that had more tools offered. A newer
// client has no session: the protocol does not let its list vary, so that a
// tool which can be offered is answered by name, and its list stays.
type widened struct {
	mu   sync.Mutex
	of   map[mcp.Session]*tools.Table
	told map[mcp.Session]bool // is to be told that its list changed
}

// tableOf gives the table that a session is offered.
func (s *Server) tableOf(session mcp.Session) *tools.Table {
	s.widened.mu.Lock()
	defer s.widened.mu.Unlock()
	if t := s.widened.of[session]; t != nil {
		return t
	}
	return s.opts.Table
}

// tableFor is the table at which a request calls a tool.
func (s *Server) tableFor(req *mcp.CallToolRequest, name string) *tools.Table {
	t := s.tableOf(req.Session)
	if _, offered := t.Lookup(name); !offered && sessionless(req) {
		return s.within
	}
	return t
}

// sessionless says that nothing is remembered from one request to the next: a
// newer version of the protocol, or a message that came alone.
func sessionless(req *mcp.CallToolRequest) bool {
	if metaOf(req)[mcp.MetaKeyProtocolVersion] != nil {
		return true
	}
	return req.Extra != nil && req.Extra.Header != nil && req.Extra.Header.Get(sessionHeader) == ""
}

// widener offers more to the session of a request; nil where there is none.
func (s *Server) widener(req *mcp.CallToolRequest) func(string) (bool, error) {
	if sessionless(req) {
		return nil
	}
	return func(toolset string) (bool, error) {
		wide, set, err := s.tableOf(req.Session).Widened(toolset)
		if err != nil {
			return false, err
		}
		s.widened.put(req.Session, wide, slices.Collect(s.mcp.Sessions()))
		for _, name := range set.More {
			s.register(name) // which has the SDK tell the sessions
		}
		return true, nil
	}
}

// put keeps the table of a session, and forgets those that have ended.
func (w *widened) put(session mcp.Session, t *tools.Table, open []*mcp.ServerSession) {
	w.mu.Lock()
	defer w.mu.Unlock()
	ended := func(s mcp.Session) bool {
		return !slices.ContainsFunc(open, func(o *mcp.ServerSession) bool { return mcp.Session(o) == s })
	}
	maps.DeleteFunc(w.of, func(s mcp.Session, _ *tools.Table) bool { return ended(s) })
	maps.DeleteFunc(w.told, func(s mcp.Session, _ bool) bool { return ended(s) })
	w.of[session], w.told[session] = t, true
}

// due reports once that a session is to be notified.
func (w *widened) due(session mcp.Session) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	defer delete(w.told, session)
	return w.told[session]
}

// tellWidened keeps from all other sessions that the list of one changed: the
// SDK tells everybody.
func (s *Server) tellWidened(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if method == listChanged && !s.widened.due(req.GetSession()) {
			return nil, nil //nolint:nilnil // a notification has no result
		}
		return next(ctx, method, req)
	}
}

// register has the SDK pass on calls of a tool. The schema is put in when
// somebody lists the tools: making it at the start would delay even clients
// that only call.
func (s *Server) register(name string) {
	s.mcp.AddTool(&mcp.Tool{Name: name, InputSchema: unlisted()}, s.handler(name))
}

// unvarying says to newer clients that their list does not change.
func unvarying(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		res, err := next(ctx, method, req)
		if d, ok := res.(*mcp.DiscoverResult); ok && err == nil && d.Capabilities != nil && d.Capabilities.Tools != nil {
			d.Capabilities.Tools.ListChanged = false // the SDK made them for this answer
		}
		return res, err
	}
}
