package disk

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
)

// Dir is a folder of values, made when the first is saved.
type Dir struct{ path string }

// CacheIn is the folder at a path.
func CacheIn(path string) Dir { return Dir{path} }

// suffix ends the name of a value's file.
const suffix = ".cache"

// checkBytes is the length of the checksum before a value.
const checkBytes = 4

// Load is a value, false if there is none or it is damaged.
func (d Dir) Load(name string) ([]byte, bool) {
	b, err := os.ReadFile(d.file(name))
	if err != nil || !whole(b) {
		return nil, false
	}
	return b[checkBytes:], true
}

func whole(b []byte) bool {
	return len(b) >= checkBytes && binary.LittleEndian.Uint32(b) == crc32.ChecksumIEEE(b[checkBytes:])
}

// Save puts a value in place of the one of that name. It does not wait for
// the disk: what a crash cuts short is damaged, and so not there.
func (d Dir) Save(name string, data []byte) (err error) {
	if err := os.MkdirAll(d.path, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(d.path, TempPrefix+"*") // for the owner alone
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	_, err = f.Write(binary.LittleEndian.AppendUint32(nil, crc32.ChecksumIEEE(data)))
	if err == nil {
		_, err = f.Write(data)
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), d.file(name))
}

// Remove takes a value away. One that another process puts there meanwhile
// may stay.
func (d Dir) Remove(name string) { _ = os.Remove(d.file(name)) }

// Empty says that there is nothing in the folder, or no folder.
func (d Dir) Empty() bool {
	entries, err := os.ReadDir(d.path)
	return err != nil || len(entries) == 0
}

// Damaged counts the values that are damaged, which nobody loads.
func (d Dir) Damaged() (n int) {
	entries, _ := os.ReadDir(d.path) // no folder, nothing damaged
	for _, e := range entries {
		if b, err := os.ReadFile(filepath.Join(d.path, e.Name())); strings.HasSuffix(e.Name(), suffix) && (err != nil || !whole(b)) {
			n++
		}
	}
	return n
}

// Clear takes the folder away with all that is in it, half-written files of
// crashed processes too.
func (d Dir) Clear() error { return os.RemoveAll(d.path) }

// file hides what a name says: names hold athletes and kinds of data.
func (d Dir) file(name string) string {
	sum := sha256.Sum256([]byte(name))
	return filepath.Join(d.path, hex.EncodeToString(sum[:12])+suffix)
}
