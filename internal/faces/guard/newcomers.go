package guard

import (
	"container/list"
	"context"
	"net"
	"net/http"
	"sync"
)

// maxNewcomers is how many connections may be open that have not yet shown
// that they may.
const maxNewcomers = 512

// newcomers are those connections. Where there are too many, the one that
// lingers longest makes room: who means well needs milliseconds.
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
		_ = oldest.Close() // its server notices
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

// left is called for each connection that changes.
func (n *newcomers) left(c net.Conn, state http.ConnState) {
	if state == http.StateClosed || state == http.StateHijacked {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.forget(c)
	}
}

// known takes the connection of a request that was let in off the list.
func known(ctx context.Context) {
	if c, ok := ctx.Value(newcomerKey{}).(newcomer); ok {
		c.all.mu.Lock()
		defer c.all.mu.Unlock()
		c.all.forget(c.conn)
	}
}
