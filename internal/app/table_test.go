package app

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"lapkeep/internal/cli/settings"
	"lapkeep/internal/mcpserver"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/test/golden"
)

// wholeTable is every tool, to be looked at and not called.
func wholeTable(t testing.TB) *tools.Table {
	t.Helper()
	p := newPerson(t)
	s, err := settings.Load(settings.Input{WorkDir: p.work, UserHome: p.user})
	if err != nil {
		t.Fatal(err)
	}
	return p.program(nil, nil).table(s)
}

// TestTableKeepsItsRules: names, wording, schemas, budgets, and the snapshot
// of each tool's contract.
func TestTableKeepsItsRules(t *testing.T) {
	t.Parallel()
	tooltest.CheckTable(t, wholeTable(t))
}

// TestTableIsPublishedAsItIs: what a server lists without making it is what
// it would make.
func TestTableIsPublishedAsItIs(t *testing.T) {
	t.Parallel()
	var all bytes.Buffer
	of := published()
	for _, l := range wholeTable(t).List() {
		text, err := mcpserver.Published(l)
		if err != nil {
			t.Fatal(err)
		}
		all.WriteString(l.Name + "\t" + string(text) + "\n")
		if got := of(l.Name); !golden.Update() && !bytes.Equal(got, text) {
			t.Errorf("%s is listed otherwise than its row says; run make docs\nlisted %s\nnow    %s", l.Name, got, text)
		}
	}
	if golden.Update() {
		if err := os.WriteFile("published.txt", all.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if strings.Count(publishedTools, "\n") != bytes.Count(all.Bytes(), []byte("\n")) {
		t.Error("tools are listed that are no more; run make docs")
	}
}
