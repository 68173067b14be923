package mcpgo_test

import (
	"context"
	"os"
	"testing"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

// want reads a variable that run.sh sets.
func want(t *testing.T, name string) string {
	t.Helper()
	v := os.Getenv(name)
	if v == "" {
		t.Skip(name + " is not set; test/clients/run.sh sets it")
	}
	return v
}

func converse(t *testing.T, c *client.Client) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	defer c.Close()
	if err := c.Start(ctx); err != nil {
		t.Fatal(err)
	}
	var hello mcp.InitializeRequest
	hello.Params.ProtocolVersion = mcp.LATEST_PROTOCOL_VERSION
	hello.Params.ClientInfo = mcp.Implementation{Name: "lapkeep-client-tests", Version: "1"}
	said, err := c.Initialize(ctx, hello)
	if err != nil {
		t.Fatal(err)
	}
	list, err := c.ListTools(ctx, mcp.ListToolsRequest{})
	if err != nil || len(list.Tools) < 10 {
		t.Fatalf("%d tools, %v", len(list.Tools), err)
	}
	var call mcp.CallToolRequest
	call.Params.Name, call.Params.Arguments = "list_activities", map[string]any{"limit": 2}
	res, err := c.CallTool(ctx, call)
	if err != nil || res.IsError {
		t.Fatalf("%v %v", res, err)
	}
	content, ok := res.StructuredContent.(map[string]any)
	if rows, is := content["activities"].([]any); !ok || !is || len(rows) != 2 {
		t.Errorf("%v", res.StructuredContent)
	}
	call.Params.Name, call.Params.Arguments = "get_activity", map[string]any{"id": "nothing-like-it"}
	if res, err = c.CallTool(ctx, call); err != nil || !res.IsError {
		t.Errorf("an unknown id: %v %v", res, err)
	}
	t.Logf("%d tools, 2 calls, protocol %s", len(list.Tools), said.ProtocolVersion)
}

func TestStdio(t *testing.T) {
	c, err := client.NewStdioMCPClient(want(t, "LAPKEEP"), []string{"LAPKEEP_HOME=" + want(t, "LAPKEEP_HOME")}, "serve")
	if err != nil {
		t.Fatal(err)
	}
	converse(t, c)
}

func TestHTTP(t *testing.T) {
	c, err := client.NewStreamableHttpClient(want(t, "LAPKEEP_URL"), transport.WithHTTPHeaders(map[string]string{
		"Authorization": "Bearer " + want(t, "LAPKEEP_API_KEY"),
	}))
	if err != nil {
		t.Fatal(err)
	}
	converse(t, c)
}

func TestSSE(t *testing.T) {
	c, err := client.NewSSEMCPClient(want(t, "LAPKEEP_SSE"), transport.WithHeaders(map[string]string{
		"Authorization": "Bearer " + want(t, "LAPKEEP_API_KEY"),
	}))
	if err != nil {
		t.Fatal(err)
	}
	converse(t, c)
}
