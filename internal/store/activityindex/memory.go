package activityindex

import (
	"context"
	"sync"

	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Log is the change log.
type Log interface {
	LastChange(ctx context.Context) (int64, error)
	Changes(ctx context.Context, after int64, limit int) ([]ledger.Change, error)
}

// mostAthletes bounds how many tables are kept.
const mostAthletes = 4

// Memory holds tables until one of their activities changes. Its zero value is
// empty. It is safe for concurrent use.
type Memory struct {
	mu  sync.Mutex
	seq int64 // of the change log, up to which the tables are true
	// of holds nil for an athlete about whom one list was asked for: reading a
	// table takes as long as six lists from the database, so that the second
	// one reads it, and never a program that answers one question and ends.
	of map[training.AthleteID]*Table
}

// Select selects a page of a list; ok is false if the database is to be asked:
// a list of few days is not worth reading a table, nor is the first one, and
// the activities may have changed while they were read.
func (m *Memory) Select(
	ctx context.Context, db *sqlitedb.DB, log Log, v ListingView, f *Filter, o Order,
) (p Page, ok bool, err error) {
	t, err := m.table(ctx, db, log, v.Athlete, f)
	if t == nil || err != nil {
		return p, false, err
	}
	p, err = t.page(v, f, o)
	return p, err == nil, err
}

// table is the activities of an athlete, with the metrics that a list needs;
// nil where there is none.
func (m *Memory) table(ctx context.Context, db *sqlitedb.DB, log Log, athlete training.AthleteID, f *Filter) (*Table, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.follow(ctx, log); err != nil {
		return nil, err
	}
	t, again := m.of[athlete]
	if t == nil {
		if f.Days != nil && f.Days.Days() <= fewDays {
			return nil, nil
		}
		if !again && len(m.of) >= mostAthletes {
			clear(m.of)
		}
		if m.of[athlete] = nil; !again {
			return nil, nil
		}
		var err error
		if t, err = read(ctx, db, athlete); err != nil {
			return nil, err
		}
		m.of[athlete] = t
	}
	if ok, err := t.need(ctx, db, athlete, wanted(f)); !ok || err != nil {
		delete(m.of, athlete)
		return nil, err
	}
	seen := *t // its metrics may be replaced while a page is selected
	return &seen, nil
}

// fewDays are read from the database in less time than a table.
const fewDays = 400

// follow forgets the tables of athletes whose activities changed. The log is
// looked at before anything is read: what is newer is read again.
func (m *Memory) follow(ctx context.Context, log Log) error {
	seq, err := log.LastChange(ctx)
	if m.of == nil {
		m.of = map[training.AthleteID]*Table{}
	}
	if err != nil || seq <= m.seq {
		return err
	}
	if len(m.of) > 0 {
		const few = 256
		changes, err := log.Changes(ctx, m.seq, few)
		if err != nil {
			return err
		}
		if len(changes) == few { // an import
			clear(m.of)
		}
		for _, c := range changes {
			switch c.Kind {
			case ledger.ChangeActivity, ledger.ChangeDerived, ledger.ChangeRecording:
				delete(m.of, c.Athlete)
			}
		}
	}
	m.seq = seq
	return nil
}
