package terminal

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"time"

	"lapkeep/internal/faces/guard"
	"lapkeep/internal/training"
)

// Options are what a terminal is made of.
type Options struct {
	// Start starts the program in a window of a size.
	Start func(s Size) (Program, error)
	// Say is an error as the reader of a request is told it.
	Say func(r *http.Request, err error) string
	Now func() time.Time
}

// Terminal is the one of an instance: one program at a time, shown by one page
// at a time, the newest that asked.
type Terminal struct {
	start   func(s Size) (Program, error)
	say     func(r *http.Request, err error) string
	tickets tickets
	mu      sync.Mutex
	now     *dialogue // nil if none runs
	closed  bool
}

// New makes a terminal, in which nothing runs before a page asks for it.
func New(o Options) *Terminal {
	return &Terminal{start: o.Start, say: o.Say, tickets: tickets{now: o.Now}}
}

// Ticket answers with what opens one connection, soon and for this session.
func (t *Terminal) Ticket(w http.ResponseWriter, r *http.Request) {
	b, _ := json.Marshal(map[string]string{"ticket": t.tickets.give(guard.Token(r.Context()))}) // it is a text
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(b) // who is gone needs none
}

// Stop ends the program that runs.
func (t *Terminal) Stop(w http.ResponseWriter, _ *http.Request) {
	t.end()
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write([]byte("{}")) // who is gone reads no answer
}

// Close ends the program and lets no other start. It returns when nothing is left.
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

// running is the dialogue, nil if there is none.
func (t *Terminal) running() (now *dialogue, closed bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.now, t.closed
}

// begin is the dialogue that runs, or starts one.
func (t *Terminal) begin(s Size) (*dialogue, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return nil, training.Errorf(training.KindUnavailable, "The dashboard is being stopped.").WithFix("Start it again.")
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
		t.now = nil // before anybody is told, who may start the next
		t.mu.Unlock()
		now.finish(code)
	}()
	return now, nil
}

// Serve makes a connection of a request and keeps it until the page leaves, the
// program ends, or server does.
func (t *Terminal) Serve(server context.Context, w http.ResponseWriter, r *http.Request) {
	if why := refused(r); why != "" {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusForbidden)
		b, _ := json.Marshal(map[string]string{"error": why, "fix": "Open the address that lapkeep dashboard prints.", "kind": "forbidden"})
		_, _ = w.Write(b) // who is gone reads no error
		return
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	defer context.AfterFunc(server, cancel)()
	t.converse(ctx, w, r)
}
