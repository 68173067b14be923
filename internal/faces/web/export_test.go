package web

import (
	"io"
	"io/fs"
	"syscall"
)

// FullDisk gives each upload room for n bytes and no more.
func (s *Server) FullDisk(n int) {
	s.newFile = func(path string) (io.WriteCloser, error) {
		f, err := newFile(path)
		return &fullFile{f, path, n}, err
	}
}

type fullFile struct {
	io.WriteCloser
	path string
	room int
}

func (f *fullFile) Write(b []byte) (int, error) {
	if len(b) <= f.room {
		f.room -= len(b)
		return f.WriteCloser.Write(b)
	}
	n, _ := f.WriteCloser.Write(b[:f.room])
	f.room = 0
	return n, &fs.PathError{Op: "write", Path: f.path, Err: syscall.ENOSPC}
}
