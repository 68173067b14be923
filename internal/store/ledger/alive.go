package ledger

import (
	"os"
	"path/filepath"
	"strings"
	"sync"

	"lapkeep/internal/platform/disk"
)

// alive are the locks that say of this process's leases that their holder
// still runs. The operating system frees them when a process ends, however it
// does: who gets the lock of a lease knows that its holder is gone and need
// not wait for the time to pass. It holds wherever the database itself may
// lie, whose safety rests on the same locks; where there are none, the time
// alone counts.
type alive struct {
	dir string

	mu   sync.Mutex
	held map[Lease]func() error
}

// hold takes the lock of a lease, or has it already; false means that another
// has it, or that it cannot be known.
func (a *alive) hold(l Lease) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.held[l] != nil {
		return true
	}
	if err := os.MkdirAll(a.dir, 0o700); err != nil {
		return false
	}
	name := string(l.Athlete) + "." + strings.ReplaceAll(l.Name, ":", "-") + ".lock"
	release, err := disk.Try(filepath.Join(a.dir, name))
	if err == nil {
		a.held[l] = release
	}
	return err == nil
}

// free gives the lock back, if it is held.
func (a *alive) free(l Lease) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if release := a.held[l]; release != nil {
		_ = release() // the file holds nothing
		delete(a.held, l)
	}
}
