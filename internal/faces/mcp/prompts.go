package mcp

import (
	"context"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// prompts are those whose tools are offered.
func (s *Server) prompts() []Prompt {
	return slices.DeleteFunc(AllPrompts(), func(p Prompt) bool { return !s.offers(p.Needs...) })
}

func (s *Server) addPrompts() {
	for _, p := range s.prompts() {
		def := &mcp.Prompt{Name: p.Name, Title: p.Title, Description: p.Description}
		for _, a := range p.Arguments {
			def.Arguments = append(def.Arguments, &mcp.PromptArgument{
				Name: a.Name, Description: a.Description, Required: a.Required(),
			})
		}
		s.mcp.AddPrompt(def, func(_ context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			text, err := p.Fill(req.Params.Arguments, s.offers)
			if err != nil {
				return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: told(err)}
			}
			return &mcp.GetPromptResult{
				Description: p.Description,
				Messages:    []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: text}}},
			}, nil
		})
	}
}

func (s *Server) offers(names ...string) bool {
	for _, n := range names {
		if _, ok := s.opts.Table.Lookup(n); !ok {
			return false
		}
	}
	return true
}
