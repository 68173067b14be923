package arena

import (
	"os"
	"syscall"
)

// peak is the most memory that a process that ended has held, in MB.
func peak(p *os.ProcessState) int {
	if use, ok := p.SysUsage().(*syscall.Rusage); ok {
		return int(use.Maxrss / 1024) // Linux counts in kB
	}
	return 0
}
