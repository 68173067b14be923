package connect

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/fsnotify/fsnotify"
)

// notices receives the system's notices of changes below a folder, as far as it sends any.
type notices struct {
	root    string
	watcher *fsnotify.Watcher
	ended   chan struct{}

	mu      sync.Mutex
	changed bool // since it was last asked
	broken  bool // it misses something from now on
}

// The most folders that are listened to, and where the system wants every
// single file opened for it, the most of all.
const (
	mostFolders = 4096
	mostOpened  = 256
)

// listen begins to take notices; nil means that the system gives none.
func listen(root string) *notices {
	real, err := filepath.EvalSymlinks(root)
	if err != nil {
		return nil
	}
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil
	}
	e := &notices{root: root, watcher: w, ended: make(chan struct{})}
	if !e.add(real) {
		_ = w.Close() // nothing was noticed
		return nil
	}
	go e.follow(real)
	return e
}

// add listens to a folder and all below it that a look reads.
func (e *notices) add(dir string) (all bool) {
	opened := 0
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if opened++; opensFiles() && opened > mostOpened {
			return fs.ErrInvalid
		}
		switch {
		case err != nil && p == dir:
			return err
		case err != nil || !d.IsDir():
			return nil
		case p != dir && (watchUnfinished(d.Name()) || strings.Count(p[len(dir):], string(filepath.Separator)) > deepest):
			return fs.SkipDir
		case len(e.watcher.WatchList()) >= mostFolders:
			return fs.ErrInvalid
		}
		if err := e.watcher.Add(p); err != nil && p == dir {
			return err
		}
		return nil
	})
	return err == nil
}

// opensFiles is whether the system listens to a folder by opening its files.
func opensFiles() bool { return runtime.GOOS != "linux" && runtime.GOOS != "windows" }

// follow notes what is told until the notices are closed or the folder is gone.
func (e *notices) follow(real string) {
	defer close(e.ended)
	for {
		select {
		case ev, ok := <-e.watcher.Events:
			if !ok {
				return
			}
			e.note(ev, real)
		case _, ok := <-e.watcher.Errors: // too much at once, mostly
			if !ok {
				return
			}
			e.set(true)
		}
	}
}

func (e *notices) note(ev fsnotify.Event, real string) {
	broken := ev.Name == real && ev.Has(fsnotify.Remove|fsnotify.Rename)
	if ev.Has(fsnotify.Create) {
		if info, err := os.Lstat(ev.Name); err == nil && info.IsDir() && !watchUnfinished(info.Name()) {
			broken = broken || !e.add(ev.Name)
		}
	}
	e.set(broken)
}

func (e *notices) set(broken bool) {
	e.mu.Lock()
	e.changed, e.broken = true, e.broken || broken
	e.mu.Unlock()
}

// take says whether anything changed since the last time, and whether that can
// still be relied on.
func (e *notices) take() (changed, sound bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	changed, e.changed = e.changed, false
	return changed, !e.broken
}

func (e *notices) close() {
	_ = e.watcher.Close() // it holds nothing
	<-e.ended
}
