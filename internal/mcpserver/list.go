package mcpserver

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"lapkeep/internal/tools"
)

// publishedTools is the table as `tools/list` shows it.
func (s *Server) publishedTools() map[string]*mcp.Tool {
	out := map[string]*mcp.Tool{}
	for _, l := range s.opts.Table.List() {
		out[l.Name] = publishedTool(l)
		if s.takesCode(l.Name) {
			out[l.Name].InputSchema = withCode(l.InputSchema)
		}
	}
	return out
}

func publishedTool(l tools.Listing) *mcp.Tool {
	a := l.Annotations
	return &mcp.Tool{
		Name: l.Name, Title: l.Title, Description: l.Description,
		InputSchema: l.InputSchema, OutputSchema: l.OutputSchema,
		Annotations: &mcp.ToolAnnotations{
			ReadOnlyHint: a.ReadOnly, DestructiveHint: &a.Destructive,
			IdempotentHint: a.Idempotent, OpenWorldHint: &a.OpenWorld,
		},
	}
}

// publish puts what the table says into the list of tools.
func (s *Server) publish(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		res, err := next(ctx, method, req)
		if list, ok := res.(*mcp.ListToolsResult); ok && err == nil {
			for i, t := range list.Tools {
				list.Tools[i] = s.listed()[t.Name]
			}
		}
		return res, err
	}
}

// explainUnknown answers a call to a tool that is not offered with what to
// call instead. The protocol wants an error of its own for that.
func (s *Server) explainUnknown(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		p, ok := req.GetParams().(*mcp.CallToolParamsRaw)
		if !ok || p == nil {
			return next(ctx, method, req)
		}
		if _, known := s.opts.Table.Lookup(p.Name); known {
			return next(ctx, method, req)
		}
		_, err := s.opts.Table.Call(ctx, p.Name, &tools.Call{}, nil)
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: tools.Describe(err).String()}
	}
}
