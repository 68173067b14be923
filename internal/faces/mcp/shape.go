package mcp

import (
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// misshapen is why a message is not as the protocol has it, or nil. The SDK
// would say so itself, with the names of its types and all that was sent.
func misshapen(m jsonrpc.Message) *jsonrpc.Error {
	r, ok := m.(*jsonrpc.Request)
	if !ok || r.Params == nil {
		return nil
	}
	into := paramsOf(r.Method)
	if into == nil || json.Unmarshal(r.Params, into) == nil {
		return nil
	}
	return &jsonrpc.Error{
		Code:    jsonrpc.CodeInvalidParams,
		Message: "The params of " + r.Method + " do not fit the protocol. Send an object whose members have the types that it names.",
	}
}

// paramsOf makes the value that the params of a method are read into; nil for
// an unknown method.
func paramsOf(method string) any {
	switch method {
	case "initialize":
		return new(mcp.InitializeParams)
	case "notifications/initialized":
		return new(mcp.InitializedParams)
	case "notifications/cancelled":
		return new(mcp.CancelledParams)
	case "notifications/progress":
		return new(mcp.ProgressNotificationParams)
	case "notifications/roots/list_changed":
		return new(mcp.RootsListChangedParams)
	case "ping":
		return new(mcp.PingParams)
	case "server/discover":
		return new(mcp.DiscoverParams)
	case "tools/list":
		return new(mcp.ListToolsParams)
	case "tools/call":
		return new(mcp.CallToolParamsRaw)
	case "logging/setLevel":
		return new(mcp.SetLoggingLevelParams)
	case "completion/complete":
		return new(mcp.CompleteParams)
	}
	return listParamsOf(method)
}

// listParamsOf is [paramsOf] for prompts, resources and subscriptions.
func listParamsOf(method string) any {
	switch method {
	case "prompts/list":
		return new(mcp.ListPromptsParams)
	case "prompts/get":
		return new(mcp.GetPromptParams)
	case "resources/list":
		return new(mcp.ListResourcesParams)
	case "resources/templates/list":
		return new(mcp.ListResourceTemplatesParams)
	case "resources/read":
		return new(mcp.ReadResourceParams)
	case "resources/subscribe":
		return new(mcp.SubscribeParams)
	case "resources/unsubscribe":
		return new(mcp.UnsubscribeParams)
	case "subscriptions/listen":
		return new(mcp.SubscriptionsListenParams)
	}
	return nil
}
