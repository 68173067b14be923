package disk_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"lapkeep/internal/platform/disk"
)

func TestWriteReplacesTheWholeFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a")
	for _, text := range []string{"first, and longer", "second", ""} {
		if err := disk.WriteAtomic(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != text {
			t.Errorf("read %q, %v; want %q", got, err, text)
		}
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("mode %o", info.Mode().Perm())
	}
	onlyOne(t, filepath.Dir(path))
}

// onlyOne fails if something was left over beside the file.
func onlyOne(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if disk.IsTemp(e.Name()) {
			t.Errorf("%s was left over", e.Name())
		}
	}
}

func TestWriteFailsWithoutATrace(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := disk.WriteAtomic(filepath.Join(dir, "nowhere", "a"), nil, 0o600); err == nil {
		t.Error("a file was written into a folder that is not there")
	}
	if err := os.Mkdir(filepath.Join(dir, "taken"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := disk.WriteAtomic(filepath.Join(dir, "taken"), []byte("x"), 0o600); err == nil {
		t.Error("a folder was replaced by a file")
	}
	onlyOne(t, dir)
}

// TestReadersSeeOneOrTheOther: while a file is replaced, no reader finds a
// part of it, or none.
func TestReadersSeeOneOrTheOther(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("a file that is open cannot be replaced there")
	}
	path := filepath.Join(t.TempDir(), "a")
	a, b := bytes.Repeat([]byte("a"), 64<<10), bytes.Repeat([]byte("b"), 64<<10)
	if err := disk.Replace(path, a, 0o600); err != nil {
		t.Fatal(err)
	}
	var writers sync.WaitGroup
	for _, text := range [][]byte{a, b} {
		writers.Go(func() {
			for range 20 {
				if err := disk.Replace(path, text, 0o600); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for range 200 {
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, a) && !bytes.Equal(got, b) {
			t.Fatalf("%d bytes, %v", len(got), err)
		}
	}
	writers.Wait()
	onlyOne(t, filepath.Dir(path))
}

func TestWriteInAFolder(t *testing.T) {
	t.Parallel()
	root, err := os.OpenRoot(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	refused := errors.New("refused")
	for _, step := range []struct {
		data, want string
		ready      error
	}{{"one", "one", nil}, {"two", "one", refused}, {"three", "three", nil}} {
		err := disk.WriteIn(root, "a", []byte(step.data), 0o600, func() error { return step.ready })
		if !errors.Is(err, step.ready) {
			t.Error(err)
		}
		if b, err := root.ReadFile("a"); err != nil || string(b) != step.want {
			t.Errorf("%s %v", b, err)
		}
		if _, err := root.Lstat(disk.TempPrefix + "a"); !errors.Is(err, fs.ErrNotExist) {
			t.Error("something is left over")
		}
		// What another left is no part of what comes.
		if err := root.WriteFile(disk.TempPrefix+"a", []byte("longer than that"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := disk.WriteIn(root, "../b", nil, 0o600, func() error { return nil }); err == nil {
		t.Error("it left the folder")
	}
}
