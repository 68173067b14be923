package mcp

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// help serves a tool's explanation as a resource: most clients show no model a
// resource, so the tool answers too.
type help struct {
	uri, name, title, description string
	tool, args                    string
}

func helps() []help {
	return []help{
		{
			uri: "lapkeep://event-categories", name: "event_categories", title: "Event categories",
			description: "What each category of calendar events is, and what it takes.",
			tool:        "list_events", args: `{"help":"categories"}`,
		},
		{
			uri: "lapkeep://workout-syntax", name: "workout_syntax", title: "Workout syntax",
			description: "How the text of a planned workout is written.",
			tool:        "list_events", args: `{"help":"syntax"}`,
		},
		{
			uri: "lapkeep://custom-item-schemas", name: "custom_item_schemas", title: "Custom item schemas",
			description: "The types of custom items, and what the content of each holds.",
			tool:        "list_custom_items", args: `{"help":true}`,
		},
	}
}

// offersHelp says whether a tool that explains something is offered.
func (s *Server) offersHelp() bool {
	return slices.ContainsFunc(helps(), func(h help) bool { return s.offers(h.tool) })
}

func (s *Server) addHelp() {
	for _, h := range helps() {
		if !s.offers(h.tool) {
			continue
		}
		s.mcp.AddResource(&mcp.Resource{
			URI: h.uri, Name: h.name, Title: h.title, MIMEType: "text/plain", Description: h.description,
		}, func(ctx context.Context, _ *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			return s.readHelp(ctx, h)
		})
	}
}

func (s *Server) readHelp(ctx context.Context, h help) (*mcp.ReadResourceResult, error) {
	c, err := s.newCall(ctx)
	if err != nil {
		return nil, resourceError(h.uri, err)
	}
	res, err := s.opts.Table.Call(ctx, h.tool, c, json.RawMessage(h.args))
	if err != nil {
		return nil, resourceError(h.uri, err)
	}
	var answer struct {
		Help string `json:"help"`
	}
	if err := json.Unmarshal(res.Structured, &answer); err != nil {
		return nil, resourceError(h.uri, err)
	}
	return contents(h.uri, "text/plain", answer.Help), nil
}
