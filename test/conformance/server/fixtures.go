package main

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcpserver "lapkeep/internal/faces/mcp"
)

// fixtures are the server's parts that the suite expects.
type fixtures struct {
	key     []byte // seals the state that clients carry between rounds
	picture []byte // a PNG
	sound   []byte // a WAV
	server  *mcp.Server
}

func newFixtures(random io.Reader) (*fixtures, error) {
	f := &fixtures{key: make([]byte, 32), sound: silence()}
	if _, err := io.ReadFull(random, f.key); err != nil {
		return nil, fmt.Errorf("making a key: %w", err)
	}
	dot := image.NewRGBA(image.Rect(0, 0, 1, 1))
	dot.Set(0, 0, color.RGBA{R: 255, A: 255})
	var b bytes.Buffer
	if err := png.Encode(&b, dot); err != nil {
		return nil, fmt.Errorf("drawing a dot: %w", err)
	}
	f.picture = b.Bytes()
	return f, nil
}

// silence returns one sample of a sound: PCM, mono, 16 bits, 8 kHz.
func silence() []byte {
	le := binary.LittleEndian
	b := append([]byte("RIFF"), le.AppendUint32(nil, 38)...)
	b = append(b, "WAVEfmt "...)
	b = le.AppendUint32(b, 16)
	b = le.AppendUint16(b, 1)
	b = le.AppendUint16(b, 1)
	b = le.AppendUint32(b, 8000)
	b = le.AppendUint32(b, 16000)
	b = le.AppendUint16(b, 2)
	b = le.AppendUint16(b, 16)
	b = append(b, "data"...)
	return append(le.AppendUint32(b, 2), 0, 0)
}

// seal returns a state with a signature that open checks.
func (f *fixtures) seal(state string) string {
	mac := hmac.New(sha256.New, f.key)
	mac.Write([]byte(state))
	return state + "." + base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

func (f *fixtures) open(sealed string) (state string, ok bool) {
	state, _, found := strings.Cut(sealed, ".")
	return state, found && hmac.Equal([]byte(f.seal(state)), []byte(sealed))
}

// announce adds capabilities that Lapkeep itself does not offer.
func announce(o *mcp.ServerOptions) {
	c := o.Capabilities
	c.Tools = &mcp.ToolCapabilities{ListChanged: true}
	c.Prompts = &mcp.PromptCapabilities{ListChanged: true}
	c.Resources = &mcp.ResourceCapabilities{Subscribe: true}
	c.Logging = &mcp.LoggingCapabilities{}
	o.SubscribeHandler = func(context.Context, *mcp.SubscribeRequest) error { return nil }
	o.UnsubscribeHandler = func(context.Context, *mcp.UnsubscribeRequest) error { return nil }
}

// anything is the schema of a tool without arguments.
var anything = json.RawMessage(`{"type":"object"}`)

func tool(name, description string, handle mcp.ToolHandler) mcpserver.ExtraTool {
	return toolOf(name, description, anything, handle)
}

func toolOf(name, description string, schema json.RawMessage, handle mcp.ToolHandler) mcpserver.ExtraTool {
	return mcpserver.ExtraTool{Tool: &mcp.Tool{Name: name, Description: description, InputSchema: schema}, Handle: handle}
}

// says returns a tool that always gives the same answer.
func says(content ...mcp.Content) mcp.ToolHandler {
	return func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return result(content...), nil
	}
}

func result(content ...mcp.Content) *mcp.CallToolResult { return &mcp.CallToolResult{Content: content} }

func text(format string, args ...any) *mcp.TextContent {
	return &mcp.TextContent{Text: fmt.Sprintf(format, args...)}
}

// tools returns the fixtures that cannot be rows of the table.
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

// logs writes some lines, with enough time between them for a client to read
// each.
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

// endsStream closes the stream, so that the client reconnects for the answer.
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

// askingInRounds returns the tools that ask with an answer, to which the client
// replies in a second call.
func (f *fixtures) askingInRounds() []mcpserver.ExtraTool {
	return []mcpserver.ExtraTool{
		tool("test_input_required_result_elicitation", "Asks for a name.", asksName),
		tool("test_input_required_result_sampling", "Asks the client's model.", asksModel),
		tool("test_input_required_result_list_roots", "Asks for folders.", asksRoots),
		tool("test_input_required_result_request_state", "Asks, and wants its state back.", f.asksWithState),
		tool("test_input_required_result_multiple_inputs", "Asks three things at once.", f.asksAll),
		tool("test_input_required_result_multi_round", "Asks twice.", f.asksTwice),
		tool("test_input_required_result_capabilities", "Asks what the client can answer.", asksWhatClientCan),
	}
}

func askFor(field, kind, message string) *mcp.ElicitParams {
	return &mcp.ElicitParams{Message: message, RequestedSchema: json.RawMessage(
		`{"type": "object", "properties": {"` + field + `": {"type": "` + kind + `"}}, "required": ["` + field + `"]}`)}
}

func askModel(question string, tokens int64) *mcp.CreateMessageParams {
	return &mcp.CreateMessageParams{MaxTokens: tokens, Messages: []*mcp.SamplingMessage{{Role: "user", Content: text("%s", question)}}}
}

func ask(state string, requests mcp.InputRequestMap) *mcp.CallToolResult {
	return &mcp.CallToolResult{InputRequests: requests, RequestState: state}
}

// answered returns the content that the person agreed to send, or nil if they
// did not agree.
func answered(all mcp.InputResponseMap, id string) map[string]any {
	if a, ok := all[id].(*mcp.ElicitResult); ok && a != nil && a.Action == "accept" {
		return a.Content
	}
	return nil
}

func answeredText(all mcp.InputResponseMap, id, field string) string {
	s, _ := answered(all, id)[field].(string)
	return s
}

// sampled returns the text from the client's model.
func sampled(all mcp.InputResponseMap, id string) (string, bool) {
	a, ok := all[id].(*mcp.CreateMessageWithToolsResult)
	if !ok || a == nil {
		return "", false
	}
	for _, c := range a.Content {
		if t, isText := c.(*mcp.TextContent); isText {
			return t.Text, true
		}
	}
	return "", true
}

func asksName(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if name := answeredText(req.Params.InputResponses, "user_name", "name"); name != "" {
		return result(text("Hello, %s!", name)), nil
	}
	return ask("", mcp.InputRequestMap{"user_name": askFor("name", "string", "What is your name?")}), nil
}

func asksModel(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if said, ok := sampled(req.Params.InputResponses, "capital_question"); ok {
		return result(text("The model said: %s", said)), nil
	}
	return ask("", mcp.InputRequestMap{"capital_question": askModel("What is the capital of France?", 100)}), nil
}

func asksRoots(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if a, ok := req.Params.InputResponses["client_roots"].(*mcp.ListRootsResult); ok && a != nil {
		var uris []string
		for _, r := range a.Roots {
			uris = append(uris, r.URI)
		}
		return result(text("The folders: %s", strings.Join(uris, ", "))), nil
	}
	return ask("", mcp.InputRequestMap{"client_roots": &mcp.ListRootsParams{}}), nil
}

func (f *fixtures) asksWithState(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if answered(req.Params.InputResponses, "confirm") == nil {
		return ask(f.seal("asked"), mcp.InputRequestMap{"confirm": askFor("ok", "boolean", "Please confirm.")}), nil
	}
	if _, ours := f.open(req.Params.RequestState); !ours {
		return nil, notOurs()
	}
	return result(text("state-ok")), nil
}

func notOurs() error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "The state is not one of this server."}
}

func (f *fixtures) asksAll(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	all := req.Params.InputResponses
	name := answeredText(all, "user_name", "name")
	greeting, greeted := sampled(all, "greeting")
	roots, listed := all["client_roots"].(*mcp.ListRootsResult)
	if name != "" && greeted && listed && roots != nil {
		return result(text("%s, %s: %d folders", greeting, name, len(roots.Roots))), nil
	}
	return ask(f.seal("three"), mcp.InputRequestMap{
		"user_name":    askFor("name", "string", "What is your name?"),
		"greeting":     askModel("Generate a greeting", 50),
		"client_roots": &mcp.ListRootsParams{},
	}), nil
}

// asksTwice keeps the first answer in the state, because the server keeps
// nothing.
func (f *fixtures) asksTwice(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	all := req.Params.InputResponses
	if req.Params.RequestState == "" {
		return ask(f.seal("one"), mcp.InputRequestMap{"step1": askFor("name", "string", "Step 1: What is your name?")}), nil
	}
	state, ours := f.open(req.Params.RequestState)
	if !ours {
		return nil, notOurs()
	}
	if state == "one" {
		next := f.seal("two:" + strings.ReplaceAll(answeredText(all, "step1", "name"), ".", " "))
		return ask(next, mcp.InputRequestMap{"step2": askFor("color", "string", "Step 2: What is your favorite color?")}), nil
	}
	return result(text("%s likes %s.", strings.TrimPrefix(state, "two:"), answeredText(all, "step2", "color"))), nil
}

func asksWhatClientCan(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if len(req.Params.InputResponses) > 0 {
		return result(text("Everything was answered.")), nil
	}
	requests := mcp.InputRequestMap{}
	can := req.ClientCapabilities()
	if can != nil && can.Elicitation != nil {
		requests["user_name"] = askFor("name", "string", "What is your name?")
	}
	if can != nil && can.Sampling != nil {
		requests["greeting"] = askModel("Generate a short greeting", 50)
	}
	if can != nil && can.RootsV2 != nil {
		requests["client_roots"] = &mcp.ListRootsParams{}
	}
	if len(requests) == 0 {
		return result(text("The client can answer nothing.")), nil
	}
	return ask("", requests), nil
}
