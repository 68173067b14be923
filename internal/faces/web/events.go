package web

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// tailEvery is how often the change log is looked at while a page is open:
// what another process imports is there within two seconds.
const tailEvery = time.Second

// events tells open pages the number of the latest change, and no more: a page
// asks for what it shows. One look at the log serves all of them, and there is
// none while no page is open.
type events struct {
	last func(ctx context.Context) (int64, error)
	mu   sync.Mutex
	open map[chan struct{}]bool
	seq  int64
	stop context.CancelFunc
}

func newEvents(last func(ctx context.Context) (int64, error)) *events {
	return &events{last: last, open: map[chan struct{}]bool{}}
}

// join adds a page, which is poked at each change.
func (e *events) join(ctx context.Context) (poke chan struct{}, leave func()) {
	poke = make(chan struct{}, 1)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.open[poke] = true
	if e.stop == nil {
		tail, cancel := context.WithCancel(ctx)
		e.stop = cancel
		go e.tail(tail)
	}
	return poke, func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		if delete(e.open, poke); len(e.open) == 0 {
			e.stop()
			e.stop = nil
		}
	}
}

// tail looks at the log until ctx ends.
func (e *events) tail(ctx context.Context) {
	look := time.NewTicker(tailEvery)
	defer look.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-look.C:
		}
		if seq, err := e.last(ctx); err == nil { // a locked store is looked at again
			e.changed(seq)
		}
	}
}

func (e *events) changed(seq int64) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if seq == e.seq {
		return
	}
	e.seq = seq
	for poke := range e.open {
		select {
		case poke <- struct{}{}:
		default: // it has one to read already
		}
	}
}

// serve streams the numbers. A page that comes back says which it had last, and
// is told at once what it missed.
func (e *events) serve(server context.Context, w http.ResponseWriter, r *http.Request) {
	had, err := strconv.ParseInt(r.Header.Get("Last-Event-ID"), 10, 64)
	if err != nil {
		had, _ = strconv.ParseInt(r.URL.Query().Get("since"), 10, 64) // 0 is told everything
	}
	poke, leave := e.join(server)
	defer leave()
	w.Header().Set("Content-Type", "text/event-stream")
	rc := http.NewResponseController(w)
	fmt.Fprint(w, "retry: 1000\n\n")
	for {
		if seq, err := e.last(r.Context()); err == nil && seq != had {
			had = seq
			fmt.Fprintf(w, "id: %d\ndata: {\"seq\":%d}\n\n", seq, seq)
		}
		if rc.Flush() != nil {
			return
		}
		select {
		case <-server.Done():
			return
		case <-r.Context().Done():
			return
		case <-poke:
		}
	}
}
