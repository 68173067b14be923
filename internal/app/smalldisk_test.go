//go:build !linux

package app_test

import "testing"

// disk is a small file system of its own.
type disk struct{ path string }

// smallDisk returns the disk, on Linux only.
func smallDisk(t *testing.T, _ int) disk {
	t.Helper()
	t.Skip("a small disk is mounted on Linux only")
	return disk{}
}

func (d disk) protect(*testing.T) {}
