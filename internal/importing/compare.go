package importing

import (
	"context"
	"slices"
	"sync"
	"time"

	"lapkeep/internal/importing/match"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// The bounds of what is compared. Nobody carries so many devices at once; a file
// that says so, or a folder of such files, is not worth more.
const (
	mostCompared = 32   // others that a recording is compared with when it comes
	mostPairs    = 2048 // pairs of a crowd that are compared to regroup it
	mostKnown    = 1 << 14
	mostRows     = 1 << 20 // of columns that are kept while others are compared with them
)

// comparisons remembers how recordings compare, which never changes, and for as
// long as a run takes the columns that it compared. It may be used by several goroutines.
type comparisons struct {
	mu      sync.Mutex
	known   map[[2]edition]match.Relation
	columns map[edition]*training.Columns
	rows    int
}

// edition is a recording as a version of the readers made it.
type edition struct {
	id      training.RecordingID
	version int
}

func (m *member) edition() edition { return edition{m.id, m.rec.ReadVersion} }

// relation says how two recordings belong together. Those of one file never do.
func (im *Importer) relation(a, b *member, load func(*member) (*training.Columns, error)) (match.Relation, error) {
	if a.sibling(b) || !match.Comparable(a.rec, b.rec) {
		return match.Unlike, nil
	}
	if b.id < a.id {
		a, b = b, a
	}
	c, key := &im.compared, [2]edition{a.edition(), b.edition()}
	c.mu.Lock()
	defer c.mu.Unlock()
	if rel, ok := c.known[key]; ok {
		return rel, nil
	}
	ac, err := c.of(a, load)
	if err != nil {
		return match.Unlike, err
	}
	bc, err := c.of(b, load)
	if err != nil {
		return match.Unlike, err
	}
	if c.known == nil || len(c.known) >= mostKnown {
		c.known = map[[2]edition]match.Relation{}
	}
	c.known[key] = match.Judge(a.rec, ac, b.rec, bc)
	return c.known[key], nil
}

// of gives the columns of a recording that are compared.
func (c *comparisons) of(m *member, load func(*member) (*training.Columns, error)) (*training.Columns, error) {
	if m.rec.Columns.Len() > 0 || m.activity == "" { // it is not stored yet
		return &m.rec.Columns, nil
	}
	if cols, ok := c.columns[m.edition()]; ok {
		return cols, nil
	}
	cols, err := load(m)
	if err != nil {
		return nil, err
	}
	if c.columns == nil || c.rows+cols.Len() > mostRows {
		c.columns, c.rows = map[edition]*training.Columns{}, 0
	}
	c.columns[m.edition()], c.rows = cols, c.rows+cols.Len()
	return cols, nil
}

// forget lets go of the columns.
func (c *comparisons) forget() {
	c.mu.Lock()
	c.columns, c.rows = nil, 0
	c.mu.Unlock()
}

// sibling says that two recordings are of one file, and so never of one activity.
func (m *member) sibling(o *member) bool { return m.original != "" && m.original == o.original }

// nearest leaves of the recordings beside one those that it can be compared
// with, and of too many those that have most time in common with it.
func (m *member) nearest(near []*member) (some []*member, all bool) {
	some = slices.DeleteFunc(near, func(o *member) bool { return m.sibling(o) || !match.Comparable(m.rec, o.rec) })
	if len(some) <= mostCompared {
		return some, true
	}
	slices.SortStableFunc(some, func(a, b *member) int {
		x, y := m.tie(a, 0), m.tie(b, 0)
		switch {
		case x.Stronger(y):
			return -1
		case y.Stronger(x):
			return 1
		}
		return 0
	})
	return some[:mostCompared], false
}

func (m *member) tie(o *member, at int) match.Tie {
	return match.Tie{A: at, B: at, Overlap: match.Overlap(m.rec, o.rec), CommonS: match.CommonS(m.rec, o.rec)}
}

// crowded is how many recordings of one time are worth reading those around them
// too, since each of them will be asked for.
const crowded = 64

// pool finds the stored recordings that overlap others. Where many do it keeps
// what it read: each would read all of them again.
type pool struct {
	read     func(from, to time.Time) ([]store.RecordingRow, error)
	from, to time.Time
	kept     []*member
}

func (im *Importer) pool(ctx context.Context, athlete training.AthleteID) pool {
	return pool{read: func(from, to time.Time) ([]store.RecordingRow, error) {
		return im.db.Candidates(ctx, everything(athlete), from, to)
	}}
}

func ends(rec *training.Recording) time.Time {
	return rec.Start.Add(time.Duration(rec.ElapsedS * float64(time.Second)))
}

// around lists the recordings that overlap a stretch of time, in order of their start.
func (p *pool) around(from, to time.Time) ([]*member, error) {
	if p.kept == nil || from.Before(p.from) || to.After(p.to) {
		rows, err := p.read(from, to)
		if err != nil || len(rows) <= crowded {
			return attached(rows), err
		}
		wide := max(to.Sub(from), time.Hour)
		p.from, p.to = from.Add(-wide), to.Add(wide)
		if rows, err = p.read(p.from, p.to); err != nil {
			return nil, err
		}
		p.kept = attached(rows)
	}
	var near []*member
	for _, m := range p.kept {
		if !m.rec.Start.After(to) && !ends(m.rec).Before(from) {
			near = append(near, m)
		}
	}
	return near, nil
}

// attached are the recordings that have an activity.
func attached(rows []store.RecordingRow) []*member {
	out := make([]*member, 0, len(rows))
	for i := range rows {
		if rows[i].Activity != "" {
			out = append(out, stored(&rows[i]))
		}
	}
	return out
}
