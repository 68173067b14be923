package httpguard

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"syscall"
	"time"

	"lapkeep/internal/training"
)

// portsTried is how many ports after a taken one are tried.
const portsTried = 20

// Listen opens a loopback address ("127.0.0.1:8642", "localhost:8642"), or
// the next free port after it where it is taken.
func Listen(ctx context.Context, addr string) (net.Listener, error) {
	host, portText, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, training.Errorf(training.KindInvalid, "%q is not an address: %w.", addr, err).
			WithFix("Write 127.0.0.1:8642.")
	}
	port, err := strconv.ParseUint(portText, 10, 16)
	if err != nil {
		return nil, training.Errorf(training.KindInvalid, "%q is not a port.", portText).WithFix("Use a number up to 65535.")
	}
	if ip, err := netip.ParseAddr(host); host != "localhost" && (err != nil || !ip.IsLoopback()) {
		return nil, training.Errorf(training.KindForbidden, "%s is reachable from other machines.", addr).
			WithFix("Listen on 127.0.0.1.")
	}
	var lc net.ListenConfig
	for p := port; p <= min(port+portsTried, 65535); p++ {
		l, err := lc.Listen(ctx, "tcp", net.JoinHostPort(host, strconv.FormatUint(p, 10)))
		if err == nil {
			return l, nil
		}
		if !taken(err) {
			return nil, training.Errorf(training.KindUnavailable, "Cannot listen on %s: %w.", addr, err).
				WithFix("Choose another address.")
		}
	}
	return nil, training.Errorf(training.KindUnavailable, "The ports from %d to %d are all taken.", port, port+portsTried).
		WithFix("Choose another port.")
}

// wsaAddrInUse is what Windows says of a taken port.
const wsaAddrInUse = syscall.Errno(10048)

func taken(err error) bool {
	return errors.Is(err, syscall.EADDRINUSE) || errors.Is(err, wsaAddrInUse)
}

// NewServer is a server with time limits that streams survive: answers may
// take as long as they need, headers and idle connections may not.
func NewServer(h http.Handler) *http.Server {
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
	}
}

// Serve answers on l until ctx is done, then lets running requests end for a
// few seconds.
func Serve(ctx context.Context, l net.Listener, h http.Handler) error {
	srv := NewServer(h)
	stopped := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), 3*time.Second)
		defer cancel()
		err := srv.Shutdown(grace)
		if err != nil {
			err = srv.Close() // streams never end by themselves
		}
		stopped <- err
	})
	err := srv.Serve(l)
	if stop() || !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serving on %s: %w", l.Addr(), err)
	}
	return <-stopped
}

// NewKey is a bearer key of 256 random bits, as text.
func NewKey(random io.Reader) (string, error) {
	b := make([]byte, 32)
	if _, err := io.ReadFull(random, b); err != nil {
		return "", fmt.Errorf("making a key: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(b), nil
}
