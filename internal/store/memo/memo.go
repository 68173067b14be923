// Package memo keeps what was read of the store until anything in it changes.
// It knows nothing of what it keeps.
package memo

import "sync"

// most bounds how many values are kept at once.
const most = 64

// Memory holds values that were read at one place of the change log. Its zero
// value is empty. It is safe for concurrent use.
type Memory[K comparable, V any] struct {
	mu  sync.Mutex
	seq int64
	of  map[K]V
}

// At is the value of a key, if it was kept at this place of the log.
func (m *Memory[K, V]) At(seq int64, k K) (v V, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.seq != seq {
		return v, false
	}
	v, ok = m.of[k]
	return v, ok
}

// Keep keeps a value that was read at a place of the log or later: the place is
// asked for before the value is read, so that what is newer is read again.
func (m *Memory[K, V]) Keep(seq int64, k K, v V) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.of == nil || m.seq != seq || len(m.of) >= most {
		m.seq, m.of = seq, map[K]V{}
	}
	m.of[k] = v
}
