package node

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"lapkeep/host/engine"
	"lapkeep/host/replica"
	"lapkeep/internal/app"
	"lapkeep/internal/faces/guard"
	"lapkeep/internal/training"
)

// serve joins the cluster, answers until ctx ends, and then hands its homes over.
func (n *Node) serve(ctx context.Context, s app.Served) error {
	n.served = s
	n.served.Observer.Ready, n.served.Observer.Gauges = n.Ready, n.gauges(s.Observer.Gauges)
	if err := n.members.join(ctx, n.o.Address, n.o.Most == 0); err != nil {
		return err
	}
	living, die := context.WithCancel(context.WithoutCancel(ctx)) // until the homes are handed over
	defer die()
	var running sync.WaitGroup
	defer running.Wait()
	defer die()
	leasing, release := context.WithCancel(living)
	defer release()
	leased := make(chan struct{})
	go func() { defer close(leased); n.members.keep(leasing, n.droppedAll) }()
	running.Go(func() { n.watch(living) })
	handOver := func() error {
		err := n.handOver(living)
		release()
		<-leased
		return errors.Join(err, n.leave(living))
	}
	inner := &http.Server{
		Handler: http.HandlerFunc(n.answer), TLSConfig: n.server, ReadHeaderTimeout: 10 * time.Second,
		ErrorLog: slog.NewLogLogger(n.o.Log.Handler(), slog.LevelDebug),
	}
	running.Go(func() { _ = inner.ServeTLS(n.o.Inner, "", "") }) // it ends when it is closed
	defer func() {                                               // the other fronts are told that the connections end
		short, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = inner.Shutdown(short)
		_ = inner.Close()
	}()
	front := newFront(n)
	running.Go(func() { n.work(ctx, front) })
	outside, leave := context.WithCancel(living)
	defer leave()
	handedOver := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		err := handOver()
		select {
		case <-living.Done():
		case <-time.After(n.o.Grace):
		}
		handedOver <- err
		leave()
	})
	n.setReady(nil)
	err := guard.Serve(outside, s.Listener, s.Observer.Around(front.handler()), s.Observer.Log)
	if stop() { // it ended by itself
		return errors.Join(err, handOver())
	}
	return errors.Join(err, <-handedOver)
}

// handOver closes the homes that are here, one by one as they are no longer in use, and gives them back.
func (n *Node) handOver(ctx context.Context) error {
	n.setReady(errors.New("the node is stopping"))
	ctx, cancel := context.WithTimeout(ctx, 2*patience)
	defer cancel()
	return errors.Join(n.members.drain(ctx), n.served.Close(ctx))
}

// leave ends this node's lease, so that nobody waits for its end.
func (n *Node) leave(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, findPatience)
	defer cancel()
	return n.members.leave(ctx)
}

// droppedAll drops the homes of a lease that has ended.
func (n *Node) droppedAll() {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, h := range n.held {
		h.mu.Lock()
		h.dropped = true
		h.mu.Unlock()
	}
}

// watch drops homes that were taken from this node while its lease was good: by a command, or by a node whose front could not
// reach this one. Writes are refused by the fence at once; this bounds how long old answers are given.
func (n *Node) watch(ctx context.Context) {
	every := time.NewTicker(n.o.TTL / 3)
	defer every.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-every.C:
		}
		n.mu.Lock()
		all := slices.Collect(maps.Values(n.held))
		n.mu.Unlock()
		for _, h := range all {
			owner, _, err := n.o.Engine.Owner(ctx, replica.OwnerName(h.home))
			if err == nil && owner != h.owner && n.here(h.home) == h {
				h.mu.Lock()
				h.dropped = true
				h.mu.Unlock()
			}
		}
	}
}

// gauges adds what this node has to what the server of many homes tells.
func (n *Node) gauges(of func(context.Context) map[string]float64) func(context.Context) map[string]float64 {
	return func(ctx context.Context) map[string]float64 {
		out := of(ctx)
		n.mu.Lock()
		out["lapkeep_homes_held"] = float64(len(n.held))
		n.mu.Unlock()
		for name, count := range map[string]*atomic.Int64{
			"lapkeep_copies": &n.counts.copied, "lapkeep_copies_failed": &n.counts.notCopied,
			"lapkeep_copies_restored": &n.counts.checked, "lapkeep_copies_unrestorable": &n.counts.notChecked,
		} {
			out[name] = float64(count.Load())
		}
		all, err := n.members.there(ctx, lookAtLeast)
		if err == nil {
			out["lapkeep_nodes"] = float64(len(all))
		}
		return out
	}
}

// answer answers a request that a front passed on.
func (n *Node) answer(w http.ResponseWriter, r *http.Request) {
	home := r.Header.Get(homeHeader)
	ctx := r.Context()
	if text := r.Header.Get(takeHeader); text != "" {
		epoch, _ := strconv.ParseUint(text, 10, 64) // 0 takes nothing
		ctx = context.WithValue(ctx, takeKey{}, epoch)
	}
	if !n.members.valid() {
		notMine(w)
		return
	}
	done, err := n.served.Take(ctx, home)
	switch kind := training.KindOf(err); {
	case err == nil:
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, replica.ErrGone), kind == training.KindNotFound:
		http.Error(w, "There is no such home.", http.StatusNotFound)
		return
	case errors.Is(err, errNotMine), errors.Is(err, engine.ErrUnknown), kind == training.KindUnavailable, r.Context().Err() != nil:
		notMine(w) // the front asks until its patience ends
		return
	default:
		n.o.Log.ErrorContext(ctx, "a home cannot be opened", "home", home, "err", err)
		http.Error(w, "The home cannot be opened. Whoever runs this server finds the reason in its log.", http.StatusInternalServerError)
		return
	}
	defer done()
	switch r.Header.Get(doHeader) {
	case doWork:
		n.served.Due(home)
		return
	case doCopy:
		if err := n.copyAway(ctx, home); err != nil {
			n.o.Log.WarnContext(ctx, "a home has no new second copy", "home", home, "err", err)
			w.WriteHeader(http.StatusInternalServerError)
		}
		return
	}
	if r.Method == http.MethodGet || r.Method == http.MethodHead { // a stream may stay open for hours
		done()
	}
	out := &settled{ResponseWriter: w, settle: func() error { return n.settle(r.Context(), home) }}
	n.served.Homes.ServeHTTP(out, r)
	if out.check() != nil {
		panic(http.ErrAbortHandler) // the front must not take what was sent for an answer
	}
}

func notMine(w http.ResponseWriter) { w.WriteHeader(http.StatusMisdirectedRequest) }

// settle returns once what an answer may tell is on the quorum, and an error if this node must not answer.
func (n *Node) settle(ctx context.Context, home string) error {
	if h := n.here(home); h != nil {
		if n.lost(h) {
			return errNotMine
		}
		if err := h.copy.Barrier(ctx); err != nil {
			return err
		}
	}
	if !n.members.valid() {
		return errNotMine
	}
	return nil
}

// settled sends nothing that is not settled. Whoever writes gets an error then, and broken is set.
type settled struct {
	http.ResponseWriter
	settle func() error
	broken atomic.Bool
}

// Unwrap lets [http.ResponseController] find the writer.
func (s *settled) Unwrap() http.ResponseWriter { return s.ResponseWriter }

// Flush implements http.Flusher.
func (s *settled) Flush() {
	if s.check() == nil {
		_ = http.NewResponseController(s.ResponseWriter).Flush() // the next write tells
	}
}

// WriteHeader implements http.ResponseWriter.
func (s *settled) WriteHeader(status int) {
	if s.check() == nil {
		s.ResponseWriter.WriteHeader(status)
	}
}

// Write implements io.Writer.
func (s *settled) Write(p []byte) (int, error) {
	if err := s.check(); err != nil {
		return 0, err
	}
	return s.ResponseWriter.Write(p)
}

func (s *settled) check() error {
	if s.broken.Load() {
		return engine.ErrUnknown
	}
	err := s.settle()
	if err != nil {
		s.broken.Store(true)
	}
	return err
}
