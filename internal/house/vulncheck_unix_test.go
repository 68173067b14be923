//go:build unix

package house

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestGovulncheckIsNotPassedOver: that the database cannot be reached fails
// nothing and is told twice; any other failure is one.
func TestGovulncheckIsNotPassedOver(t *testing.T) {
	t.Parallel()
	script, err := filepath.Abs("../../tools/govulncheck.sh")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		does string
		code int
		note bool
	}{
		"nothing known":   {"echo 'No vulnerabilities found.'", 0, false},
		"something known": {"echo 'Vulnerability #1: GO-2026-1'; exit 3", 3, false},
		"no database":     {"echo 'govulncheck: fetching vulnerabilities: dial tcp: no such host' >&2; exit 1", 0, true},
		"another failure": {"echo 'govulncheck: loading packages' >&2; exit 1", 1, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kept := filepath.Join(t.TempDir(), "bin", "not-checked")
			cmd := exec.CommandContext(t.Context(), script, "sh", "-c", c.does)
			cmd.Env = append(os.Environ(), "NOT_CHECKED="+kept)
			out, _ := cmd.CombinedOutput()
			if code := cmd.ProcessState.ExitCode(); code != c.code {
				t.Errorf("exit %d, want %d: %s", code, c.code, out)
			}
			note, _ := os.ReadFile(kept)
			const says = "govulncheck: database not reachable, NOT checked\n"
			if (string(note) == says) != c.note || strings.Contains(string(out), says) != c.note {
				t.Errorf("it says %q and keeps %q", out, note)
			}
		})
	}
}
