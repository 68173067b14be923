// Package progress shows how far a long operation has got: one line that is rewritten on a
// terminal, an occasional plain line elsewhere, and nothing if a program reads the output.
package progress

import (
	"fmt"
	"io"
	"sync"
	"time"

	"lapkeep/internal/platform/textclean"
)

// These are the minimum intervals between updates of a terminal line, and between plain lines.
const (
	lineEvery  = 100 * time.Millisecond
	plainEvery = 5 * time.Second
)

// Mode is the way in which progress is shown.
type Mode uint8

// These are the modes.
const (
	Silent Mode = iota
	Line        // one line, rewritten
	Plain       // a line every few seconds
)

// Reporter shows the progress of one operation. It is safe for concurrent use.
type Reporter struct {
	mu      sync.Mutex
	out     io.Writer
	mode    Mode
	now     func() time.Time
	started time.Time
	shown   time.Time
	open    bool // the current line has not ended yet
}

// New returns a reporter that measures time from now on.
func New(out io.Writer, mode Mode, now func() time.Time) *Reporter {
	t := now()
	return &Reporter{out: out, mode: mode, now: now, started: t, shown: t}
}

// Step shows that done of total items are finished, but not more often than the mode
// allows. total is 0 if it is unknown.
func (r *Reporter) Step(done, total int, what string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	t := r.now()
	every := lineEvery
	if r.mode == Plain {
		every = plainEvery
	}
	if r.mode == Silent || t.Sub(r.shown) < every {
		return
	}
	r.shown = t
	text := r.text(done, total, textclean.Line(what, textclean.NameRunes), t.Sub(r.started))
	if r.mode == Line {
		fmt.Fprint(r.out, textclean.EraseLine+text)
		r.open = true
		return
	}
	fmt.Fprintln(r.out, text)
}

func (r *Reporter) text(done, total int, what string, elapsed time.Duration) string {
	rate := float64(done) / max(elapsed.Seconds(), 0.001)
	if total <= 0 {
		return fmt.Sprintf("%d %s, %.0f/s", done, what, rate)
	}
	text := fmt.Sprintf("%d of %d %s, %.0f/s", done, total, what, rate)
	if rate > 0 && done < total {
		left := time.Duration(float64(total-done) / rate * float64(time.Second))
		text += fmt.Sprintf(", %s left", left.Round(time.Second))
	}
	return text
}

// Done clears the line, so that the next output starts on an empty line.
func (r *Reporter) Done() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.open {
		fmt.Fprint(r.out, textclean.EraseLine)
		r.open = false
	}
}
