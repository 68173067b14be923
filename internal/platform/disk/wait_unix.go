//go:build unix

package disk

import "syscall"

// withoutWaiting opens a named pipe at once, so that it can be seen for what
// it is. For files it has no meaning.
const withoutWaiting = syscall.O_NONBLOCK
