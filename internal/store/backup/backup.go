// Package backup copies a store into one archive, restores it from there, and
// checks that the stored data can still be read. It handles the files of a home and
// the references between tables, but does not interpret the data.
package backup

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"

	"lapkeep/internal/platform/disk"
	"lapkeep/internal/store/originals"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Place is the location of a store's files.
type Place struct {
	Home string
	// Database is the file's name in Home; the originals are below
	// Home/athletes.
	Database string
}

// Beside is a file of the home that a backup contains in addition to the store.
type Beside struct {
	Name string
	Data []byte
}

// Written describes a backup that was written and read back.
type Written struct {
	Bytes     int64
	Originals int
	// Damaged counts the originals that are damaged in the home, and therefore in
	// the backup.
	Damaged int
}

// Backup writes the database and the originals to one new archive: .tar, or .tar.zst to
// compress it. It may run while others write: the copy of the database is a snapshot, and
// originals are on disk before their rows. The archive gets its final name only after it
// has been read back to check that each file is unchanged and the database is sound. If the
// process is killed, its leftovers are removed later.
func Backup(ctx context.Context, db *sqlitedb.DB, p Place, dest string, beside []Beside) (w Written, err error) {
	if !strings.HasSuffix(dest, ".tar") && !strings.HasSuffix(dest, ".tar.zst") {
		return w, training.Errorf(training.KindInvalid, "%s is not a name for a backup.", filepath.Base(dest)).
			WithFix("Use a name that ends in .tar or .tar.zst.")
	}
	if _, err := os.Lstat(dest); err == nil {
		return w, training.Errorf(training.KindConflict, "%s exists already.", dest).WithFix("Give the backup a new name.")
	} else if !errors.Is(err, fs.ErrNotExist) {
		return w, Unwritten(dest, err)
	}
	if err := Sweep(p.Home); err != nil {
		return w, err
	}
	work, err := newWorkspace(p.Home, filepath.Dir(dest))
	if err != nil {
		return w, Unwritten(dest, err)
	}
	defer func() { err = errors.Join(err, work.remove()) }()
	snapshot := filepath.Join(work.dir, p.Database)
	if err := db.VacuumInto(ctx, snapshot); err != nil {
		return w, err
	}
	half := filepath.Join(work.dir, "archive")
	if err := writeFile(ctx, half, p, snapshot, beside, strings.HasSuffix(dest, ".zst")); disk.IsFull(err) {
		return w, Unwritten(dest, err)
	} else if err != nil {
		return w, err
	}
	if err := os.Remove(snapshot); err != nil {
		return w, err
	}
	if w, err = readBack(ctx, half, Place{Home: work.dir, Database: p.Database}); err != nil {
		return w, err
	}
	if err := os.Rename(half, dest); err != nil {
		return w, err
	}
	return w, disk.SyncDir(filepath.Dir(dest))
}

// readBack reads an archive in the same way as a restore, but writes only the database.
func readBack(ctx context.Context, archive string, into Place) (w Written, err error) {
	f, err := os.Open(archive)
	if err != nil {
		return w, err
	}
	defer f.Close() //nolint:errcheck // it was only read
	if found, holds, err := sealed(ctx, f); err != nil || !found || !holds {
		return w, errors.Join(err, damaged(errors.New("its content differs from what was written")))
	}
	u := &unpacked{Place: into, got: sums{}, checks: true}
	if err := u.unpack(ctx, f); err != nil {
		return w, err
	}
	if err := u.prove(ctx, true, nil); err != nil {
		return w, err
	}
	info, err := f.Stat()
	if err != nil {
		return w, err
	}
	return Written{Bytes: info.Size(), Originals: u.originals, Damaged: u.damaged}, nil
}

// Space returns the maximum number of bytes that a backup needs in the target
// folder while it is being made: for a copy of the database, the archive, and the
// database that is read back.
func Space(p Place) (bytes int64, err error) {
	add := func(path string, times int64) error {
		info, err := os.Stat(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err == nil {
			bytes += times * info.Size()
		}
		return err
	}
	path := filepath.Join(p.Home, p.Database)
	if err := errors.Join(add(path, 2), add(path+"-wal", 2)); err != nil {
		return 0, err
	}
	return bytes, eachOriginal(p, func(_, path string) error { return add(path, 1) })
}

// writeFile writes an archive with its seal and syncs it to disk.
func writeFile(ctx context.Context, path string, p Place, snapshot string, beside []Beside, compress bool) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	sum := sha256.New()
	err = writeArchive(ctx, io.MultiWriter(f, sum), p, snapshot, beside, compress)
	if err == nil {
		_, err = f.Write(seal(sum, compress))
	}
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

func writeArchive(ctx context.Context, w io.Writer, p Place, snapshot string, beside []Beside, compress bool) error {
	var z *zstd.Encoder
	if compress {
		var err error
		if z, err = zstd.NewWriter(w, zstd.WithEncoderConcurrency(1)); err != nil {
			return err
		}
		w = z
	}
	a := &archive{tar: tar.NewWriter(w)}
	err := a.add(ctx, p.Database, snapshot)
	if err == nil {
		err = a.addOriginals(ctx, p)
	}
	for _, b := range beside {
		if err == nil {
			err = a.put(ctx, b.Name, int64(len(b.Data)), time.Time{}, bytes.NewReader(b.Data))
		}
	}
	if err == nil {
		err = a.addSums()
	}
	if err == nil {
		err = a.tar.Close()
	}
	if z != nil {
		err = errors.Join(err, z.Close())
	}
	return err
}

// archive is an archive being written, with the checksums of its members so far
// in the format of sha256sum.
type archive struct {
	tar  *tar.Writer
	sums strings.Builder
}

func (a *archive) addOriginals(ctx context.Context, p Place) error {
	return eachOriginal(p, func(name, path string) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return a.add(ctx, name, path)
	})
}

// eachOriginal calls f for each original of a home, with its name in an archive.
func eachOriginal(p Place, f func(name, path string) error) error {
	err := filepath.WalkDir(filepath.Join(p.Home, originals.AthletesFolder), func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		rel, err := filepath.Rel(p.Home, path)
		if name := filepath.ToSlash(rel); err == nil && original().MatchString(name) {
			err = f(name, path)
		}
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil // nothing has ever been imported
	}
	return err
}

func (a *archive) add(ctx context.Context, name, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // it was only read
	info, err := f.Stat()
	if err != nil {
		return err
	}
	return a.put(ctx, name, info.Size(), info.ModTime(), f)
}

func (a *archive) put(ctx context.Context, name string, size int64, at time.Time, from io.Reader) error {
	err := a.tar.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: name, Size: size, Mode: 0o600, ModTime: at, Format: tar.FormatPAX})
	if err != nil {
		return err
	}
	sum := sha256.New()
	if _, err = io.Copy(io.MultiWriter(a.tar, sum), &until{ctx, from}); err != nil {
		return err
	}
	fmt.Fprintf(&a.sums, "%s  %s\n", hex.EncodeToString(sum.Sum(nil)), name)
	return nil
}

// addSums writes the checksums as the last member of the archive.
func (a *archive) addSums() error {
	text := a.sums.String()
	err := a.tar.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: sumsName, Size: int64(len(text)), Mode: 0o600, Format: tar.FormatPAX})
	if err != nil {
		return err
	}
	_, err = io.WriteString(a.tar, text)
	return err
}

// sumsName is the member with the SHA-256 of all other members, in sha256sum's format.
const sumsName = "SHA256SUMS"

// The seal ends the file: one block with the SHA-256 of all bytes before it. A tar
// archive ends before the block; in a zstd file, the block is a frame that readers
// skip (RFC 8878, 3.1.2).
const (
	sealTitle     = "lapkeep backup sha256 "
	sealSize      = 512
	skippable     = 0x184D2A50
	skippableHead = 8
)

func seal(sum hash.Hash, compressed bool) []byte {
	var head []byte
	if compressed {
		head = binary.LittleEndian.AppendUint32(head, skippable)
		head = binary.LittleEndian.AppendUint32(head, sealSize)
		sum.Write(head) // so that the checksum covers every byte of the file
	}
	block := make([]byte, sealSize)
	copy(block, sealTitle+hex.EncodeToString(sum.Sum(nil))+"\n")
	return append(head, block...)
}

// sealed reads a whole file and compares it with its seal; found is false if
// the file has none.
func sealed(ctx context.Context, f *os.File) (found, holds bool, err error) {
	info, err := f.Stat()
	if err != nil || info.Size() < sealSize {
		return false, false, err
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, &until{ctx, io.NewSectionReader(f, 0, info.Size()-sealSize)}); err != nil {
		return false, false, err
	}
	block := make([]byte, sealSize)
	if _, err := f.ReadAt(block, info.Size()-sealSize); err != nil {
		return false, false, err
	}
	want := string(seal(sum, false))
	return strings.HasPrefix(string(block), sealTitle), string(block) == want, nil
}

// until is a reader that stops when its context is cancelled.
type until struct {
	ctx context.Context //nolint:containedctx // it bounds this one copy
	r   io.Reader
}

func (u *until) Read(b []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.r.Read(b)
}

// sums holds the checksums of members, by name.
type sums map[string]string

// parseSums parses [sumsName]; it returns false if a line is malformed.
func parseSums(text string) (sums, bool) {
	all := sums{}
	for line := range strings.Lines(text) {
		sum, name, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		if _, twice := all[name]; !ok || twice || !strings.HasSuffix(line, "\n") {
			return nil, false
		}
		all[name] = sum
	}
	return all, true
}
