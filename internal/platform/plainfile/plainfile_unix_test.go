//go:build unix

package plainfile_test

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"lapkeep/internal/platform/plainfile"
)

// TestWhatIsNoFileIsNotOpened: a pipe without a writer would wait for ever.
func TestWhatIsNoFileIsNotOpened(t *testing.T) {
	t.Parallel()
	dir, err := os.MkdirTemp("", "p") // short, for the socket's name
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	pipe, link, socket := filepath.Join(dir, "pipe"), filepath.Join(dir, "link"), filepath.Join(dir, "socket")
	if err := errors.Join(syscall.Mkfifo(pipe, 0o600), os.Symlink("/dev/zero", link)); err != nil {
		t.Fatal(err)
	}
	var l net.ListenConfig
	listener, err := l.Listen(t.Context(), "unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	for path, want := range map[string]error{
		pipe: plainfile.ErrNotRegular, link: plainfile.ErrLink, "/dev/zero": plainfile.ErrNotRegular,
		dir: plainfile.ErrNotRegular, socket: plainfile.ErrNotRegular,
	} {
		if b, err := plainfile.Read(path, 10); !errors.Is(err, want) || len(b) > 0 {
			t.Errorf("%s: %q, %v", path, b, err)
		}
	}
}
