//go:build unix

package disk_test

import (
	"errors"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"lapkeep/internal/platform/disk"
)

// place makes a folder with one thing of every kind in it.
func place(t *testing.T) (*os.Root, string) {
	t.Helper()
	dir, err := os.MkdirTemp("", "rf") // short: a socket's path has 100 bytes
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	write(t, filepath.Join(dir, "file"), "inside")
	write(t, filepath.Join(t.TempDir(), "secret"), "outside")
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"link": "file", "device": os.DevNull, "loop": "loop", "again": "."} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	var config net.ListenConfig
	l, err := config.Listen(t.Context(), "unix", filepath.Join(dir, "socket"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = root.Close() })
	return root, dir
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestOnlyFilesAreOpened: opening a pipe that nobody writes to would never
// return.
func TestOnlyFilesAreOpened(t *testing.T) {
	t.Parallel()
	root, _ := place(t)
	for _, name := range []string{"pipe", "socket", "device", "link", "loop", "folder", "."} {
		if f, err := disk.OpenRegular(root, name); !errors.Is(err, disk.ErrNotRegular) {
			t.Errorf("%s: %v, %v", name, f, err)
		}
	}
	for _, name := range []string{"file", "again/file"} {
		f, err := disk.OpenRegular(root, name)
		if err != nil {
			t.Fatal(err)
		}
		if data, err := io.ReadAll(f); err != nil || string(data) != "inside" {
			t.Errorf("%s: %q, %v", name, data, err)
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, err := disk.OpenRegular(root, "none"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
}

// TestOnlyFilesAreRead holds the same by a path alone.
func TestOnlyFilesAreRead(t *testing.T) {
	t.Parallel()
	_, dir := place(t)
	for _, path := range []string{"pipe", "socket", "device", "link", "loop", "folder", "/dev/zero"} {
		if !filepath.IsAbs(path) {
			path = filepath.Join(dir, path)
		}
		if b, err := disk.ReadRegular(path, 10); !errors.Is(err, disk.ErrNotRegular) || len(b) > 0 {
			t.Errorf("%s: %q, %v", path, b, err)
		}
	}
}

func TestAPipeIsNoFolder(t *testing.T) {
	t.Parallel()
	root, _ := place(t)
	for name, want := range map[string]bool{"folder": true, "pipe": false, "file": false} {
		f, err := disk.OpenFolder(root, name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.ReadDir(-1); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
		_ = f.Close()
	}
}

// TestNoSwapWins: somebody changes what lies at a path, as fast as they can,
// between a file, a pipe and links; what is opened is the file or nothing.
func TestNoSwapWins(t *testing.T) {
	t.Parallel()
	root, dir := place(t)
	write(t, filepath.Join(dir, "other"), "another")
	for name, to := range map[string]string{"hop": "other", "out": "/etc/passwd"} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	stop, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		at := filepath.Join(dir, "at")
		for {
			for _, what := range []string{"file", "hop", "out", "pipe"} {
				select {
				case <-stop:
					return
				default:
				}
				_ = os.Remove(at)
				_ = os.Link(filepath.Join(dir, what), at) // of links and pipes too
			}
		}
	}()
	opened := 0
	for range 4000 {
		f, err := disk.OpenRegular(root, "at")
		if err != nil {
			continue
		}
		opened++
		if data, err := io.ReadAll(f); err != nil || string(data) != "inside" {
			t.Errorf("%q, %v", data, err)
		}
		_ = f.Close()
	}
	close(stop)
	<-ended
	t.Logf("opened %d times", opened)
}
