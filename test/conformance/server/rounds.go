package main

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcpserver "lapkeep/internal/faces/mcp"
)

// askingInRounds are tools that ask by an answer, which the client answers
// with a second call.
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

// answered is the content that the person agreed to send; nil if they did not agree.
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

// sampled is the text by the client's model.
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

// asksTwice keeps the first answer in the state, for a server keeps nothing.
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
