package mcp

import (
	"context"
	"encoding/json"
	"net/http"

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
// is that of the request which opened it.
func admitted(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if x := req.GetExtra(); x != nil && x.TokenInfo != nil {
			if a, ok := x.TokenInfo.Extra[accessKey].(*training.Access); ok {
				ctx = training.WithAccess(ctx, a)
			}
		}
		return next(ctx, method, req)
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
	w.Header().Set("WWW-Authenticate", s.opts.SignIn.StepUp(a.Permissions, row.Needs()))
	return &refusal{status: http.StatusForbidden, code: jsonrpc.CodeInvalidRequest, says: tools.Describe(lacks).String()}
}
