package main

import (
	"context"
	"encoding/json"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcpserver "lapkeep/internal/faces/mcp"
)

// tools are the fixtures that no row of the table can be.
func (f *fixtures) tools() []mcpserver.ExtraTool {
	picture := &mcp.ImageContent{Data: f.picture, MIMEType: "image/png"}
	embedded := func(uri string) *mcp.EmbeddedResource {
		return &mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: uri, MIMEType: "text/plain", Text: "This is an embedded resource."}}
	}
	plain := []mcpserver.ExtraTool{
		tool("test_image_content", "Answers with a picture.", says(picture)),
		tool("test_audio_content", "Answers with a sound.", says(&mcp.AudioContent{Data: f.sound, MIMEType: "audio/wav"})),
		tool("test_embedded_resource", "Answers with a resource.", says(embedded("test://embedded-resource"))),
		tool("test_multiple_content_types", "Answers with a text, a picture and a resource.",
			says(text("Several kinds of content:"), picture, embedded("test://mixed-content-resource"))),
		tool("test_tool_with_logging", "Writes to the client's log.", logs(3)),
		tool("test_logging_tool", "Writes to the log of a client that wants one.", logs(1)),
		tool("test_streaming_elicitation", "Answers on a stream, and asks for nothing on it.", says(text("Nothing was asked."))),
		toolOf("json_schema_2020_12_tool", "Has a schema of many kinds.", richSchema, says(text("The schema was read."))),
		toolOf("test_x_mcp_header", "Has an argument that is mirrored in a header.", mirrored, says(text("The header agrees."))),
		tool("test_missing_capability", "Needs a client that samples.", needsSampling),
		tool("test_reconnection", "Ends the stream before the answer.", endsStream),
		tool("test_trigger_tool_change", "Changes the list of tools.", f.changeTools),
		tool("test_trigger_prompt_change", "Changes the list of prompts.", f.changePrompts),
	}
	return append(append(plain, f.askingInSession()...), f.askingInRounds()...)
}

var mirrored = json.RawMessage(`{"type": "object", "properties": {
  "region": {"type": "string", "description": "Also in Mcp-Param-Region.", "x-mcp-header": "Region"},
  "level": {"type": "integer", "description": "In the body alone."}}}`)

var richSchema = json.RawMessage(`{
  "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
  "$defs": {"address": {"$anchor": "addressDef", "type": "object",
    "properties": {"street": {"type": "string"}, "city": {"type": "string"}}}},
  "properties": {"name": {"type": "string"}, "address": {"$ref": "#/$defs/address"},
    "contactMethod": {"type": "string", "enum": ["phone", "email"]},
    "phone": {"type": "string"}, "email": {"type": "string"}},
  "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
  "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
  "then": {"required": ["phone"]}, "else": {"required": ["email"]},
  "additionalProperties": false}`)

// logs writes some lines, with time between them for a reader of each.
func logs(lines int) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		for i := range lines {
			if err := req.Session.Log(ctx, &mcp.LoggingMessageParams{Level: "info", Data: text("line %d", i+1).Text}); err != nil {
				return nil, err
			}
			if err := rest(ctx, 20*time.Millisecond); err != nil {
				return nil, err
			}
		}
		return result(text("The log was written.")), nil
	}
}

func needsSampling(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if can := req.ClientCapabilities(); can != nil && can.Sampling != nil {
		return result(text("The client samples.")), nil
	}
	data, err := json.Marshal(mcp.MissingRequiredClientCapabilityData{
		RequiredCapabilities: &mcp.ClientCapabilities{Sampling: &mcp.SamplingCapabilities{}},
	})
	if err != nil {
		return nil, err
	}
	return nil, &jsonrpc.Error{Code: mcp.CodeMissingRequiredClientCapabilities, Message: "The client does not sample.", Data: data}
}

// endsStream lets the client come back for the answer.
func endsStream(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if req.Extra != nil && req.Extra.CloseSSEStream != nil {
		req.Extra.CloseSSEStream(mcp.CloseSSEStreamArgs{RetryAfter: 10 * time.Millisecond})
	}
	if err := rest(ctx, 100*time.Millisecond); err != nil {
		return nil, err
	}
	return result(text("The client came back.")), nil
}

func (f *fixtures) changeTools(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	f.server.AddTool(&mcp.Tool{Name: "test_passing_tool", Description: "Came just now.", InputSchema: anything}, says(text("Here.")))
	return result(text("The list of tools changed.")), nil
}

func (f *fixtures) changePrompts(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	f.server.AddPrompt(&mcp.Prompt{Name: "test_passing_prompt", Description: "Came just now."}, saysPrompt(text("Here.")))
	return result(text("The list of prompts changed.")), nil
}
