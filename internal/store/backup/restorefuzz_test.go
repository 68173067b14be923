package backup

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lapkeep/internal/store/originals"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

const fuzzedDatabase = "store.db"

// tarOf returns an archive of members with those names and types. A file
// without content gets the database's.
func tarOf(f *testing.F, database []byte, members ...tar.Header) []byte {
	f.Helper()
	var b, sums bytes.Buffer
	w := tar.NewWriter(&b)
	add := func(h tar.Header, data []byte) {
		if h.Mode = 0o600; h.Typeflag == tar.TypeReg {
			h.Size = int64(len(data))
			fmt.Fprintf(&sums, "%s  %s\n", hashOf(data), h.Name)
		}
		err := w.WriteHeader(&h)
		if err == nil && h.Size > 0 {
			_, err = w.Write(data)
		}
		if err != nil {
			f.Fatal(err)
		}
	}
	for i := range members {
		if members[i].Name != sumsName {
			add(members[i], database)
			continue
		}
		add(members[i], bytes.Clone(sums.Bytes()))
	}
	if err := w.Close(); err != nil {
		f.Fatal(err)
	}
	return b.Bytes()
}

func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// smallDatabase returns a database of one row as SQLite writes it.
func smallDatabase(f *testing.F) []byte {
	f.Helper()
	path := filepath.Join(f.TempDir(), "small.db")
	err := sqlitedb.Script(f.Context(), path, "PRAGMA page_size=512; CREATE TABLE t(a); INSERT INTO t VALUES(1)")
	data, readErr := os.ReadFile(path)
	if err := errors.Join(err, readErr); err != nil {
		f.Fatal(err)
	}
	return data
}

// FuzzRestore holds that whatever is given for a backup is refused in words,
// with nothing left in the home or outside of it; or that it is restored, and
// then its database and its originals are what their names say. Sums that are
// true are added to some, since no chance finds them.
func FuzzRestore(f *testing.F) {
	database := smallDatabase(f)
	file := func(name string) tar.Header { return tar.Header{Typeflag: tar.TypeReg, Name: name} }
	for _, isSealed := range []bool{false, true} {
		f.Add(tarOf(f, database, file(fuzzedDatabase)), isSealed)
		f.Add(tarOf(f, database, file(fuzzedDatabase), file(sumsName)), isSealed)
		f.Add(tarOf(f, []byte("SQLite format 3\x00"), file(fuzzedDatabase), file("athletes/me/originals/../../../../out"),
			file(sumsName)), isSealed)
		f.Add(tarOf(f, nil, tar.Header{Typeflag: tar.TypeSymlink, Name: fuzzedDatabase, Linkname: "/etc/passwd"}, file("/out")), isSealed)
		f.Add(tarOf(f, database, file("athletes/me/originals/ab/"+strings.Repeat("ab", 32)+".zst"), file(fuzzedDatabase)), isSealed)
		f.Add([]byte("\x28\xb5\x2f\xfd\x04\x00\x01\x00\x00"), isSealed)
	}
	pack := originals.NewPacker(1 << 20)
	f.Fuzz(func(t *testing.T, data []byte, isSealed bool) {
		if isSealed {
			sum := sha256.New()
			sum.Write(data)
			data = append(bytes.Clone(data), seal(sum, bytes.HasPrefix(data, zstdMagic))...)
		}
		dir := t.TempDir()
		home, path := filepath.Join(dir, "below", "home"), filepath.Join(dir, "b.tar")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := Restore(t.Context(), path, Place{Home: home, Database: fuzzedDatabase}, pack)
		left := filesIn(t, dir, path)
		if err != nil {
			if kind := training.KindOf(err); kind != training.KindCorrupt && kind != training.KindTooLarge || len(left) > 0 {
				t.Errorf("%v; it left %q", err, left)
			}
			return
		}
		for _, name := range left {
			rel := strings.TrimPrefix(filepath.ToSlash(name), "below/home/")
			if rel != fuzzedDatabase && !original().MatchString(rel) {
				t.Errorf("%s was written", name)
			}
		}
		if problems, err := sqlitedb.Examine(t.Context(), filepath.Join(home, fuzzedDatabase)); err != nil || len(problems) > 0 {
			t.Errorf("a damaged database was restored: %q, %v", problems, err)
		}
	})
}

// filesIn returns the files below a folder but one.
func filesIn(t *testing.T, dir, but string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || path == but {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		names = append(names, rel)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}
