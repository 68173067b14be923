package connect

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/importing"
	"lapkeep/internal/importing/archive"
	"lapkeep/test/archivetest/diarytest"
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

// TestManyAlikeAreOneLine: the first of a reason are named, the rest counted,
// and one with a reason of its own is not lost among them.
func TestManyAlikeAreOneLine(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	r := importReport{CollectEnv: &CollectEnv{Env: &Env{Out: &out}}, seen: map[string]int{}}
	for i := range 100 {
		name := fmt.Sprintf("%d.jpg", i)
		r.line(importing.FileResult{Path: "a.zip/media/" + name, Status: importing.Ignored, Reason: "It is a picture."})
		r.line(importing.FileResult{Path: "a.zip/" + name, Status: importing.Failed, Reason: i18n.Sentence(name + " is empty.")})
		r.line(importing.FileResult{Path: name, Status: importing.Imported, Warnings: []i18n.Sentence{"cut short"}})
		r.line(importing.FileResult{Path: "a.zip/aside" + name, Status: importing.Ignored, Reason: "It is sleep.", Aside: true})
	}
	r.line(importing.FileResult{Path: "z.fit", Status: importing.Failed, Reason: "It is damaged."})
	r.rest()
	got := out.String()
	for text, n := range map[string]int{
		"It is a picture.": alike + 1, " is empty.": alike + 1, "          cut short\n": 100, "failed    z.fit: It is damaged.\n": 1,
		"ignored   80 files more with: It is a picture.\n": 1, "failed    80 files more with: … is empty.\n": 1,
		"ignored   100 files: It is sleep.\n": 1, "aside": 0,
	} {
		if strings.Count(got, text) != n {
			t.Errorf("%q is there %d times, want %d", text, strings.Count(got, text), n)
		}
	}
}

func TestFilesAreCountedMeanwhile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, n := range []string{"1.fit", "2.fit", "3.jpg"} {
		if err := os.WriteFile(filepath.Join(dir, n), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := countFiles(t.Context(), []string{dir})
	<-c.done
	c.end()
	if c.total() != 3 {
		t.Errorf("%d files, want 3", c.total())
	}
	c = countFiles(t.Context(), []string{filepath.Join(dir, "none"), dir})
	c.end()
	if n := c.total(); n != 0 && n != 4 {
		t.Errorf("%d files of a count that was stopped", n)
	}
}

// TestDaysInNewAndKnownFiles: a new file of a watch's folder is read with those that are known
// already, without which its day has no zone; recordings that are known are not read again.
func TestDaysInNewAndKnownFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var names []string
	for _, f := range diarytest.Watch(diarytest.Days(1, 1, 7200), false).Files {
		p := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(f.Name, "HRVStatus") {
			names = append(names, f.Name)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "ride.gpx"), []byte("<gpx/>"), 0o600); err != nil {
		t.Fatal(err)
	}
	days := 0
	for it := range items(t.Context(), dir, names)(archive.Limits{}) {
		if it.Wellness == nil {
			t.Errorf("%s: %s", it.Path, it.Skip)
			continue
		}
		days += len(it.Wellness.Days)
	}
	if len(names) != 1 || days == 0 {
		t.Errorf("%d days, %v", days, names)
	}
}
