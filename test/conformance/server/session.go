package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcpserver "lapkeep/internal/faces/mcp"
)

// askingInSession are tools that ask the client during a call, which only
// sessions of the older era can.
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
