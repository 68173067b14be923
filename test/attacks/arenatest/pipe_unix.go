//go:build unix

package arenatest

import (
	"path/filepath"
	"syscall"
	"testing"
)

// Pipe makes a named pipe that nobody writes to.
func Pipe(t testing.TB, path string) {
	t.Helper()
	Folders(t, filepath.Dir(path))
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skipf("there are no pipes here: %v", err)
	}
}
