package originals

import (
	"log/slog"
	"sync"
	"time"
)

// sweepAge is older than any file that is still being written.
const sweepAge = time.Hour

// Sweeper removes what crashes left half-written, once a process and folder.
type Sweeper struct{ done sync.Map }

// Sweep looks into a folder unless it did before.
func (s *Sweeper) Sweep(d Dir, now time.Time, log *slog.Logger) {
	if _, done := s.done.LoadOrStore(d.Root, true); done {
		return
	}
	n, err := d.Sweep(now.Add(-sweepAge))
	if err != nil || n > 0 {
		log.Info("removed half-written originals", "folder", d.Root, "files", n, "error", err)
	}
}
