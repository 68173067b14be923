// Package terminal connects a terminal on the page with a program of the athlete's
// choice: it decides who may open a terminal, what the connection carries and how
// much output is kept. It starts no program itself but calls a function that is
// passed in, and it never logs or stores anything typed or shown.
//
// It must be served behind guard.Pages, and repeats its checks: a WebSocket is opened by a
// GET, which browsers allow from any page, and with this machine's cookies for any port.
//
// # Pseudoterm
//
// PseudoProgram runs in its own pseudo-terminal, and is ended together with
// everything that it started there. Windows is not supported.
package terminal

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"lapkeep/internal/faces/guard"
	"lapkeep/internal/training"
)

// Options holds the dependencies of a terminal.
type Options struct {
	// Start starts the program in a window of size s.
	Start func(s Size) (Program, error)
	// Say returns an error in the language of the request's reader.
	Say func(r *http.Request, err error) string
	Now func() time.Time
}

// Terminal is the terminal of a server. It runs one program at a time, shown by one page at
// a time: the last one that asked for it.
type Terminal struct {
	start   func(s Size) (Program, error)
	say     func(r *http.Request, err error) string
	tickets tickets
	mu      sync.Mutex
	now     *dialogue // nil if none runs
	closed  bool
}

// New returns a terminal in which nothing runs until a page asks for it.
func New(o Options) *Terminal {
	return &Terminal{start: o.Start, say: o.Say, tickets: tickets{now: o.Now}}
}

// Ticket answers with a ticket that opens one connection, within a short time and
// for this session.
func (t *Terminal) Ticket(w http.ResponseWriter, r *http.Request) {
	b, _ := json.Marshal(map[string]string{"ticket": t.tickets.give(guard.Token(r.Context()))}) // a string can always be marshalled
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(b) // a browser that has disconnected needs no answer
}

// Stop ends the running program.
func (t *Terminal) Stop(w http.ResponseWriter, _ *http.Request) {
	t.end()
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write([]byte("{}")) // a browser that has disconnected needs no answer
}

// Close ends the program and lets no other one start. It returns when the program
// has ended completely.
func (t *Terminal) Close() {
	t.mu.Lock()
	t.closed = true
	t.mu.Unlock()
	t.end()
}

func (t *Terminal) end() {
	if now, _ := t.running(); now != nil {
		now.stop()
	}
}

// running returns the running dialogue, or nil if there is none.
func (t *Terminal) running() (now *dialogue, closed bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.now, t.closed
}

// begin returns the running dialogue, or starts one.
func (t *Terminal) begin(s Size) (*dialogue, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return nil, training.Errorf(training.KindUnavailable, "The dashboard is stopping.").WithFix("Start it again.")
	}
	if t.now != nil {
		return t.now, nil
	}
	p, err := t.start(s)
	if err != nil {
		return nil, err
	}
	now := newDialogue(p)
	t.now = now
	go func() {
		code := now.carry()
		t.mu.Lock()
		t.now = nil // set before anyone is notified, because they might start the next program
		t.mu.Unlock()
		now.finish(code)
	}()
	return now, nil
}

// Serve turns a request into a connection and keeps it until the page disconnects, the
// program ends, or server is done.
func (t *Terminal) Serve(server context.Context, w http.ResponseWriter, r *http.Request) {
	if why := refused(r); why != "" {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusForbidden)
		b, _ := json.Marshal(map[string]string{"error": why, "fix": "Open the address that lapkeep dashboard prints.", "kind": "forbidden"})
		_, _ = w.Write(b) // a browser that has disconnected needs no error
		return
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	defer context.AfterFunc(server, cancel)()
	t.converse(ctx, w, r)
}

// Size is the size of a terminal's window, in cells.
type Size struct {
	Cols int `json:"cols"`
	Rows int `json:"rows"`
}

// The allowed sizes of a window.
const (
	leastSide = 2
	mostCols  = 1000
	mostRows  = 500
)

func (s Size) ok() bool {
	return s.Cols >= leastSide && s.Cols <= mostCols && s.Rows >= leastSide && s.Rows <= mostRows
}

// Program runs in its own pseudo-terminal.
type Program interface {
	// Writing types into the program; reading returns its output. Read ends soon
	// after the program has ended.
	io.ReadWriter
	Resize(s Size) error
	// Hangup tells the program that its terminal was closed; Kill ends the program
	// and everything it started unconditionally.
	Hangup()
	Kill()
	// Wait waits for the program to end and returns its exit code.
	Wait() int
}

const (
	// outputRate is the maximum number of bytes per second read from a program:
	// more than anyone can read, and less than a page can show.
	outputRate = 2 << 20
	// chunk is the maximum number of bytes read or sent at once.
	chunk = 32 << 10
	// ahead is how many bytes a program may be ahead of the page that shows it.
	ahead = scrollback / 2
	// grace is how long a program has to end on its own.
	grace = 2 * time.Second
)

// dialogue is one program from its start to its end, with the page that shows it.
type dialogue struct {
	program Program
	typed   chan []byte
	done    chan struct{} // closed when it has ended
	mu      sync.Mutex
	changed chan struct{} // closed and replaced when anything below changes
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

// carry copies the program's output to the viewer and typed input to the
// program until it ends, and returns its exit code. It continues without a
// viewer, because closing a page does not stop a program.
func (t *dialogue) carry() (code int) {
	go t.typeIn()
	limit := rate.NewLimiter(outputRate, outputRate)
	buf := make([]byte, chunk)
	for {
		n, err := t.program.Read(buf)
		if n > 0 {
			_ = limit.WaitN(context.Background(), n) // n is less than the burst
			t.write(buf[:n])
		}
		if err != nil {
			break
		}
	}
	return t.program.Wait()
}

// finish marks the program as ended and notifies the viewer.
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
			_, _ = t.program.Write(b) // the program may have ended
		}
	}
}

// tell notifies everyone who waits for a change; the lock must be held.
func (t *dialogue) tell() {
	close(t.changed)
	t.changed = make(chan struct{})
}

// write stores the program's output as soon as the page that shows it has caught up
// sufficiently.
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

// show makes a page the one that shows the dialogue, in place of the previous one.
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

// moment is the next step for a page.
type moment struct {
	out       []byte // output to show
	elsewhere bool   // a different page shows it
	ended     bool   // the program ended, and everything was sent
	code      int
	changed   <-chan struct{} // the signal to wait for otherwise
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

// isShown reports whether a page still shows the dialogue.
func (t *dialogue) isShown(v *viewer) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.shown == v
}

// showed counts the bytes sent to a page.
func (t *dialogue) showed(v *viewer, n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	v.sent += int64(n)
	t.tell()
}

// stop ends the program and waits until it has ended.
func (t *dialogue) stop() {
	t.program.Hangup()
	late := time.AfterFunc(grace, t.program.Kill)
	defer late.Stop()
	<-t.done
}

// scrollback is how many bytes of earlier output a returning page receives.
const scrollback = 256 << 10

// ring keeps the last bytes of a stream, counted from its beginning.
type ring struct {
	kept []byte
	end  int64 // length of the stream so far
}

// add appends to the stream. The kept bytes are compacted only occasionally, so
// that each byte is copied at most twice.
func (r *ring) add(b []byte) {
	r.kept = append(r.kept, b...)
	r.end += int64(len(b))
	if len(r.kept) > 2*scrollback {
		r.kept = append(make([]byte, 0, 3*scrollback), r.kept[len(r.kept)-scrollback:]...)
	}
}

// first returns where the text for a page begins: at the start of a line if
// something is omitted, so that no escape sequence is cut.
func (r *ring) first() int64 {
	if len(r.kept) <= scrollback {
		return r.end - int64(len(r.kept))
	}
	tail := r.kept[len(r.kept)-scrollback:]
	if line := bytes.IndexByte(tail, '\n'); line >= 0 {
		return r.end - int64(len(tail)-line-1)
	}
	return r.end - int64(len(tail))
}

// from returns a copy of at most the given number of bytes from a position on.
func (r *ring) from(at int64, most int) []byte {
	at = max(at, r.end-int64(len(r.kept)))
	rest := r.kept[len(r.kept)-int(r.end-at):]
	return bytes.Clone(rest[:min(most, len(rest))])
}
