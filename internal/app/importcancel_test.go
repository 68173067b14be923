package app

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"lapkeep/internal/training"
	"lapkeep/test/archivetest/appletest"
)

// TestImportIsCancelledOverMCP ends an import once it has reported its first
// file. What was stored is in the journal as one run, and nothing is left of it
// once that is undone.
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

// TestALargeFileIsCancelledWhileItIsRead: the client learns how far one file of
// many megabytes is read, and may end it there; nothing of it is stored.
func TestALargeFileIsCancelledWhileItIsRead(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	var b bytes.Buffer
	if err := appletest.New(appletest.Options{Bytes: 40 << 20}).WriteZip(&b); err != nil {
		t.Fatal(err)
	}
	writeText(t, filepath.Join(a.user, "rides", "export.zip"), b.String())
	before, entries := a.everything(t), a.journaled(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var mu sync.Mutex
	var told []string
	session, end := a.connect(t, a.Workbench, []string{"all"}, &mcp.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
			mu.Lock()
			defer mu.Unlock()
			if told = append(told, r.Params.Message); len(told) == 3 {
				cancel()
			}
		},
	})
	params := &mcp.CallToolParams{Name: "import_files", Arguments: json.RawMessage(`{"paths":["export.zip"]}`)}
	params.SetProgressToken("p")
	_, err := session.CallTool(ctx, params)
	end()
	mu.Lock()
	defer mu.Unlock()
	if err == nil || len(told) < 3 || !strings.HasPrefix(told[2], "2 of 4") || !strings.HasSuffix(told[2], " MiB read of export.xml") {
		t.Errorf("%v, told %q", err, told)
	}
	if d := cmp.Diff(before, a.everything(t)); d != "" || a.journaled(t) != entries {
		t.Errorf("something of it was stored (-before +after):\n%.1500s", d)
	}
}
