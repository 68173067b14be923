package disk

import (
	"errors"
	"io/fs"
	"os"
	"runtime"
	"syscall"
)

// The codes with which Windows says that a disk is full.
const (
	windowsDiskFull       = syscall.Errno(112)
	windowsHandleDiskFull = syscall.Errno(39)
)

// IsFull reports whether an error means that a disk is full.
func IsFull(err error) bool {
	errno, _ := errors.AsType[syscall.Errno](err)
	return errors.Is(err, syscall.ENOSPC) ||
		runtime.GOOS == "windows" && (errno == windowsDiskFull || errno == windowsHandleDiskFull)
}

// Cause returns an error without the name of the file, which may be a temporary one.
func Cause(err error) error {
	if e, ok := errors.AsType[*os.LinkError](err); ok {
		return e.Err
	}
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}
