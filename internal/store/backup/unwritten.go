package backup

import (
	"errors"
	"io/fs"
	"syscall"

	"lapkeep/internal/platform/disk"
	"lapkeep/internal/training"
)

// Unwritten returns the error for a target that a person named and that could not be
// written. The caller has removed what was written of it.
func Unwritten(target string, err error) error {
	if _, said := errors.AsType[*training.Error](err); err == nil || said {
		return err
	}
	e := training.Errorf(training.KindUnavailable, "%s cannot be written: %w.", target, disk.Cause(err))
	switch {
	case disk.IsFull(err):
		return training.Errorf(training.KindUnavailable, "%s cannot be written, because the disk is full. No part of it was kept.", target).
			WithFix("Free some space there, or choose another place. Then run it again.")
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return e.WithFix("Choose a folder in which you may write.")
	case errors.Is(err, fs.ErrNotExist):
		return e.WithFix("Check that its folder exists.")
	}
	return e.WithFix("Choose another place.")
}
