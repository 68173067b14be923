package mcp

import (
	"context"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A view is a page that a chat shows beside an answer, in a frame without network. It gets the
// answer from the chat, and nothing else. This is the extension MCP Apps; for clients without
// it, nothing is different.
const (
	viewExtension = "io.modelcontextprotocol/ui"
	viewType      = "text/html;profile=mcp-app"
	viewURI       = "ui://lapkeep/answer.html"
)

// viewMeta names the view of a tool's answers.
func viewMeta() mcp.Meta { return mcp.Meta{"ui": map[string]any{"resourceUri": viewURI}} }

// views reports whether the client of a request shows views.
func (s *Server) views(req mcp.Request) bool {
	of, ok := req.(interface {
		ClientCapabilities() *mcp.ClientCapabilities
	})
	if !ok || s.opts.View == nil {
		return false
	}
	c := of.ClientCapabilities()
	if c == nil {
		return false
	}
	settings, _ := c.Extensions[viewExtension].(map[string]any)
	types, _ := settings["mimeTypes"].([]any)
	return slices.Contains(types, any(viewType))
}

// announceView adds the extension to the server's capabilities. The SDK made them for one answer.
func (s *Server) announceView(req mcp.Request, c *mcp.ServerCapabilities) {
	if c != nil && s.views(req) {
		c.AddExtension(viewExtension, map[string]any{})
	}
}

// addView offers the view as a resource, which is listed only for clients that show views.
func (s *Server) addView() {
	if s.opts.View == nil {
		return
	}
	s.mcp.AddResource(&mcp.Resource{
		URI: viewURI, Name: "answer_view", Title: "Answers as charts", MIMEType: viewType,
	}, func(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		c, err := s.newCall(ctx)
		if err != nil {
			return nil, resourceError(viewURI, err)
		}
		defer c.End()
		out := contents(req.Params.URI, viewType, s.opts.View(c.Voice().Miles))
		out.Contents[0].Meta = mcp.Meta{"ui": map[string]any{"prefersBorder": true}}
		return out, nil
	})
}
