package guard

import (
	"bytes"
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sync/semaphore"
)

// TestDefaults: a limit of nothing would refuse everything, one that is too
// wide would hold nobody.
func TestDefaults(t *testing.T) {
	t.Parallel()
	want := Limits{
		MaxBody: 4 << 20, AllBodies: 16 << 20, BodyPatience: 20 * time.Second, WritePatience: 20 * time.Second, KeepAlive: 25 * time.Second,
		Running: 32, Turns: 2 * runtime.GOMAXPROCS(0), Turn: 50 * time.Millisecond, Waiting: 256, Streams: 128, PerSecond: 200, PerCaller: 16,
	}
	if d := cmp.Diff(want, Limits{}.orDefault()); d != "" {
		t.Error(d)
	}
	own := Limits{
		MaxBody: 1, AllBodies: 2, BodyPatience: 3, WritePatience: 4, KeepAlive: 5, Running: 6, Turns: 7, Turn: 8,
		Waiting: 9, Streams: 10, PerSecond: 0.5, PerCaller: 11,
	}
	if d := cmp.Diff(own, own.orDefault()); d != "" {
		t.Error(d)
	}
}

// TestAStreamIsCountedOnce, however often it is flushed.
func TestAStreamIsCountedOnce(t *testing.T) {
	t.Parallel()
	n := 0
	w := httptest.NewRecorder()
	a := newAnswer(w, Limits{}.orDefault(), func() { n++ })
	defer a.end()
	w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	for range 3 {
		if err := a.FlushError(); err != nil {
			t.Fatal(err)
		}
	}
	if n != 1 {
		t.Errorf("it is counted %d times", n)
	}
}

// TestABodyHoldsWhatHasArrived: never more than twice that, and no more than a
// byte beyond what was announced, unless more comes.
func TestABodyHoldsWhatHasArrived(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ sent, announced, held int64 }{
		"nothing":                    {0, 0, 1},
		"nothing, of unknown length": {0, -1, 2048},
		"short":                      {100, 100, 101},
		"short, of unknown length":   {100, -1, 2048},
		"as long as the first part":  {2048, 2048, 2049},
		"long":                       {5000, 5000, 5001},
		"longer than announced":      {5000, 2048, 8196},
		"announced and not sent":     {10, 1 << 20, 2048},
	} {
		b := &body{room: semaphore.NewWeighted(1 << 16)}
		text := bytes.Repeat([]byte("x"), int(tt.sent))
		if err := b.fill(bytes.NewReader(text), tt.announced); err != nil || !bytes.Equal(b.text, text) || b.held != tt.held {
			t.Errorf("%s: %v, %d bytes, %d held instead of %d", name, err, len(b.text), b.held, tt.held)
		}
		b.free()
		if !b.room.TryAcquire(1 << 16) {
			t.Errorf("%s: room is held after the end", name)
		}
	}
}

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

// TestAddressesAreForgotten: what is kept of callers is bounded, and who was silent longest goes first.
func TestAddressesAreForgotten(t *testing.T) {
	t.Parallel()
	g := newGate(Limits{}.orDefault(), func() time.Time { return time.Unix(1, 0) })
	for i := range 3 * maxShares {
		g.allow("door:" + strconv.Itoa(i))
		g.allow("door:0")
	}
	if n, kept := g.order.Len(), len(g.shares); n != maxShares || kept != n {
		t.Errorf("%d callers in order, %d by name", n, kept)
	}
	if g.shares["door:0"] == nil || g.shares["door:1"] != nil {
		t.Error("the wrong callers were forgotten")
	}
}
