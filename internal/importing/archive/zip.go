package archive

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"hash"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/zstd"

	"lapkeep/internal/importing/listing"
	"lapkeep/internal/training"
)

var errNoZip = errors.New("it does not begin like a ZIP file")

// nesting holds the nesting depth and the unpacked size of archives in a walk.
type nesting struct {
	depth int
	spent *int64 // declared unpacked size of all archives in the outermost one
	most  int64
}

// enter returns the nesting in an archive of the given size.
func (n nesting) enter(size int64, l Limits) nesting {
	if n.depth == 0 {
		const least = 64 << 20 // a small archive may consist of zeros, which compress well
		n.spent, n.most = new(int64), max(least, size*l.Ratio)
	}
	n.depth++
	return n
}

// zip yields the members of a zip archive. The archive is not kept open; each
// member holds the position of its bytes.
func (w *walker) zip(e listing.Entry, in nesting) bool {
	refuse := func(err error) bool {
		return w.emit(listing.Item{Path: e.Shown, Size: e.Size, ModTime: e.Mod, Err: err})
	}
	in = in.enter(e.Size, w.limits)
	if in.depth > w.limits.Nested {
		return refuse(training.Errorf(training.KindTooLarge, "The archive is nested in more than %d others.", w.limits.Nested).
			WithFix("Unpack them and import their contents."))
	}
	src, err := e.File.(content).at(w.ctx) // all entries of the walker have this type
	if err != nil {
		return refuse(err)
	}
	all, err := w.members(e, src, in)
	if err != nil {
		return refuse(err)
	}
	return w.listing(all, in)
}

// members returns the members of an archive.
func (w *walker) members(e listing.Entry, src source, in nesting) ([]listing.Entry, error) {
	r, size, done, err := src.open()
	if err != nil {
		return nil, err
	}
	defer done()
	z, err := zip.NewReader(r, size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) { // an insecure path does no harm, because names are only displayed
		return nil, zipError(e.Shown, err)
	}
	if len(z.File) > w.limits.Members {
		return nil, training.Errorf(training.KindTooLarge, "The archive has more than %d members.", w.limits.Members).
			WithFix("Unpack it and import the folder.")
	}
	var packedSize uint64
	for _, m := range z.File {
		packedSize += m.CompressedSize64
		*in.spent += int64(min(m.UncompressedSize64, 1<<40)) //nolint:gosec // bounded
	}
	if packedSize > uint64(size) { //nolint:gosec // a size
		return nil, training.Errorf(training.KindCorrupt, "The members of the archive overlap.").WithFix("Get a new copy from its source.")
	}
	if *in.spent > in.most && in.depth > 1 {
		return nil, training.Errorf(training.KindTooLarge, "The archive unpacks to more than %d MiB, far more than it should.", in.most>>20).
			WithFix("Unpack it and import its contents.")
	}
	var all []listing.Entry
	for _, m := range z.File {
		if strings.HasSuffix(m.Name, "/") {
			continue
		}
		if w.files+len(all) >= w.limits.Files {
			const last = "\U0010ffff" // sorts after all other names
			return append(all, listing.Entry{
				Shown: e.Shown, Rel: last,
				Err: training.Errorf(training.KindTooLarge, "There are more than %d files.", w.limits.Files).
					WithFix("Unpack it and import its folders one by one."),
			}), nil
		}
		all = append(all, w.member(&e, src, m))
	}
	return all, nil
}

// member returns a [listing.Entry] for a member of the archive.
func (w *walker) member(in *listing.Entry, src source, m *zip.File) listing.Entry {
	// Some programs on Windows write backslashes, and others write names that begin with "./".
	name := strings.TrimPrefix(strings.ReplaceAll(m.Name, `\`, "/"), "./")
	e := listing.Entry{
		About: in.About, Sift: in.Sift, Numbers: in.Numbers, Shown: in.Shown + "/" + strings.ToValidUTF8(m.Name, "�"), Rel: name,
		Size: int64(min(m.UncompressedSize64, 1<<62)), Mod: m.Modified, //nolint:gosec // bounded
		Lies: in.Lies + "/" + name, Folder: folderOf(name),
	}
	if !in.Named {
		archive := path.Base(in.Rel)
		if isZip(archive) {
			archive = strings.TrimSuffix(archive, path.Ext(archive))
		}
		e.Folder = path.Join(in.Folder, archive, e.Folder)
	}
	if e.Numbers != nil {
		e.Number = e.Numbers(name)
	}
	for part := range strings.SplitSeq(path.Clean(name), "/") {
		if part == "" || part == ".." { // the path leads outside the archive; this is reported below
			continue
		}
		if e.Skip = skipReason(part); e.Skip != "" {
			return e
		}
	}
	offset, err := m.DataOffset()
	switch {
	case !fs.ValidPath(name) || strings.ContainsAny(name, ":\x00"):
		e.Err = training.Errorf(training.KindCorrupt, "Its name points outside the archive; it was not read.").
			WithFix("Check where the archive comes from.")
	case m.Mode()&fs.ModeSymlink != 0:
		e.Skip = "It is a symbolic link; links are not followed."
	case m.Flags&1 != 0:
		e.Err = training.Errorf(training.KindUnsupported, "The member is encrypted.").WithFix("Unpack the archive with its password first.")
	case m.Method != zip.Store && m.Method != zip.Deflate:
		e.Err = training.Errorf(training.KindUnsupported,
			"The member is compressed in a way that Lapkeep cannot read.").WithFix("Unpack the archive first.")
	case err != nil:
		e.Err = zipError(in.Shown, err)
	}
	e.File = w.unpacked(name, packedMember{of: src, shown: e.Shown, offset: offset, header: &m.FileHeader, limits: w.limits})
	return e
}

// packedMember is a member of an archive, given by the position of its bytes.
type packedMember struct {
	of     source
	shown  string
	offset int64
	header *zip.FileHeader
	limits Limits
}

// open returns a reader that unpacks the member.
func (p packedMember) open() (io.Reader, func(), error) {
	at, _, done, err := p.of.open()
	if err != nil {
		return nil, nil, err
	}
	var r io.Reader = io.NewSectionReader(at, p.offset, p.packedSize())
	if p.header.Method == zip.Deflate {
		r = flate.NewReader(r)
	}
	return r, done, nil
}

func (p packedMember) packedSize() int64 { return int64(min(p.header.CompressedSize64, 1<<62)) } //nolint:gosec // bounded

func (p packedMember) Head(n int) ([]byte, error) {
	r, done, err := p.open()
	if err != nil {
		return nil, err
	}
	defer done()
	head, err := readHead(r, n)
	if err != nil {
		return nil, zipError(p.shown, err)
	}
	return head, nil
}

func (p packedMember) Read(context.Context) ([]byte, error) { return p.unpack(p.limits.FileBytes) }

// Stream unpacks the member piece by piece. Its packed size limits the output.
func (p packedMember) Stream(context.Context) (io.ReadCloser, error) {
	r, done, err := p.open()
	if err != nil {
		return nil, err
	}
	return &unpacking{
		r: r, left: max(p.packedSize(), 1<<10) * p.limits.Ratio, shown: p.shown, done: done, sum: crc32.NewIEEE(), want: p.header.CRC32,
	}, nil
}

// unpacking is a member that is being read. At the end, it verifies the
// checksum, and returns an error instead of [io.EOF] if it is wrong.
type unpacking struct {
	r     io.Reader
	left  int64
	shown string
	done  func()
	sum   hash.Hash32
	want  uint32
}

func (u *unpacking) Read(p []byte) (int, error) {
	n, err := u.r.Read(p)
	u.sum.Write(p[:n]) //nolint:errcheck // a hash never fails
	if errors.Is(err, io.EOF) && u.sum.Sum32() != u.want {
		return n, training.Errorf(training.KindCorrupt, "%s is damaged: its checksum is wrong; the readable part was imported.", u.shown).
			WithFix("Download or copy the archive again.")
	}
	if u.left -= int64(n); u.left < 0 {
		return 0, training.Errorf(training.KindTooLarge, "%s unpacks to far more than it should.",
			u.shown).WithFix("Check where the archive comes from.")
	}
	if err != nil && !errors.Is(err, io.EOF) {
		err = zipError(u.shown, err)
	}
	return n, err
}

func (u *unpacking) Close() error {
	u.done()
	return nil
}

// at returns a reader of an archive in another archive. If the inner archive is
// stored uncompressed, it is read in place; otherwise it is unpacked first.
func (p packedMember) at(context.Context) (source, error) {
	if p.header.Method == zip.Store {
		return within{p.of, p.offset, p.packedSize()}, nil
	}
	data, err := p.unpack(p.limits.NestedBytes)
	if training.KindOf(err) == training.KindTooLarge && err != nil {
		return nil, training.Errorf(training.KindTooLarge, "The inner archive is too large to open.").
			WithFix("Unpack the outer one and import the folder.")
	}
	return inMemory{bytes.NewReader(data), int64(len(data))}, err
}

func (p packedMember) unpack(most int64) ([]byte, error) {
	r, done, err := p.open()
	if err != nil {
		return nil, err
	}
	defer done()
	// The declared sizes may be wrong, so the packed size limits the output.
	limit := min(most, max(p.packedSize(), 1<<10)*p.limits.Ratio)
	data, err := readAll(r, int64(min(p.header.UncompressedSize64, uint64(limit))), limit) //nolint:gosec // positive
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

// content gives access to a file's bytes.
type content interface {
	listing.Content
	// at returns a source for random access, which reading an archive needs.
	at(ctx context.Context) (source, error)
}

// source provides random access to bytes. It is opened for each use.
type source interface {
	open() (r io.ReaderAt, size int64, done func(), err error)
}

// inMemory is a source whose bytes are in memory.
type inMemory struct {
	data io.ReaderAt
	size int64
}

func (m inMemory) open() (io.ReaderAt, int64, func(), error) { return m.data, m.size, func() {}, nil }

// within is a part of another source, such as an archive that is stored in another archive.
type within struct {
	of           source
	offset, size int64
}

func (w within) open() (io.ReaderAt, int64, func(), error) {
	r, _, done, err := w.of.open()
	if err != nil {
		return nil, 0, nil, err
	}
	return io.NewSectionReader(r, w.offset, w.size), w.size, done, nil
}

func readHead(r io.Reader, n int) ([]byte, error) {
	buf := make([]byte, n)
	got, err := io.ReadFull(r, buf)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	return buf[:got], err
}

// readAll reads at most limit bytes into a single buffer, which has the expected size at first.
func readAll(r io.Reader, expect, limit int64) ([]byte, error) {
	buf := make([]byte, 0, min(expect, limit)+1)
	r = io.LimitReader(r, limit+1)
	for {
		n, err := r.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		if int64(len(buf)) > limit {
			return nil, listing.TooLarge(limit)
		}
		if errors.Is(err, io.EOF) {
			return buf, nil
		}
		if err != nil {
			return nil, err
		}
		if len(buf) == cap(buf) {
			buf = append(buf, 0)[:len(buf)]
		}
	}
}

// isZst reports whether a file is compressed like stored originals. This makes
// it possible to import the home folder of Lapkeep even without its database.
func isZst(name string) bool { return strings.EqualFold(path.Ext(name), ".zst") }

// unpacked returns the content of a file. If the file is compressed like an
// original, its content is decompressed when it is read.
func (w *walker) unpacked(name string, c content) content {
	if !isZst(name) {
		return c
	}
	return zst{c, w.limits.FileBytes}
}

// zst is a compressed file.
type zst struct {
	content
	limit int64
}

// These are the limits for decompressing a file. zstRatio is enough because recordings in
// text formats compress to no less than a thirtieth, and zstLeast because it is larger than
// the windows of common programs.
const (
	zstRatio = 50
	zstLeast = 8 << 20
)

func (z zst) Read(ctx context.Context) ([]byte, error) {
	data, err := z.content.Read(ctx)
	if err != nil {
		return nil, err
	}
	most := min(z.limit, max(zstLeast, zstRatio*int64(len(data))))
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxMemory(uint64(most))) //nolint:gosec // positive
	if err != nil {
		return nil, err
	}
	defer d.Close()
	out, err := d.DecodeAll(data, nil)
	switch {
	case errors.Is(err, zstd.ErrDecoderSizeExceeded), errors.Is(err, zstd.ErrWindowSizeExceeded):
		if most < z.limit {
			return nil, training.Errorf(training.KindTooLarge,
				"The file unpacks to far more than it should.").WithFix("Check where the file comes from.")
		}
		return nil, listing.TooLarge(z.limit)
	case err != nil:
		return nil, training.Errorf(training.KindCorrupt, "The compressed file is damaged: %w.", err).
			WithFix("Copy it again.")
	}
	return out, nil
}
