package connect

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// patience is how long the system may take to tell of a change.
const patience = 20 * time.Second

// until waits for what the system tells in its own time.
func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	late, tick := time.NewTimer(patience), time.NewTicker(time.Millisecond)
	defer late.Stop()
	defer tick.Stop()
	for !is() {
		select {
		case <-late.C:
			t.Fatalf("%s: nothing was noticed", what)
		case <-tick.C:
		}
	}
}

func put(t *testing.T, dir, name string) {
	t.Helper()
	p := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p, []byte(name), 0o600); err != nil {
		t.Fatal(err)
	}
}

func look(t *testing.T, f *Folder, want ...string) {
	t.Helper()
	got, _, err := f.Look()
	if err != nil || len(got) != len(want) {
		t.Fatalf("%v, want %v: %v", got, want, err)
	}
	for _, name := range got {
		f.Done(name)
	}
}

// settle looks until there is nothing more to confirm.
func settle(t *testing.T, f *Folder) {
	t.Helper()
	for range 5 {
		if _, _, err := f.Look(); err != nil {
			t.Fatal(err)
		}
		for name := range f.last {
			f.Done(name)
		}
		if f.notices == nil {
			t.Skip("the system tells of no changes here")
		}
	}
}

// watchQuiet takes the notices of what is known already.
func watchQuiet(t *testing.T, f *Folder) {
	t.Helper()
	until(t, "its silence", func() bool { return !f.Due() })
	f.passed = 0
}

func TestAFolderIsLookedAtWhenSomethingHappens(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	put(t, dir, "old/a.fit")
	f := NewWatcher(dir, nil)
	f.Trust = 1 << 40
	defer f.Close()
	if !f.Due() {
		t.Error("the first look is left out")
	}
	settle(t, f)
	watchQuiet(t, f)
	for _, c := range []struct {
		what string
		do   func()
	}{
		{"a new file", func() { put(t, dir, "b.fit") }},
		{"a new file below", func() { put(t, dir, "old/c.fit") }},
		{"a new folder", func() { put(t, dir, "new/deep/d.fit") }},
		{"a file in it", func() { put(t, dir, "new/deep/e.fit") }},
		{"a change", func() { put(t, dir, "b.fit") }},
		{"a file that is gone", func() { _ = os.Remove(filepath.Join(dir, "b.fit")) }},
	} {
		c.do()
		until(t, c.what, f.Due)
		settle(t, f)
		watchQuiet(t, f)
	}
	if err := os.Rename(dir, dir+"-away"); err != nil {
		t.Fatal(err)
	}
	until(t, "a folder that is gone", f.Due)
	look(t, f)
	if f.notices != nil || !f.Due() {
		t.Error("a folder that is not there is not waited for")
	}
	if err := os.Rename(dir+"-away", dir); err != nil {
		t.Fatal(err)
	}
	settle(t, f)
	watchQuiet(t, f)
	put(t, dir, "f.fit")
	until(t, "a folder that came back", f.Due)
}

// TestSilenceIsProven: a mount that tells of nothing is found out, and then
// looked at every time.
func TestSilenceIsProven(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	put(t, dir, "a.fit")
	f := NewWatcher(dir, nil)
	f.Trust = 3
	defer f.Close()
	for n := range mostMissed {
		settle(t, f)
		watchQuiet(t, f)
		// From here on the system tells of nothing.
		_ = f.notices.watcher.Close()
		<-f.notices.ended
		f.notices.take()
		put(t, dir, string(rune('b'+n))+".fit")
		for range f.Trust {
			if f.Due() {
				t.Fatal("a look that was to be left out")
			}
		}
		if !f.Due() {
			t.Fatal("the silence was trusted for too long")
		}
		look(t, f) // it is new, and not confirmed yet
		if !f.Due() {
			t.Fatal("a change is not confirmed")
		}
	}
	for range 3 * f.Trust {
		again(t, f)
		if f.notices != nil || !f.Due() {
			t.Fatal("a folder that told of nothing is listened to again")
		}
	}
}

func again(t *testing.T, f *Folder) {
	t.Helper()
	if _, _, err := f.Look(); err != nil {
		t.Fatal(err)
	}
}

func TestWithoutTrustEveryLookIsDue(t *testing.T) {
	t.Parallel()
	f := NewWatcher(t.TempDir(), nil)
	for range 5 {
		look(t, f)
		if !f.Due() || f.notices != nil {
			t.Fatal("a look was left out")
		}
	}
	f.Close()
}
