// Package plainfile reads small files that somebody else may have put in
// their place. A link is not followed, and a pipe, a device or a socket is
// not opened: the one would wait for ever, the others may do anything.
package plainfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
)

// The causes of a refusal.
var (
	ErrLink       = errors.New("it is a link")
	ErrNotRegular = errors.New("it is no regular file")
	ErrTooLarge   = errors.New("it is too large")
)

// Read is the content of the regular file at path, which has at most limit
// bytes. Folders on the way may be links.
func Read(path string, limit int64) (data []byte, err error) {
	before, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if err := regular(path, before); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_RDONLY|careful, 0)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	// Another file may have come into its place meanwhile.
	info, err := f.Stat()
	if err == nil {
		err = regular(path, info)
	}
	if err != nil {
		return nil, err
	}
	data, err = io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(data)) > limit {
		return nil, &fs.PathError{Op: "read", Path: path, Err: ErrTooLarge}
	}
	return data, err
}

func regular(path string, info fs.FileInfo) error {
	switch mode := info.Mode(); {
	case mode&fs.ModeSymlink != 0:
		return &fs.PathError{Op: "read", Path: path, Err: ErrLink}
	case !mode.IsRegular():
		return &fs.PathError{Op: "read", Path: path, Err: ErrNotRegular}
	}
	return nil
}
