package main

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// mount adds the resources and prompts.
func (f *fixtures) mount(s *mcp.Server) {
	f.server = s
	f.mountResources(s)
	f.mountPrompts(s)
}

// What stands around the id in a resource of the template.
const (
	templateStart = "test://template/"
	templateEnd   = "/data"
)

func (f *fixtures) mountResources(s *mcp.Server) {
	s.AddResource(&mcp.Resource{URI: "test://static-text", Name: "static-text", Description: "A text.", MIMEType: "text/plain"},
		reads(func(uri string) *mcp.ResourceContents {
			return &mcp.ResourceContents{URI: uri, MIMEType: "text/plain", Text: "This is the content of the static text resource."}
		}))
	s.AddResource(&mcp.Resource{URI: "test://static-binary", Name: "static-binary", Description: "A picture.", MIMEType: "image/png"},
		reads(func(uri string) *mcp.ResourceContents {
			return &mcp.ResourceContents{URI: uri, MIMEType: "image/png", Blob: f.picture}
		}))
	s.AddResource(&mcp.Resource{
		URI: "test://watched-resource", Name: "watched-resource",
		Description: "A text to follow.", MIMEType: "text/plain",
	},
		reads(func(uri string) *mcp.ResourceContents {
			return &mcp.ResourceContents{URI: uri, MIMEType: "text/plain", Text: "Watched."}
		}))
	s.AddResourceTemplate(&mcp.ResourceTemplate{
		URITemplate: templateStart + "{id}" + templateEnd, Name: "template", Description: "By id.", MIMEType: "application/json",
	}, func(_ context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		id := strings.TrimSuffix(strings.TrimPrefix(req.Params.URI, templateStart), templateEnd)
		b, err := json.Marshal(map[string]any{"id": id, "templateTest": true, "data": "Data for ID: " + id})
		if err != nil {
			return nil, err
		}
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{
			URI: req.Params.URI, MIMEType: "application/json",
			Text: string(b),
		}}}, nil
	})
}

func reads(contents func(uri string) *mcp.ResourceContents) mcp.ResourceHandler {
	return func(_ context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{contents(req.Params.URI)}}, nil
	}
}

func (f *fixtures) mountPrompts(s *mcp.Server) {
	s.AddPrompt(&mcp.Prompt{Name: "test_simple_prompt", Description: "Has no arguments."},
		saysPrompt(text("This is a simple prompt for testing.")))
	s.AddPrompt(&mcp.Prompt{Name: "test_prompt_with_arguments", Description: "Has two arguments.", Arguments: []*mcp.PromptArgument{
		{Name: "arg1", Description: "The first.", Required: true}, {Name: "arg2", Description: "The second.", Required: true},
	}}, func(ctx context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		a := req.Params.Arguments
		return saysPrompt(text("Prompt with arguments: arg1='%s', arg2='%s'", a["arg1"], a["arg2"]))(ctx, req)
	})
	s.AddPrompt(&mcp.Prompt{Name: "test_prompt_with_embedded_resource", Description: "Embeds a resource.", Arguments: []*mcp.PromptArgument{
		{Name: "resourceUri", Description: "Which one.", Required: true},
	}}, func(ctx context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		r := &mcp.ResourceContents{
			URI: req.Params.Arguments["resourceUri"], MIMEType: "text/plain",
			Text: "Embedded resource content for testing.",
		}
		return saysPrompt(&mcp.EmbeddedResource{Resource: r}, text("Please process the embedded resource above."))(ctx, req)
	})
	s.AddPrompt(&mcp.Prompt{Name: "test_prompt_with_image", Description: "Has a picture."},
		saysPrompt(&mcp.ImageContent{Data: f.picture, MIMEType: "image/png"}, text("Please analyze the image above.")))
	s.AddPrompt(&mcp.Prompt{Name: "test_input_required_result_prompt", Description: "Asks first."}, asksContext)
}

func saysPrompt(content ...mcp.Content) mcp.PromptHandler {
	return func(context.Context, *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		res := &mcp.GetPromptResult{}
		for _, c := range content {
			res.Messages = append(res.Messages, &mcp.PromptMessage{Role: "user", Content: c})
		}
		return res, nil
	}
}

func asksContext(ctx context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	if about := answeredText(req.Params.InputResponses, "user_context", "context"); about != "" {
		return saysPrompt(text("About %s.", about))(ctx, req)
	}
	return &mcp.GetPromptResult{InputRequests: mcp.InputRequestMap{
		"user_context": askFor("context", "string", "What context should the prompt use?"),
	}}, nil
}
