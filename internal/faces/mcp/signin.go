package mcp

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// SignIn says how people get access from elsewhere.
type SignIn struct {
	// Page is the address at which a person signs in and agrees to writes.
	Page string
	// StepUp returns the WWW-Authenticate header of an answer to a caller whose grant lacks
	// a permission.
	StepUp func(has []training.Permission, needs training.Permission) string
	// Holds reports whether a grant still allows exactly what an access says.
	Holds func(ctx context.Context, a *training.Access) (bool, error)
}

// accessKey is the entry of the SDK's token information that holds the access.
const accessKey = "lapkeep.access"

// tokenInfo tells the SDK who calls. The guard has checked the credential.
func tokenInfo(ctx context.Context, who string) *auth.TokenInfo {
	info := &auth.TokenInfo{UserID: who}
	if a := training.AccessOf(ctx); a != nil {
		info.Extra = map[string]any{accessKey: a}
		for _, p := range a.Permissions {
			info.Scopes = append(info.Scopes, string(p))
		}
	}
	return info
}

// admitted takes the access of each request from the request itself: the context of a session
// is that of the request which opened it. A request of the older protocol goes on after its
// connection, so it is ended here when the access ends.
func (s *Server) admitted(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if x := req.GetExtra(); x != nil && x.TokenInfo != nil {
			if a, ok := x.TokenInfo.Extra[accessKey].(*training.Access); ok {
				var cancel context.CancelFunc
				ctx, cancel = context.WithCancel(training.WithAccess(ctx, a))
				defer cancel()
				s.whenLost(ctx, cancel)
			}
		}
		return next(ctx, method, req)
	}
}

// lostNoticed is the time after which the end of an access is noticed at the latest.
const lostNoticed = time.Second

// whenLost calls f if the access of a context is withdrawn or changes before the context ends.
func (s *Server) whenLost(ctx context.Context, f func()) {
	a := training.Limits(ctx)
	if a == nil || s.opts.SignIn == nil {
		return
	}
	go func() {
		look := time.NewTicker(lostNoticed)
		defer look.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-look.C:
			}
			if holds, err := s.opts.SignIn.Holds(ctx, a); !holds || err != nil {
				f()
				return
			}
		}
	}()
}

// endWithAccess ends a session of the older protocol when the access ends with which it was opened.
func (s *Server) endWithAccess(r *http.Request, id string) {
	for session := range s.mcp.Sessions() {
		if id == "" || session.ID() != id {
			continue
		}
		ctx, cancel := context.WithCancel(context.WithoutCancel(r.Context()))
		s.whenLost(ctx, func() {
			s.sessions.ended(id)
			_ = session.Close() // the program is told when it returns
		})
		go func() { _ = session.Wait(); cancel() }()
	}
}

// stepUp refuses a call for which the caller's grant lacks the permission, in the way in which
// the protocol lets the client ask the person for it.
func (s *Server) stepUp(w http.ResponseWriter, r *http.Request, m posted) *refusal {
	a := training.Limits(r.Context())
	if a == nil || s.opts.SignIn == nil || m.Method != "tools/call" {
		return nil
	}
	var name string
	if json.Unmarshal(m.Params.Name, &name) != nil {
		return nil
	}
	row, ok := s.within.Lookup(name)
	if !ok {
		return nil
	}
	lacks := a.Check(name, row.Needs())
	if lacks == nil {
		return nil
	}
	if c, err := s.newCall(r.Context()); err == nil { // the table refuses it too, and records it
		_, _ = s.within.Call(r.Context(), name, c, m.Params.Args)
		c.End()
	}
	w.Header().Set("WWW-Authenticate", s.opts.SignIn.StepUp(a.Permissions, row.Needs()))
	return &refusal{status: http.StatusForbidden, code: jsonrpc.CodeInvalidRequest, says: tools.Describe(lacks).String()}
}
