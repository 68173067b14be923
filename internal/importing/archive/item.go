package archive

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io/fs"
	"iter"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/importing/listing"
	"lapkeep/internal/platform/disk"
	"lapkeep/internal/training"
)

// Limits holds the limits of a walk. A zero field means the default.
type Limits struct {
	FileBytes int64 // size of a single file; by default, the limit for recordings
	Files     int   // files in a walk; by default 200,000
	Depth     int   // depth of folders below a root; by default 32
	Members   int   // members of a zip archive; by default 100,000
	Nested    int   // archives nested in each other; by default 5
	// NestedBytes is the maximum size of an archive that must be unpacked from another archive;
	// by default 128 MiB. There is no such limit for an archive that is stored uncompressed.
	NestedBytes int64
	Ratio       int64 // unpacked bytes per packed byte; by default 200
	// Streamed is informed of progress while large files are read; it may be nil.
	Streamed listing.Streamed
}

func (l Limits) withDefaults() Limits {
	l.FileBytes, l.NestedBytes, l.Ratio = orDefault(l.FileBytes, reading.Limits{}.WithDefaults().MaxBytes),
		orDefault(l.NestedBytes, 128<<20), orDefault(l.Ratio, 200)
	l.Files, l.Depth = orDefault(l.Files, 200_000), orDefault(l.Depth, 32)
	l.Members, l.Nested = orDefault(l.Members, 100_000), orDefault(l.Nested, 5)
	return l
}

func orDefault[T int | int64](v, def T) T {
	if v <= 0 {
		return def
	}
	return v
}

// Walk yields every file below the given paths. The paths are in order; below each, the
// newest files come first, and files with equal times are ordered by name. It also yields the
// members of zip archives, and of archives in these; it recognises archives by their bytes.
// Activities in a service's export are yielded, newest first, together with the export's data
// about them. Of the export's other tables, it opens only those about training.
//
// A path that is itself a symbolic link is followed, but links below it are not. Files that are
// skipped or cannot be opened are also yielded, with the reason. The walk ends early if ctx ends.
func Walk(ctx context.Context, paths []string, l Limits) iter.Seq[listing.Item] {
	l = l.withDefaults()
	return func(yield func(listing.Item) bool) {
		w := &walker{ctx: ctx, limits: l, forms: forms(), yield: yield}
		for _, p := range paths {
			if !w.path(p) {
				return
			}
		}
	}
}

// Place is a file or a folder below a root. Unlike a path, it cannot lead
// outside the root by the time it is opened.
type Place struct{ Root, Rel string }

// WalkPlaces is like [Walk] for places. Whatever changes below a root during
// the walk, it reads nothing outside the root.
func WalkPlaces(ctx context.Context, places []Place, l Limits) iter.Seq[listing.Item] {
	l = l.withDefaults()
	return func(yield func(listing.Item) bool) {
		w := &walker{ctx: ctx, limits: l, forms: forms(), yield: yield}
		for _, p := range places {
			if !w.place(filepath.Join(p.Root, p.Rel), p) {
				return
			}
		}
	}
}

// walker performs one walk. Its methods return false when the walk is over.
type walker struct {
	ctx    context.Context
	limits Limits
	forms  []listing.Form
	yield  func(listing.Item) bool
	files  int
}

// path walks a path that the athlete named.
func (w *walker) path(p string) bool {
	real, err := filepath.EvalSymlinks(p)
	if err != nil {
		return w.emit(listing.Item{Path: p, Err: openError(p, err)})
	}
	info, err := os.Stat(real)
	if err != nil {
		return w.emit(listing.Item{Path: p, Err: openError(p, err)})
	}
	if info.IsDir() {
		return w.place(p, Place{Root: real, Rel: "."})
	}
	return w.place(p, Place{Root: filepath.Dir(real), Rel: filepath.Base(real)})
}

// place walks a file or a folder below a root, without reading anything outside it.
func (w *walker) place(shown string, p Place) bool {
	refuse := func(err error) bool { return w.emit(listing.Item{Path: shown, Err: openError(shown, err)}) }
	if abs, err := filepath.Abs(p.Root); err == nil {
		p.Root = abs
	}
	root, err := os.OpenRoot(p.Root)
	if err != nil {
		return refuse(err)
	}
	defer root.Close() // nothing was written
	info, err := root.Lstat(p.Rel)
	switch {
	case err != nil:
		return refuse(err)
	case info.IsDir():
		return w.folder(shown, root, p)
	case !info.Mode().IsRegular():
		return refuse(&fs.PathError{Op: "open", Path: shown, Err: disk.ErrNotRegular})
	}
	e := w.onDisk(shown, p.Root, p.Rel, filepath.Base(p.Rel), info)
	e.Named = true
	return w.alone(e)
}

// alone yields a file that the athlete named, either as an export or as an ordinary file.
func (w *walker) alone(e listing.Entry) bool {
	fitting := slices.DeleteFunc(slices.Clone(w.forms), func(f listing.Form) bool {
		_, large := f.(listing.Large)
		_, single := f.(listing.Single)
		return !large && !single
	})
	rest, last, ok := listing.Exports(w.ctx, fitting, []listing.Entry{e}, w.emit, w.limits.Streamed)
	if !ok {
		return false
	}
	for i := range rest {
		if !w.entry(rest[i], nesting{}) {
			return false
		}
	}
	return last()
}

// folder lists everything below a folder and yields it.
func (w *walker) folder(shown string, root *os.Root, p Place) bool {
	t := tree{w: w, root: root, place: p, shown: shown}
	if err := t.add("."); err != nil {
		if w.ctx.Err() != nil {
			return false
		}
		return w.emit(listing.Item{Path: shown, Err: openError(shown, err)})
	}
	return w.listing(t.all, nesting{})
}

// listing yields the contents of a folder or an archive: first its exports,
// then all other files, newest first.
func (w *walker) listing(all []listing.Entry, in nesting) bool {
	all, last, ok := listing.Exports(w.ctx, w.forms, all, w.emit, w.limits.Streamed)
	if !ok {
		return false
	}
	for _, p := range w.ordered(all, in) {
		if !w.entry(p.Entry, p.in) {
			return false
		}
	}
	return last()
}

// placed is an entry with the nesting of the archives that contain it.
type placed struct {
	listing.Entry

	in nesting
}

// ordered sorts a listing. It opens an archive if the archive's export
// determines the order of its contents.
func (w *walker) ordered(all []listing.Entry, in nesting) []placed {
	out := make([]placed, 0, len(all))
	for _, e := range all {
		members, within, ok := w.opened(e, in)
		if !ok || len(out)+len(members) > w.limits.Files {
			out = append(out, placed{e, in})
			continue
		}
		for _, m := range members {
			out = append(out, placed{m, within})
		}
	}
	slices.SortStableFunc(out, func(a, b placed) int { return listing.Compare(&a.Entry, &b.Entry) })
	return out
}

// opened lists the members of an archive that must be sorted together with the
// files next to it. It ignores an archive that would first have to be unpacked.
// A damaged archive is reported when its turn comes.
func (w *walker) opened(e listing.Entry, in nesting) (all []listing.Entry, within nesting, ok bool) {
	if e.Numbers == nil || !e.Readable() {
		return nil, in, false
	}
	head, err := e.File.Head(listing.HeadBytes)
	if err != nil || sniff(head) != aZip {
		return nil, in, false
	}
	if p, isMember := e.File.(packedMember); isMember && p.header.Method != zip.Store {
		return nil, in, false
	}
	within = in.enter(e.Size, w.limits)
	src, err := e.File.(content).at(w.ctx) // all entries of the walker have this type
	if err != nil || within.depth > w.limits.Nested {
		return nil, in, false
	}
	all, err = w.members(e, src, within)
	return all, within, err == nil
}

// entry yields one file, or the members of a zip archive.
func (w *walker) entry(e listing.Entry, in nesting) bool {
	if e.Named {
		e.Skip = ""
	}
	if !e.Readable() {
		return w.emit(e.Item())
	}
	head, err := e.File.Head(listing.HeadBytes)
	if err != nil {
		e.Err = err
		return w.emit(e.Item())
	}
	switch kind := sniff(head); {
	case kind == aZip:
		return w.zip(e, in)
	case e.Size > w.limits.FileBytes:
		e.Err = listing.TooLarge(w.limits.FileBytes)
	case kind == other && isZip(e.Rel):
		e.Err = zipError(e.Shown, errNoZip)
	case kind == other && (!e.Named || packedReason(e.Rel) != ""):
		e.Skip = contentReason(e.Rel)
	}
	aside := false
	if e.Sift != nil && e.Readable() {
		e.Skip = e.Sift(head)
		aside = e.Skip != ""
	}
	it := e.Item()
	it.Aside = it.Aside || aside
	return w.emit(it)
}

func (w *walker) emit(it listing.Item) bool {
	w.files++
	return w.ctx.Err() == nil && w.yield(it)
}

func openError(p string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return training.Errorf(training.KindNotFound, "There is no file or folder %s.", p).WithFix("Check the path.")
	case errors.Is(err, fs.ErrPermission):
		return training.Errorf(training.KindForbidden, "%s cannot be read by this user.", p).WithFix("Check its permissions.")
	case errors.Is(err, disk.ErrNotRegular):
		return training.Errorf(training.KindUnsupported,
			"%s is not a file: it is a link, a pipe, a device or a socket, or was changed while it was read.", p).
			WithFix("Copy its contents to a regular file and import that.")
	}
	return training.Errorf(training.KindUnavailable, "%s cannot be read: %w.", p, err).WithFix("Check the disk and try again.")
}

// skipReason returns the reason why a file with this name is not opened, or ""
// for a possible recording. Files are identified by content, so only
// unmistakable names and private files have a reason.
func skipReason(name string) string {
	base := path.Base(name)
	low := strings.ToLower(base)
	switch {
	case strings.HasPrefix(base, "."):
		return "It is a hidden file."
	case base == "__MACOSX", low == "thumbs.db", low == "desktop.ini":
		return "It belongs to the operating system."
	case strings.HasPrefix(base, "~$"), strings.HasSuffix(base, "~"), temporary[path.Ext(low)]:
		return "It is a temporary file."
	case private[low]:
		return "It may hold messages or other people's names; it was not opened."
	}
	return ""
}

// contentReason returns the reason why a file with unknown content is not read,
// or "" if its name does not show what it is.
func contentReason(name string) string {
	if media[strings.ToLower(path.Ext(name))] {
		return "It is a picture, a video or a document."
	}
	return packedReason(name)
}

func packedReason(name string) string {
	if packed[strings.ToLower(path.Ext(name))] {
		return "Archives of this kind are not read yet; unpack it first."
	}
	return ""
}

var temporary = set(".tmp", ".temp", ".part", ".partial", ".crdownload", ".download", ".swp", ".bak")

var media = set(".jpg", ".jpeg", ".png", ".gif", ".heic", ".webp", ".tif", ".tiff", ".mp4", ".mov", ".avi",
	".mkv", ".mp3", ".m4a", ".wav", ".pdf", ".doc", ".docx", ".xls", ".xlsx", ".exe", ".dmg", ".html", ".md", ".csv")

var packed = set(".tar", ".tgz", ".7z", ".rar", ".bz2", ".xz")

// private lists files in exports that are about other people or about logins.
var private = set("messaging.json", "messages.json", "contacts.csv", "contacts.json", "logins.csv", "followers.csv", "following.csv",
	"blocks.csv", "comments.csv", "reactions.csv", "connected_apps.csv", "mobile_device_identifiers.csv", "email_preferences.csv",
	"memberships.csv", "visibility_settings.csv", "partner_opt_outs.csv")

func set(words ...string) map[string]bool {
	m := make(map[string]bool, len(words))
	for _, w := range words {
		m[w] = true
	}
	return m
}

func isZip(name string) bool { return strings.EqualFold(path.Ext(name), ".zip") }

// nature is the type of a file, judged by its first bytes.
type nature uint8

const (
	other nature = iota // unknown
	aZip
	readable // a recording, or a possible container of one
)

// sniff determines the type of a file from its first bytes.
func sniff(head []byte) nature {
	switch {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")), bytes.HasPrefix(head, []byte("PK\x05\x06")):
		return aZip
	case len(head) > 11 && string(head[8:12]) == ".FIT",
		bytes.HasPrefix(head, []byte{0x1f, 0x8b}),             // gzip
		bytes.HasPrefix(head, []byte{0x28, 0xb5, 0x2f, 0xfd}): // zstd
		return readable
	}
	text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n")
	if len(text) > 0 && text[0] == '<' && !bytes.HasPrefix(bytes.ToLower(text), []byte("<!doctype html")) &&
		!bytes.HasPrefix(bytes.ToLower(text), []byte("<html")) {
		return readable
	}
	return other
}
