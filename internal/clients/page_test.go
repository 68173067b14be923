package clients_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/clients"
)

var update = flag.Bool("update", false, "write docs/clients.md anew")

// TestDocsClients: docs/clients.md is what the table says now.
func TestDocsClients(t *testing.T) {
	t.Parallel()
	path := filepath.Join("..", "..", "docs", "clients.md")
	text := clients.Markdown()
	if *update {
		put(t, path, text)
	}
	had, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(strings.Split(string(had), "\n"), strings.Split(text, "\n")); d != "" {
		t.Errorf("docs/clients.md is out of date; run make docs (-page +code):\n%s", d)
	}
	for _, c := range clients.Table() {
		if !strings.Contains(text, "\n## "+c.Name+"\n") {
			t.Errorf("%s is not there", c.Name)
		}
	}
}
