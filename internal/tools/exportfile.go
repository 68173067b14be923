package tools

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"lapkeep/internal/training"
)

// PlainName makes one path element of letters, digits, dots and dashes.
func PlainName(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_':
			return r
		}
		return '-'
	}, s)
	if s == "" {
		return "-"
	}
	return s
}

// Most is how many bytes the folder of all exports may hold: an assistant can
// ask for one after another, and nobody sees them.
const Most = 1 << 30

// File is an export before it is written.
type File struct {
	Athlete training.AthleteID
	Name    string // says what it is to a person
	Ext     string // with its dot
	Data    []byte
}

// Path is where the file is in dir. It says nothing of the content, which may
// hold what whoever asks may not see.
func (f File) Path(dir string) string {
	return filepath.Join(dir, PlainName(string(f.Athlete)), PlainName(f.Name)+f.Ext)
}

// Export is the answer to an export.
type Export struct {
	ID        string       `json:"id"`
	LocalDate training.Day `json:"local_date"`
	TimeZone  string       `json:"time_zone"`
	Format    string       `json:"format"`
	Path      string       `json:"path"`
	URI       string       `json:"uri"`
	DryRun    bool         `json:"dry_run,omitempty"`
}

// Export keeps the file below dir, unless e is of a dry run, and adds to e where.
func (f File) Export(dir string, e Export) (*Export, error) {
	e.Path = f.Path(dir)
	e.URI = (&url.URL{Scheme: "file", Path: filepath.ToSlash(e.Path)}).String()
	if e.DryRun {
		return &e, nil
	}
	return &e, f.Keep(dir)
}

// Keep writes the file below dir whole or not at all, readable by its owner
// alone, in place of an earlier one. A link inside dir cannot lead it out.
func (f File) Keep(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return notWritten(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return notWritten(err)
	}
	defer root.Close()
	rel, err := filepath.Rel(dir, f.Path(dir))
	if err != nil {
		return err
	}
	if f.isThere(root, rel) {
		return nil
	}
	if err := f.fits(root, dir); err != nil {
		return err
	}
	if err := root.MkdirAll(filepath.Dir(rel), 0o700); err != nil {
		return notWritten(err)
	}
	sum := sha256.Sum256(f.Data) // calls at once that write something else do not meet
	part := rel + "." + hex.EncodeToString(sum[:6]) + ".part"
	if err := writeSynced(root, part, f.Data); err != nil {
		return notWritten(errors.Join(err, root.Remove(part)))
	}
	if err := root.Rename(part, rel); err != nil && !f.isThere(root, rel) { // another call may have done it
		return notWritten(err)
	}
	return nil
}

func (f File) isThere(root *os.Root, rel string) bool {
	info, err := root.Lstat(rel)
	if err != nil || !info.Mode().IsRegular() || info.Size() != int64(len(f.Data)) {
		return false
	}
	data, err := root.ReadFile(rel)
	return err == nil && bytes.Equal(data, f.Data)
}

// fits refuses a file for which there is no room in the folder.
func (f File) fits(root *os.Root, dir string) error {
	all := int64(len(f.Data))
	err := fs.WalkDir(root.FS(), ".", func(_ string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if errors.Is(err, fs.ErrNotExist) { // written beside us, and renamed
			return nil
		}
		if err == nil {
			all += info.Size()
		}
		return err
	})
	if err != nil {
		return notWritten(err)
	}
	if all > Most {
		return training.Errorf(training.KindTooLarge, "The folder of exports is full: it may hold %d MB.", Most>>20).
			WithFix("Ask the athlete to move or delete files in %s.", dir)
	}
	return nil
}

func writeSynced(root *os.Root, name string, data []byte) error {
	f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, fs.FileMode(0o600))
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Sync(), f.Close())
}

func notWritten(err error) error {
	return training.Errorf(training.KindUnavailable, "The export could not be written: %w.", err).
		WithFix("Check the disk and the permissions of the export folder.")
}
