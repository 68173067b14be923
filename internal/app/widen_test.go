package app

import (
	"context"
	"encoding/json"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/tools"
)

// listed are the names of the tools that a client is shown.
func listed(t *testing.T, s *mcp.ClientSession) []string {
	t.Helper()
	list, err := s.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, tool := range list.Tools {
		out = append(out, tool.Name)
	}
	return out
}

// said calls a tool and returns its text and whether it is an error.
func said(t *testing.T, s *mcp.ClientSession, tool, args string) (string, bool) {
	t.Helper()
	res, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(args)})
	if err != nil {
		t.Fatalf("%s %s: %v", tool, args, err)
	}
	return res.Content[0].(*mcp.TextContent).Text, res.IsError
}

// offered connects a client to a server of its own, in one version of the protocol.
func (a *subject) offered(t *testing.T, w *cli.Workbench, version string, o *mcp.ClientOptions) *mcp.ClientSession {
	t.Helper()
	server, err := a.program(io.Discard, io.Discard).server(t.Context(), w, w.Settings.List(settings.Toolsets))
	if err != nil {
		t.Fatal(err)
	}
	in, send := io.Pipe()
	receive, out := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- server.ServeStdio(t.Context(), in, out)
		out.Close()
	}()
	s, err := mcp.NewClient(&mcp.Implementation{Name: "t", Version: "1"}, o).
		Connect(t.Context(), &mcp.IOTransport{Reader: receive, Writer: send}, &mcp.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = s.Close() // the server's end says whether it went well
		send.Close()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return s
}

// reopened is the athlete's home as the config file has it now.
func (a *subject) reopened(t *testing.T) *cli.Workbench {
	t.Helper()
	w, _ := opened(t, a.program(io.Discard, io.Discard), cli.OpenOptions{})
	return w
}

// usual is the home without a word in the config file.
func (a *subject) usual(t *testing.T) *cli.Workbench {
	t.Helper()
	writeText(t, filepath.Join(a.user, ".lapkeep", settings.ConfigName), "")
	return a.reopened(t)
}

const newGear = `{"name":"Gravel bike","kind":"bike","dry_run":true}`

// TestUseToolsetWidensASession: a tool that is not offered says how to get it,
// and after that it is listed and answers; the client is notified.
func TestUseToolsetWidensASession(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	changed := make(chan bool, 4)
	s := a.offered(t, a.usual(t), "2025-11-25", &mcp.ClientOptions{
		ToolListChangedHandler: func(_ context.Context, _ *mcp.ToolListChangedRequest) { changed <- true },
	})
	about := s.InitializeResult()
	if !about.Capabilities.Tools.ListChanged || len(about.Instructions) > 2048 {
		t.Errorf("tools %+v, %d bytes of instructions", about.Capabilities.Tools, len(about.Instructions))
	}
	status, _ := said(t, s, "get_status", `{}`)
	for _, set := range a.table.Toolsets() {
		const more = true // no toolset is in the default set as a whole
		if strings.Contains(about.Instructions, "\n"+set+": ") != more || strings.Contains(status, `"`+set+": ") != more {
			t.Errorf("%s is told otherwise than %v", set, more)
		}
	}
	if text, failed := said(t, s, "save_gear", newGear); !failed ||
		!strings.Contains(text, "use_toolset with toolset gear offers save_gear.") {
		t.Errorf("%v %s", failed, text)
	}
	if _, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: "saveGear"}); err == nil ||
		!strings.Contains(err.Error(), "Did you mean save_gear? use_toolset with toolset gear offers save_gear.") {
		t.Errorf("a name that is near: %v", err)
	}
	before := listed(t, s)
	if text, failed := said(t, s, "use_toolset", `{"toolset":"gear"}`); failed ||
		!strings.Contains(text, `"save_gear"`) || !strings.Contains(text, `"listed":true`) {
		t.Errorf("%v %s", failed, text)
	}
	select {
	case <-changed:
	case <-time.After(10 * time.Second):
		t.Error("the client was not told")
	}
	after := listed(t, s)
	if len(before) != tools.MaxTools || !slices.Contains(after, "save_gear") || len(after) <= len(before) {
		t.Errorf("before %v, after %v", before, after)
	}
	if text, failed := said(t, s, "save_gear", newGear); failed {
		t.Error(text)
	}
	if text, failed := said(t, s, "use_toolset", `{"toolset":"geer"}`); !failed || !strings.Contains(text, "Did you mean gear?") {
		t.Errorf("%v %s", failed, text)
	}
}

// TestNewerClientsKeepTheirList: their version of the protocol does not let it
// vary; the tool is explained, and answered by name.
func TestNewerClientsKeepTheirList(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	s := a.offered(t, a.usual(t), "2026-07-28", nil)
	before := listed(t, s)
	text, failed := said(t, s, "use_toolset", `{"toolset":"gear"}`)
	if failed || !strings.Contains(text, `"input_schema"`) || !strings.Contains(text, `"listed":false`) {
		t.Errorf("%v %s", failed, text)
	}
	if after := listed(t, s); !slices.Equal(before, after) {
		t.Errorf("the list became %v", after)
	}
	if text, failed := said(t, s, "save_gear", newGear); failed {
		t.Error(text)
	}
}

// TestUseToolsetStaysWithinTheConfig: what the config file does not allow, no
// call widens, in either version.
func TestUseToolsetStaysWithinTheConfig(t *testing.T) {
	t.Parallel()
	for config, want := range map[string]struct {
		offers bool
		says   string
	}{
		"writes: none\n":         {true, "--writes safe"},
		"more_toolsets: none\n":  {false, "--toolsets default,gear"},
		"toolsets: fitness\n":    {false, "--toolsets default,gear"},
		"writes: safe\n":         {true, ""},
		"more_toolsets: \"all\"": {true, ""},
	} {
		t.Run(config, func(t *testing.T) {
			t.Parallel()
			a := newSubject(t)
			writeText(t, filepath.Join(a.user, ".lapkeep", settings.ConfigName), config)
			w := a.reopened(t)
			for _, version := range []string{"2025-11-25", "2026-07-28"} {
				s := a.offered(t, w, version, nil)
				if got := slices.Contains(listed(t, s), "use_toolset"); got != want.offers {
					t.Errorf("%s: use_toolset is offered: %v", version, got)
				}
				if want.offers {
					said(t, s, "use_toolset", `{"toolset":"all"}`)
				}
				text, failed := said(t, s, "save_gear", newGear)
				if failed != (want.says != "") || !strings.Contains(text, want.says) || failed && strings.Contains(text, "use_toolset") {
					t.Errorf("%s: %v %s", version, failed, text)
				}
			}
		})
	}
}
