package disk_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"lapkeep/internal/platform/disk"
)

func TestAFileUpToItsLimit(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	if err := os.WriteFile(path, []byte("12345"), 0o600); err != nil {
		t.Fatal(err)
	}
	if b, err := disk.ReadRegular(path, 5); err != nil || string(b) != "12345" {
		t.Errorf("%q, %v", b, err)
	}
	if b, err := disk.ReadRegular(path, 4); !errors.Is(err, disk.ErrTooLarge) || b != nil {
		t.Errorf("%q, %v", b, err)
	}
	if _, err := disk.ReadRegular(path+"x", 4); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

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

func TestOneHolderAtATime(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.lock")
	release, err := disk.Acquire(t.Context(), path, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := disk.Acquire(t.Context(), path, time.Millisecond); !errors.Is(err, disk.ErrHeld) {
		t.Errorf("a second holder: %v", err)
	}
	if _, err := disk.Try(path); !errors.Is(err, disk.ErrHeld) {
		t.Errorf("a second holder who does not wait: %v", err)
	}
	got := make(chan error, 1)
	go func() {
		again, err := disk.Acquire(context.WithoutCancel(t.Context()), path, time.Minute)
		if err == nil {
			err = again()
		}
		got <- err
	}()
	if err := release(); err != nil {
		t.Fatal(err)
	}
	if err := <-got; err != nil {
		t.Errorf("who waited did not get it: %v", err)
	}
}

func TestWaitingEndsWithItsCaller(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.lock")
	release, err := disk.Acquire(t.Context(), path, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := disk.Acquire(gone, path, time.Minute); !errors.Is(err, context.Canceled) {
		t.Errorf("a caller who is gone: %v", err)
	}
}

func TestAFolderThatIsNotThere(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "nowhere", "a.lock")
	_, waited := disk.Acquire(t.Context(), path, time.Second)
	_, tried := disk.Try(path)
	for _, err := range []error{waited, tried} {
		if err == nil || errors.Is(err, disk.ErrHeld) {
			t.Errorf("a lock in no folder: %v", err)
		}
	}
}

func TestTryTakesWhatIsFree(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.lock")
	for range 2 {
		release, err := disk.Try(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := release(); err != nil {
			t.Fatal(err)
		}
	}
}
