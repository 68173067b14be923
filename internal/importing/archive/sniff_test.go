package archive_test

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/importing/archive"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/bodytest"
	"lapkeep/test/archivetest/hostiletest"
)

// packed is a zip archive as bytes.
func packed(t testing.TB, members ...member) string {
	t.Helper()
	data, err := os.ReadFile(putZip(t, t.TempDir(), "x", members...))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestContentTells: a name may say what it wants.
func TestContentTells(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	fit := string(bodytest.Body{Seconds: 10}.FIT())
	for name, data := range map[string]string{
		"ride.jpg": fit, "track.csv": "\ufeff <gpx/>", "photo.jpg": "\xff\xd8\xff\xe0", "page.html": "<!DOCTYPE html><p>",
		"rides.bin":  packed(t, member{"in.dat", fit, zip.Deflate, 0}),
		"logins.csv": fit, "empty": "", "noise.zip": "noise",
	} {
		put(t, root, name, data, 1)
	}
	got := map[string]string{}
	for it := range archive.Walk(t.Context(), []string{root}, archive.Limits{}) {
		name, _ := filepath.Rel(root, it.Path)
		switch data, err := it.Bytes(t.Context()); {
		case it.Skip != "":
			got[filepath.ToSlash(name)] = it.Skip
		case err != nil:
			got[filepath.ToSlash(name)] = training.KindOf(err).String()
		default:
			got[filepath.ToSlash(name)] = map[bool]string{true: "fit", false: string(data)}[string(data) == fit]
		}
	}
	want := map[string]string{
		"ride.jpg": "fit", "track.csv": "\ufeff <gpx/>", "photo.jpg": "It is a picture, a video or a document.",
		"page.html":        "It is a picture, a video or a document.",
		"rides.bin/in.dat": "fit", "logins.csv": "It may hold messages or other people's names; it was not opened.",
		"empty": "", "noise.zip": "corrupt",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestArchivesWithinArchives(t *testing.T) {
	t.Parallel()
	for name, method := range map[string]uint16{"stored": zip.Store, "packed": zip.Deflate} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root := t.TempDir()
			inner := packed(t, member{"1.fit", "one", zip.Deflate, 1}, member{`sub\2.fit`, "two", zip.Store, 2})
			p := putZip(t, root, "outer.zip", member{"deep/part 1.zip", inner, method, 2}, member{"3.fit", "three", method, 1})
			want := []string{"3.fit = three", "deep/part 1.zip/1.fit = one", "deep/part 1.zip/sub/2.fit = two"}
			got := walk(t, p, archive.Limits{}, p)
			for i := range got {
				got[i] = strings.ReplaceAll(got[i], `\`, "/")
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Error(d)
			}
			if d := cmp.Diff([]string{"3.fit = three", "deep/part 1.zip too_large"}, walk(t, p, archive.Limits{Nested: 1}, p)); d != "" {
				t.Error(d)
			}
			tight := walk(t, p, archive.Limits{NestedBytes: 10}, p)
			if refused := tight[1] == "deep/part 1.zip too_large"; refused != (method == zip.Deflate) {
				t.Errorf("what has to be unpacked is bounded, what lies there is not: %q", tight)
			}
		})
	}
}

// TestHostileArchives: each attack ends soon, in few bytes and with a reason
// for everything that is not read; nothing is written anywhere.
func TestHostileArchives(t *testing.T) {
	t.Parallel()
	const most = 40 << 20                 // bytes that an attack may make a reader unpack
	for _, c := range []hostiletest.Case{ // its own many empty files take long to make
		hostiletest.Ratio(), hostiletest.Nesting(), hostiletest.SelfLike(), hostiletest.Traversal(), hostiletest.Symlink(),
		hostiletest.Truncated(),
		hostiletest.Lying(), hostiletest.Garbage(), hostiletest.BillionLaughs(), hostiletest.ExternalEntity(),
		{Name: "count", File: "export.zip", Bytes: []byte(packed(t, slices.Repeat([]member{{"a/1.fit", "", zip.Store, 0}}, 20_000)...))},
	} {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			outer := t.TempDir()
			dir := filepath.Join(outer, "in", "folder")
			p := put(t, dir, c.File, string(c.Bytes), 0)
			read, lines := 0, 0
			for it := range archive.Walk(t.Context(), []string{p}, archive.Limits{}) {
				lines++
				data, err := it.Bytes(t.Context())
				read += len(data)
				if err != nil && it.Skip == "" {
					if te := (*training.Error)(nil); !asError(err, &te) || te.What == "" {
						t.Errorf("%s: %v", it.Path, err)
					}
				}
				if bytes.Contains(data, []byte("root:")) {
					t.Errorf("%s: a file of the machine was read", it.Path)
				}
			}
			if lines == 0 || read > most {
				t.Errorf("%d lines, %d bytes", lines, read)
			}
			for _, name := range c.Escapes {
				if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
					t.Errorf("%s was written", name)
				}
			}
			n := 0
			_ = filepath.WalkDir(outer, func(string, os.DirEntry, error) error { n++; return nil })
			if n != 4 {
				t.Errorf("%d files and folders, there were 4", n)
			}
		})
	}
}
