package homes_test

import (
	"context"
	"os"
	"sync/atomic"
	"testing"

	"lapkeep/internal/homes"
	"lapkeep/internal/training"
)

// TestHomesFromElsewhere: a home is fetched before it is opened. One that was lost is not given to anybody while it is in
// use; then it is closed and fetched again. While the pool closes, who uses a home may use it again, and nobody else.
func TestHomesFromElsewhere(t *testing.T) {
	t.Parallel()
	h := newHouse(t, 1, 2)
	var fetched atomic.Int32
	var lost atomic.Bool
	h.Fetch = func(_ context.Context, name, dir string) error {
		if dir != h.Root.Dir(name) {
			t.Errorf("%s is fetched into %s", name, dir)
		}
		if fetched.Add(1) == 1 {
			h.add(t, "far")
		}
		lost.Store(false)
		return nil
	}
	h.Lost = func(string) bool { return lost.Load() }
	p := homes.New(h.Options)
	if _, err := os.Stat(h.Root.Dir("far")); err == nil {
		t.Fatal("the home is here already")
	}
	done := take(t, p, "far")
	take(t, p, "far")()
	if n := fetched.Load(); n != 1 {
		t.Errorf("an open home was fetched %d times", n)
	}
	lost.Store(true)
	if _, _, err := p.Take(t.Context(), "far"); training.KindOf(err) != training.KindUnavailable || err == nil {
		t.Errorf("a lost home that is in use: %v", err)
	}
	done()
	again := take(t, p, "far") // Fetch ends the loss
	if h.closed("far") != 1 || fetched.Load() != 2 {
		t.Errorf("closed %d times and fetched %d times, want 1 and 2", h.closed("far"), fetched.Load())
	}
	ending := make(chan error, 1)
	go func() { ending <- p.Close(context.Background()) }()
	for { // until the pool closes
		_, other, err := p.Take(t.Context(), "h000")
		if err != nil {
			break
		}
		other()
	}
	take(t, p, "far")()
	again()
	if err := <-ending; err != nil {
		t.Error(err)
	}
}
