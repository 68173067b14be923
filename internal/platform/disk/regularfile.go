package disk

import (
	"errors"
	"io"
	"io/fs"
	"os"
)

// The causes of a refusal.
var (
	// ErrNotRegular: what is there is no regular file, or became another one
	// while it was being opened.
	ErrNotRegular = errors.New("not a regular file")
	ErrTooLarge   = errors.New("larger than it may be")
)

// OpenRegular opens a file below root to read. Folders on the way may be links that
// stay below root; what lies at the end of the path may not.
func OpenRegular(root *os.Root, name string) (*os.File, error) { return open(root, name) }

// OpenFolder opens a folder below root to list it. What is none is opened
// without waiting too, and lists as an error.
func OpenFolder(root *os.Root, name string) (*os.File, error) {
	return root.OpenFile(name, os.O_RDONLY|withoutWaiting, 0)
}

// ReadRegular is the content of the file at path, which has at most limit bytes.
// Folders on the way may be links.
func ReadRegular(path string, limit int64) ([]byte, error) { return read(anywhere{}, path, limit) }

// ReadIn is [Read] below root, as [Open] opens it.
func ReadIn(root *os.Root, name string, limit int64) ([]byte, error) { return read(root, name, limit) }

// place is where names are looked up: a [os.Root], or anywhere.
type place interface {
	Lstat(name string) (fs.FileInfo, error)
	OpenFile(name string, flag int, perm fs.FileMode) (*os.File, error)
}

type anywhere struct{}

func (anywhere) Lstat(name string) (fs.FileInfo, error) { return os.Lstat(name) }

func (anywhere) OpenFile(name string, flag int, perm fs.FileMode) (*os.File, error) {
	return os.OpenFile(name, flag, perm)
}

// open opens without waiting what was looked at: whoever puts another thing
// there in between gets it refused.
func open(in place, name string) (*os.File, error) {
	before, err := in.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !before.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: ErrNotRegular}
	}
	f, err := in.OpenFile(name, os.O_RDONLY|withoutWaiting, 0)
	if err != nil {
		return nil, err
	}
	opened, err := f.Stat()
	if err == nil && !os.SameFile(before, opened) {
		err = &fs.PathError{Op: "open", Path: name, Err: ErrNotRegular}
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

func read(in place, name string, limit int64) ([]byte, error) {
	f, err := open(in, name)
	if err != nil {
		return nil, err
	}
	defer f.Close() // it was only read
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(data)) > limit {
		return nil, &fs.PathError{Op: "read", Path: name, Err: ErrTooLarge}
	}
	return data, err
}
