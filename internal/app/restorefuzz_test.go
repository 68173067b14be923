package app_test

import (
	"archive/tar"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tarOf is an archive of members with those names and types.
func tarOf(f *testing.F, members ...tar.Header) []byte {
	f.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for i := range members {
		h := members[i]
		data := []byte("SQLite format 3\x00")
		if h.Mode = 0o600; h.Typeflag == tar.TypeReg {
			h.Size = int64(len(data))
		}
		err := w.WriteHeader(&h)
		if err == nil && h.Size > 0 {
			_, err = w.Write(data)
		}
		if err != nil {
			f.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		f.Fatal(err)
	}
	return b.Bytes()
}

// FuzzRestore holds that whatever is given for a backup is refused in words,
// and that nothing of it stays: neither in the home nor beside it.
func FuzzRestore(f *testing.F) {
	f.Add(tarOf(f, tar.Header{Typeflag: tar.TypeReg, Name: "lapkeep.db"}))
	f.Add(tarOf(f, tar.Header{Typeflag: tar.TypeReg, Name: "lapkeep.db"}, tar.Header{Typeflag: tar.TypeReg, Name: "athletes/me/originals/../../../../out"}))
	f.Add(tarOf(f, tar.Header{Typeflag: tar.TypeSymlink, Name: "lapkeep.db", Linkname: "/etc/passwd"}, tar.Header{Typeflag: tar.TypeReg, Name: "/out"}))
	f.Add([]byte("\x28\xb5\x2f\xfd\x04\x00\x01\x00\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		dir := t.TempDir()
		home, file := filepath.Join(dir, "below", "home"), filepath.Join(dir, "b.tar")
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
		got := within(t, home, clock(), "restore", file)
		if got.code == 0 {
			t.Fatalf("it was restored: %s", got.out)
		}
		if got.err == "" || strings.Contains(got.err, "panic") || strings.Contains(got.err, "goroutine") {
			t.Errorf("it says %q", got.err)
		}
		for _, path := range []string{"out", "below/out", "below/home/lapkeep.db"} {
			if _, err := os.Lstat(filepath.Join(dir, path)); err == nil {
				t.Errorf("%s was left", path)
			}
		}
	})
}
