// Package tooltest holds the rules that every table of tools keeps.
package tooltest

import (
	"testing"

	"lapkeep/internal/tools"
)

// CheckTable runs every rule over the whole table.
func CheckTable(t *testing.T, table *tools.Table) { t.Helper() }

// Call calls a tool and checks its answer against the full output schema and
// the size limits. args is JSON.
func Call(t testing.TB, table *tools.Table, c *tools.Call, name, args string) tools.Result {
	t.Helper()
	panic("todo")
}
