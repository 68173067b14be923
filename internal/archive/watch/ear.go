package watch

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/fsnotify/fsnotify"
)

// ear hears of changes below a folder, as far as the system tells of them.
type ear struct {
	root    string
	watcher *fsnotify.Watcher
	ended   chan struct{}

	mu     sync.Mutex
	heard  bool // since it was last asked
	broken bool // it misses something from now on
}

// The most folders that are listened to, and where the system wants every
// single file opened for it, the most of all.
const (
	mostFolders = 4096
	mostOpened  = 256
)

// listen begins to hear; nil means that it cannot be done here.
func listen(root string) *ear {
	real, err := filepath.EvalSymlinks(root)
	if err != nil {
		return nil
	}
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil
	}
	e := &ear{root: root, watcher: w, ended: make(chan struct{})}
	if !e.add(real) {
		_ = w.Close() // nothing was heard
		return nil
	}
	go e.follow(real)
	return e
}

// add listens to a folder and all below it that a look reads.
func (e *ear) add(dir string) (all bool) {
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
		case p != dir && (unfinished(d.Name()) || strings.Count(p[len(dir):], string(filepath.Separator)) > deepest):
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

// follow notes what is told until the ear is closed or the folder is gone.
func (e *ear) follow(real string) {
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

func (e *ear) note(ev fsnotify.Event, real string) {
	broken := ev.Name == real && ev.Has(fsnotify.Remove|fsnotify.Rename)
	if ev.Has(fsnotify.Create) {
		if info, err := os.Lstat(ev.Name); err == nil && info.IsDir() && !unfinished(info.Name()) {
			broken = broken || !e.add(ev.Name)
		}
	}
	e.set(broken)
}

func (e *ear) set(broken bool) {
	e.mu.Lock()
	e.heard, e.broken = true, e.broken || broken
	e.mu.Unlock()
}

// take says whether anything was heard since the last time, and whether it
// can still be relied on.
func (e *ear) take() (heard, sound bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	heard, e.heard = e.heard, false
	return heard, !e.broken
}

func (e *ear) close() {
	_ = e.watcher.Close() // it holds nothing
	<-e.ended
}
