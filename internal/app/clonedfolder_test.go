//go:build e2e

package app

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"lapkeep/internal/training"
	"lapkeep/test/builttest"
	"lapkeep/test/intervalstest"
)

// TestAClonedFolderIsAStranger starts the program itself where a client
// would: in a folder that says where the home is, what may be written, and
// where to ask.
func TestAClonedFolderIsAStranger(t *testing.T) {
	t.Parallel()
	l := newLinked(t, intervalstest.Options{})
	rides(t, filepath.Join(l.user, "rides"), may, 300, training.Cycling)
	l.ok(t, "", []string{"import", filepath.Join(l.user, "rides")})
	l.ok(t, intervalstest.DefaultKey, []string{"connect", "intervals"})
	home, arrived := filepath.Join(l.user, ".lapkeep"), l.clone(t)
	environ := append(l.environ, "HOME="+l.user, "PATH=/nowhere")
	built := builttest.Program(t)
	start := func(args ...string) *exec.Cmd {
		cmd := exec.CommandContext(t.Context(), built, args...)
		cmd.Dir, cmd.Env = l.work, environ
		return cmd
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "test"}, nil)
	session, err := client.Connect(t.Context(), &mcp.CommandTransport{Command: start("serve")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for tool, err := range session.Tools(t.Context(), nil) {
		if err != nil || tool.Name == "delete_activity" {
			t.Errorf("%v is offered, %v", tool, err)
		}
	}
	status, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "get_status"})
	if err != nil {
		t.Fatal(err)
	}
	if said := status.Content[0].(*mcp.TextContent).Text; !strings.Contains(said, home+`"`) || !strings.Contains(said, `"writes":"safe"`) {
		t.Errorf("the server stands elsewhere: %s", said)
	}
	if err := session.Close(); err != nil {
		t.Error(err)
	}
	for _, args := range [][]string{
		{"sync"},
		{"check"},
		{"doctor"},
		{"call", "sync_now"},
		{"mcp", "config"},
		{"mcp", "install", "cursor", "--dry-run"},
	} {
		out, err := start(args...).CombinedOutput()
		if err != nil || bytes.Contains(out, []byte(filepath.Join(l.work, "data"))) || bytes.Contains(out, []byte("canary")) {
			t.Errorf("lapkeep %q: %v\n%s", args, err, out)
		}
		if named := bytes.Contains(out, []byte("LAPKEEP_HOME")); args[0] == "doctor" != named && args[0] != "check" {
			t.Errorf("lapkeep %q names what it passed over: %v\n%s", args, named, out)
		}
	}
	if entries, err := os.ReadDir(filepath.Join(l.work, "data")); err != nil || len(entries) != 2 {
		t.Errorf("the stranger's home holds %v, %v", entries, err)
	}
	if n := arrived.Load(); n > 0 {
		t.Errorf("%d requests reached the stranger", n)
	}
}
