package guard

import (
	"bufio"
	"container/list"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"mime"
	"net"
	"net/http"
	"runtime"
	"strconv"
	"sync"
	"syscall"
	"time"

	"lapkeep/internal/training"
)

// DefaultMaxBody is the maximum number of bytes in a request's body.
const DefaultMaxBody = 4 << 20

// defaultAllBodies is room for two of the longest bodies, or for thousands of
// ordinary ones. Decoding a message may take twenty times its size.
const defaultAllBodies = 16 << 20

// Limits prevent one caller from blocking the others. A zero field means its default.
type Limits struct {
	MaxBody       int64         // bytes of a request's body
	AllBodies     int64         // bytes of the bodies of all simultaneous requests
	BodyPatience  time.Duration // time for a body to arrive
	WritePatience time.Duration // time for a client to read the answer
	KeepAlive     time.Duration // time between keep-alive comments on a silent stream
	Running       int           // simultaneous requests
	Turns         int           // the number of these that share the processors
	Turn          time.Duration // time after which a long request continues in parallel with the others
	Waiting       int           // requests that wait for others to end
	Streams       int           // answers that stay open; for a new one, the oldest of whoever has the most is ended
	PerSecond     float64       // sustained requests per key
	PerCaller     int           // simultaneous and waiting requests of one of many homes or grants, without open answers
}

// turnsEach is the number of short requests that share one processor: one
// computes while the other waits for the disk. More would only delay all of them.
const turnsEach = 2

// Up to a minute's worth of requests may arrive at once.
const burstSeconds = 60

func (l Limits) orDefault() Limits {
	return Limits{
		MaxBody:       or(l.MaxBody, DefaultMaxBody),
		AllBodies:     or(l.AllBodies, defaultAllBodies),
		BodyPatience:  or(l.BodyPatience, 20*time.Second),
		WritePatience: or(l.WritePatience, 20*time.Second),
		KeepAlive:     or(l.KeepAlive, 25*time.Second),
		Running:       or(l.Running, 32),
		Turns:         or(l.Turns, turnsEach*runtime.GOMAXPROCS(0)),
		Turn:          or(l.Turn, 50*time.Millisecond),
		Waiting:       or(l.Waiting, 256),
		Streams:       or(l.Streams, 128),
		PerSecond:     or(l.PerSecond, 200),
		PerCaller:     or(l.PerCaller, 16),
	}
}

func or[T int | int64 | float64 | time.Duration](v, otherwise T) T {
	if v <= 0 {
		return otherwise
	}
	return v
}

func tooMany(w http.ResponseWriter, wait time.Duration) {
	w.Header().Set("Retry-After", strconv.Itoa(max(1, int(math.Ceil(wait.Seconds())))))
	(&refusal{http.StatusTooManyRequests, "There are too many requests.", "Wait for the time in Retry-After, then try again."}).write(w)
}

// past returns a deadline in the past. Timers decide when to set it, so the guard
// does not need the system's clock.
func past() time.Time { return time.Unix(1, 0) }

// answer is a response with a limit on how long to wait for its reader. When it
// becomes an event stream, it is recorded as a stream and sends keep-alives.
type answer struct {
	w        http.ResponseWriter
	limits   Limits
	streams  func() // called once
	mu       sync.Mutex
	streamed bool
	ended    bool
	alive    *time.Timer
}

func newAnswer(w http.ResponseWriter, l Limits, streams func()) *answer {
	return &answer{w: w, limits: l, streams: streams}
}

var errEnded = errors.New("the response has ended")

// Unwrap returns the underlying writer, for [http.ResponseController].
func (a *answer) Unwrap() http.ResponseWriter { return a.w }

// Header returns the response's header.
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

// Hijack hands the connection over. From then on it stays open like a stream,
// and its new owner must limit it.
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

// FlushError sends the written bytes.
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

// sayAlive writes a comment, which event readers skip. It keeps proxies from
// closing a silent stream, and shows whether the client is gone.
func (a *answer) sayAlive() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.ended {
		return
	}
	if _, err := a.write([]byte(": alive\n\n")); err != nil || a.flush() != nil {
		return // the connection is closed, which ends the request
	}
	a.alive.Reset(a.limits.KeepAlive)
}

// end stops everything; nothing may be written after the handler has returned.
func (a *answer) end() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.ended = true
	if a.alive != nil {
		a.alive.Stop()
	}
}

// portsTried is the number of further ports to try if the requested port is taken.
const portsTried = 20

// Listen opens an address ("127.0.0.1:8642"), or, with nextFree, the next free
// port after it if it is taken. [Door.Check] decides whether the address may be
// opened at all.
func Listen(ctx context.Context, addr string, nextFree bool) (net.Listener, error) {
	host, portText, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, training.Errorf(training.KindInvalid, "%q is not an address: %w.", addr, err).
			WithFix("Write 127.0.0.1:8642.")
	}
	port, err := strconv.ParseUint(portText, 10, 16)
	if err != nil {
		return nil, training.Errorf(training.KindInvalid, "%q is not a port.", portText).WithFix("Use a number up to 65535.")
	}
	last := port
	if nextFree {
		last = min(port+portsTried, 65535)
	}
	var lc net.ListenConfig
	for p := port; p <= last; p++ {
		l, err := lc.Listen(ctx, "tcp", net.JoinHostPort(host, strconv.FormatUint(p, 10)))
		if err == nil {
			return l, nil
		}
		if !taken(err) {
			return nil, training.Errorf(training.KindUnavailable, "Cannot listen on %s: %w.", addr, err).
				WithFix("Choose another address.")
		}
	}
	if !nextFree {
		return nil, training.Errorf(training.KindUnavailable, "Another program listens on %s.", addr).
			WithFix("Stop it, or choose another port.")
	}
	return nil, training.Errorf(training.KindUnavailable, "The ports from %d to %d are all taken.", port, last).
		WithFix("Choose another port.")
}

// wsaAddrInUse is the Windows error for a taken port.
const wsaAddrInUse = syscall.Errno(10048)

func taken(err error) bool {
	return errors.Is(err, syscall.EADDRINUSE) || errors.Is(err, wsaAddrInUse)
}

// NewServer returns a server with time limits that allow streams: answers may
// take as long as they need, but headers and idle connections may not.
func NewServer(h http.Handler) *http.Server {
	n := newNewcomers(maxNewcomers)
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		ConnContext: func(ctx context.Context, c net.Conn) context.Context {
			return withFraming(n.arrive(ctx, c), c)
		},
		ConnState: n.left,
		// Without this, "OPTIONS *" is answered before the guard sees it.
		DisableGeneralOptionsHandler: true,
	}
}

// Serve answers on l until ctx is done, then ends streams at once and gives other
// requests a few seconds to finish.
func Serve(ctx context.Context, l net.Listener, h http.Handler, log *slog.Logger) error {
	srv := NewServer(h)
	srv.BaseContext = func(net.Listener) context.Context { return ctx }
	srv.ErrorLog = slog.NewLogLogger(log.Handler(), slog.LevelDebug)
	stopped := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), 3*time.Second)
		defer cancel()
		err := srv.Shutdown(grace)
		if err != nil {
			err = srv.Close()
		}
		stopped <- err
	})
	err := srv.Serve(framed{l})
	if stop() || !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serving on %s: %w", l.Addr(), err)
	}
	return <-stopped
}

// maxNewcomers is the maximum number of open connections without an admitted request.
const maxNewcomers = 512

// newcomers holds the open connections without an admitted request. If there are too many,
// the oldest is closed, because an honest client sends its request within milliseconds.
type newcomers struct {
	mu   sync.Mutex
	most int
	list *list.List
	at   map[net.Conn]*list.Element
}

func newNewcomers(most int) *newcomers {
	return &newcomers{most: most, list: list.New(), at: map[net.Conn]*list.Element{}}
}

type newcomerKey struct{}

type newcomer struct {
	all  *newcomers
	conn net.Conn
}

// arrive counts a connection and remembers it in its requests' context.
func (n *newcomers) arrive(ctx context.Context, c net.Conn) context.Context {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.list.Len() >= n.most {
		oldest := n.list.Front().Value.(net.Conn)
		n.forget(oldest)
		_ = oldest.Close() // its server notices that it is closed
	}
	n.at[c] = n.list.PushBack(c)
	return context.WithValue(ctx, newcomerKey{}, newcomer{n, c})
}

func (n *newcomers) forget(c net.Conn) {
	if e, ok := n.at[c]; ok {
		n.list.Remove(e)
		delete(n.at, c)
	}
}

// left removes a connection that was closed or hijacked; it is called at each
// change of a connection's state.
func (n *newcomers) left(c net.Conn, state http.ConnState) {
	if state == http.StateClosed || state == http.StateHijacked {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.forget(c)
	}
}

// known removes the connection of an admitted request from the list.
func known(ctx context.Context) {
	if c, ok := ctx.Value(newcomerKey{}).(newcomer); ok {
		c.all.mu.Lock()
		defer c.all.mu.Unlock()
		c.all.forget(c.conn)
	}
}
