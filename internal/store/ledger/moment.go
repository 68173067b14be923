package ledger

import (
	"context"
	"sync"

	"lapkeep/internal/store/sqlitedb"
)

// moment is the end of the change log as one call saw it first.
type moment struct {
	mu      sync.Mutex
	db      *sqlitedb.DB
	written uint64 // transactions of this process when it was seen
	seq     int64
}

type momentKey struct{}

// AtOneMoment makes reads with ctx look at the end of the change log once,
// and again only after this process wrote: a call that asks ten questions
// need not look ten times whether another process wrote since the last.
func AtOneMoment(ctx context.Context) context.Context {
	return context.WithValue(ctx, momentKey{}, &moment{})
}

func (m *moment) ask(db *sqlitedb.DB, look func() (int64, error)) (int64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	written := db.Written()
	if m.db == db && m.written == written {
		return m.seq, nil
	}
	seq, err := look()
	if err == nil {
		m.db, m.written, m.seq = db, written, seq
	}
	return seq, err
}
