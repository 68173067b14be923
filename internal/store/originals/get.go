package originals

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"time"

	"lapkeep/internal/platform/disk"
	"lapkeep/internal/training"
)

// Get reads a file back and checks that its bytes still have that hash.
func (d Dir) Get(hash string) ([]byte, error) {
	if !isHash(hash) {
		return nil, training.Errorf(training.KindNotFound, "There is no original %q.", hash)
	}
	packed, err := d.read(hash)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &training.Error{
			Kind: training.KindNotFound, What: "The original " + hash[:12] + "… is not there.",
			Fix: "Import the file again to keep it.", Err: err,
		}
	}
	if err != nil && !errors.Is(err, disk.ErrNotRegular) {
		return nil, err
	}
	var data []byte
	if err == nil {
		data, err = d.Pack.decoder().DecodeAll(packed, nil)
	}
	if err == nil && Hash(data) != hash {
		err = errors.New("the hash differs")
	}
	if err != nil {
		return nil, &training.Error{
			Kind: training.KindCorrupt, What: "The original " + hash[:12] + "… is damaged.",
			Fix: "Import the file again, or restore a backup.", Err: err,
		}
	}
	return data, nil
}

// longestPacked is more than any original takes.
const longestPacked = 1 << 30

// read reads a file below the athlete's folder, whatever else somebody put in
// its place.
func (d Dir) read(hash string) ([]byte, error) {
	root, err := os.OpenRoot(d.Root)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	name, err := filepath.Rel(d.Root, d.Path(hash))
	if err != nil {
		return nil, err
	}
	return disk.ReadIn(root, name, longestPacked)
}

// Packed is how many bytes the file takes on disk, and their CRC-32C: a bit
// that changes there may leave what is unpacked as it was.
func (d Dir) Packed(hash string) (bytes int64, sum uint32, err error) {
	if !isHash(hash) {
		return 0, 0, training.Errorf(training.KindInvalid, "%q is not a SHA-256 in hexadecimal.", hash)
	}
	packed, err := d.read(hash)
	return int64(len(packed)), crc32.Checksum(packed, crc32.MakeTable(crc32.Castagnoli)), err
}

// All yields the hash of each file that is there, in order.
func (d Dir) All() iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		err := filepath.WalkDir(d.Root, func(_ string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			hash, ok := strings.CutSuffix(e.Name(), ".zst")
			if ok && isHash(hash) && !yield(hash, nil) {
				return fs.SkipAll
			}
			return nil
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			yield("", fmt.Errorf("list the originals: %w", err))
		}
	}
}

// Sweep removes what a crash left half-written before a time and returns how
// many files that were. Files that are being written are younger.
func (d Dir) Sweep(before time.Time) (int, error) {
	root, err := os.OpenRoot(d.Root)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer root.Close()
	n := 0
	err = fs.WalkDir(root.FS(), ".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !disk.IsTemp(e.Name()) {
			return err
		}
		info, err := e.Info()
		if err != nil || !info.ModTime().Before(before) {
			return err
		}
		n++
		return root.Remove(path)
	})
	return n, err
}

func isHash(s string) bool {
	const digits = 64
	return len(s) == digits && strings.Trim(s, "0123456789abcdef") == ""
}
