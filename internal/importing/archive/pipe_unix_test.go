//go:build unix

package archive_test

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/importing/archive"
	"lapkeep/internal/importing/listing"
	"lapkeep/internal/training"
)

func pipe(t *testing.T, path string) string {
	t.Helper()
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestNoPipeIsOpened: neither one that lies in a folder nor one that was
// named, not even where the walk saw a file.
func TestNoPipeIsOpened(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	put(t, root, "a.fit", "1", 1)
	named := pipe(t, filepath.Join(root, "pipe.fit"))
	if err := os.Symlink(named, filepath.Join(root, "to a pipe.fit")); err != nil {
		t.Fatal(err)
	}
	got := walk(t, root, archive.Limits{}, root, named, filepath.Join(root, "to a pipe.fit"))
	want := []string{
		"to a pipe.fit skipped: It is a symbolic link; links are not followed.",
		"pipe.fit skipped: It is not a regular file.",
		"a.fit = 1", "pipe.fit unsupported", "to a pipe.fit unsupported",
	}
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for it := range archive.Walk(t.Context(), []string{root}, archive.Limits{}) {
		if it.Skip != "" {
			continue
		}
		if err := os.Remove(it.Path); err != nil {
			t.Fatal(err)
		}
		pipe(t, it.Path)
		if _, err := it.Bytes(t.Context()); training.KindOf(err) != training.KindUnsupported {
			t.Errorf("a pipe in the place of a file: %v", err)
		}
	}
}

// TestNothingOutsideOfAPlaceIsRead: a folder that was checked is exchanged
// for a link before it is walked, while it is, and before its files are read.
func TestNothingOutsideOfAPlaceIsRead(t *testing.T) {
	t.Parallel()
	outside := t.TempDir()
	put(t, outside, "a.fit", "secret", 1)
	for _, when := range []string{"before", "while", "after"} {
		root := t.TempDir()
		put(t, root, "rides/a.fit", "inside", 1)
		put(t, root, "rides/b.fit", "inside", 2)
		swap := func() {
			rides := filepath.Join(root, "rides")
			if err := os.Rename(rides, filepath.Join(root, "moved")); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(outside, rides); err != nil {
				t.Fatal(err)
			}
		}
		if when == "before" {
			swap()
		}
		var items []listing.Item
		for it := range archive.WalkPlaces(t.Context(), []archive.Place{{Root: root, Rel: "rides"}}, archive.Limits{}) {
			items = append(items, it)
			if when == "while" && len(items) == 1 {
				swap()
			}
		}
		if when == "after" {
			swap()
		}
		for _, it := range items {
			if data, err := it.Bytes(t.Context()); err == nil || strings.Contains(string(data), "secret") {
				t.Errorf("%s: %s has %q", when, it.Path, data)
			}
		}
		if len(items) == 0 {
			t.Errorf("%s: nothing is told", when)
		}
	}
}

// TestPlacesAreReadAsPathsAre: a place is walked like a path, its links to
// files not followed.
func TestPlacesAreReadAsPathsAre(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	odd := "b"
	if runtime.GOOS == "linux" {
		odd = "b\xff" // a name that is no text, which other systems refuse
	}
	put(t, root, "rides/2026/a.fit", "1", 1)
	put(t, root, "rides/"+odd+"/c.fit", "2", 2)
	var got []string
	for it := range archive.WalkPlaces(t.Context(),
		[]archive.Place{{Root: root, Rel: "rides"}, {Root: root, Rel: "rides/2026/a.fit"}}, archive.Limits{}) {
		got = append(got, outcome(t, root, it))
	}
	want := []string{"rides/2026/a.fit = 1", "rides/" + odd + "/c.fit = 2", "rides/2026/a.fit = 1"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
