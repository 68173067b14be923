package archive

import (
	"archive/zip"
	"compress/flate"
	"context"
	"errors"
	"hash/crc32"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"lapkeep/internal/training"
)

// zip yields the members of a zip archive, newest first. The archive is not
// held open: each member remembers where its bytes lie.
func (w *walker) zip(f found) bool {
	name := filepath.Join(f.root, f.rel)
	z, err := zip.OpenReader(name)
	if err != nil {
		return w.emit(Item{Path: f.shown, Size: f.info.Size(), Err: zipError(f.shown, err)})
	}
	defer z.Close()
	if len(z.File) > w.limits.Members {
		return w.emit(Item{Path: f.shown, Err: training.Errorf(training.KindTooLarge,
			"The archive has more than %d members.", w.limits.Members).WithFix("Unpack it and import the folder.")})
	}
	members := slices.Clone(z.File)
	slices.SortStableFunc(members, func(a, b *zip.File) int {
		if c := b.Modified.Compare(a.Modified); c != 0 {
			return c
		}
		return strings.Compare(a.Name, b.Name)
	})
	for _, m := range members {
		if strings.HasSuffix(m.Name, "/") {
			continue
		}
		if w.files >= w.limits.Files {
			w.emit(Item{Path: f.shown, Err: training.Errorf(training.KindTooLarge,
				"There are more than %d files.", w.limits.Files).WithFix("Unpack it and import its folders one by one.")})
			return false
		}
		if !w.emit(w.member(f.shown, name, m)) {
			return false
		}
	}
	return true
}

func (w *walker) member(shown, archive string, m *zip.File) Item {
	it := Item{Path: shown + "/" + m.Name, Size: int64(m.UncompressedSize64), ModTime: m.Modified}
	for _, part := range strings.Split(path.Clean(m.Name), "/") {
		if it.Skip = skipReason(part); it.Skip != "" {
			return it
		}
	}
	offset, err := m.DataOffset()
	switch {
	case isZip(m.Name):
		it.Skip = "An archive inside an archive is not read yet; unpack it first."
	case isZst(m.Name):
		it.Skip = "A compressed file of this kind inside an archive is not read; unpack the archive first."
	case m.Flags&1 != 0:
		it.Err = training.Errorf(training.KindUnsupported, "The member is encrypted.").WithFix("Unpack the archive with its password first.")
	case m.Method != zip.Store && m.Method != zip.Deflate:
		it.Err = training.Errorf(training.KindUnsupported, "The member is packed in a way that is not read.").WithFix("Unpack the archive first.")
	case err != nil:
		it.Err = zipError(shown, err)
	case m.UncompressedSize64 > uint64(w.limits.FileBytes):
		it.Err = tooLarge(w.limits.FileBytes)
	default:
		packed := packedMember{archive: archive, shown: it.Path, offset: offset, header: m.FileHeader, limits: w.limits}
		it.read = packed.read
	}
	return it
}

// packedMember is where a member's bytes lie.
type packedMember struct {
	archive, shown string
	offset         int64
	header         zip.FileHeader
	limits         Limits
}

func (p packedMember) read(context.Context) ([]byte, error) {
	file, err := os.Open(p.archive)
	if err != nil {
		return nil, openError(p.archive, err)
	}
	defer file.Close()
	size := int64(p.header.CompressedSize64)
	var r io.Reader = io.NewSectionReader(file, p.offset, size)
	if p.header.Method == zip.Deflate {
		r = flate.NewReader(r)
	}
	// The declared sizes may lie: what is read is bounded by the packed size.
	limit := min(p.limits.FileBytes, max(size, 1<<10)*p.limits.Ratio)
	data, err := readAll(r, min(int64(p.header.UncompressedSize64), limit), limit)
	if err != nil {
		if training.KindOf(err) == training.KindTooLarge {
			return nil, err
		}
		return nil, zipError(p.shown, err)
	}
	if crc32.ChecksumIEEE(data) != p.header.CRC32 {
		return nil, zipError(p.shown, zip.ErrChecksum)
	}
	return slices.Clip(data), nil
}

func zipError(name string, err error) error {
	if errors.Is(err, os.ErrPermission) || errors.Is(err, os.ErrNotExist) {
		return openError(name, err)
	}
	return training.Errorf(training.KindCorrupt, "%s is a damaged archive: %w.", name, err).WithFix("Download or copy it again.")
}
