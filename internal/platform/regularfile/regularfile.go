// Package regularfile opens what is a file, and nothing else: no named pipe,
// which would wait for a writer, no device, no socket, and no link. It knows
// nothing of what files hold.
package regularfile

import (
	"errors"
	"io/fs"
	"os"
)

// ErrOther is the cause of a refusal: what is there is no regular file, or
// became another one while it was being opened.
var ErrOther = errors.New("not a regular file")

// Open opens a file below root to read. Folders on the way may be links that
// stay below root; what lies at the end of the path may not. Whoever puts
// another thing there in between gets it refused: it is opened without
// waiting, and has to be what was looked at.
func Open(root *os.Root, name string) (*os.File, error) {
	before, err := root.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !before.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: ErrOther}
	}
	f, err := root.OpenFile(name, os.O_RDONLY|withoutWaiting, 0)
	if err != nil {
		return nil, err
	}
	opened, err := f.Stat()
	if err == nil && !os.SameFile(before, opened) {
		err = &fs.PathError{Op: "open", Path: name, Err: ErrOther}
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// OpenFolder opens a folder below root to list it. What is none is opened
// without waiting too, and lists as an error.
func OpenFolder(root *os.Root, name string) (*os.File, error) {
	return root.OpenFile(name, os.O_RDONLY|withoutWaiting, 0)
}
