package upkeep

import (
	"archive/tar"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/zstd"

	"lapkeep/internal/platform/atomicfile"
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

const athletesFolder = "athletes"

// Backup writes the database and the originals to one new archive: .tar, or
// .tar.zst to compress it. It may run while others write: the database is
// copied as of one moment, and originals are on disk before their rows are.
// The archive is whole or absent.
func Backup(ctx context.Context, db *sqlitedb.DB, p Place, dest string) (err error) {
	if !strings.HasSuffix(dest, ".tar") && !strings.HasSuffix(dest, ".tar.zst") {
		return training.Errorf(training.KindInvalid, "%s is not a name for a backup.", filepath.Base(dest)).
			WithFix("End it in .tar or .tar.zst.")
	}
	if _, err := os.Stat(dest); err == nil {
		return training.Errorf(training.KindConflict, "%s exists already.", dest).WithFix("Give the backup a new name.")
	}
	dir, err := os.MkdirTemp(filepath.Dir(dest), atomicfile.TempPrefix+"backup-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	snapshot := filepath.Join(dir, p.Database)
	if err := db.VacuumInto(ctx, snapshot); err != nil {
		return err
	}
	half := filepath.Join(dir, "archive")
	f, err := os.OpenFile(half, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	err = writeArchive(ctx, f, p, snapshot, strings.HasSuffix(dest, ".zst"))
	if err == nil {
		err = f.Sync()
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err := os.Rename(half, dest); err != nil {
		return err
	}
	return atomicfile.SyncDir(filepath.Dir(dest))
}

func writeArchive(ctx context.Context, w io.Writer, p Place, snapshot string, compress bool) error {
	var z *zstd.Encoder
	if compress {
		var err error
		if z, err = zstd.NewWriter(w, zstd.WithEncoderConcurrency(1)); err != nil {
			return err
		}
		w = z
	}
	t := tar.NewWriter(w)
	err := addFile(ctx, t, p.Database, snapshot)
	if err == nil {
		err = addOriginals(ctx, t, p)
	}
	if err == nil {
		err = t.Close()
	}
	if z != nil {
		err = errors.Join(err, z.Close())
	}
	return err
}

func addOriginals(ctx context.Context, t *tar.Writer, p Place) error {
	err := filepath.WalkDir(filepath.Join(p.Home, athletesFolder), func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		rel, err := filepath.Rel(p.Home, path)
		if name := filepath.ToSlash(rel); err == nil && original().MatchString(name) {
			err = addFile(ctx, t, name, path)
		}
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil // nothing was ever imported
	}
	return err
}

func addFile(ctx context.Context, t *tar.Writer, name, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // it was only read
	info, err := f.Stat()
	if err != nil {
		return err
	}
	err = t.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: name, Size: info.Size(), Mode: 0o600, ModTime: info.ModTime(), Format: tar.FormatPAX})
	if err != nil {
		return err
	}
	_, err = io.Copy(t, until{ctx, f})
	return err
}

// until is a file that is read until ctx ends: a database takes seconds.
type until struct {
	ctx context.Context //nolint:containedctx // that of the backup
	io.Reader
}

func (u until) Read(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.Reader.Read(p)
}
