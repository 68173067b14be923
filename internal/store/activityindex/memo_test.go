package activityindex_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"lapkeep/internal/store/activityindex"
)

func TestValuesHoldUntilTheLogMoves(t *testing.T) {
	t.Parallel()
	var m activityindex.Cache[string, int]
	check := func(seq int64, k string, want int, held bool) {
		t.Helper()
		if v, ok := m.At(seq, k); v != want || ok != held {
			t.Errorf("%s at %d is %d, %v; want %d, %v", k, seq, v, ok, want, held)
		}
	}
	check(0, "a", 0, false)
	m.Keep(0, "a", 1)
	check(0, "a", 1, true)
	check(1, "a", 0, false)
	m.Keep(1, "b", 2)
	check(1, "a", 0, false)
	check(1, "b", 2, true)
	m.Keep(1, "b", 3)
	check(1, "b", 3, true)
	m.Keep(0, "c", 4) // who was slow keeps only what it read
	check(1, "b", 0, false)
	check(1, "c", 0, false)
	check(0, "c", 4, true)
}

func TestFewValuesAreKept(t *testing.T) {
	t.Parallel()
	var m activityindex.Cache[int, int]
	var askers sync.WaitGroup
	for from := range 4 {
		askers.Go(func() {
			for i := range 1000 {
				m.Keep(1, from*1000+i, i)
				if v, ok := m.At(1, from*1000+i); ok && v != i {
					t.Errorf("%d is %d", i, v)
				}
			}
		})
	}
	askers.Wait()
	held := 0
	for i := range 4000 {
		if _, ok := m.At(1, i); ok {
			held++
		}
	}
	if held == 0 || held > 64 {
		t.Errorf("%d values are kept", held)
	}
}

// TestOneReadsForAll: of many who ask for a value at once one reads it, and a
// failure is nobody else's.
func TestOneReadsForAll(t *testing.T) {
	t.Parallel()
	var m activityindex.Cache[string, int]
	begun, fail := make(chan struct{}), make(chan struct{})
	go m.Get(t.Context(), 1, "a", func() (int, error) { //nolint:errcheck // it fails
		close(begun)
		<-fail
		return 0, context.Canceled
	})
	<-begun
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.Get(gone, 1, "a", func() (int, error) { return 0, nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("who is gone waited: %v", err)
	}
	var reads atomic.Int64
	var askers sync.WaitGroup
	for range 50 {
		askers.Go(func() {
			v, err := m.Get(t.Context(), 1, "a", func() (int, error) { return int(reads.Add(1)), nil })
			if v != 1 || err != nil {
				t.Errorf("%d, %v", v, err)
			}
		})
	}
	close(fail)
	askers.Wait()
	if v, err := m.Get(t.Context(), 2, "a", func() (int, error) { return 7, nil }); v != 7 || err != nil || reads.Load() != 1 {
		t.Errorf("%d, %v after %d reads", v, err, reads.Load())
	}
}
