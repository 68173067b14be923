package originals

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"iter"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/klauspost/compress/zstd"
	"golang.org/x/sync/errgroup"

	"lapkeep/internal/platform/disk"
	"lapkeep/internal/training"
)

// syncing is how many files are written and synced at the same time. A sync mostly
// waits, and file systems combine concurrent syncs.
const syncing = 32

// Packer compresses and unpacks files. It is safe for concurrent use; its
// buffers are allocated on first use.
type Packer struct {
	encoder func() *zstd.Encoder
	decoder func() *zstd.Decoder
	packed  sync.Pool // *[]byte
}

// NewPacker returns a packer that unpacks at most maxBytes of one file.
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

// must panics on options that zstd rejects, which no input can cause.
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
	// Fetch, if set, brings a file from elsewhere that may be missing at its path, before
	// the file is read or deleted. It is no error if there is no such file.
	Fetch func(path string) error
}

// AthletesFolder is the folder in the home with a folder for each athlete.
const AthletesFolder = "athletes"

// Of returns the folder of an athlete's originals in a home.
func Of(home, athlete string, pack *Packer) Dir {
	return Dir{Root: filepath.Join(home, AthletesFolder, athlete, "originals"), Pack: pack}
}

// Hash returns the name of a file: the hex SHA-256 of its bytes.
func Hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// Path returns the path of the file with the given hash.
func (d Dir) Path(hash string) string {
	return filepath.Join(d.Root, hash[:2], hash+".zst")
}

// Put stores files and returns their hashes in order; known holds the hashes if the caller
// has them already. When it returns without an error, each file and its name are on disk.
// After an error, some may be missing; storing the same files again completes them.
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
		return filepath.Dir(path), nil // the file's name may not be on disk yet
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

// makeFolder creates dir and its missing parents durably.
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

// Get reads a file back and checks its bytes against the hash.
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
		err = errors.New("the hash does not match")
	}
	if err != nil {
		return nil, &training.Error{
			Kind: training.KindCorrupt, What: "The original " + hash[:12] + "… is damaged.",
			Fix: "Import the file again, or restore a backup.", Err: err,
		}
	}
	return data, nil
}

// longestPacked exceeds the size of any packed original.
const longestPacked = 1 << 30

// read reads a file below the athlete's folder. It never leaves that folder, even
// if somebody has replaced the file.
func (d Dir) read(hash string) ([]byte, error) {
	if err := d.fetch(hash); err != nil {
		return nil, err
	}
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

// fetch brings a file from elsewhere if it is not here.
func (d Dir) fetch(hash string) error {
	if d.Fetch == nil {
		return nil
	}
	if _, err := os.Lstat(d.Path(hash)); err == nil {
		return nil
	}
	return d.Fetch(d.Path(hash))
}

// Packed returns the size of the file on disk and its CRC-32C, which also
// detects changed bits that do not affect the unpacked content.
func (d Dir) Packed(hash string) (bytes int64, sum uint32, err error) {
	if !isHash(hash) {
		return 0, 0, training.Errorf(training.KindInvalid, "%q is not a SHA-256 in hexadecimal.", hash)
	}
	packed, err := d.read(hash)
	return int64(len(packed)), crc32.Checksum(packed, crc32.MakeTable(crc32.Castagnoli)), err
}

// Delete deletes a file. A file that does not exist counts as deleted.
func (d Dir) Delete(hash string) error {
	if !isHash(hash) {
		return training.Errorf(training.KindInvalid, "%q is not a SHA-256 in hexadecimal.", hash)
	}
	if err := d.fetch(hash); err != nil { // it must not come later
		return fmt.Errorf("delete original: %w", err)
	}
	if err := os.Remove(d.Path(hash)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("delete original: %w", err)
	}
	return nil
}

// All yields the hash of each existing file, in order.
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
			yield("", fmt.Errorf("list original files: %w", err))
		}
	}
}

// Sweep removes half-written files that a crash left before the given time, and
// returns their number. Files still being written are younger.
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

// HashOf returns the hash of the contents of a packed original, up to where they
// can be unpacked.
func HashOf(packed io.Reader) string {
	sum := sha256.New()
	z, err := zstd.NewReader(packed, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true))
	if err != nil {
		return ""
	}
	defer z.Close()
	if _, err := io.Copy(sum, z); err != nil {
		return ""
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// gzipMagic is the start of gzip data.
var gzipMagic = []byte{0x1F, 0x8B, 8}

// The parts of a zstd frame (RFC 8878, 3.1.1) that stores its content uncompressed: it has
// one segment, its size in four bytes, and no checksum, because the name of an original is
// already a checksum. A raw block holds up to 128 KiB.
const (
	frameMagic  = 0xFD2FB528
	frameForm   = 2<<6 | 1<<5
	maxRawBlock = 128 << 10
	lastBlock   = 1
)

// pack appends data to dst as a zstd frame. Gzip data is stored uncompressed in
// the frame: compressing it again would take time and save nothing.
func (p *Packer) pack(dst, data []byte) []byte {
	if !bytes.HasPrefix(data, gzipMagic) || uint64(len(data)) > 1<<32-1 {
		return p.encoder().EncodeAll(data, dst)
	}
	dst = binary.LittleEndian.AppendUint32(dst, frameMagic)
	dst = append(dst, frameForm)
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(data))) //nolint:gosec // just checked
	for len(data) > 0 {
		n := min(len(data), maxRawBlock)
		head := uint32(n) << 3 //nolint:gosec // at most 128 KiB
		if n == len(data) {
			head |= lastBlock
		}
		dst = append(dst, byte(head), byte(head>>8), byte(head>>16)) //nolint:gosec // three bytes of it
		dst = append(dst, data[:n]...)
		data = data[n:]
	}
	return dst
}

// sweepAge exceeds the age of any file that is still being written.
const sweepAge = time.Hour

// Sweeper removes files left half-written by a crash, once per process and
// folder.
type Sweeper struct{ done sync.Map }

// Sweep sweeps a folder unless it has already done so.
func (s *Sweeper) Sweep(d Dir, now time.Time, log *slog.Logger) {
	if _, done := s.done.LoadOrStore(d.Root, true); done {
		return
	}
	n, err := d.Sweep(now.Add(-sweepAge))
	if err != nil || n > 0 {
		log.Info("removed half-written originals", "folder", d.Root, "files", n, "error", err)
	}
}
