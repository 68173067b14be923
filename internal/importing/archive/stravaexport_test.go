package archive_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
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
	"lapkeep/test/archivetest/packtest"
	"lapkeep/test/archivetest/stravatest"
)

func asError(err error, target **training.Error) bool { return errors.As(err, target) }

// told lists the items that a walk finds in an export, one line an item, and
// every byte that it gave out.
func told(t *testing.T, root string, paths ...string) (lines []string, content string) {
	t.Helper()
	var all strings.Builder
	for it := range archive.Walk(t.Context(), paths, archive.Limits{}) {
		name, err := filepath.Rel(root, it.Path)
		if err != nil {
			t.Fatal(err)
		}
		name = filepath.ToSlash(name)
		data, err := it.Bytes(t.Context())
		all.Write(data)
		switch {
		case it.Skip != "":
			lines = append(lines, name+" skipped")
		case it.Err != nil:
			lines = append(lines, name+" "+training.KindOf(err).String())
		case it.Account != nil:
			lines = append(lines, fmt.Sprintf("%s gear %d weight %g", name, len(it.Account.Gear), it.Account.WeightKg))
		case it.Statement != nil:
			line := fmt.Sprintf("%s is %s, typed %v, read %v", name, it.Statement.Ref, it.Statement.Entry != nil, err == nil)
			if rest, ok := strings.CutPrefix(it.Warning, "The archive lacks its file, "); ok {
				of, _, _ := strings.Cut(rest, ";")
				line += ", warned of " + of
			}
			lines = append(lines, line)
		case it.Route != nil:
			lines = append(lines, fmt.Sprintf("%s is route %s, read %v", name, it.Route.Ref, err == nil))
		default:
			lines = append(lines, name+" alone")
		}
	}
	return lines, all.String()
}

// expected lists the items that a walk must find in an archive.
func expected(a stravatest.Archive, top string) (lines []string) {
	lines = append(lines, top+"bikes.csv gear 2 weight 0", top+"shoes.csv gear 1 weight 0", top+"components.csv gear 1 weight 0",
		top+"profile.csv gear 0 weight 71.5", top+"activities.csv gear 1 weight 0")
	for _, act := range slices.Backward(a.Truth.Activities) {
		name := act.File
		if name == "" {
			name = "activities.csv#" + act.ID
		}
		lines = append(lines, fmt.Sprintf("%s%s is strava:%s, typed %v, read %v", top, name, act.ID, act.File == "", act.File != ""))
	}
	aside := []string{"media/a.jpg skipped"}
	for i := range a.Truth.Routes {
		aside = append(aside, fmt.Sprintf("routes/%d.gpx is route strava:%d, read true", i+1, i+1))
	}
	for _, p := range a.Truth.Private {
		aside = append(aside, p+" skipped")
	}
	slices.Sort(aside)
	for _, l := range aside {
		lines = append(lines, top+l)
	}
	return lines
}

// sorted puts what follows the activities into the order of names, since the
// times of unpacked files say nothing.
func sorted(lines []string, activities int) []string {
	const tables = 5
	if len(lines) > tables+activities {
		slices.Sort(lines[tables+activities:])
	}
	return lines
}

func TestExportPackedOrNot(t *testing.T) {
	t.Parallel()
	a := stravatest.Build(stravatest.Options{Language: stravatest.French, Seconds: 30, CRLF: true, BOM: true})
	root := t.TempDir()
	put(t, root, "zip/export_1.zip", string(a.Zip()), 0)
	put(t, root, "deep/of/anything/download", packed(t, member{"export_1.zip", string(a.Zip()), 8, 0}), 0)
	if err := a.Unpack(filepath.Join(root, "folder", "export 1")); err != nil {
		t.Fatal(err)
	}
	for path, top := range map[string]string{
		"zip/export_1.zip": "", "zip": "export_1.zip/", "folder": "export 1/", "folder/export 1": "",
		"deep": "of/anything/download/export_1.zip/",
	} {
		p := filepath.Join(root, filepath.FromSlash(path))
		got, all := told(t, p, p)
		if d := cmp.Diff(expected(a, top), sorted(got, len(a.Truth.Activities))); d != "" {
			t.Errorf("%s: %s", path, d)
		}
		if strings.Contains(all, stravatest.Canary) {
			t.Errorf("%s: a private file was read", path)
		}
	}
}

// TestPrivateFilesAreNotOpened: that they cannot be read, or are not there,
// is not noticed.
func TestPrivateFilesAreNotOpened(t *testing.T) {
	t.Parallel()
	a := stravatest.Build(stravatest.Options{Seconds: 20, Activities: 8})
	private := func(name string) bool { return slices.Contains(a.Truth.Private, name) }
	data := a.Zip()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	p := put(t, root, "a.zip", string(data), 0)
	before, _ := told(t, p, p)
	for _, m := range z.File {
		offset, err := m.DataOffset()
		if err != nil {
			t.Fatal(err)
		}
		if private(m.Name) { // no block of a packed file begins so
			copy(data[offset:], bytes.Repeat([]byte{0xff}, int(m.CompressedSize64)))
		}
	}
	p = put(t, root, "a.zip", string(data), 0)
	after, _ := told(t, p, p)
	if d := cmp.Diff(before, after); d != "" {
		t.Errorf("damaged: %s", d)
	}
	a.Files = slices.DeleteFunc(a.Files, func(f packtest.File) bool { return private(f.Name) })
	p = put(t, root, "a.zip", string(a.Zip()), 0)
	without, _ := told(t, p, p)
	kept := slices.DeleteFunc(before, func(l string) bool { return private(strings.TrimSuffix(l, " skipped")) })
	if d := cmp.Diff(kept, without); d != "" {
		t.Errorf("missing: %s", d)
	}
}

// TestOddExports: what is missing or damaged is said, and the rest stands.
func TestOddExports(t *testing.T) {
	t.Parallel()
	a := stravatest.Build(stravatest.Options{Seconds: 20, Activities: 8})
	first := a.Truth.Activities[0]
	plain := a.Truth.Activities[slices.IndexFunc(a.Truth.Activities,
		func(act stravatest.Activity) bool { return filepath.Ext(act.File) == ".gpx" })]
	for name, tt := range map[string]struct {
		change func(dir string) error
		want   string // a line that there must be
	}{
		"a file is missing": {
			func(dir string) error { return os.Remove(filepath.Join(dir, first.File)) },
			"activities.csv#" + first.ID + " is strava:" + first.ID + ", typed true, read false, warned of " + first.File,
		},
		"a file was unpacked": {
			func(dir string) error {
				return os.Rename(filepath.Join(dir, first.File), filepath.Join(dir, strings.TrimSuffix(first.File, ".gz")))
			},
			strings.TrimSuffix(first.File, ".gz") + " is strava:" + first.ID + ", typed false, read true",
		},
		"a file was packed": {
			func(dir string) error {
				return os.Rename(filepath.Join(dir, plain.File), filepath.Join(dir, plain.File+".gz"))
			},
			plain.File + ".gz is strava:" + plain.ID + ", typed false, read true",
		},
		"a file that no row names": {
			func(dir string) error {
				return os.WriteFile(filepath.Join(dir, "activities", "1.gpx"), []byte("<gpx/>"), 0o600)
			},
			"activities/1.gpx alone",
		},
		"a recording beside it": {
			func(dir string) error { return os.WriteFile(filepath.Join(dir, "other.gpx"), []byte("<gpx/>"), 0o600) },
			"other.gpx alone",
		},
		"garbage for a table": {
			func(dir string) error {
				return os.WriteFile(filepath.Join(dir, "activities.csv"), []byte("\xff\x00"), 0o600)
			},
			"activities.csv corrupt",
		},
		"another table of that name": {
			func(dir string) error {
				return errors.Join(os.Mkdir(filepath.Join(dir, "b"), 0o700),
					os.WriteFile(filepath.Join(dir, "b", "activities.csv"), []byte("id,name\n"), 0o600))
			},
			"b/activities.csv skipped",
		},
		"its files are read without it": {
			func(dir string) error { return os.WriteFile(filepath.Join(dir, "activities.csv"), nil, 0o600) },
			first.File + " alone",
		},
		"garbage for bikes": {
			func(dir string) error {
				return os.WriteFile(filepath.Join(dir, "bikes.csv"), []byte("\xff\x00"), 0o600)
			},
			"bikes.csv corrupt",
		},
		"an export in it": {
			func(dir string) error { return a.Unpack(filepath.Join(dir, "old")) },
			"old/activities.csv#" + a.Truth.Activities[7].ID + " is strava:" + a.Truth.Activities[7].ID + ", typed true, read false",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root := t.TempDir()
			if err := errors.Join(a.Unpack(root), tt.change(root)); err != nil {
				t.Fatal(err)
			}
			got, all := told(t, root, root)
			if !slices.Contains(got, tt.want) {
				t.Errorf("no line %q in\n%s", tt.want, strings.Join(got, "\n"))
			}
			if strings.Contains(all, stravatest.Canary) {
				t.Error("a private file was read")
			}
		})
	}
}

func TestAnUnreadableDateIsSaid(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	row := func(cells ...string) string { return strings.Join(cells, ",") + strings.Repeat(",", 50) + "\n" }
	put(t, root, "activities.csv", row("id", "date", "name", "type", "description", "elapsed_time", "distance",
		"commute", "gear", "filename")+row("1", "no date", "Typed", "Run")+row("2", "2024-01-02 10:00:00", "Typed", "Run"), 0)
	got, _ := told(t, root, root)
	want := []string{"activities.csv#2 is strava:2, typed true, read false", "activities.csv#1 corrupt"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// packed returns a zip archive as bytes.
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
