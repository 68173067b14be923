//go:build !linux

package disk

// Release does nothing on this system, because the system does not list the mappings of a process.
func Release() {}
