package disk_test

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"lapkeep/internal/platform/disk"
)

func files(t *testing.T, dir string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestWhatIsSavedIsLoaded(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "made", "here")
	d := disk.CacheIn(path)
	if _, ok := d.Load("a"); ok {
		t.Error("there is something before anything was saved")
	}
	for _, want := range [][]byte{{}, []byte("one"), bytes.Repeat([]byte{7}, 1<<20), []byte("less")} {
		if err := d.Save("../a", want); err != nil {
			t.Fatal(err)
		}
		if got, ok := disk.CacheIn(path).Load("../a"); !ok || !bytes.Equal(got, want) {
			t.Errorf("%d bytes: %v, %d bytes", len(want), ok, len(got))
		}
	}
	if _, ok := d.Load("b"); ok {
		t.Error("another name has a value")
	}
	if n := len(files(t, path)); n != 1 {
		t.Errorf("%d files", n)
	}
}

func TestDamagedIsNotThere(t *testing.T) {
	t.Parallel()
	path := t.TempDir()
	d := disk.CacheIn(path)
	if err := d.Save("a", []byte("something that is long enough")); err != nil {
		t.Fatal(err)
	}
	name := files(t, path)[0]
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for cut := range whole {
		if err := os.WriteFile(name, whole[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		if b, ok := d.Load("a"); ok && cut != 4 { // four zero bytes are nothing, saved
			t.Errorf("cut at %d: %q", cut, b)
		}
	}
	whole[10]++
	if err := os.WriteFile(name, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	if b, ok := d.Load("a"); ok {
		t.Errorf("changed: %q", b)
	}
}

func TestAFolderThatCannotBeMadeIsAnError(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	d := disk.CacheIn(filepath.Join(file, "under"))
	if err := d.Save("a", []byte("x")); err == nil {
		t.Error("saved below a file")
	}
	if _, ok := d.Load("a"); ok {
		t.Error("loaded from below a file")
	}
}

func TestForTheOwnerAlone(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("modes mean something else there")
	}
	path := filepath.Join(t.TempDir(), "cache")
	if err := disk.CacheIn(path).Save("a", []byte("x")); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]os.FileMode{path: 0o700, files(t, path)[0]: 0o600} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", filepath.Base(name), info.Mode(), err)
		}
	}
}

func TestWhatIsTakenAwayIsGone(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "cache")
	d := disk.CacheIn(path)
	if !d.Empty() {
		t.Error("a folder that is not there is not empty")
	}
	d.Remove("a")
	for _, name := range []string{"a", "b"} {
		if err := d.Save(name, []byte(name)); err != nil {
			t.Fatal(err)
		}
	}
	d.Remove("a")
	if _, ok := d.Load("a"); ok || d.Empty() || len(files(t, path)) != 1 {
		t.Errorf("after one of two was removed: %v", files(t, path))
	}
	if err := os.WriteFile(filepath.Join(path, ".tmp-half"), []byte("b"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := d.Clear(); err != nil || !d.Empty() {
		t.Errorf("cleared: %v", err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("something is left")
	}
	if err := d.Save("a", nil); err != nil {
		t.Errorf("nothing can be saved after that: %v", err)
	}
}

// TestReadersSeeOneOrTheOther: several that save, load, remove and clear
// never see a part of a value.
func TestCacheReadersSeeOneOrTheOther(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "cache")
	var group sync.WaitGroup
	for i := range 4 {
		group.Go(func() {
			d, mine := disk.CacheIn(path), bytes.Repeat([]byte{byte(i)}, 10_000*(i+1))
			for n := range 50 {
				_ = d.Save("a", mine) // fails where the folder is cleared meanwhile
				if b, ok := d.Load("a"); ok && (len(b) != 10_000*(int(b[0])+1) || bytes.Count(b, b[:1]) != len(b)) {
					t.Errorf("%d bytes that begin with %d", len(b), b[0])
				}
				switch {
				case n%17 == 3:
					d.Remove("a")
				case n%23 == 5:
					_ = d.Clear() // fails where another saves meanwhile
				}
			}
		})
	}
	group.Wait()
}
