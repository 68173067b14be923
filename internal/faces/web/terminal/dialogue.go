package terminal

import (
	"context"
	"io"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Size is that of a terminal's window, in cells.
type Size struct {
	Cols int `json:"cols"`
	Rows int `json:"rows"`
}

// The sizes that a window may have.
const (
	leastSide = 2
	mostCols  = 1000
	mostRows  = 500
)

func (s Size) ok() bool {
	return s.Cols >= leastSide && s.Cols <= mostCols && s.Rows >= leastSide && s.Rows <= mostRows
}

// Program runs in a pseudo-terminal of its own.
type Program interface {
	// What is written is typed; what is read is shown. Read ends soon after the
	// program did.
	io.ReadWriter
	Resize(s Size) error
	// Hangup tells it that its terminal is gone, and Kill ends it and what it
	// started, whatever they do.
	Hangup()
	Kill()
	// Wait waits for its end, and is its exit code.
	Wait() int
}

const (
	// outputRate is how many bytes a second are read of a program: more than
	// anybody reads, and less than a page can show.
	outputRate = 2 << 20
	// chunk is how much is read, and sent, at once.
	chunk = 32 << 10
	// ahead is how far a program may be ahead of the page that shows it.
	ahead = scrollback / 2
	// grace is how long a program has to end by itself.
	grace = 2 * time.Second
)

// dialogue is one program from its start to its end, with the page that shows it.
type dialogue struct {
	program Program
	typed   chan []byte
	done    chan struct{} // it ended
	mu      sync.Mutex
	changed chan struct{} // closed, and made anew, when anything below changes
	past    ring
	shown   *viewer
	ended   bool
	code    int
}

// viewer is a page that shows a dialogue.
type viewer struct{ sent int64 }

func newDialogue(p Program) *dialogue {
	return &dialogue{program: p, typed: make(chan []byte), done: make(chan struct{}), changed: make(chan struct{})}
}

// carry brings what is written to who shows it, and what is typed to the program,
// until that ends, and is its exit code. Where nobody looks it goes on: a program
// is not held up by a page that was closed.
func (t *dialogue) carry() (code int) {
	go t.typeIn()
	limit := rate.NewLimiter(outputRate, outputRate)
	buf := make([]byte, chunk)
	for {
		n, err := t.program.Read(buf)
		if n > 0 {
			_ = limit.WaitN(context.Background(), n) // it is less than the burst
			t.write(buf[:n])
		}
		if err != nil {
			break
		}
	}
	return t.program.Wait()
}

// finish tells that the program ended.
func (t *dialogue) finish(code int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ended, t.code = true, code
	t.tell()
	close(t.done)
}

func (t *dialogue) typeIn() {
	for {
		select {
		case <-t.done:
			return
		case b := <-t.typed:
			_, _ = t.program.Write(b) // who has ended reads nothing
		}
	}
}

// tell wakes who waits for a change; the lock is held.
func (t *dialogue) tell() {
	close(t.changed)
	t.changed = make(chan struct{})
}

// write keeps what the program wrote, once the page that shows it is near enough.
func (t *dialogue) write(b []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for t.shown != nil && t.past.end-t.shown.sent > ahead {
		changed := t.changed
		t.mu.Unlock()
		<-changed
		t.mu.Lock()
	}
	t.past.add(b)
	t.tell()
}

// show makes a page the one that shows the dialogue; another one is told to go.
func (t *dialogue) show() (v *viewer, replay int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	v = &viewer{sent: t.past.first()}
	t.shown = v
	t.tell()
	return v, t.past.end - v.sent
}

func (t *dialogue) leave(v *viewer) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.shown == v {
		t.shown = nil
		t.tell()
	}
}

// moment is what a page is to do next.
type moment struct {
	out       []byte // to be shown
	elsewhere bool   // another page shows it
	ended     bool   // and everything was sent
	code      int
	changed   <-chan struct{} // or to wait for
}

func (t *dialogue) next(v *viewer) moment {
	t.mu.Lock()
	defer t.mu.Unlock()
	m := moment{elsewhere: t.shown != v, changed: t.changed, code: t.code}
	if !m.elsewhere {
		m.out = t.past.from(v.sent, chunk)
		m.ended = t.ended && len(m.out) == 0
	}
	return m
}

// isShown is whether a page is still the one.
func (t *dialogue) isShown(v *viewer) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.shown == v
}

// showed counts what was sent.
func (t *dialogue) showed(v *viewer, n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	v.sent += int64(n)
	t.tell()
}

// stop ends the program, and waits until it has.
func (t *dialogue) stop() {
	t.program.Hangup()
	late := time.AfterFunc(grace, t.program.Kill)
	defer late.Stop()
	<-t.done
}
