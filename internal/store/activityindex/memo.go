package activityindex

import (
	"context"
	"math"
	"slices"
	"sort"
	"sync"

	"lapkeep/internal/store/cache"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// mostAthletes bounds how many tables are kept.
const mostAthletes = 4

// Memory holds tables until one of their activities changes. It is safe for
// concurrent use.
type Memory struct {
	of cache.Cache[training.AthleteID, *lists]
}

// lists are those that are selected from one table.
type lists struct {
	mu sync.Mutex
	// asked says that a list was asked for: reading a table takes as long as six
	// lists from the database, so that the second one reads it, and never a
	// program that answers one question and ends.
	asked bool
	table *Table
}

// NewMemory makes a memory; it reads nothing yet.
func NewMemory() *Memory {
	m := &Memory{}
	m.of.Most, m.of.Ignores = mostAthletes, changesNoActivity
	return m
}

func changesNoActivity(c ledger.Change) bool {
	return c.Kind != ledger.ChangeActivity && c.Kind != ledger.ChangeDerived && c.Kind != ledger.ChangeRecording
}

// Select selects a page of a list; ok is false if the database is to be asked:
// a list of few days is not worth reading a table, nor is the first one, and
// the activities may have changed while they were read.
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

// read returns the athlete's activities in memory with the metrics that the
// filter needs; nil if they are not in memory and the filter covers few days.
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

// fewDays are read from the database in less time than a table.
const fewDays = 400

// LoadRowMemory holds the rows of one run of days, those that were asked about and
// those between, until an activity changes. It is safe for concurrent use.
type LoadRowMemory struct {
	runs cache.Cache[Viewer, *loadRun]
}

// loadRun is a run of days with its rows.
type loadRun struct {
	mu   sync.Mutex
	held bool
	days training.DayRange
	rows []Input
}

// NewLoadRowMemory makes a memory; it reads nothing yet.
func NewLoadRowMemory() *LoadRowMemory {
	m := &LoadRowMemory{}
	m.runs.Most, m.runs.Ignores = 1, changesNoActivity
	return m
}

// Viewer is who asks: what one sees is not kept for another.
type Viewer struct {
	Athlete training.AthleteID
	Bit     int64 // of the audience
}

// LoadRowReader reads the rows of some days, in order of day, into a slice that
// has room for some more.
type LoadRowReader func(days training.DayRange, more int) ([]Input, error)

// farDays is how many days may be between days and those that are held for the
// gap to be read with them.
const farDays = 400

// Of returns the rows of some days. They must not be changed.
func (m *LoadRowMemory) Of(ctx context.Context, log cache.Log, of Viewer, days training.DayRange, read LoadRowReader) ([]Input, error) {
	run, err := m.runs.Get(ctx, log, of, func() (*loadRun, error) { return &loadRun{}, nil })
	if err != nil {
		return nil, err
	}
	return run.of(days, read)
}

func (m *loadRun) of(days training.DayRange, read LoadRowReader) ([]Input, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if days.To < days.From {
		return nil, nil
	}
	if !m.held || !m.near(days) {
		rows, err := read(days, 0)
		if err == nil && (!m.held || length(days) >= length(m.days)) {
			m.held, m.days, m.rows = true, days, rows
		}
		return slices.Clip(rows), err
	}
	if err := m.extend(days, read); err != nil {
		return nil, err
	}
	from := sort.Search(len(m.rows), func(i int) bool { return m.rows[i].Day >= days.From })
	to := sort.Search(len(m.rows), func(i int) bool { return m.rows[i].Day > days.To })
	return slices.Clip(m.rows[from:max(from, to)]), nil
}

// length returns the number of days of a range, which may have no end.
func length(days training.DayRange) int64 { return int64(days.To) - int64(days.From) + 1 }

// near reports whether days are within those that are held, or not far away.
func (m *loadRun) near(days training.DayRange) bool {
	return int64(days.To)+farDays >= int64(m.days.From) && int64(days.From)-farDays <= int64(m.days.To)
}

// extend reads the days before and after those in memory. Callers that ask for
// earlier days tend to ask for more of them next, so it reads half as many more
// as there are.
func (m *loadRun) extend(days training.DayRange, read LoadRowReader) error {
	if days.From < m.days.From {
		from := int64(m.days.From) - length(m.days)/2
		from = max(min(int64(days.From), from), math.MinInt32)
		before, err := read(training.DayRange{From: training.Day(from), To: m.days.From - 1}, len(m.rows))
		if err != nil {
			return err
		}
		m.days.From, m.rows = training.Day(from), append(before, m.rows...)
	}
	if days.To > m.days.To {
		behind, err := read(training.DayRange{From: m.days.To + 1, To: days.To}, 0)
		if err != nil {
			return err
		}
		m.days.To, m.rows = days.To, slices.Concat(m.rows, behind)
	}
	return nil
}
