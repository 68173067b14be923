package mcp

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"lapkeep/internal/tools"
)

// movedTool is registered and never listed. It answers calls by the names
// that tools have elsewhere: what middleware answers by itself lacks what
// strict clients of the newer protocol ask of a tool's result.
const movedTool = "lapkeep.moved"

// movedFrom is the key of the name that was called.
type movedFrom struct{}

func (s *Server) addMoved() {
	s.mcp.AddTool(&mcp.Tool{Name: movedTool, InputSchema: unlisted()},
		func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			name, _ := ctx.Value(movedFrom{}).(string)
			_, err := s.tableOf(req.Session).Call(ctx, name, &tools.Call{}, nil)
			return s.failed(err), nil
		})
}

// explainUnknown answers a call to a tool that is not offered with what to
// call instead. A name that is known from elsewhere gets a result, which
// models see; of any other the protocol wants an error of its own.
func (s *Server) explainUnknown(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		call, ok := req.(*mcp.CallToolRequest)
		if !ok || call.Params == nil {
			return next(ctx, method, req)
		}
		name := call.Params.Name
		t := s.tableFor(call, name)
		_, known := t.Lookup(name)
		if _, extra := s.extra[name]; known || extra {
			if _, listed := s.opts.Table.Lookup(name); known && !listed {
				s.register(name) // it may be the first call of it by anybody
			}
			return next(ctx, method, req)
		}
		if t.Explains(name) {
			moved, params := *call, *call.Params
			params.Name, params.Arguments = movedTool, nil
			moved.Params = &params
			return next(context.WithValue(ctx, movedFrom{}, name), method, &moved)
		}
		_, err := t.Call(ctx, name, &tools.Call{}, nil)
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: told(err)}
	}
}
