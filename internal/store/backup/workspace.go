package backup

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"lapkeep/internal/platform/disk"
)

// notesFolder is where, below the home, notes of unfinished work lie beside
// the copies that migrations make.
const notesFolder = "backups"

const workPrefix = disk.TempPrefix + "backup-"

// workspace is a folder in which a backup is made, beside it, or a database
// that takes the place of the home's. A note in the home says where it is and
// is locked while its process lives, so that the next that makes one, wherever
// that is, removes what a killed one left and nothing else.
type workspace struct {
	dir, note string
	release   func() error
}

func newWorkspace(home, beside string) (w workspace, err error) {
	beside, err = filepath.Abs(beside)
	if err != nil {
		return w, err
	}
	if err := w.makeNote(home, beside); err != nil { // a home that is read-only
		w.dir, err = os.MkdirTemp(beside, workPrefix+"*")
		return w, err
	}
	if err := os.Mkdir(w.dir, 0o700); err != nil {
		return w, errors.Join(err, w.remove())
	}
	return w, nil
}

// makeNote is there before the folder is, so that no kill comes between.
func (w *workspace) makeNote(home, beside string) (err error) {
	notes := filepath.Join(home, notesFolder)
	if err := os.MkdirAll(notes, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(notes, workPrefix+"*")
	if err != nil {
		return err
	}
	w.note, w.dir = f.Name(), filepath.Join(beside, filepath.Base(f.Name()))
	if w.release, err = disk.Try(w.note); err == nil {
		_, err = f.WriteString(w.dir)
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, w.remove())
	}
	return nil
}

func (w *workspace) remove() error {
	err := os.RemoveAll(w.dir)
	if w.release != nil {
		err = errors.Join(err, w.release())
	}
	if w.note != "" {
		err = errors.Join(err, os.Remove(w.note))
		_ = os.Remove(filepath.Dir(w.note)) // it stays if it holds anything else
	}
	return err
}

// Sweep removes what was left by those who were killed.
func Sweep(home string) error {
	notes, err := withPrefix(filepath.Join(home, notesFolder), workPrefix)
	for _, note := range notes {
		release, held := disk.Try(note)
		if held != nil {
			continue // its backup is being made
		}
		dir, readErr := os.ReadFile(note)
		err = errors.Join(err, readErr, release())
		if path := string(dir); filepath.IsAbs(path) && filepath.Base(path) == filepath.Base(note) {
			err = errors.Join(err, os.RemoveAll(path)) // #nosec G703 -- a note of our own in the home names it, and its name is the note's
		}
		if gone := os.Remove(note); gone != nil && !errors.Is(gone, fs.ErrNotExist) {
			err = errors.Join(err, gone)
		}
	}
	return err
}

// withPrefix lists what in a folder has a name that begins so.
func withPrefix(dir, prefix string) (paths []string, err error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), prefix) {
			paths = append(paths, filepath.Join(dir, e.Name()))
		}
	}
	return paths, err
}
