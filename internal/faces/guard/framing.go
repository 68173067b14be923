package guard

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
)

// framing finds requests that say their length in two ways, as a body in
// chunks and as a number: a proxy in front might believe the other one, and
// what is left over would be the next caller's request. [net/http] drops the
// number before anybody sees it, so that the bytes are looked at themselves.
type framing struct {
	net.Conn
	line    []byte // the beginning of the present one
	chunked bool   // of the present head
	counted bool
	both    atomic.Bool // since some request; the connection ends with it
}

// longestName is that of the two headers that are looked for.
const longestName = len("Transfer-Encoding:")

func (f *framing) Read(b []byte) (int, error) {
	n, err := f.Conn.Read(b)
	for _, c := range b[:n] {
		f.look(c)
	}
	return n, err
}

// look takes the next byte. Every header has a line of its own between two
// blank ones, and no line of JSON begins like one; so bodies need not be
// distinguished from heads.
func (f *framing) look(c byte) {
	switch {
	case c == '\n':
		if len(f.line) == 0 {
			f.chunked, f.counted = false, false
		}
		f.line = f.line[:0]
	case c == '\r' && len(f.line) == 0:
	case len(f.line) < longestName:
		if f.line = append(f.line, c); c != ':' {
			return
		}
		name := strings.TrimRight(string(f.line[:len(f.line)-1]), " \t")
		f.chunked = f.chunked || strings.EqualFold(name, "Transfer-Encoding")
		f.counted = f.counted || strings.EqualFold(name, "Content-Length")
		if f.chunked && f.counted {
			f.both.Store(true)
		}
	}
}

// framed looks at the bytes of a listener's connections. Those of TLS are
// left as they are, or there would be no HTTP/2 on them.
type framed struct{ net.Listener }

func (l framed) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if _, sealed := c.(*tls.Conn); sealed || err != nil {
		return c, err
	}
	return &framing{Conn: c}, nil
}

type framingKey struct{}

// withFraming remembers a connection for [twoLengths].
func withFraming(ctx context.Context, c net.Conn) context.Context {
	if f, ok := c.(*framing); ok {
		return context.WithValue(ctx, framingKey{}, f)
	}
	return ctx
}

// twoLengths reports whether a request gives its length twice.
func twoLengths(r *http.Request) bool {
	f, ok := r.Context().Value(framingKey{}).(*framing)
	return ok && f.both.Load()
}

// lengthUnseen is whether it might have, and nobody looked: behind such a
// request nothing else is taken from its connection.
func lengthUnseen(r *http.Request) bool {
	_, looked := r.Context().Value(framingKey{}).(*framing)
	return !looked && r.ProtoMajor == 1 && len(r.TransferEncoding) > 0
}
