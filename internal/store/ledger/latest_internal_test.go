package ledger

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
)

// TestNobodyGetsALookThatBeganBeforeTheyAsked: while one looks, those who ask
// wait for one that begins after it.
func TestNobodyGetsALookThatBeganBeforeTheyAsked(t *testing.T) {
	t.Parallel()
	var l latest
	var looks atomic.Int64
	began, gate := make(chan struct{}), make(chan struct{})
	look := func(context.Context) (int64, error) {
		n := looks.Add(1)
		if n == 1 {
			close(began)
			<-gate
		}
		return n, nil
	}
	var wg sync.WaitGroup
	wg.Go(func() {
		if seq, err := l.ask(t.Context(), look); seq != 1 || err != nil {
			t.Errorf("the first got %d, %v", seq, err)
		}
	})
	<-began
	for range 20 {
		wg.Go(func() {
			if seq, err := l.ask(t.Context(), look); seq < 2 || err != nil {
				t.Errorf("one who asked during the first look got %d, %v", seq, err)
			}
		})
	}
	for waiting := false; !waiting; runtime.Gosched() {
		l.mu.Lock()
		waiting = l.next != nil
		l.mu.Unlock()
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := l.ask(gone, look); !errors.Is(err, context.Canceled) {
		t.Errorf("one who gave up while waiting got %v", err)
	}
	close(gate)
	wg.Wait()
	if n := looks.Load(); n < 2 || n > 21 {
		t.Errorf("%d looks", n)
	}
}

// TestAFailedLookIsNotKept: the next one looks anew.
func TestAFailedLookIsNotKept(t *testing.T) {
	t.Parallel()
	var l latest
	broken := errors.New("broken")
	if _, err := l.ask(t.Context(), func(context.Context) (int64, error) { return 0, broken }); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	seq, err := l.ask(ctx, func(ctx context.Context) (int64, error) { return 7, ctx.Err() })
	if seq != 7 || err != nil {
		t.Errorf("others would have got %d, %v of one who gave up", seq, err)
	}
}
