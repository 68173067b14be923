package store

import (
	"context"
	"fmt"

	"lapkeep/internal/store/activityindex"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// counted is how many activities of a sport a condition selects.
type counted struct {
	sport training.Sport
	n     int
}

// total counts the activities that a condition selects, by sport, which takes
// as long as listing fifty.
func (db *DB) total(ctx context.Context, w activityindex.Where) (sports map[training.Sport]int, all int, err error) {
	seq, err := db.LastChange(ctx)
	if err != nil {
		return nil, 0, err
	}
	key := fmt.Sprintf("%s %q", w.SQL(), w.Args)
	sports, ok := db.totals.At(seq, key)
	if !ok {
		rows, err := sqlitedb.All(ctx, db.sql, "SELECT sport, count(*) FROM activities a WHERE "+w.SQL()+" GROUP BY sport", w.Args,
			func(r sqlitedb.Row) (c counted, err error) { return c, r.Scan(&c.sport, &c.n) })
		if err != nil {
			return nil, 0, err
		}
		sports = make(map[training.Sport]int, len(rows))
		for _, c := range rows {
			sports[c.sport] = c.n
		}
		db.totals.Keep(seq, key, sports)
	}
	for _, n := range sports {
		all += n
	}
	return sports, all, nil
}

// count counts the rows of a page that has all of them.
func (p *ActivityPage) count() {
	p.Total, p.Sports = len(p.Rows), map[training.Sport]int{}
	for i := range p.Rows {
		p.Sports[p.Rows[i].Sport]++
	}
}
