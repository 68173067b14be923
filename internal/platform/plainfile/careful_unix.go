//go:build unix

package plainfile

import "syscall"

// careful fails at a link and does not wait for the writer of a pipe.
const careful = syscall.O_NOFOLLOW | syscall.O_NONBLOCK
