package backup

import (
	"archive/tar"
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"

	"lapkeep/internal/platform/disk"
	"lapkeep/internal/store/originals"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// original matches the name of an original file within a home. A restore skips all other
// names in an archive, so that no file can be written anywhere else. The pattern is compiled
// on first use, because otherwise every start of the program would take longer.
var original = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^athletes/[a-z0-9][a-z0-9_-]{0,63}/originals/[0-9a-f]{2}/[0-9a-f]{64}\.zst$`)
})

// besideName matches the name of a settings file next to the store. It never
// matches a file that the program would run or treat as part of the store.
var besideName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z]{1,20}\.yaml$`) })

// zstdMagic holds the first bytes of a compressed archive.
var zstdMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}

// mostSums bounds the size of the list of checksums; 200,000 originals need half of that.
const mostSums = 64 << 20

// Restore restores an archive into a home that has no store yet. Nothing is written there
// before the whole archive has been read and verified; the database is written last, so
// that an interrupted restore can be run again. Older archives have no checksums and no
// seal; for them, Restore checks the contents of the database and the originals.
func Restore(ctx context.Context, archive string, p Place, pack *originals.Packer) (isSealed bool, err error) {
	final := filepath.Join(p.Home, p.Database)
	if _, err := os.Stat(final); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, training.Errorf(training.KindForbidden, "%s cannot be inspected: %w.", p.Home, err).
			WithFix("Choose one of your own folders with --home.")
	} else if err == nil {
		return false, training.Errorf(training.KindConflict, "There is already a store in %s.", p.Home).
			WithFix("Name an empty folder with --home, or move that store away first.")
	}
	f, err := os.Open(archive)
	if err != nil {
		return false, training.Errorf(training.KindNotFound, "The backup cannot be opened: %w.", err).WithFix("Check its path.")
	}
	defer f.Close() //nolint:errcheck // it was only read
	isSealed, holds, err := sealed(ctx, f)
	if err != nil {
		return false, err
	}
	if isSealed && !holds {
		return true, damaged(errors.New("its content differs from what was written"))
	}
	made := os.Mkdir(p.Home, 0o700) == nil
	if err := os.MkdirAll(p.Home, 0o700); err != nil {
		return isSealed, err
	}
	if made {
		defer func() {
			if err != nil {
				_ = os.Remove(p.Home) // it is empty again
			}
		}()
	}
	return isSealed, restoreInto(ctx, f, p, isSealed, pack)
}

func restoreInto(ctx context.Context, f io.Reader, p Place, isSealed bool, pack *originals.Packer) (err error) {
	if err := Sweep(p.Home); err != nil {
		return err
	}
	work, err := newWorkspace(p.Home, p.Home)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, work.remove()) }()
	u := &unpacked{Place: Place{Home: work.dir, Database: p.Database}, got: sums{}}
	if err := u.unpack(ctx, f); err != nil {
		return err
	}
	if err := u.prove(ctx, isSealed, pack); err != nil {
		return err
	}
	return u.move(p)
}

func damaged(cause error) error {
	return &training.Error{
		Kind: training.KindCorrupt, What: "The backup is damaged: " + cause.Error() + ".", Fix: "Use another backup.", Err: cause,
	}
}

// unpacked is an archive that was unpacked into a folder of its own.
type unpacked struct {
	Place
	got    sums
	listed string // the archive's list of checksums, empty if there is none
	// If checks is set, originals are hashed but not written.
	checks             bool
	originals, damaged int // originals that were hashed, and those that do not match their names
}

func (u *unpacked) unpack(ctx context.Context, r io.Reader) error {
	b := bufio.NewReaderSize(r, 1<<16)
	r = b
	if magic, err := b.Peek(len(zstdMagic)); err == nil && bytes.Equal(magic, zstdMagic) {
		z, err := zstd.NewReader(b, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true))
		if err != nil {
			return damaged(err)
		}
		defer z.Close()
		r = z
	}
	for t := tar.NewReader(r); ; {
		if err := ctx.Err(); err != nil {
			return err
		}
		h, err := t.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return damaged(err)
		case h.Typeflag != tar.TypeReg:
		case h.Name == sumsName:
			text, readErr := io.ReadAll(io.LimitReader(t, mostSums))
			if u.listed = string(text); readErr != nil {
				return damaged(readErr)
			}
		case u.checks && h.Name != u.Database:
			err = u.check(h.Name, t)
		case h.Name == u.Database, original().MatchString(h.Name), besideName().MatchString(h.Name):
			err = u.write(h.Name, t)
		}
		if err != nil {
			return err
		}
	}
}

// check hashes a file of the archive, and an original's content, without
// writing.
func (u *unpacked) check(name string, r io.Reader) error {
	sum := sha256.New()
	r = io.TeeReader(r, sum)
	if original().MatchString(name) {
		u.originals++
		if hash := strings.TrimSuffix(filepath.Base(name), ".zst"); originals.HashOf(r) != hash {
			u.damaged++
		}
	}
	if _, err := io.Copy(io.Discard, r); err != nil {
		return damaged(err)
	}
	u.got[name] = hex.EncodeToString(sum.Sum(nil))
	return nil
}

// write writes and syncs a file; a failed read of the archive counts as damage.
func (u *unpacked) write(name string, r io.Reader) error {
	path := filepath.Join(u.Home, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	src, sum := &source{r: r}, sha256.New()
	_, err = io.Copy(io.MultiWriter(f, sum), src)
	if src.err != nil {
		err = damaged(src.err)
	}
	if err == nil {
		err = f.Sync()
	}
	u.got[name] = hex.EncodeToString(sum.Sum(nil))
	return errors.Join(err, f.Close())
}

// source records the error if reading fails, so that a failed read can be told
// apart from a failed write.
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

// prove compares the unpacked files with the checksums, or, if there are none,
// the originals with their names. The database is checked in any case.
func (u *unpacked) prove(ctx context.Context, isSealed bool, pack *originals.Packer) error {
	want, ok := parseSums(u.listed)
	switch {
	case u.got[u.Database] == "":
		return damaged(errors.New("it contains no database"))
	case isSealed != (u.listed != ""):
		return damaged(errors.New("some of its checksums are missing"))
	case isSealed && (!ok || !maps.Equal(want, u.got)):
		return damaged(errors.New("its files differ from what was written"))
	}
	for name := range u.got {
		athlete, hash := filepath.Dir(filepath.Dir(filepath.FromSlash(name))), strings.TrimSuffix(filepath.Base(name), ".zst")
		if isSealed || !original().MatchString(name) {
			continue
		}
		if _, err := (originals.Dir{Root: filepath.Join(u.Home, athlete), Pack: pack}).Get(hash); err != nil {
			return damaged(errors.New("one of its original files has changed"))
		}
	}
	path := filepath.Join(u.Home, u.Database)
	problems, err := sqlitedb.Examine(ctx, path)
	if err != nil || len(problems) > 0 {
		return damaged(errors.Join(err, errors.New("its database is damaged")))
	}
	return nil
}

// move moves the files to their places. It first removes the files that belonged to
// a former database, because they would be treated as parts of the new one.
func (u *unpacked) move(p Place) error {
	for _, suffix := range []string{"-wal", "-shm", sqlitedb.MarkSuffix, sqlitedb.NamingSuffix} {
		if err := os.Remove(filepath.Join(p.Home, p.Database+suffix)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	names := slices.Sorted(maps.Keys(u.got))
	names = append(slices.DeleteFunc(names, func(n string) bool { return n == u.Database }), u.Database)
	dirs := map[string]bool{p.Home: true}
	for _, name := range names {
		path := filepath.Join(p.Home, filepath.FromSlash(name))
		if _, err := os.Stat(path); err == nil && besideName().MatchString(name) {
			continue // a file that exists here is kept
		}
		if name == u.Database { // sync the originals and their folders to disk first
			if err := syncAll(dirs); err != nil {
				return err
			}
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		if err := os.Rename(filepath.Join(u.Home, filepath.FromSlash(name)), path); err != nil {
			return err
		}
		for dir := filepath.Dir(path); len(dir) > len(p.Home); dir = filepath.Dir(dir) {
			dirs[dir] = true
		}
	}
	return disk.SyncDir(p.Home)
}

func syncAll(dirs map[string]bool) error {
	for dir := range dirs {
		if err := disk.SyncDir(dir); err != nil {
			return err
		}
	}
	return nil
}
