package upkeep

import (
	"archive/tar"
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"sync"

	"github.com/klauspost/compress/zstd"

	"lapkeep/internal/platform/atomicfile"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// original is the name of an original file within a home. Whatever else an
// archive names is left out, so that it cannot write anywhere else.
// It is made when first asked for: every start of the program would pay.
var original = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^athletes/[a-z0-9][a-z0-9_-]{0,63}/originals/[0-9a-f]{2}/[0-9a-f]{64}\.zst$`)
})

// zstdMagic begins a compressed archive.
var zstdMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}

// Restore unpacks an archive into a home that has no store yet. The database
// takes its place last, so that an interrupted restore can be run again.
func Restore(ctx context.Context, archive string, p Place) (err error) {
	final := filepath.Join(p.Home, p.Database)
	if _, err := os.Stat(final); err == nil {
		return training.Errorf(training.KindConflict, "There is a store in %s already.", p.Home).
			WithFix("Name an empty folder with --home, or move that store away first.")
	}
	f, err := os.Open(archive)
	if err != nil {
		return training.Errorf(training.KindNotFound, "The backup cannot be opened: %w.", err).WithFix("Check its path.")
	}
	defer f.Close() //nolint:errcheck // it was only read
	if err := os.MkdirAll(p.Home, 0o700); err != nil {
		return err
	}
	half := final + ".restoring"
	defer os.Remove(half) //nolint:errcheck // it is gone after the rename
	found, err := unpack(ctx, f, p, half)
	if err != nil {
		return err
	}
	if !found {
		return damaged(errors.New("there is no database in it"))
	}
	if problems, err := sqlitedb.Examine(ctx, half, true); err != nil || len(problems) > 0 {
		return damaged(errors.Join(err, errors.New("its database is damaged")))
	}
	if err := os.Rename(half, final); err != nil {
		return err
	}
	return atomicfile.SyncDir(p.Home)
}

func damaged(cause error) error {
	return &training.Error{
		Kind: training.KindCorrupt, What: "The backup is damaged: " + cause.Error() + ".", Fix: "Use another backup.", Err: cause,
	}
}

// unpack writes the entries of an archive; database is where its database goes.
func unpack(ctx context.Context, r io.Reader, p Place, database string) (found bool, err error) {
	b := bufio.NewReaderSize(r, 1<<16)
	r = b
	if magic, err := b.Peek(len(zstdMagic)); err == nil && bytes.Equal(magic, zstdMagic) {
		z, err := zstd.NewReader(b, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true))
		if err != nil {
			return false, damaged(err)
		}
		defer z.Close()
		r = z
	}
	for t := tar.NewReader(r); ; {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		h, err := t.Next()
		switch {
		case errors.Is(err, io.EOF):
			return found, nil
		case err != nil:
			return false, damaged(err)
		case h.Typeflag != tar.TypeReg:
		case h.Name == p.Database:
			found = true
			err = write(database, t)
		case original().MatchString(h.Name):
			err = write(filepath.Join(p.Home, filepath.FromSlash(h.Name)), t)
		}
		if err != nil {
			return false, err
		}
	}
}

// write makes a file durable; what fails on the archive's side is damage.
func write(path string, r io.Reader) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	src := &source{r: r}
	_, err = io.Copy(f, src)
	if src.err != nil {
		err = damaged(src.err)
	}
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// source remembers which side of a copy failed.
type source struct {
	r   io.Reader
	err error
}

func (s *source) Read(b []byte) (int, error) {
	n, err := s.r.Read(b)
	if err != nil && !errors.Is(err, io.EOF) {
		s.err = err
	}
	return n, err
}
