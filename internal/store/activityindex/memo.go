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
	ctx context.Context, db *sqlitedb.DB, log cache.Log, v ListingView, f *Filter, o Order,
) (p Page, ok bool, err error) {
	t, err := m.table(ctx, db, log, v.Athlete, f)
	if t == nil || err != nil {
		return p, false, err
	}
	p, err = t.page(v, f, o)
	return p, err == nil, err
}

// table returns the athlete's activities in memory with the metrics that the
// filter needs; nil if they are not in memory and the filter covers few days.
func (m *Memory) table(ctx context.Context, db *sqlitedb.DB, log cache.Log, athlete training.AthleteID, f *Filter) (*Table, error) {
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

// follow drops the tables of athletes whose activities changed. The log is read
// before anything else: what is newer is read again.
func (m *Memory) follow(ctx context.Context, log cache.Log) error {
	seq, err := log.LastChange(ctx)
	if m.of == nil {
		m.of = map[training.AthleteID]*Table{}
	}
	if err != nil || seq <= m.seq {
		return err
	}
	if len(m.of) > 0 {
		const few = 256
		if seq-m.seq > few { // an import
			clear(m.of)
		}
		for c, err := range cache.Since(ctx, log, m.seq, seq) {
			if err != nil {
				return err
			}
			switch c.Kind {
			case ledger.ChangeActivity, ledger.ChangeDerived, ledger.ChangeRecording:
				delete(m.of, c.Athlete)
			}
			if len(m.of) == 0 {
				break
			}
		}
	}
	m.seq = seq
	return nil
}

// LoadRowMemory holds the rows of one run of days, those that were asked about and
// those between, until an activity changes. Its zero value is empty. It is
// safe for concurrent use.
type LoadRowMemory struct {
	mu   sync.Mutex
	of   Viewer
	seq  int64 // of the change log when nothing had changed since they were read
	held bool
	days training.DayRange
	rows []Input
}

// Viewer is who asks: what one sees is not kept for another.
type Viewer struct {
	Athlete training.AthleteID
	Bit     int64 // of the audience
}

// LoadRowReader reads what a memory does not hold.
type LoadRowReader struct {
	// Changed reports whether an activity of the athlete changed after a place
	// in the change log.
	Changed func(after int64) (bool, error)
	// Read reads the rows of some days, in order of day, into a slice that has
	// room for some more.
	Read func(days training.DayRange, more int) ([]Input, error)
}

// farDays is how many days may be between days and those that are held for the
// gap to be read with them.
const farDays = 400

// Of returns the rows of some days as of seq in the change log. They must not
// be changed.
func (m *LoadRowMemory) Of(of Viewer, seq int64, days training.DayRange, r LoadRowReader) ([]Input, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.follow(of, seq, r); err != nil {
		return nil, err
	}
	if days.To < days.From {
		return nil, nil
	}
	if !m.held || !m.near(days) {
		rows, err := r.Read(days, 0)
		if err == nil && (!m.held || length(days) >= length(m.days)) {
			m.held, m.days, m.rows = true, days, rows
		}
		return slices.Clip(rows), err
	}
	if err := m.extend(days, r); err != nil {
		return nil, err
	}
	from := sort.Search(len(m.rows), func(i int) bool { return m.rows[i].Day >= days.From })
	to := sort.Search(len(m.rows), func(i int) bool { return m.rows[i].Day > days.To })
	return slices.Clip(m.rows[from:max(from, to)]), nil
}

// follow drops rows of another viewer, or from before a change.
func (m *LoadRowMemory) follow(of Viewer, seq int64, r LoadRowReader) error {
	changed := m.of != of || m.seq > seq // another's, or a log that was restored
	if m.held && !changed && m.seq < seq {
		var err error
		if changed, err = r.Changed(m.seq); err != nil {
			return err
		}
	}
	if changed {
		m.held, m.rows = false, nil
	}
	m.of, m.seq = of, seq
	return nil
}

// length returns the number of days of a range, which may have no end.
func length(days training.DayRange) int64 { return int64(days.To) - int64(days.From) + 1 }

// near reports whether days are within those that are held, or not far away.
func (m *LoadRowMemory) near(days training.DayRange) bool {
	return int64(days.To)+farDays >= int64(m.days.From) && int64(days.From)-farDays <= int64(m.days.To)
}

// extend reads the days before and after those in memory. Callers that ask for
// earlier days tend to ask for more of them next, so it reads half as many more
// as there are.
func (m *LoadRowMemory) extend(days training.DayRange, r LoadRowReader) error {
	if days.From < m.days.From {
		from := int64(m.days.From) - length(m.days)/2
		from = max(min(int64(days.From), from), math.MinInt32)
		before, err := r.Read(training.DayRange{From: training.Day(from), To: m.days.From - 1}, len(m.rows))
		if err != nil {
			return err
		}
		m.days.From, m.rows = training.Day(from), append(before, m.rows...)
	}
	if days.To > m.days.To {
		behind, err := r.Read(training.DayRange{From: m.days.To + 1, To: days.To}, 0)
		if err != nil {
			return err
		}
		m.days.To, m.rows = days.To, slices.Concat(m.rows, behind)
	}
	return nil
}
