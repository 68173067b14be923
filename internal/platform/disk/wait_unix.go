//go:build unix

package disk

import "syscall"

// withoutWaiting opens a named pipe at once, so that it can be recognised. It
// has no effect on files.
const withoutWaiting = syscall.O_NONBLOCK
