//go:build !unix

package main

import "time"

// cpuTime returns false: the system does not report it.
func cpuTime() (time.Duration, bool) { return 0, false }
