//go:build e2e

package attacks_test

import (
	"testing"

	"lapkeep/test/attacks/arenatest"
)

func TestTable(t *testing.T) {
	t.Parallel()
	arenatest.CheckTable(t, "README.md", "", map[string][]arenatest.Attack{
		"hidden_test.go": hidden(), "position_test.go": positions(), "outward_test.go": outward(),
		"consent_test.go": consent(), "text_test.go": text(), "files_test.go": files(),
		"store_test.go": damage(), "readers_test.go": readers(), "bounds_test.go": bounds(), "http_test.go": overHTTP(),
		"checks_test.go": checks(), "dashboard_test.go": onDashboard(), "terminal_test.go": inTerminal(),
		"sessions_test.go": onSessions(),
	})
}
