//go:build unix

package main

import (
	"syscall"
	"time"
)

// cpuTime returns this process's time on all cores, if the system reports it.
func cpuTime() (time.Duration, bool) {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0, false
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), true
}
