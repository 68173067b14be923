package clients_test

import (
	"strings"
	"testing"

	"lapkeep/internal/faces/clients"
	"lapkeep/test/golden"
)

// TestDocsClients: docs/clients.md is what the table says now.
func TestDocsClients(t *testing.T) {
	t.Parallel()
	text := clients.Markdown()
	golden.Check(t, "../../../docs/clients.md", text)
	for _, c := range clients.Table() {
		if !strings.Contains(text, "\n## "+c.Name+"\n") {
			t.Errorf("%s is not there", c.Name)
		}
	}
}
