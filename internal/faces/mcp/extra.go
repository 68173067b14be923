package mcp

import "github.com/modelcontextprotocol/go-sdk/mcp"

// Extra mounts tools and prompts that no athlete needs beside the table, for
// tests of the protocol itself. It passes through the same server, routing and
// guard as everything else.
type Extra struct {
	Tools []ExtraTool
	// Announce changes the server's description of itself.
	Announce func(*mcp.ServerOptions)
	// Mount adds what is no tool.
	Mount func(*mcp.Server)
}

// ExtraTool is a tool that answers in the protocol's own terms.
type ExtraTool struct {
	Tool   *mcp.Tool
	Handle mcp.ToolHandler
}

func (e *Extra) announce(o *mcp.ServerOptions) *mcp.ServerOptions {
	if e != nil && e.Announce != nil {
		e.Announce(o)
	}
	return o
}

// mount registers everything and returns the tools by name.
func (e *Extra) mount(s *mcp.Server) map[string]*mcp.Tool {
	byName := map[string]*mcp.Tool{}
	if e == nil {
		return byName
	}
	for _, t := range e.Tools {
		s.AddTool(t.Tool, t.Handle)
		byName[t.Tool.Name] = t.Tool
	}
	if e.Mount != nil {
		e.Mount(s)
	}
	return byName
}
