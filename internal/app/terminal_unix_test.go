//go:build e2e && (linux || darwin)

package app

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"lapkeep/test/builttest"
	"lapkeep/test/intervalstest"
)

// TestTheWizardInATerminal runs the built program at a pseudo terminal.
func TestTheWizardInATerminal(t *testing.T) {
	t.Parallel()
	server := intervalstest.New(t, intervalstest.Options{Activities: 1, Seconds: 60})
	program := builttest.Program(t)
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "terminal"),
		Setup: func(e *testscript.Env) error {
			e.Setenv("PROGRAM", program)
			e.Setenv("KEY", intervalstest.DefaultKey)
			e.Setenv("HOME", e.WorkDir)
			e.Setenv("LAPKEEP_HOME", filepath.Join(e.WorkDir, "home"))
			e.Setenv("INTERVALS_API_BASE_URL", server.URL)
			for name, text := range map[string]string{
				"typed": intervalstest.DefaultKey + "\n250\n\n", "half": "\n", "key": intervalstest.DefaultKey + "\n",
			} {
				if err := os.WriteFile(filepath.Join(e.WorkDir, name), []byte(text), 0o600); err != nil {
					return err
				}
			}
			return nil
		},
	})
}
