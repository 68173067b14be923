package mcp_test

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcpserver "lapkeep/internal/faces/mcp"
	"lapkeep/internal/tools"
)

const viewURI, viewType = "ui://lapkeep/answer.html", "text/html;profile=mcp-app"

// seeing are the capabilities of a client that shows views of these types.
func seeing(types ...string) *mcp.ClientCapabilities {
	c := &mcp.ClientCapabilities{}
	c.AddExtension("io.modelcontextprotocol/ui", map[string]any{"mimeTypes": types})
	return c
}

// seenBy connects a client with these capabilities.
func seenBy(t *testing.T, transport mcp.Transport, version string, c *mcp.ClientCapabilities) *mcp.ClientSession {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ClientOptions{Capabilities: c})
	cs, err := client.Connect(t.Context(), transport, &mcp.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cs.Close() })
	return cs
}

// everything returns what a client learns from a server, as JSON, and its answer to a call.
func everything(t *testing.T, cs *mcp.ClientSession) map[string]string {
	t.Helper()
	out := map[string]string{}
	keep := func(name string, v any, err error) {
		t.Helper()
		b, merr := json.Marshal(v)
		if err != nil || merr != nil {
			t.Fatal(name, err, merr)
		}
		out[name] = string(b)
	}
	keep("initialize", cs.InitializeResult(), nil)
	tools, err := cs.ListTools(t.Context(), nil)
	keep("tools", tools, err)
	resources, err := cs.ListResources(t.Context(), nil)
	keep("resources", resources, err)
	templates, err := cs.ListResourceTemplates(t.Context(), nil)
	keep("templates", templates, err)
	answer, err := cs.CallTool(t.Context(), &mcp.CallToolParams{Name: "get_activity", Arguments: map[string]any{"text": "x"}})
	keep("call", answer, err)
	return out
}

// TestViewsAreOfferedOnlyToClientsThatShowThem: for every other client, no byte differs from
// those of a server without a view, in either version of the protocol and on either transport.
func TestViewsAreOfferedOnlyToClientsThatShowThem(t *testing.T) {
	t.Parallel()
	with, without := viewing(t, func(bool) string { return "<p>view" }), viewing(t, nil)
	for _, version := range eras() {
		for name, connect := range map[string]func(*testing.T, *mcpserver.Server) mcp.Transport{"stdio": onStdio, "HTTP": onHTTP} {
			want := everything(t, seenBy(t, connect(t, without), version, nil))
			for said, c := range map[string]*mcp.ClientCapabilities{
				"no extension": nil, "another type": seeing("text/html"), "no types": seeing(),
			} {
				got := everything(t, seenBy(t, connect(t, with), version, c))
				for part := range want {
					if got[part] != want[part] {
						t.Errorf("%s, %s, %s: %s is %s, not %s", version, name, said, part, got[part], want[part])
					}
				}
			}
			seen := everything(t, seenBy(t, connect(t, with), version, seeing(viewType)))
			if seen["call"] != want["call"] || seen["templates"] != want["templates"] {
				t.Errorf("%s, %s: the view changes an answer: %s", version, name, seen["call"])
			}
			for part, says := range map[string]string{
				"initialize": `"io.modelcontextprotocol/ui":{}`, "resources": viewURI, "tools": `"_meta":{"ui":{"resourceUri":"` + viewURI + `"}}`,
			} {
				if strings.Count(seen[part], says) != 1 {
					t.Errorf("%s, %s: %s has no %s: %s", version, name, part, says, seen[part])
				}
			}
		}
	}
}

// TestWithoutViewsNoByteDiffers on the wire.
func TestWithoutViewsNoByteDiffers(t *testing.T) {
	t.Parallel()
	with, without := over(t, viewing(t, func(bool) string { return "<p>view" })), over(t, viewing(t, nil))
	all := map[string]ask{"plain list": {body: listTools}, "plain call": {body: callTool}}
	for _, method := range []string{"server/discover", "tools/list", "resources/list", "resources/templates/list"} {
		body, header := modern(method, "")
		all[method] = ask{body: body, header: header}
	}
	for name, a := range all {
		if got, want := a.send(t, with), a.send(t, without); got.body != want.body || got.status != http.StatusOK {
			t.Errorf("%s: %d %s, not %s", name, got.status, got.body, want.body)
		}
	}
}

// TestTheViewIsReadInTheAthletesUnits, with the type that hosts ask for.
func TestTheViewIsReadInTheAthletesUnits(t *testing.T) {
	t.Parallel()
	var asked []bool
	s := viewing(t, func(miles bool) string { asked = append(asked, miles); return "<p>view" })
	cs := seenBy(t, onStdio(t, s), "", seeing(viewType))
	res, err := cs.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: viewURI})
	if err != nil || len(res.Contents) != 1 {
		t.Fatal(res, err)
	}
	if c := res.Contents[0]; c.MIMEType != viewType || c.Text != "<p>view" || c.URI != viewURI {
		t.Errorf("%+v", c)
	}
	if !slices.Equal(asked, []bool{true}) {
		t.Errorf("it was made with miles %v", asked)
	}
}

// TestEveryCallEnds: whoever takes a call gives it back, so that the home behind it can be closed.
func TestEveryCallEnds(t *testing.T) {
	t.Parallel()
	var begun, over atomic.Int32
	row := spec("get_athlete_profile", "Reads.")
	s, err := mcpserver.New(mcpserver.Options{
		Table:  tools.NewTable(tools.New(row, func(context.Context, *tools.Call, listIn) (listOut, error) { return listOut{}, nil })),
		Random: zeros{}, View: func(bool) string { return "<p>view" },
		NewCall: func(context.Context) (*tools.Call, error) {
			begun.Add(1)
			return &tools.Call{Now: now(), Done: func() { over.Add(1) }}, nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	cs := seenBy(t, onHTTP(t, s), "2026-07-28", seeing(viewType))
	for _, uri := range []string{viewURI, "lapkeep://athlete/profile"} {
		before := begun.Load()
		if _, err := cs.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri}); err != nil {
			t.Fatal(err)
		}
		if begun.Load() == before || begun.Load() != over.Load() {
			t.Errorf("%s: %d calls began and %d ended", uri, begun.Load(), over.Load())
		}
	}
}
