package guard

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"syscall"
	"time"

	"lapkeep/internal/training"
)

// portsTried is how many ports after a taken one are tried.
const portsTried = 20

// Listen opens an address ("127.0.0.1:8642"), or, with nextFree, the next
// free port after it where it is taken. Whether it may be open at all is
// for [Door.Check].
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

// wsaAddrInUse is the error of Windows for a taken port.
const wsaAddrInUse = syscall.Errno(10048)

func taken(err error) bool {
	return errors.Is(err, syscall.EADDRINUSE) || errors.Is(err, wsaAddrInUse)
}

// NewServer is a server with time limits that streams survive: answers may
// take as long as they need, headers and idle connections may not.
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

// Serve answers on l until ctx is done, then ends streams at once and lets
// other requests end for a few seconds.
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
