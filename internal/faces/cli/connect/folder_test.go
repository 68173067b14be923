package connect_test

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/faces/cli/connect"
)

// disk is a folder of a test, whose files change when the test says so.
type disk struct {
	*testing.T
	dir string
	n   int
}

func newDisk(t *testing.T) *disk { return &disk{T: t, dir: t.TempDir()} }

// put writes a file, a second after the last.
func (d *disk) put(name, text string) {
	d.Helper()
	p := filepath.Join(d.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
		d.Fatal(err)
	}
	if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
		d.Fatal(err)
	}
	d.n++
	at := time.Date(2026, 5, 1, 0, 0, d.n, 0, time.UTC)
	if err := os.Chtimes(p, at, at); err != nil {
		d.Fatal(err)
	}
}

func (d *disk) look(f *connect.Folder, want ...string) {
	d.Helper()
	got, there, err := f.Look()
	if err != nil || !there {
		d.Fatalf("%v %v", there, err)
	}
	if diff := cmp.Diff(append([]string{}, want...), append([]string{}, got...)); diff != "" {
		d.Error(diff)
	}
}

func TestAFileIsToldWhenItIsWhole(t *testing.T) {
	t.Parallel()
	d := newDisk(t)
	f := connect.NewWatcher(d.dir, nil)
	d.put("a.fit", "hal")
	d.look(f)
	d.put("a.fit", "half of it") // it grows
	d.look(f)
	d.put("a.fit", "half of i!") // as long, but written again
	d.look(f)
	d.look(f, "a.fit")
	d.look(f, "a.fit") // until it is done
	f.Done("a.fit")
	d.put("b/c.fit", "more")
	d.look(f)
	d.look(f, "b/c.fit")
	f.Done("b/c.fit")
	d.look(f)
	d.put("a.fit", "another ride by that name")
	d.look(f)
	d.look(f, "a.fit")
}

// TestAnUnfinishedFileIsWaitedFor until it is finished, or has not grown for
// long; a finished one is told as soon as ever.
func TestAnUnfinishedFileIsWaitedFor(t *testing.T) {
	t.Parallel()
	d := newDisk(t)
	f := connect.NewWatcher(d.dir, nil)
	now := time.Date(2026, 5, 1, 8, 0, 0, 0, time.UTC)
	f.Now = func() time.Time { return now }
	f.Unfinished = func(path string) bool {
		data, err := os.ReadFile(path)
		return err == nil && data[len(data)-1] != '.'
	}
	d.put("a.fit", "half")
	d.put("b.fit", "whole.")
	d.look(f)
	d.look(f, "b.fit")
	f.Done("b.fit")
	if !slices.Equal(f.Held, []string{"a.fit"}) {
		t.Errorf("%v", f.Held)
	}
	now = now.Add(connect.Patience - time.Second)
	d.look(f)
	d.put("a.fit", "half of it")
	d.look(f)
	d.look(f)
	now = now.Add(connect.Patience - time.Second)
	d.look(f)
	if len(f.Held) > 0 {
		t.Errorf("it is said again: %v", f.Held)
	}
	now = now.Add(time.Second)
	d.look(f, "a.fit")
	f.Done("a.fit")
	d.put("a.fit", "half of it and the rest.")
	d.look(f)
	d.look(f, "a.fit")
}

func TestWhatIsKnownStaysSo(t *testing.T) {
	t.Parallel()
	d := newDisk(t)
	d.put("a.fit", "one")
	d.put("b.fit", "two")
	f := connect.NewWatcher(d.dir, nil)
	d.look(f)
	d.look(f, "a.fit", "b.fit")
	f.Done("a.fit")
	f.Failed("b.fit")
	d.look(f) // what failed is not told again …
	again := connect.NewWatcher(d.dir, f.Known())
	d.look(again)
	d.look(again, "b.fit") // … but by the next process
	if err := os.Rename(d.dir, d.dir+"-away"); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if names, there, err := f.Look(); there || err != nil || len(names) != 0 {
			t.Fatalf("%v %v %v", names, there, err)
		}
	}
	if err := os.Rename(d.dir+"-away", d.dir); err != nil {
		t.Fatal(err)
	}
	d.look(f)
	d.look(f, "b.fit") // … and when the folder was away
}

func TestAFileThatIsGoneDidNotFail(t *testing.T) {
	t.Parallel()
	d := newDisk(t)
	d.put("a.fit", "one")
	f := connect.NewWatcher(d.dir, nil)
	d.look(f)
	d.look(f, "a.fit")
	if err := os.Remove(filepath.Join(d.dir, "a.fit")); err != nil {
		t.Fatal(err)
	}
	f.Failed("a.fit")
	d.look(f)
	d.n = 0
	d.put("a.fit", "one") // with the same stamp
	d.look(f)
	d.look(f, "a.fit")
}

func TestWhatIsNotTold(t *testing.T) {
	t.Parallel()
	d := newDisk(t)
	for _, name := range []string{
		".hidden.fit", ".git/a.fit", "a.fit.part", "b.zip.crdownload", "c.tmp", "~$d.fit",
		"e.fit~", "x.download/f.fit",
	} {
		d.put(name, "text")
	}
	d.put("empty.fit", "")
	d.put("told.fit", "text")
	if runtime.GOOS != "windows" {
		outside := newDisk(t)
		outside.put("o.fit", "text")
		for _, to := range []string{outside.dir, filepath.Join(outside.dir, "o.fit")} {
			if err := os.Symlink(to, filepath.Join(d.dir, filepath.Base(to)+"-link")); err != nil {
				t.Fatal(err)
			}
		}
	}
	f := connect.NewWatcher(d.dir, nil)
	d.look(f)
	d.look(f, "told.fit")
}

func TestADevicesDriveIsReadForItsActivities(t *testing.T) {
	t.Parallel()
	for _, folder := range []string{"GARMIN/Activity", "Garmin/ACTIVITY"} {
		d := newDisk(t)
		d.put(folder+"/a.fit", "ride")
		d.put("GARMIN-other/b.fit", "no ride")
		d.put("Music/c.mp3", "song")
		f := connect.NewWatcher(d.dir, nil)
		d.look(f)
		d.look(f, "a.fit")
		if want := filepath.Join(d.dir, filepath.FromSlash(folder)); f.Root() != want || f.Named() != d.dir {
			t.Errorf("%s of %s", f.Root(), f.Named())
		}
	}
}

func TestAFolderThatMayNotBeReadSaysSo(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" || os.Getuid() == 0 {
		t.Skip("this user may read everything")
	}
	d := newDisk(t)
	d.put("locked/a.fit", "ride")
	d.put("b.fit", "ride")
	locked := filepath.Join(d.dir, "locked")
	if err := os.Chmod(locked, 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(locked, 0o700) })
	f := connect.NewWatcher(d.dir, nil)
	d.look(f)
	d.look(f, "b.fit") // one below it keeps nothing from the others
	if names, _, err := connect.NewWatcher(locked, nil).Look(); err == nil {
		t.Errorf("it was read: %v", slices.Clone(names))
	}
}
