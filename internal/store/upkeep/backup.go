package upkeep

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"

	"lapkeep/internal/platform/atomicfile"
	"lapkeep/internal/store/originals"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Place is where a store's files lie.
type Place struct {
	Home string
	// Database is the file's name within Home; the originals are below
	// Home/athletes.
	Database string
}

// Beside is a file of the home that a backup has besides the store.
type Beside struct {
	Name string
	Data []byte
}

// Backup writes the database and the originals to one new archive: .tar, or
// .tar.zst to compress it. It may run while others write: the database is
// copied as of one moment, and originals are on disk before their rows are.
// The archive is whole or absent, and a kill leaves nothing that stays.
func Backup(ctx context.Context, db *sqlitedb.DB, p Place, dest string, beside []Beside) (err error) {
	if !strings.HasSuffix(dest, ".tar") && !strings.HasSuffix(dest, ".tar.zst") {
		return training.Errorf(training.KindInvalid, "%s is not a name for a backup.", filepath.Base(dest)).
			WithFix("End it in .tar or .tar.zst.")
	}
	if _, err := os.Stat(dest); err == nil {
		return training.Errorf(training.KindConflict, "%s exists already.", dest).WithFix("Give the backup a new name.")
	}
	if err := Sweep(p.Home); err != nil {
		return err
	}
	work, err := newWorkspace(p.Home, filepath.Dir(dest))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, work.remove()) }()
	snapshot := filepath.Join(work.dir, p.Database)
	if err := db.VacuumInto(ctx, snapshot); err != nil {
		return err
	}
	half := filepath.Join(work.dir, "archive")
	if err := writeFile(ctx, half, p, snapshot, beside, strings.HasSuffix(dest, ".zst")); err != nil {
		return err
	}
	if err := os.Rename(half, dest); err != nil {
		return err
	}
	return atomicfile.SyncDir(filepath.Dir(dest))
}

// writeFile writes an archive with its seal and waits for the disk.
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

// archive is one that is being written, with the sums of its members so far
// as sha256sum writes them.
type archive struct {
	tar  *tar.Writer
	sums strings.Builder
}

func (a *archive) addOriginals(ctx context.Context, p Place) error {
	err := filepath.WalkDir(filepath.Join(p.Home, originals.AthletesFolder), func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		rel, err := filepath.Rel(p.Home, path)
		if name := filepath.ToSlash(rel); err == nil && original().MatchString(name) {
			err = a.add(ctx, name, path)
		}
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil // nothing was ever imported
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

// addSums is the last member.
func (a *archive) addSums() error {
	text := a.sums.String()
	err := a.tar.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: sumsName, Size: int64(len(text)), Mode: 0o600, Format: tar.FormatPAX})
	if err != nil {
		return err
	}
	_, err = io.WriteString(a.tar, text)
	return err
}
