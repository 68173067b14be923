package archive

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"lapkeep/internal/importing/listing"
	"lapkeep/internal/platform/disk"
	"lapkeep/internal/training"
)

// tree is the listing of a folder.
type tree struct {
	w     *walker
	root  *os.Root
	place Place
	shown string // the folder's path as shown to people
	all   []listing.Entry
	full  bool // the limit for files was reached
}

// add lists a folder within the tree, ordered by name, with its subfolders.
func (t *tree) add(dir string) error {
	entries, err := readDir(t.root, filepath.Join(t.place.Rel, dir))
	if err != nil && dir == "." {
		return err
	}
	if err != nil {
		t.all = append(t.all, t.broken(dir, err))
	}
	for _, d := range entries {
		if err := t.w.ctx.Err(); err != nil || t.full {
			return err
		}
		rel := filepath.Join(dir, d.Name())
		if len(t.all)+t.w.files >= t.w.limits.Files {
			t.full = true
			t.all = append(t.all, t.broken(rel, training.Errorf(training.KindTooLarge, "There are more than %d files.", t.w.limits.Files).
				WithFix("Import the folders below %s one by one.", t.shown)))
			return nil
		}
		if d.IsDir() {
			if err := t.below(rel); err != nil {
				return err
			}
			continue
		}
		info, err := t.root.Lstat(filepath.Join(t.place.Rel, rel))
		if err != nil {
			t.all = append(t.all, t.broken(rel, err))
			continue
		}
		t.all = append(t.all, t.w.onDisk(filepath.Join(t.shown, rel), t.place.Root, filepath.Join(t.place.Rel, rel), rel, info))
	}
	return nil
}

// below lists a subfolder, unless it is excluded by name or depth.
func (t *tree) below(rel string) error {
	e := listing.Entry{Shown: filepath.Join(t.shown, rel), Rel: filepath.ToSlash(rel)}
	e.Skip = strings.Replace(skipReason(e.Rel), "file", "folder", 1)
	switch {
	case e.Skip != "":
	case strings.Count(e.Rel, "/")+1 > t.w.limits.Depth:
		e.Err = training.Errorf(training.KindTooLarge, "The folder is nested more than %d folders deep.", t.w.limits.Depth).
			WithFix("Import it separately.")
	default:
		return t.add(rel)
	}
	t.all = append(t.all, e)
	return nil
}

// broken returns an entry for something that cannot be listed.
func (t *tree) broken(rel string, err error) listing.Entry {
	e := listing.Entry{Shown: filepath.Join(t.shown, rel), Rel: filepath.ToSlash(rel), Err: err}
	if _, told := errors.AsType[*training.Error](err); !told {
		e.Err = openError(e.Shown, err)
	}
	return e
}

// readDir lists a folder by name. If it fails, it returns the entries read so
// far along with the error.
func readDir(root *os.Root, name string) ([]fs.DirEntry, error) {
	dir, err := disk.OpenFolder(root, name)
	if err != nil {
		return nil, err
	}
	defer dir.Close() // nothing was written
	all, err := dir.ReadDir(-1)
	slices.SortFunc(all, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
	return all, err
}

// onDisk returns the [listing.Entry] of a file below root. rel is its path
// relative to the top of the listing.
func (w *walker) onDisk(shown, root, name, rel string, info fs.FileInfo) listing.Entry {
	rel = filepath.ToSlash(rel)
	e := listing.Entry{
		Shown: shown, Rel: rel, Size: info.Size(), Mod: info.ModTime(), Skip: skipReason(rel),
		Lies: filepath.ToSlash(filepath.Join(root, name)), Folder: folderOf(rel),
	}
	switch {
	case e.Skip != "":
	case info.Mode()&fs.ModeSymlink != 0:
		e.Skip = "It is a symbolic link; links are not followed."
	case !info.Mode().IsRegular():
		e.Skip = "It is not a regular file."
	}
	e.File = w.unpacked(rel, onDisk{shown: shown, root: root, rel: name, limit: w.limits.FileBytes})
	return e
}

// folderOf returns the folder of a path, or "" if there is none.
func folderOf(rel string) string {
	if dir := path.Dir(rel); dir != "." {
		return dir
	}
	return ""
}

// onDisk is a file below a folder. It is opened below that root and must still
// be a file, so that a symbolic link created since the walk cannot lead outside.
type onDisk struct {
	shown, root, rel string
	limit            int64
}

func (d onDisk) file() (*os.File, error) {
	root, err := os.OpenRoot(d.root)
	if err != nil {
		return nil, openError(d.shown, err)
	}
	defer root.Close()
	file, err := disk.OpenRegular(root, d.rel)
	if err != nil {
		return nil, openError(d.shown, err)
	}
	return file, nil
}

func (d onDisk) open() (io.ReaderAt, int64, func(), error) {
	file, err := d.file()
	if err != nil {
		return nil, 0, nil, err
	}
	info, err := file.Stat()
	if err != nil {
		return nil, 0, nil, errors.Join(openError(d.shown, err), file.Close())
	}
	return file, info.Size(), func() { _ = file.Close() }, nil // nothing was written
}

func (d onDisk) at(context.Context) (source, error) { return d, nil }

func (d onDisk) Head(n int) ([]byte, error) {
	file, err := d.file()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return readHead(file, n)
}

func (d onDisk) Read(context.Context) ([]byte, error) {
	file, err := d.file()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	size := int64(0)
	if info, err := file.Stat(); err == nil {
		size = info.Size()
	}
	if size > d.limit {
		return nil, listing.TooLarge(d.limit)
	}
	data, err := readAll(file, size, d.limit)
	if pe := (*fs.PathError)(nil); errors.As(err, &pe) {
		return nil, openError(d.shown, err)
	}
	return data, err
}

// Stream opens the file for reading, regardless of its size.
func (d onDisk) Stream(context.Context) (io.ReadCloser, error) { return d.file() }
