package guard

import (
	"bufio"
	"errors"
	"mime"
	"net"
	"net/http"
	"sync"
	"time"
)

// answer is a response that waits only so long for its reader. Once it
// becomes a stream of events it says so, and gives signs of life.
type answer struct {
	w        http.ResponseWriter
	limits   Limits
	streams  func() // told once
	mu       sync.Mutex
	streamed bool
	ended    bool
	alive    *time.Timer
}

func newAnswer(w http.ResponseWriter, l Limits, streams func()) *answer {
	return &answer{w: w, limits: l, streams: streams}
}

var errEnded = errors.New("the answer has ended")

// Unwrap lets [http.ResponseController] reach the connection.
func (a *answer) Unwrap() http.ResponseWriter { return a.w }

// Header is that of the response.
func (a *answer) Header() http.Header { return a.w.Header() }

// WriteHeader sends the status.
func (a *answer) WriteHeader(status int) { a.w.WriteHeader(status) }

func (a *answer) Write(b []byte) (int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.write(b)
}

func (a *answer) write(b []byte) (int, error) {
	if a.ended {
		return 0, errEnded
	}
	defer a.patience()()
	return a.w.Write(b)
}

// patience ends the connection of a client that does not read.
func (a *answer) patience() (stop func() bool) {
	return time.AfterFunc(a.limits.WritePatience, func() {
		_ = http.NewResponseController(a.w).SetWriteDeadline(past())
	}).Stop
}

// Hijack hands the connection over. It stays open from then on as a stream does,
// and whoever has it bounds it.
func (a *answer) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.ended {
		return nil, nil, errEnded
	}
	if !a.streamed {
		a.streamed = true
		a.streams()
	}
	return http.NewResponseController(a.w).Hijack()
}

// FlushError sends what was written.
func (a *answer) FlushError() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.flush()
}

func (a *answer) flush() error {
	if a.ended {
		return errEnded
	}
	if !a.streamed && isStream(a.Header()) {
		a.streamed = true
		a.streams()
		a.alive = time.AfterFunc(a.limits.KeepAlive, a.sayAlive)
	}
	defer a.patience()()
	return http.NewResponseController(a.w).Flush()
}

func isStream(h http.Header) bool {
	kind, _, err := mime.ParseMediaType(h.Get("Content-Type"))
	return err == nil && kind == "text/event-stream"
}

// sayAlive writes a comment, which readers of events skip: proxies close
// silent streams, and a client that went away is noticed.
func (a *answer) sayAlive() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.ended {
		return
	}
	if _, err := a.write([]byte(": alive\n\n")); err != nil || a.flush() != nil {
		return // the connection is gone; its request ends by itself
	}
	a.alive.Reset(a.limits.KeepAlive)
}

// end stops everything; nothing may be written after the handler returned.
func (a *answer) end() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.ended = true
	if a.alive != nil {
		a.alive.Stop()
	}
}
