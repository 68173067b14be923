package app

import (
	"strings"
	"testing"

	"lapkeep/internal/tools"
	"lapkeep/internal/tools/tooltest"
)

// TestOldNamesLeadToTools calls what replaces each tool of the older servers,
// and each old name, which must say so.
func TestOldNamesLeadToTools(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	called := map[string]bool{}
	for _, n := range tools.FormerNames() {
		row, ok := a.table.Lookup(n.Tool)
		if _, taken := a.table.Lookup(n.Old); !ok || taken {
			t.Errorf("%s leads to %s: there %v, itself a tool %v", n.Old, n.Tool, ok, taken)
			continue
		}
		p := tooltest.Fails(t, a.table, a.call(t), n.Old, `{"anything":1}`)
		if !strings.HasPrefix(p.Fix, "Use "+n.Tool) {
			t.Errorf("%s: %s", n.Old, p)
		}
		if called[n.Tool+n.Args] {
			continue
		}
		called[n.Tool+n.Args] = true
		nobodyAgreed := strings.Contains(n.Args, tools.ExampleAnswer)
		if row.Safety == tools.Destructive || nobodyAgreed || n.Old == "update_athlete_notes" || n.Tool == "delete_workout" { // a person is asked
			tooltest.Fails(t, a.table, a.call(t), n.Tool, a.own(n.Args))
			continue
		}
		tooltest.Call(t, a.table, a.call(t), n.Tool, a.own(n.Args))
	}
}
