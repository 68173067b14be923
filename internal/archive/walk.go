package archive

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"lapkeep/internal/training"
)

// Walk yields every file below the paths: the paths in their order, below
// each the newest first, names deciding between equal times. A path that is
// itself a symbolic link is followed, links below it are not. What is skipped
// or cannot be opened is yielded too, with its reason. The walk ends early
// when ctx does.
func Walk(ctx context.Context, paths []string, l Limits) iter.Seq[Item] {
	l = l.withDefaults()
	return func(yield func(Item) bool) {
		w := &walker{ctx: ctx, limits: l, yield: yield, zst: newUnpacker(l.FileBytes)}
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
	// A file that was named by hand is read whatever it is called.
	return w.file(found{shown: p, root: filepath.Dir(real), rel: filepath.Base(real), info: info}, true)
}

// found is a file of a walk before it becomes an item.
type found struct {
	shown, root, rel string
	info             fs.FileInfo
	skip             string
	err              error
}

// folder lists everything below dir, sorts it and yields it.
func (w *walker) folder(shown, dir string) bool {
	var all []found
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if cerr := w.ctx.Err(); cerr != nil {
			return cerr
		}
		rel, rerr := filepath.Rel(dir, p)
		if rerr != nil || rel == "." {
			return errors.Join(rerr, err)
		}
		f := found{shown: filepath.Join(shown, rel), root: dir, rel: rel, err: err}
		if len(all)+w.files >= w.limits.Files {
			f.err = training.Errorf(training.KindTooLarge, "There are more than %d files.", w.limits.Files).
				WithFix("Import the folders below %s one by one.", shown)
			all = append(all, f)
			return fs.SkipAll
		}
		return w.entry(&all, f, d)
	})
	if err != nil {
		if w.ctx.Err() != nil {
			return false
		}
		return w.emit(Item{Path: shown, Err: openError(shown, err)})
	}
	slices.SortStableFunc(all, newestFirst)
	for _, f := range all {
		if !w.file(f, false) {
			return false
		}
	}
	return true
}

// entry adds one directory entry to the list; the result steers the walk.
func (w *walker) entry(all *[]found, f found, d fs.DirEntry) error {
	if f.err != nil {
		f.err = openError(f.shown, f.err)
		*all = append(*all, f)
		if d != nil && d.IsDir() {
			return fs.SkipDir
		}
		return nil
	}
	f.skip = skipReason(filepath.ToSlash(f.rel))
	if d.IsDir() {
		deep := strings.Count(f.rel, string(filepath.Separator))+1 > w.limits.Depth
		switch {
		case f.skip != "":
			f.skip = strings.Replace(f.skip, "file", "folder", 1)
		case deep:
			f.err = training.Errorf(training.KindTooLarge, "The folder lies more than %d folders deep.", w.limits.Depth).
				WithFix("Import it by itself.")
		default:
			return nil
		}
		*all = append(*all, f)
		return fs.SkipDir
	}
	if f.info, f.err = d.Info(); f.err != nil {
		f.err = openError(f.shown, f.err)
	}
	*all = append(*all, f)
	return nil
}

func newestFirst(a, b found) int {
	if (a.info == nil) != (b.info == nil) { // what has no time comes last
		if a.info == nil {
			return 1
		}
		return -1
	}
	if a.info != nil {
		if c := b.info.ModTime().Compare(a.info.ModTime()); c != 0 {
			return c
		}
	}
	return cmp.Compare(a.rel, b.rel)
}

// file yields one file, or the members of one zip archive.
func (w *walker) file(f found, named bool) bool {
	it := Item{Path: f.shown, Skip: f.skip, Err: f.err}
	if f.info == nil || it.Err != nil {
		return w.emit(it)
	}
	it.Size, it.ModTime = f.info.Size(), f.info.ModTime()
	if named && !packed[strings.ToLower(filepath.Ext(f.rel))] {
		it.Skip = ""
	}
	switch {
	case it.Skip != "":
	case f.info.Mode()&fs.ModeSymlink != 0:
		it.Skip = "It is a symbolic link; links are not followed."
	case !f.info.Mode().IsRegular():
		it.Skip = "It is not a regular file."
	case isZip(f.rel):
		return w.zip(f)
	case it.Size > w.limits.FileBytes:
		it.Err = tooLarge(w.limits.FileBytes)
	default:
		limit := w.limits.FileBytes
		it.read = func(context.Context) ([]byte, error) { return readFile(f, limit) }
		if isZst(f.rel) {
			it.read = w.zst.read(it.read)
		}
	}
	return w.emit(it)
}

func (w *walker) emit(it Item) bool {
	w.files++
	return w.ctx.Err() == nil && w.yield(it)
}

// readFile opens below the root, so that a link that was put in place since
// the walk cannot lead out of it.
func readFile(f found, limit int64) ([]byte, error) {
	root, err := os.OpenRoot(f.root)
	if err != nil {
		return nil, openError(f.shown, err)
	}
	defer root.Close()
	file, err := root.Open(f.rel)
	if err != nil {
		return nil, openError(f.shown, err)
	}
	defer file.Close()
	data, err := readAll(file, f.info.Size(), limit)
	if err != nil && training.KindOf(err) == training.KindInternal {
		return nil, openError(f.shown, err)
	}
	return data, err
}

// readAll reads at most limit bytes into one buffer of the expected size.
func readAll(r io.Reader, expect, limit int64) ([]byte, error) {
	buf := make([]byte, 0, min(expect, limit)+1)
	r = io.LimitReader(r, limit+1)
	for {
		n, err := r.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		if int64(len(buf)) > limit {
			return nil, tooLarge(limit)
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

func tooLarge(limit int64) error {
	return training.Errorf(training.KindTooLarge, "The file is larger than %d MiB.", max(1, limit>>20)).
		WithFix("Recordings are smaller; check what the file is.")
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
