package activityindex

import (
	"context"
	"sync"
)

// usualMost is how many values are kept at once, if nothing else is said.
const usualMost = 64

// Cache holds values that were read at one place of the change log. Its zero
// value is empty. It is safe for concurrent use.
type Cache[K comparable, V any] struct {
	// Most bounds how many values are kept at once; 0 is 64.
	Most int

	mu     sync.Mutex
	seq    int64
	of     map[K]V
	making map[making[K]]chan struct{} // closed when it has ended
}

// making is a value that somebody reads.
type making[K comparable] struct {
	seq int64
	key K
}

// At is the value of a key, if it was kept at this place of the log.
func (m *Cache[K, V]) At(seq int64, k K) (v V, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.at(seq, k)
}

func (m *Cache[K, V]) at(seq int64, k K) (v V, ok bool) {
	if m.seq != seq {
		return v, false
	}
	v, ok = m.of[k]
	return v, ok
}

// Get is the value of a key at this place of the log. What is not kept is read
// by one of those who ask at the same time; if that one fails or is canceled,
// by the next.
func (m *Cache[K, V]) Get(ctx context.Context, seq int64, k K, read func() (V, error)) (v V, err error) {
	for {
		ended, first := m.begin(seq, k, &v)
		if ended == nil {
			return v, nil
		}
		if first {
			break
		}
		select {
		case <-ended:
		case <-ctx.Done():
			return v, ctx.Err()
		}
	}
	defer m.end(seq, k)
	if v, err = read(); err == nil {
		m.Keep(seq, k, v)
	}
	return v, err
}

// begin gives the value that is kept, or else what is closed when whoever
// reads it has ended; the first to ask is the one who reads it.
func (m *Cache[K, V]) begin(seq int64, k K, v *V) (ended chan struct{}, first bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if kept, ok := m.at(seq, k); ok {
		*v = kept
		return nil, false
	}
	if ended, ok := m.making[making[K]{seq, k}]; ok {
		return ended, false
	}
	if m.making == nil {
		m.making = map[making[K]]chan struct{}{}
	}
	ended = make(chan struct{})
	m.making[making[K]{seq, k}] = ended
	return ended, true
}

func (m *Cache[K, V]) end(seq int64, k K) {
	m.mu.Lock()
	defer m.mu.Unlock()
	close(m.making[making[K]{seq, k}])
	delete(m.making, making[K]{seq, k})
}

// Keep keeps a value that was read at a place of the log or later: the place is
// asked for before the value is read, so that what is newer is read again.
func (m *Cache[K, V]) Keep(seq int64, k K, v V) {
	m.mu.Lock()
	defer m.mu.Unlock()
	most := m.Most
	if most == 0 {
		most = usualMost
	}
	if m.of == nil || m.seq != seq || len(m.of) >= most {
		m.seq, m.of = seq, map[K]V{}
	}
	m.of[k] = v
}
