package workspace_test

import (
	"testing"

	"lapkeep/test/attacks/arenatest"
)

func TestSettingsInAnEnvFile(t *testing.T)  { arenatest.Run(t, settingsOf()) }
func TestWhatFollowsAnEnvFile(t *testing.T) { arenatest.Run(t, othersOf()) }
func TestKindsOfEnvFile(t *testing.T)       { arenatest.Run(t, kinds()) }
func TestHomesThatAreNone(t *testing.T)     { arenatest.Run(t, homes()) }

func TestTable(t *testing.T) {
	t.Parallel()
	arenatest.CheckTable(t, "../README.md", "workspace/", map[string][]arenatest.Attack{
		"envfile_test.go": append(settingsOf(), othersOf()...), "kinds_test.go": append(kinds(), homes()...),
	})
}
