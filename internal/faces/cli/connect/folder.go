package connect

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/training"
)

// Stamp identifies the state of a file: a different stamp means different content.
type Stamp struct {
	Size  int64 `json:"size"`
	ModMS int64 `json:"mod_ms"` // milliseconds since 1970
}

// Folder is a watched folder. Its files are identified by their slash-separated path below
// [Folder.Root]. It is used by one goroutine.
type Folder struct {
	schedule
	// Unfinished reports, by path, whether a file's content shows that it is still being
	// written; nil means never. Now is the clock that limits the wait for such a file.
	Unfinished func(path string) bool
	Now        func() time.Time
	Held       []string // files that the last scan began to wait for

	held  map[string]hold // unfinished files that have not grown since
	named string
	root  string
	known map[string]Stamp // files that are done
	left  map[string]Stamp // files that failed; they are tried again when they change
	last  map[string]Stamp // files at the previous scan
	there bool
}

// Patience is how long to wait for an unfinished file that does not grow: the
// recorder may have stopped, or the copy may have been interrupted.
const Patience = 10 * time.Minute

// hold is the state of an unfinished file when it was first found.
type hold struct {
	Stamp
	since time.Time
}

// NewWatcher returns a watcher of a folder; known are the files that are already done.
func NewWatcher(dir string, known map[string]Stamp) *Folder {
	f := &Folder{named: dir, root: dir, known: maps.Clone(known), left: map[string]Stamp{}, held: map[string]hold{}}
	if f.known == nil {
		f.known = map[string]Stamp{}
	}
	return f
}

// Named returns the folder's path as it was given.
func (f *Folder) Named() string { return f.named }

// Root returns the folder of the last scan: the given one or, on a device's drive,
// the folder with its activities.
func (f *Folder) Root() string { return f.root }

// Known returns the files that are done, to pass to [NewWatcher] again.
func (f *Folder) Known() map[string]Stamp { return maps.Clone(f.known) }

// deepest is the maximum depth of nested folders to look into.
const deepest = 32

// Look lists the new, complete files by name. there is false if the folder is
// missing; the known files are kept, because a device may be connected again.
func (f *Folder) Look() (whole []string, there bool, err error) {
	f.root = activities(f.named)
	f.listen(f.root)
	now, err := stamps(f.root)
	if errors.Is(err, fs.ErrNotExist) {
		f.Close()
		f.last, f.there = nil, false
		return nil, false, nil
	}
	if err != nil {
		return nil, false, training.Errorf(training.KindUnavailable, "%s cannot be read (%v).", f.root,
			err).WithFix("Check its permissions and the disk.")
	}
	if !f.there { // it may be a different device, on which failed files are readable
		f.left, f.there = map[string]Stamp{}, true
	}
	f.Held = nil
	for name, s := range now {
		if f.last[name] == s && f.known[name] != s && f.left[name] != s && !f.holds(name, s) {
			whole = append(whole, name)
		}
	}
	maps.DeleteFunc(f.held, func(name string, _ hold) bool { return now[name] == Stamp{} })
	f.looked(!maps.Equal(now, f.last), len(whole) > 0)
	f.last = now
	slices.Sort(whole)
	slices.Sort(f.Held)
	return whole, true, nil
}

// holds reports whether to keep waiting for a file that did not change between two
// scans, because its content is unfinished.
func (f *Folder) holds(name string, s Stamp) bool {
	h, waits := f.held[name]
	if waits && h.Stamp == s {
		return f.Now().Sub(h.since) < Patience
	}
	if f.Unfinished == nil || !f.Unfinished(filepath.Join(f.root, filepath.FromSlash(name))) {
		delete(f.held, name)
		return false
	}
	f.held[name] = hold{s, f.Now()}
	if !waits {
		f.Held = append(f.Held, name)
	}
	return true
}

// Done marks a file of the last scan as done, so that it is not listed again.
func (f *Folder) Done(name string) { f.known[name] = f.last[name] }

// Failed records that a file could not be read: it is listed again when it changes,
// when the folder reappears, and by the next process.
func (f *Folder) Failed(name string) {
	if now, err := os.Stat(filepath.Join(f.root, filepath.FromSlash(name))); err == nil && stampOf(now) == f.last[name] {
		f.left[name] = f.last[name]
	}
}

func stampOf(i fs.FileInfo) Stamp { return Stamp{i.Size(), i.ModTime().UnixMilli()} }

// stamps returns the files below a folder with their stamps. Only the folder itself
// may be a symbolic link.
func stamps(dir string) (map[string]Stamp, error) {
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, err
	}
	out := map[string]Stamp{}
	err = filepath.WalkDir(real, func(p string, d fs.DirEntry, err error) error {
		if p == real {
			return err
		}
		name := d.Name()
		switch {
		case err != nil && d.IsDir():
			return fs.SkipDir // one unreadable folder must not hide the others
		case err != nil:
			return nil
		case watchUnfinished(name):
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		rel, err := filepath.Rel(real, p)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if d.IsDir() {
			if strings.Count(rel, "/") >= deepest {
				return fs.SkipDir
			}
			return nil
		}
		if info, err := d.Info(); err == nil && info.Mode().IsRegular() && info.Size() > 0 {
			out[rel] = stampOf(info)
		}
		return nil
	})
	return out, err
}

// watchUnfinished reports whether a file's name shows that it is hidden or
// incomplete.
func watchUnfinished(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".tmp", ".temp", ".part", ".partial", ".crdownload", ".download":
		return true
	}
	return strings.HasPrefix(name, ".") || strings.HasPrefix(name, "~$") || strings.HasSuffix(name, "~")
}

// activities returns the folder in which a device's drive keeps its activities, or dir
// itself. A device has thousands of other files; its folder names may be in upper case.
func activities(dir string) string {
	below := dir
	for _, want := range [][]string{{"garmin"}, {"activity", "activities"}} {
		entries, err := os.ReadDir(below)
		if err != nil {
			return dir
		}
		at := slices.IndexFunc(entries, func(e fs.DirEntry) bool { return e.IsDir() && slices.Contains(want, strings.ToLower(e.Name())) })
		if at < 0 {
			return dir
		}
		below = filepath.Join(below, entries[at].Name())
	}
	return below
}
