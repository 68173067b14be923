package guard

import (
	"context"
	"net"
	"net/http"
	"testing"
)

// call is a connection that remembers whether it was closed.
type call struct {
	net.Conn
	closed bool
}

func (c *call) Close() error { c.closed = true; return nil }

// TestWhoLeftOrIsKnownIsNoNewcomer: room is made by closing the one that
// lingers longest, and only where there is none.
func TestWhoLeftOrIsKnownIsNoNewcomer(t *testing.T) {
	t.Parallel()
	n := newNewcomers(2)
	var calls [6]call
	arrive := func(i int) context.Context { return n.arrive(t.Context(), &calls[i]) }
	arrive(0)
	in := arrive(1)
	n.left(&calls[0], http.StateActive)
	n.left(&calls[0], http.StateClosed)
	arrive(2) // in the place of who left
	known(in)
	arrive(3) // in the place of who is known
	arrive(4) // 2 lingers longest
	n.left(&calls[3], http.StateHijacked)
	arrive(5)
	for i, want := range [6]bool{2: true} {
		if calls[i].closed != want {
			t.Errorf("%d: closed %v", i, calls[i].closed)
		}
	}
}
