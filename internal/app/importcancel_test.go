package app

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"lapkeep/internal/training"
)

// TestImportIsCancelledOverMCP ends an import once it has told of its first
// file. What was stored is in the journal as one run, and nothing is left of
// it once that is undone.
func TestImportIsCancelledOverMCP(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	more := filepath.Join(a.user, "rides", "more")
	for i := range 12 {
		rides(t, filepath.Join(more, fmt.Sprint(i)), may.AddDate(0, 1, i).Add(5*time.Hour), 1200, training.Cycling)
	}
	before, entries := a.everything(t), a.journaled(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	session, end := a.connect(t, a.Workbench, []string{"all"}, &mcp.ClientOptions{
		ProgressNotificationHandler: func(context.Context, *mcp.ProgressNotificationClientRequest) { cancel() },
	})
	params := &mcp.CallToolParams{Name: "import_files", Arguments: json.RawMessage(`{"paths":["more"]}`)}
	params.SetProgressToken("p")
	_, err := session.CallTool(ctx, params)
	if ctx.Err() == nil {
		t.Fatalf("no progress was told: %v", err)
	}
	end()
	if got := a.journaled(t); got != entries+1 {
		t.Fatalf("%d entries more, want the one run", got-entries)
	}
	a.undoLatest(t)
	a.follow(t)
	if d := cmp.Diff(before, a.everything(t)); d != "" {
		t.Errorf("what was undone left (-before +after):\n%.1500s", d)
	}
}
