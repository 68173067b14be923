package app

import (
	"testing"

	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/tooltest"
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
