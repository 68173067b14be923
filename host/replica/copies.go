package replica

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"lapkeep/internal/store"
)

// A copy is a title and chunks. A chunk is its length in four bytes and its content, sealed for its number; the
// last one says so, because a copy that was cut off must not open.
const (
	copyTitle = "lapkeep copy 1\n"
	chunkSize = 1 << 20
)

// workPattern is that of the folders in a home in which copies are made and unpacked.
const workPattern = ".copy-*"

func chunkPlace(home string, n int, isLast bool) string {
	return fmt.Sprintf("%s/copy/%d/%t", home, n, isLast)
}

// Snapshot writes a copy of the database and the originals to w, for a second copy elsewhere: a backup of the store,
// which was read back, sealed with the home's key. Rows under a retention policy are not in it.
func (h *Home) Snapshot(ctx context.Context, w io.Writer) (err error) {
	if err := h.Barrier(ctx); err != nil {
		return err
	}
	work, err := os.MkdirTemp(h.dir, workPattern)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	archive := filepath.Join(work, "copy.tar.zst")
	db, err := store.Open(ctx, store.Options{Home: h.dir, ReadOnly: true, Fetch: h.Fetch})
	if err != nil {
		return err
	}
	written, err := db.Backup(ctx, archive)
	if err == nil && written.Damaged > 0 {
		err = fmt.Errorf("%d originals of home %s are damaged; run lapkeep verify in its folder", written.Damaged, h.home)
	}
	if err = errors.Join(err, db.Close()); err != nil {
		return err
	}
	f, err := os.Open(archive)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // it was only read
	return h.seal.copy(w, f, h.home)
}

// copy seals what r has.
func (s *sealer) copy(w io.Writer, r io.Reader, home string) error {
	if _, err := io.WriteString(w, copyTitle); err != nil {
		return err
	}
	for n := 0; ; n++ {
		chunk, err := readUpTo(r, nil, chunkSize)
		if err != nil {
			return err
		}
		isLast := len(chunk) < chunkSize
		sealed := s.seal(chunk, chunkPlace(home, n, isLast))
		if _, err := w.Write(binary.BigEndian.AppendUint32(nil, uint32(len(sealed)))); err != nil { //nolint:gosec // small
			return err
		}
		if _, err := w.Write(sealed); err != nil || isLast {
			return err
		}
	}
}

// uncopy opens what copy sealed.
func (s *sealer) uncopy(w io.Writer, r io.Reader, home string) error {
	title := make([]byte, len(copyTitle))
	if _, err := io.ReadFull(r, title); err != nil || string(title) != copyTitle {
		return fmt.Errorf("%w: this is not a copy of a home", ErrDamaged)
	}
	for n := 0; ; n++ {
		var size [4]byte
		if _, err := io.ReadFull(r, size[:]); err != nil {
			return fmt.Errorf("%w: the copy of home %s ends early: %w", ErrDamaged, home, err)
		}
		length := int(binary.BigEndian.Uint32(size[:]))
		if length > chunkSize+sealing {
			return fmt.Errorf("%w: the copy of home %s has a chunk of %d bytes", ErrDamaged, home, length)
		}
		sealed := make([]byte, length)
		if _, err := io.ReadFull(r, sealed); err != nil {
			return fmt.Errorf("%w: the copy of home %s ends early: %w", ErrDamaged, home, err)
		}
		isLast := length < chunkSize+sealing
		chunk, err := s.open(sealed, chunkPlace(home, n, isLast))
		if err != nil {
			return err
		}
		if _, err := w.Write(chunk); err != nil || isLast {
			return err
		}
	}
}

// Restore unpacks a copy that [Home.Snapshot] wrote into a folder without a database, and reads it whole. The home's
// key must be on the engine ([Keys.Import]). To put the home on a new engine, open it in that folder: its first write
// is a full file.
func Restore(ctx context.Context, r io.Reader, home, dir string, keys *Keys) (err error) {
	seal, err := keys.of(ctx, home, false)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	work, err := os.MkdirTemp(dir, workPattern)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	archive := filepath.Join(work, "copy.tar.zst")
	f, err := os.OpenFile(archive, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if err := errors.Join(seal.uncopy(f, r, home), f.Close()); err != nil {
		return err
	}
	_, err = store.Restore(ctx, archive, store.Options{Home: dir})
	return err
}
