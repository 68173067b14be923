package originals

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/klauspost/compress/zstd"
	"golang.org/x/sync/errgroup"

	"lapkeep/internal/platform/disk"
)

// syncing is how many files are written and synced at once. A sync mostly
// waits, and file systems join those that wait together.
const syncing = 32

// Packer compresses and unpacks files. It is safe for concurrent use; its
// buffers are made on first use.
type Packer struct {
	encoder func() *zstd.Encoder
	decoder func() *zstd.Decoder
	packed  sync.Pool // *[]byte
}

// NewPacker makes a packer that unpacks at most maxBytes of one file.
func NewPacker(maxBytes uint64) *Packer {
	return &Packer{
		encoder: sync.OnceValue(func() *zstd.Encoder {
			e, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(2), zstd.WithEncoderLevel(zstd.SpeedFastest),
				zstd.WithLowerEncoderMem(true))
			return must(e, err)
		}),
		decoder: sync.OnceValue(func() *zstd.Decoder {
			d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(2), zstd.WithDecoderLowmem(true),
				zstd.WithDecoderMaxMemory(maxBytes))
			return must(d, err)
		}),
		packed: sync.Pool{New: func() any { return new([]byte) }},
	}
}

// must panics on options that zstd refuses, which no input can cause.
func must[T any](v T, err error) T {
	if err != nil {
		panic("originals: " + err.Error())
	}
	return v
}

// Dir is one athlete's folder of originals.
type Dir struct {
	Root string
	Pack *Packer
}

// AthletesFolder is where what is each athlete's lies, below the home.
const AthletesFolder = "athletes"

// Of is the folder of an athlete's originals in a home.
func Of(home, athlete string, pack *Packer) Dir {
	return Dir{Root: filepath.Join(home, AthletesFolder, athlete, "originals"), Pack: pack}
}

// Hash is the name of a file: the hex SHA-256 of its bytes.
func Hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// Path is where the file with that hash lies.
func (d Dir) Path(hash string) string {
	return filepath.Join(d.Root, hash[:2], hash+".zst")
}

// Put keeps files and returns their hashes in order, or takes them from a
// caller that has them. When it returns without an error, each file and its
// name are on disk; after an error any of them may be, and putting them again
// completes them.
func (d Dir) Put(files [][]byte, known ...string) ([]string, error) {
	hashes := known
	if len(known) != len(files) {
		hashes = make([]string, len(files))
		for i, data := range files {
			hashes[i] = Hash(data)
		}
	}
	touched := make([]string, len(files))
	var g errgroup.Group
	g.SetLimit(syncing)
	first := map[string]bool{}
	for i, data := range files {
		if first[hashes[i]] {
			continue
		}
		first[hashes[i]] = true
		g.Go(func() (err error) {
			touched[i], err = d.put(hashes[i], data)
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	return hashes, d.syncAll(touched)
}

// put writes one file and returns the folder that must be synced.
func (d Dir) put(hash string, data []byte) (dir string, err error) {
	path := d.Path(hash)
	if _, err := d.Get(hash); err == nil {
		return filepath.Dir(path), nil // its name may still be on its way to disk
	}
	buf, _ := d.Pack.packed.Get().(*[]byte)
	defer d.Pack.packed.Put(buf)
	packed := d.Pack.pack((*buf)[:0], data)
	*buf = packed
	err = disk.Replace(path, packed, 0o600)
	if errors.Is(err, fs.ErrNotExist) {
		if err := d.makeFolder(filepath.Dir(path)); err != nil {
			return "", err
		}
		err = disk.Replace(path, packed, 0o600)
	}
	return filepath.Dir(path), err
}

// makeFolder makes dir and whatever is missing above it, durably.
func (d Dir) makeFolder(dir string) error {
	var missing []string
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Stat(at); err == nil || at == filepath.Dir(at) {
			break
		}
		missing = append(missing, at)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	for _, m := range missing {
		if err := disk.SyncDir(filepath.Dir(m)); err != nil {
			return err
		}
	}
	return nil
}

func (d Dir) syncAll(dirs []string) error {
	var g errgroup.Group
	g.SetLimit(syncing)
	done := map[string]bool{"": true}
	for _, dir := range dirs {
		if !done[dir] {
			done[dir] = true
			g.Go(func() error { return disk.SyncDir(dir) })
		}
	}
	return g.Wait()
}
