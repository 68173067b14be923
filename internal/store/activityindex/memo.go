package activityindex

import (
	"context"
	"sync"

	"lapkeep/internal/store/cache"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// mostAthletes bounds the number of cached tables.
const mostAthletes = 4

// Memory keeps tables until one of their activities changes. It is safe for concurrent use.
type Memory struct {
	of cache.Cache[training.AthleteID, *lists]
}

// lists holds the lists selected from one table.
type lists struct {
	mu sync.Mutex
	// asked is set if a list was requested before. Reading a table takes as long as
	// reading six lists from the database, so the table is read only at the second
	// request; a program that answers only one question never reads it.
	asked bool
	table *Table
}

// NewMemory returns a Memory that has read nothing yet.
func NewMemory() *Memory {
	m := &Memory{}
	m.of.Most, m.of.On = mostAthletes, ledger.OnActivities()
	return m
}

// Select selects a page of a list. If ok is false, the caller must ask the
// database: a table is not worth reading for the first list or for a list of few
// days, or the activities changed while they were read.
func (m *Memory) Select(
	ctx context.Context, db *sqlitedb.DB, log cache.Log, v ListingView, f *Filter, o Order,
) (p Page, ok bool, err error) {
	l, err := m.of.Get(ctx, log, v.Athlete, func() (*lists, error) { return &lists{}, nil })
	if err != nil {
		return p, false, err
	}
	t, err := l.read(ctx, db, v.Athlete, f)
	if t == nil || err != nil {
		return p, false, err
	}
	p, err = t.page(v, f, o)
	return p, err == nil, err
}

// read returns the athlete's activities in memory with the metrics that the filter needs, or
// nil if they are not in memory and the filter covers few days.
func (l *lists) read(ctx context.Context, db *sqlitedb.DB, athlete training.AthleteID, f *Filter) (*Table, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.table == nil {
		if f.Days != nil && f.Days.Days() <= fewDays {
			return nil, nil
		}
		if !l.asked {
			l.asked = true
			return nil, nil
		}
		var err error
		if l.table, err = read(ctx, db, athlete); err != nil {
			return nil, err
		}
	}
	if ok, err := l.table.need(ctx, db, athlete, wanted(f)); !ok || err != nil {
		l.asked, l.table = false, nil
		return nil, err
	}
	seen := *l.table // its metrics may be replaced while a page is selected
	return &seen, nil
}

// fewDays is the number of days for which the database returns a list faster than a
// table can be read.
const fewDays = 400
