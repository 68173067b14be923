package sqlitedb

import (
	"context"
	"errors"
	"io/fs"
	"runtime"
	"syscall"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"lapkeep/internal/platform/disk"
	"lapkeep/internal/training"
)

// Error tells a failure of the database or of the file system in the words
// of the store. Errors that have a kind already, and cancellations, pass.
func Error(err error) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*training.Error](err); ok {
		return err
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return fromSQLite(err, e.Code())
	}
	return fromFiles(err)
}

func fromSQLite(err error, code int) error {
	if code == lib.SQLITE_CONSTRAINT_FOREIGNKEY {
		return tell(training.KindNotFound, err, "What is written refers to an athlete, an activity or a recording that is not there.",
			"Write that first, or check the id.")
	}
	switch code & 0xff {
	case lib.SQLITE_BUSY, lib.SQLITE_LOCKED:
		return locked(err)
	case lib.SQLITE_FULL:
		return diskFull(err)
	case lib.SQLITE_READONLY, lib.SQLITE_PERM:
		return readOnly(err)
	case lib.SQLITE_CANTOPEN:
		return tell(training.KindUnavailable, err, "The store's database cannot be opened.",
			"Check that its folder exists and that this user may write to it.")
	case lib.SQLITE_CORRUPT, lib.SQLITE_NOTADB:
		return damaged(err)
	case lib.SQLITE_IOERR:
		return tell(training.KindUnavailable, err, "The disk failed while the store was read or written.",
			"Check the disk, then try again; what was acknowledged before is kept.")
	case lib.SQLITE_INTERRUPT:
		return context.Canceled
	case lib.SQLITE_TOOBIG:
		return tell(training.KindTooLarge, err, "A value is too large for the store.", "Split what is stored.")
	}
	return training.Errorf(training.KindInternal, "The store failed: %w", err)
}

// windowsDiskFull and windowsHandleDiskFull are ERROR_DISK_FULL and
// ERROR_HANDLE_DISK_FULL, for which syscall has no names.
const (
	windowsDiskFull       = syscall.Errno(112)
	windowsHandleDiskFull = syscall.Errno(39)
)

func fromFiles(err error) error {
	errno, _ := errors.AsType[syscall.Errno](err)
	onWindows := runtime.GOOS == "windows"
	switch {
	case errors.Is(err, disk.ErrHeld):
		return locked(err)
	case errors.Is(err, syscall.ENOSPC), onWindows && (errno == windowsDiskFull || errno == windowsHandleDiskFull):
		return diskFull(err)
	case errors.Is(err, syscall.EROFS), errors.Is(err, fs.ErrPermission):
		return readOnly(err)
	case errors.Is(err, syscall.ENOTDIR), errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrExist):
		return tell(training.KindUnavailable, err, "The store's folder cannot be used: "+pathOf(err)+".",
			"Name another folder with --home or LAPKEEP_HOME.")
	}
	if _, ok := errors.AsType[*fs.PathError](err); ok {
		return tell(training.KindUnavailable, err, "A file of the store cannot be read or written: "+pathOf(err)+".",
			"Check the disk, then try again.")
	}
	return training.Errorf(training.KindInternal, "The store failed: %w", err)
}

func pathOf(err error) string {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		return p.Path + ": " + p.Err.Error()
	}
	return err.Error()
}

func damaged(err error) error {
	return tell(training.KindCorrupt, err, "The store's database is damaged.",
		"Run lapkeep verify, which says where; lapkeep verify --repair takes back what it can from the originals, lapkeep restore a backup.")
}

func locked(err error) error {
	return tell(training.KindUnavailable, err, "Another process keeps the store locked.",
		"Wait until it has finished (an import, a backup), then try again.")
}

func diskFull(err error) error {
	return tell(training.KindUnavailable, err, "The disk is full; nothing of this write was kept.",
		"Free some space, then do it again.")
}

func readOnly(err error) error {
	return tell(training.KindUnavailable, err, "The store cannot be written: its folder or disk is read-only for this user.",
		"Make it writable, or name another folder with --home or LAPKEEP_HOME.")
}

func tell(kind training.Kind, cause error, what, fix string) error {
	return &training.Error{Kind: kind, What: what, Fix: fix, Err: cause}
}
