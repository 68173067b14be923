package apple_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lapkeep/internal/importing/archive"
	"lapkeep/internal/importing/listing"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/appletest"
	"lapkeep/test/archivetest/packtest"
)

// small returns a small export as files.
func small(t *testing.T) (files packtest.Files, truth appletest.Truth) {
	t.Helper()
	e, dir := appletest.New(appletest.Options{Days: 3, Workouts: 3, Seconds: 120}), t.TempDir()
	if err := e.Unpack(dir); err != nil {
		t.Fatal(err)
	}
	err := filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(p)
		rel, _ := filepath.Rel(dir, p)
		files.Add(filepath.ToSlash(rel), data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files, e.Truth()
}

// walked returns the items of files in a folder.
func walked(t *testing.T, files packtest.Files) (all []listing.Item) {
	t.Helper()
	dir := t.TempDir()
	if err := files.Unpack(dir); err != nil {
		t.Fatal(err)
	}
	for it := range archive.Walk(t.Context(), []string{dir}, archive.Limits{}) {
		all = append(all, it)
	}
	return all
}

// found counts workouts with bytes, days, and what failed by its kind.
func found(t *testing.T, all []listing.Item) (files, days int, failed []string) {
	t.Helper()
	for _, it := range all {
		switch {
		case it.Err != nil:
			failed = append(failed, training.KindOf(it.Err).String())
		case it.Skip != "" || it.Account != nil:
		case it.Wellness != nil:
			days += len(it.Wellness.Days)
		default:
			if _, err := it.Bytes(context.Background()); err != nil {
				failed = append(failed, "bytes: "+training.KindOf(err).String())
				continue
			}
			files++
		}
	}
	return files, days, failed
}

func TestExportsThatAreDamaged(t *testing.T) {
	t.Parallel()
	files, truth := small(t)
	data := files.Data(truth.XML)
	route := ""
	for _, w := range truth.Workouts {
		if w.Points > 0 {
			route = w.Route
		}
	}
	with := func(name string, data []byte) packtest.Files {
		var out packtest.Files
		for _, f := range files {
			if f.Name == name {
				f.Data = data
			}
			if f.Data != nil {
				out = append(out, f)
			}
		}
		return out
	}
	workouts := bytes.Index(data, []byte(" <Workout "))
	for name, tt := range map[string]struct {
		files  packtest.Files
		want   int // workouts
		days   int
		failed string
	}{
		"whole":                   {files, 3, 3, ""},
		"a name like any other":   {append(with(truth.XML, nil), packtest.File{Name: "apple_health_export/saved", Data: data}), 3, 3, ""},
		"with a byte order mark":  {with(truth.XML, append([]byte("\ufeff"), data...)), 3, 3, ""},
		"cut before the workouts": {with(truth.XML, data[:workouts]), 0, 3, "corrupt"},
		"entities": {with(truth.XML,
			bytes.Replace(data, []byte("<!ELEMENT Me EMPTY>"), []byte(`<!ENTITY x "y">`), 1)), 0, 0, "unsupported"},
		"a route that is gone":     {with(route, nil), 3, 3, ""},
		"a route that is damaged":  {with(route, []byte("<gpx><trk><trkseg><trkpt lat='1")), 2, 3, "bytes: corrupt"},
		"a table of another thing": {packtest.Files{{Name: "export.xml", Data: []byte("<Other/>")}}, 1, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, days, failed := found(t, walked(t, tt.files))
			if got != tt.want || days != tt.days || strings.Join(failed, " ") != tt.failed {
				t.Errorf("%d workouts, %d days, %v, want %+v", got, days, failed, tt)
			}
		})
	}
}

// TestPrivateRecordsAreNotOpened finds no byte of them in anything.
func TestPrivateRecordsAreNotOpened(t *testing.T) {
	t.Parallel()
	files, truth := small(t)
	skipped := 0
	for _, it := range walked(t, files) {
		if it.Skip == "It is a medical record; it was not opened." {
			skipped++
		}
		if data, err := it.Bytes(t.Context()); err == nil && bytes.Contains(data, []byte(appletest.Canary)) {
			t.Errorf("%s was opened", it.Path)
		}
		if it.Statement != nil && strings.Contains(it.Statement.Name+it.Statement.Description, appletest.Canary) {
			t.Errorf("%+v", it.Statement)
		}
	}
	if skipped != len(truth.Private) {
		t.Errorf("%d records are medical, want %d", skipped, len(truth.Private))
	}
}

// TestTheWalkCanBeCalledOff at any item, and before the first.
func TestTheWalkCanBeCalledOff(t *testing.T) {
	t.Parallel()
	files, _ := small(t)
	dir := t.TempDir()
	if err := files.Unpack(dir); err != nil {
		t.Fatal(err)
	}
	all := len(walked(t, files))
	for n := range all {
		ctx, cancel := context.WithCancel(t.Context())
		got := 0
		for range archive.Walk(ctx, []string{dir}, archive.Limits{}) {
			if got++; got > n {
				cancel()
			}
		}
		cancel()
		if got > n+1 {
			t.Errorf("%d items after the %dth", got-n-1, n)
		}
	}
}

// TestTheFileByItself checks that the file by itself is imported as far as it
// goes, when its name is given.
func TestTheFileByItself(t *testing.T) {
	t.Parallel()
	files, truth := small(t)
	dir := t.TempDir()
	if err := files.Unpack(dir); err != nil {
		t.Fatal(err)
	}
	var all []listing.Item
	for it := range archive.Walk(t.Context(), []string{filepath.Join(dir, filepath.FromSlash(truth.XML))}, archive.Limits{FileBytes: 1000}) {
		all = append(all, it)
	}
	if got, days, failed := found(t, all); got != 3 || days != 3 || len(failed) != 0 {
		t.Errorf("%d workouts, %d days, %v", got, days, failed)
	}
	if _, known := archive.Count(t.Context(), []string{filepath.Join(dir, filepath.FromSlash(truth.XML))}, archive.Limits{}); known {
		t.Error("it was read to be counted")
	}
}
