package mcpserver

import (
	"context"
	"maps"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"lapkeep/internal/tools"
)

// publishedTools is the table as `tools/list` shows it.
func (s *Server) publishedTools() map[string]*mcp.Tool {
	out := maps.Clone(s.extra)
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
			offered := list.Tools[:0]
			for _, t := range list.Tools {
				if l := s.listed()[t.Name]; l != nil {
					offered = append(offered, l)
				}
			}
			list.Tools = offered
		}
		return res, err
	}
}
