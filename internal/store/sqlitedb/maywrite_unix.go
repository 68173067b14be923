//go:build unix

package sqlitedb

import "syscall"

// mayWrite reports whether files can be created in a folder.
func mayWrite(dir string) bool {
	const write, search = 2, 1 // W_OK and X_OK of access(2)
	return syscall.Access(dir, write|search) == nil
}
