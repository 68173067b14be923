// Package cache keeps data that was read from the store until the change log
// shows that it may have changed.
package cache

import (
	"context"
	"iter"
	"sync"

	"lapkeep/internal/store/ledger"
)

// Log is the store's change log.
type Log interface {
	LastChange(ctx context.Context) (int64, error)
	Changes(ctx context.Context, after int64, limit int) ([]ledger.Change, error)
}

// batch is the number of changes that are read at a time.
const batch = 512

// Since yields the changes between two positions of the log, oldest first.
func Since(ctx context.Context, log Log, after, upTo int64) iter.Seq2[ledger.Change, error] {
	return func(yield func(ledger.Change, error) bool) {
		for after < upTo {
			changes, err := log.Changes(ctx, after, batch)
			if err != nil {
				yield(ledger.Change{}, err)
				return
			}
			if len(changes) == 0 {
				return
			}
			for _, c := range changes {
				if after = c.Seq; after > upTo || !yield(c, nil) {
					return
				}
			}
		}
	}
}

// usualMost is the default for Cache.Most.
const usualMost = 64

// Cache keeps values by key. Its zero value is empty and ready to use. It is safe
// for concurrent use.
type Cache[K comparable, V any] struct {
	// Most bounds the number of values kept at once; 0 means 64.
	Most int
	// On lists the kinds of changes on which the values depend. If it is nil,
	// any change may affect any value.
	On []ledger.ChangeKind
	// Patch returns a value as it is after changes of these kinds; ok is false if it
	// must be read again. Callers may still use the old value, so Patch must not
	// modify it. If Patch is nil, each such change drops every value.
	Patch func(ctx context.Context, k K, v V, changes []ledger.Change) (patched V, ok bool, err error)

	mu     sync.Mutex
	seq    int64 // the position in the log up to which the values are valid
	of     map[K]V
	making map[making[K]]chan struct{} // each channel is closed when its read ends
}

// making identifies a read in progress.
type making[K comparable] struct {
	seq int64
	key K
}

// Get returns the cached value of a key, or else the result of read. It looks at
// the log before it reads, so that changes made during the read cause another read.
// Only one of several concurrent callers reads; if it fails or is cancelled, the
// next one reads. A nil log never changes.
func (c *Cache[K, V]) Get(ctx context.Context, log Log, k K, read func() (V, error)) (v V, err error) {
	seq := int64(0)
	if log != nil {
		if seq, err = log.LastChange(ctx); err != nil {
			return v, err
		}
	}
	for {
		kept, ended, first, err := c.begin(ctx, log, seq, k)
		if err != nil || ended == nil {
			return kept, err
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
	defer c.end(seq, k)
	if v, err = read(); err == nil {
		c.keep(seq, k, v)
	}
	return v, err
}

// begin returns the cached value, or a channel that is closed when the caller that
// reads the value has finished. The first caller becomes that reader.
func (c *Cache[K, V]) begin(ctx context.Context, log Log, seq int64, k K) (v V, ended chan struct{}, first bool, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.follow(ctx, log, seq); err != nil {
		return v, nil, false, err
	}
	if v, ok := c.of[k]; ok {
		return v, nil, false, nil
	}
	m := making[K]{seq, k}
	if ended, ok := c.making[m]; ok {
		return v, ended, false, nil
	}
	if c.making == nil {
		c.making = map[making[K]]chan struct{}{}
	}
	c.making[m] = make(chan struct{})
	return v, c.making[m], true, nil
}

// follow drops the entries that may have changed up to a position in the log. If
// the log has gone back, the home was restored, and all entries are dropped.
func (c *Cache[K, V]) follow(ctx context.Context, log Log, seq int64) error {
	if c.seq == seq {
		return nil
	}
	if len(c.of) > 0 {
		if c.On == nil || seq < c.seq || seq-c.seq > batch {
			clear(c.of)
		} else if err := c.apply(ctx, log, seq); err != nil {
			return err
		}
	}
	c.seq = seq
	return nil
}

// apply drops or patches the entries after the changes up to a position in the log.
func (c *Cache[K, V]) apply(ctx context.Context, log Log, seq int64) error {
	var changes []ledger.Change
	for change, err := range Since(ctx, log, c.seq, seq) {
		if err != nil {
			return err
		}
		if change.IsOf(c.On) {
			changes = append(changes, change)
		}
	}
	if len(changes) == 0 {
		return nil
	}
	if c.Patch == nil {
		clear(c.of)
		return nil
	}
	for k, v := range c.of {
		patched, ok, err := c.Patch(ctx, k, v, changes)
		switch {
		case err != nil:
			clear(c.of) // some are patched, and others are not
			return err
		case ok:
			c.of[k] = patched
		default:
			delete(c.of, k)
		}
	}
	return nil
}

func (c *Cache[K, V]) end(seq int64, k K) {
	c.mu.Lock()
	defer c.mu.Unlock()
	close(c.making[making[K]{seq, k}])
	delete(c.making, making[K]{seq, k})
}

// keep stores a value that was read at the given position of the log or later,
// unless the cache has moved to another position since.
func (c *Cache[K, V]) keep(seq int64, k K, v V) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.seq != seq {
		return
	}
	most := c.Most
	if most == 0 {
		most = usualMost
	}
	if c.of == nil || len(c.of) >= most {
		c.of = map[K]V{}
	}
	c.of[k] = v
}
