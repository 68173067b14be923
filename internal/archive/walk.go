package archive

import (
	"archive/zip"
	"context"
	"errors"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"lapkeep/internal/archive/listing"
	"lapkeep/internal/training"
)

// Walk yields every file below the paths: the paths in their order, below
// each the newest first, names deciding between equal times. Zip archives are
// looked into, also those within others; what is one is told by its bytes. The
// activities of a service's export come with what it says of them, newest
// first; of its other tables only those of training are opened.
//
// A path that is itself a symbolic link is followed, links below it are not.
// What is skipped or cannot be opened is yielded too, with its reason. The
// walk ends early when ctx does.
func Walk(ctx context.Context, paths []string, l Limits) iter.Seq[Item] {
	l = l.withDefaults()
	return func(yield func(Item) bool) {
		w := &walker{ctx: ctx, limits: l, forms: forms(), yield: yield, zst: newUnpacker(l.FileBytes)}
		for _, p := range paths {
			if !w.path(p) {
				return
			}
		}
	}
}

// walker carries one walk; its methods report false when it is over.
type walker struct {
	ctx    context.Context
	limits Limits
	forms  []listing.Form
	yield  func(Item) bool
	files  int
	zst    *unpacker
}

// path walks one path that the athlete named.
func (w *walker) path(p string) bool {
	real, err := filepath.EvalSymlinks(p)
	if err != nil {
		return w.emit(Item{Path: p, Err: openError(p, err)})
	}
	info, err := os.Stat(real)
	if err != nil {
		return w.emit(Item{Path: p, Err: openError(p, err)})
	}
	if info.IsDir() {
		return w.folder(p, real)
	}
	e := w.onDisk(p, filepath.Dir(real), filepath.Base(real), info)
	e.Named = true
	return w.alone(e)
}

// alone yields a file that was named by hand: the export that it is by
// itself, or what any file is.
func (w *walker) alone(e listing.Entry) bool {
	large := slices.DeleteFunc(slices.Clone(w.forms), func(f listing.Form) bool { _, ok := f.(listing.Large); return !ok })
	rest, last, ok := listing.Exports(w.ctx, large, []listing.Entry{e}, w.emit)
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

// folder lists everything below dir and yields it.
func (w *walker) folder(shown, dir string) bool {
	var all []listing.Entry
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if cerr := w.ctx.Err(); cerr != nil {
			return cerr
		}
		rel, rerr := filepath.Rel(dir, p)
		if rerr != nil || rel == "." {
			return errors.Join(rerr, err)
		}
		e := listing.Entry{Shown: filepath.Join(shown, rel), Rel: filepath.ToSlash(rel), Err: err}
		if len(all)+w.files >= w.limits.Files {
			e.Err = training.Errorf(training.KindTooLarge, "There are more than %d files.", w.limits.Files).
				WithFix("Import the folders below %s one by one.", shown)
			all = append(all, e)
			return fs.SkipAll
		}
		return w.dirEntry(&all, e, dir, d)
	})
	if err != nil {
		if w.ctx.Err() != nil {
			return false
		}
		return w.emit(Item{Path: shown, Err: openError(shown, err)})
	}
	return w.listing(all, nesting{})
}

// dirEntry adds one directory entry to the list; the result steers the walk.
func (w *walker) dirEntry(all *[]listing.Entry, e listing.Entry, dir string, d fs.DirEntry) error {
	if e.Err != nil {
		e.Err = openError(e.Shown, e.Err)
		*all = append(*all, e)
		if d != nil && d.IsDir() {
			return fs.SkipDir
		}
		return nil
	}
	if d.IsDir() {
		e.Skip = skipReason(e.Rel)
		deep := strings.Count(e.Rel, "/")+1 > w.limits.Depth
		switch {
		case e.Skip != "":
			e.Skip = strings.Replace(e.Skip, "file", "folder", 1)
		case deep:
			e.Err = training.Errorf(training.KindTooLarge, "The folder lies more than %d folders deep.", w.limits.Depth).
				WithFix("Import it by itself.")
		default:
			return nil
		}
		*all = append(*all, e)
		return fs.SkipDir
	}
	info, err := d.Info()
	if err != nil {
		e.Err = openError(e.Shown, err)
		*all = append(*all, e)
		return nil
	}
	*all = append(*all, w.onDisk(e.Shown, dir, filepath.FromSlash(e.Rel), info))
	return nil
}

// onDisk is the listing.Entry of a file below root.
func (w *walker) onDisk(shown, root, rel string, info fs.FileInfo) listing.Entry {
	e := listing.Entry{Shown: shown, Rel: filepath.ToSlash(rel), Size: info.Size(), Mod: info.ModTime(), Skip: skipReason(filepath.ToSlash(rel))}
	switch {
	case e.Skip != "":
	case info.Mode()&fs.ModeSymlink != 0:
		e.Skip = "It is a symbolic link; links are not followed."
	case !info.Mode().IsRegular():
		e.Skip = "It is not a regular file."
	}
	e.File = w.zst.over(e.Rel, onDisk{shown: shown, root: root, rel: rel, limit: w.limits.FileBytes})
	return e
}

// listing yields what a folder or an archive holds: the exports in it first,
// then the rest, newest first.
func (w *walker) listing(all []listing.Entry, in nesting) bool {
	all, last, ok := listing.Exports(w.ctx, w.forms, all, w.emit)
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

// placed is an entry with the archives that it lies in.
type placed struct {
	listing.Entry

	in nesting
}

// ordered sorts a listing. The archives whose export orders what is in them
// are opened for that.
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

// opened lists the members of an archive that is to be ordered with what lies
// beside it. One that would have to be unpacked for that is left alone, and
// one that is damaged is reported when its turn comes.
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
	src, err := e.File.(content).at(w.ctx) // the walker made it
	if err != nil || within.depth > w.limits.Nested {
		return nil, in, false
	}
	all, err = w.members(e, src, within)
	return all, within, err == nil
}

// entry yields one file, or the members of one that is a zip archive.
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

func (w *walker) emit(it Item) bool {
	w.files++
	return w.ctx.Err() == nil && w.yield(it)
}

func openError(p string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return training.Errorf(training.KindNotFound, "There is no file or folder %s.", p).WithFix("Check the path.")
	case errors.Is(err, fs.ErrPermission):
		return training.Errorf(training.KindForbidden, "%s may not be read by this user.", p).WithFix("Check its permissions.")
	}
	return training.Errorf(training.KindUnavailable, "%s cannot be read: %w.", p, err).WithFix("Check the disk and try again.")
}
