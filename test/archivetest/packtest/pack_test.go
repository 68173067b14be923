package packtest_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"lapkeep/test/archivetest/packtest"
)

func files() packtest.Files {
	var f packtest.Files
	f.Add("a/b.json", []byte("[1, 2, 3]"))
	f.Add("a/inner.zip", packtest.Files{{Name: "x", Data: []byte("y")}}.Zip())
	return f
}

func TestZipAndFolderHoldTheSame(t *testing.T) {
	t.Parallel()
	f, dir := files(), t.TempDir()
	packed := f.Zip()
	if !bytes.Equal(packed, files().Zip()) {
		t.Error("packed twice, the bytes differ")
	}
	z, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil || len(z.File) != len(f) {
		t.Fatalf("%d entries, %v", len(z.File), err)
	}
	if z.File[0].Method != zip.Deflate || z.File[1].Method != zip.Store {
		t.Errorf("packed by methods %d and %d", z.File[0].Method, z.File[1].Method)
	}
	if err := f.Unpack(dir); err != nil {
		t.Fatal(err)
	}
	for i, want := range f {
		r, err := z.File[i].Open()
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(r)
		if err != nil || !bytes.Equal(got, want.Data) || z.File[i].Name != want.Name {
			t.Errorf("%s: %q, %v", z.File[i].Name, got, err)
		}
		if got, err = os.ReadFile(filepath.Join(dir, filepath.FromSlash(want.Name))); err != nil || !bytes.Equal(got, want.Data) {
			t.Errorf("%s in the folder: %q, %v", want.Name, got, err)
		}
	}
	if got := f.Data("a/b.json"); string(got) != "[1, 2, 3]" || f.Data("none") != nil {
		t.Errorf("by name: %q", got)
	}
}

func TestAFailureIsKeptUntilTheEnd(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	var b bytes.Buffer
	w := packtest.NewWriter(&b)
	w.Stream("one", func(io.Writer) error { return broken })
	w.Put("two", []byte("2"))
	if err := w.Close(); !errors.Is(err, broken) {
		t.Errorf("closed with %v", err)
	}
	if err := (packtest.Files{{Name: "\x00", Data: nil}}).Unpack(t.TempDir()); err == nil {
		t.Error("a name that no folder takes was written")
	}
}
