package export

import (
	"archive/zip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"lapkeep/internal/training"
)

// sink is where an export goes: a folder or a zip archive, under a name of its
// own until it is whole.
type sink struct {
	dest, partial string
	file          *os.File // of a zip archive
	zip           *zip.Writer
}

func newSink(dest string) (*sink, error) {
	dest = filepath.Clean(dest)
	if entries, err := os.ReadDir(dest); err == nil && len(entries) == 0 {
		if err := os.Remove(dest); err != nil { // an empty folder that was made for it
			return nil, failed(dest, err)
		}
	}
	if _, err := os.Lstat(dest); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, failed(dest, err)
	} else if err == nil {
		return nil, training.Errorf(training.KindConflict, "%s already exists.", dest).WithFix("Name a new folder or .zip file.")
	}
	s := &sink{dest: dest, partial: dest + ".partial"}
	if err := os.RemoveAll(s.partial); err != nil { // of an export that was cut short
		return nil, failed(dest, err)
	}
	if !strings.EqualFold(filepath.Ext(dest), ".zip") {
		if err := os.MkdirAll(s.partial, 0o700); err != nil {
			return nil, failed(dest, err)
		}
		return s, nil
	}
	f, err := os.OpenFile(s.partial, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, failed(dest, err)
	}
	s.file, s.zip = f, zip.NewWriter(f)
	return s, nil
}

func (s *sink) put(name string, data []byte) error {
	return s.stream(name, func(w io.Writer) error { _, err := w.Write(data); return err })
}

// stream writes one file. In an archive all have one early date, but the
// document a later one, so that an import, which takes the newest first,
// meets it before the files that it speaks of.
func (s *sink) stream(name string, write func(io.Writer) error) error {
	if s.zip != nil {
		at := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
		if name == documentName {
			at = at.AddDate(0, 0, 1)
		}
		w, err := s.zip.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: at})
		if err != nil {
			return failed(s.dest, err)
		}
		return failed(s.dest, write(w))
	}
	p := filepath.Join(s.partial, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
		return failed(s.dest, err)
	}
	f, err := os.OpenFile(p, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return failed(s.dest, err)
	}
	return failed(s.dest, errors.Join(write(f), f.Close()))
}

// finish gives the export its name.
func (s *sink) finish() error {
	if s.zip != nil {
		if err := errors.Join(s.zip.Close(), s.file.Sync(), s.file.Close()); err != nil {
			return failed(s.dest, err)
		}
	}
	return failed(s.dest, os.Rename(s.partial, s.dest))
}

// abandon removes what was written.
func (s *sink) abandon() {
	if s.file != nil {
		_ = s.file.Close() // it is removed next
	}
	_ = os.RemoveAll(s.partial) // what stays is removed by the next export
}

func failed(dest string, err error) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*training.Error](err); ok {
		return err
	}
	return training.Errorf(training.KindUnavailable, "The export to %s failed: %w.", dest, err).
		WithFix("Check that the folder can be written and has room.")
}
