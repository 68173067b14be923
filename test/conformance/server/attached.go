package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcpserver "lapkeep/internal/faces/mcp"
)

// mount adds the resources and prompts.
func (f *fixtures) mount(s *mcp.Server) {
	f.server = s
	f.mountResources(s)
	f.mountPrompts(s)
}

// The text around the id in a resource of the template.
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

// askingInSession returns the tools that ask the client during a call, which is
// only possible in sessions of the older era.
func (f *fixtures) askingInSession() []mcpserver.ExtraTool {
	return []mcpserver.ExtraTool{
		toolOf("test_sampling", "Asks the client's model.", json.RawMessage(
			`{"type": "object", "properties": {"prompt": {"type": "string", "description": "What to ask."}}, "required": ["prompt"]}`), samples),
		toolOf("test_elicitation", "Asks the person.", json.RawMessage(
			`{"type": "object", "properties": {"message": {"type": "string", "description": "What to ask."}}, "required": ["message"]}`), elicits),
		tool("test_elicitation_sep1034_defaults", "Asks with values filled in.", elicitsForm("Are these right?", defaultsForm)),
		tool("test_elicitation_sep1330_enums", "Asks with every kind of choice.", elicitsForm("Which ones?", choicesForm)),
	}
}

var nameForm = json.RawMessage(`{"type": "object", "properties": {"username": {"type": "string", "description": "A name."}}, "required": ["username"]}`)

var defaultsForm = json.RawMessage(`{"type": "object", "properties": {
  "name": {"type": "string", "description": "A name.", "default": "John Doe"},
  "age": {"type": "integer", "description": "Years.", "default": 30},
  "score": {"type": "number", "description": "Points.", "default": 95.5},
  "status": {"type": "string", "description": "A state.", "enum": ["active", "inactive", "pending"], "default": "active"},
  "verified": {"type": "boolean", "description": "Whether it was checked.", "default": true}}}`)

var choicesForm = json.RawMessage(`{"type": "object", "properties": {
  "untitledSingle": {"type": "string", "enum": ["option1", "option2", "option3"]},
  "titledSingle": {"type": "string", "oneOf": [
    {"const": "value1", "title": "The first"}, {"const": "value2", "title": "The second"}, {"const": "value3", "title": "The third"}]},
  "legacyEnum": {"type": "string", "enum": ["opt1", "opt2", "opt3"], "enumNames": ["The first", "The second", "The third"]},
  "untitledMulti": {"type": "array", "minItems": 1, "maxItems": 3, "items": {"type": "string", "enum": ["option1", "option2", "option3"]}},
  "titledMulti": {"type": "array", "minItems": 1, "maxItems": 3, "items": {"anyOf": [
    {"const": "value1", "title": "The first"}, {"const": "value2", "title": "The second"}, {"const": "value3", "title": "The third"}]}}}}`)

func samples(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var in struct{ Prompt string }
	if err := json.Unmarshal(req.Params.Arguments, &in); err != nil {
		return nil, err
	}
	said, err := req.Session.CreateMessage(ctx, &mcp.CreateMessageParams{
		MaxTokens: 100, Messages: []*mcp.SamplingMessage{{Role: "user", Content: text("%s", in.Prompt)}},
	})
	if err != nil {
		return nil, fmt.Errorf("asking the client's model: %w", err)
	}
	if t, ok := said.Content.(*mcp.TextContent); ok {
		return result(text("LLM response: %s", t.Text)), nil
	}
	return result(text("The model answered without words.")), nil
}

func elicits(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var in struct{ Message string }
	if err := json.Unmarshal(req.Params.Arguments, &in); err != nil {
		return nil, err
	}
	return elicitsForm(in.Message, nameForm)(ctx, req)
}

func elicitsForm(message string, form json.RawMessage) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		said, err := req.Session.Elicit(ctx, &mcp.ElicitParams{Message: message, RequestedSchema: form})
		if err != nil {
			return nil, fmt.Errorf("asking the person: %w", err)
		}
		return result(text("User response: action=%s, content=%v", said.Action, said.Content)), nil
	}
}
