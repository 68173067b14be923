package app_test

import (
	"fmt"
	"syscall"
	"testing"
)

// disk is a small file system of its own.
type disk struct{ path string }

// smallDisk mounts a disk with so many bytes. It skips the test where this
// user may not mount one.
func smallDisk(t *testing.T, bytes int) disk {
	t.Helper()
	d := disk{t.TempDir()}
	if err := syscall.Mount("lapkeep-test", d.path, "tmpfs", 0, fmt.Sprintf("size=%d", bytes)); err != nil {
		t.Skipf("a small disk cannot be mounted here: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(d.path, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return d
}

// protect makes it read-only.
func (d disk) protect(t *testing.T) {
	t.Helper()
	if err := syscall.Mount("lapkeep-test", d.path, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
}
