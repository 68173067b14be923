// Package exportfile writes the files that tools export: below one folder,
// whole or not at all.
package exportfile

import (
	"errors"
	"io/fs"
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

// Keep writes a file below dir whole or not at all, readable by its owner
// alone. A link inside dir cannot lead it out.
func Keep(dir, path string, data []byte) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return notWritten(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return notWritten(err)
	}
	defer root.Close()
	rel, err := filepath.Rel(dir, path)
	if err != nil {
		return err
	}
	if err := root.MkdirAll(filepath.Dir(rel), 0o700); err != nil {
		return notWritten(err)
	}
	part := rel + ".part"
	if err := writeSynced(root, part, data); err != nil {
		return notWritten(errors.Join(err, root.Remove(part)))
	}
	if err := root.Rename(part, rel); err != nil {
		return notWritten(err)
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
