package backup

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"lapkeep/internal/store/sqlitedb"
)

// mostProbes bounds how often a table is looked into between damaged pages.
const mostProbes = 2000

// inJSON are the columns whose texts are JSON, or empty.
var inJSON = []string{"body", "own", "said", "value", "words"}

// copying copies the rows of one table that SQLite can read.
type copying struct {
	table
	old  *sqlitedb.DB
	tx   *sqlitedb.Tx
	rows int
	torn bool
}

// bound is one end of a stretch of rows: the first columns of a key, or none.
type bound struct {
	key []any
	in  bool // the rows at the key belong to the stretch
}

// all copies the table. It reads a stretch from both ends up to a page that
// SQLite cannot read, and then each half of what lies between, wide stretches
// before narrow ones.
func (c *copying) all(ctx context.Context) error {
	stretches := [][2]bound{{}}
	for n := 0; n < len(stretches) && n < mostProbes; n++ {
		lo, hi := stretches[n][0], stretches[n][1]
		last, reached, err := c.run(ctx, lo, hi, true)
		if err != nil {
			return err
		}
		if reached {
			continue
		}
		c.torn = true
		first, reached, err := c.run(ctx, last, hi, false)
		if err != nil {
			return err
		}
		if mid, ok := middle(last.key, first.key); ok && !reached {
			stretches = append(stretches, [2]bound{last, {key: mid}}, [2]bound{{mid, true}, first})
		}
	}
	return nil
}

// run copies rows in one direction up to the end of the stretch, or up to a
// page that cannot be read; then end is where it stopped. A row of which only
// the key can be read is left out.
func (c *copying) run(ctx context.Context, lo, hi bound, upwards bool) (end bound, reached bool, err error) {
	at := &hi
	if upwards {
		at = &lo
	}
	for {
		if reached, err = c.read(ctx, lo, hi, upwards, func(key, row []any) error {
			*at = bound{key: key}
			return c.put(row)
		}); err != nil || reached {
			return *at, reached, err
		}
		more := false
		if reached, err = c.list(ctx, lo, hi, upwards, func(key []any) { *at, more = bound{key: key}, true }); err != nil || !reached {
			return *at, false, err
		}
		if c.torn = true; !more {
			return *at, true, nil
		}
	}
}

// read calls f for each whole row of a stretch.
func (c *copying) read(ctx context.Context, lo, hi bound, upwards bool, f func(key, row []any) error) (reached bool, err error) {
	from, args := c.from(lo, hi, upwards)
	return each(ctx, c.old, "SELECT "+strings.Join(c.key, ",")+","+strings.Join(c.columns, ",")+from,
		len(c.key)+len(c.columns), args, func(cells []any) error {
			return f(append([]any{}, cells[:len(c.key)]...), cells[len(c.key):])
		})
}

// list calls f for the key of the first row of a stretch, if it has one.
func (c *copying) list(ctx context.Context, lo, hi bound, upwards bool, f func(key []any)) (reached bool, err error) {
	from, args := c.from(lo, hi, upwards)
	return each(ctx, c.old, "SELECT "+strings.Join(c.key, ",")+from+" LIMIT 1", len(c.key), args, func(cells []any) error {
		f(append([]any{}, cells...))
		return nil
	})
}

// from is the part of a query that names the rows of a stretch, in order.
func (c *copying) from(lo, hi bound, upwards bool) (query string, args []any) {
	var where []string
	for _, end := range []struct {
		bound
		op string
	}{{lo, " > "}, {hi, " < "}} {
		if n := len(end.key); n > 0 {
			op := end.op
			if end.in {
				op = strings.TrimSpace(op) + "= "
			}
			where = append(where, "("+strings.Join(c.key[:n], ",")+")"+op+"(?"+strings.Repeat(",?", n-1)+")")
			args = append(args, end.key...)
		}
	}
	query = " FROM " + c.name + " NOT INDEXED"
	if len(where) > 0 {
		query += " WHERE " + strings.Join(where, " AND ")
	}
	order := " ASC"
	if !upwards {
		order = " DESC"
	}
	return query + " ORDER BY " + strings.Join(c.key, order+",") + order, args
}

// put copies a row. One whose JSON is damaged would stop every question that
// reads it, and is left out.
func (c *copying) put(row []any) error {
	for i, cell := range row {
		if text, is := cell.(string); is && text != "" && slices.Contains(inJSON, c.columns[i]) && !json.Valid([]byte(text)) {
			c.torn = true
			return nil
		}
	}
	columns := strings.Join(c.columns, ",")
	insert := "INSERT OR REPLACE INTO " + c.name + " (" + columns + ") VALUES (?" + strings.Repeat(",?", len(c.columns)-1) + ")"
	if _, err := c.tx.Exec(insert, row...); err != nil {
		return err
	}
	c.rows++
	return nil
}

// each reads rows of so many cells up to the first that cannot be read, and
// reports whether it reached the end.
func each(ctx context.Context, db *sqlitedb.DB, query string, width int, args []any, f func(cells []any) error) (reached bool, err error) {
	rows, err := db.Query(ctx, query, args...)
	if err != nil {
		return false, ctx.Err()
	}
	defer rows.Close() //nolint:errcheck // Err tells what went wrong
	cells, at := make([]any, width), make([]any, width)
	for i := range cells {
		at[i] = &cells[i]
	}
	for rows.Next() {
		if err := rows.Scan(at...); err != nil {
			return false, ctx.Err()
		}
		if err := f(cells); err != nil {
			return false, err
		}
	}
	return rows.Err() == nil, ctx.Err()
}

// middle returns the beginning of a key about halfway between two keys.
// An end that is not known has none.
func middle(lo, hi []any) (mid []any, ok bool) {
	for i := 0; i < len(lo) && i < len(hi); i++ {
		switch a := lo[i].(type) {
		case int64:
			if b, is := hi[i].(int64); is && a != b {
				return append(mid, a+(b-a)/2), b-a > 1
			}
		case string:
			if b, is := hi[i].(string); is && a != b {
				text, ok := halfway(a, b)
				return append(mid, text), ok
			}
		}
		mid = append(mid, lo[i])
	}
	return nil, false
}

// halfway returns a text between two, in the order of their bytes.
func halfway(a, b string) (string, bool) {
	const longest = 64
	byteAt := func(s string, i int, beyond int) int {
		if i < len(s) {
			return int(s[i])
		}
		return beyond
	}
	var mid []byte
	above := false // mid is below b already, whatever follows
	for i := range longest {
		x, y := byteAt(a, i, 0), byteAt(b, i, 0)
		if above {
			y = 1 << 8
		}
		if y-x >= 2 {
			return string(append(mid, byte(x+(y-x)/2))), true
		}
		above = above || y > x
		mid = append(mid, byte(x))
	}
	return "", false
}
