package workspace_test

import (
	"testing"

	"lapkeep/test/attacks/arena"
)

func TestSettingsInAnEnvFile(t *testing.T)  { arena.Run(t, settingsOf()) }
func TestWhatFollowsAnEnvFile(t *testing.T) { arena.Run(t, othersOf()) }
func TestKindsOfEnvFile(t *testing.T)       { arena.Run(t, kinds()) }
func TestHomesThatAreNone(t *testing.T)     { arena.Run(t, homes()) }

func TestTable(t *testing.T) {
	t.Parallel()
	arena.CheckTable(t, "../README.md", "workspace/", map[string][]arena.Attack{
		"envfile_test.go": append(settingsOf(), othersOf()...), "kinds_test.go": append(kinds(), homes()...),
	})
}
