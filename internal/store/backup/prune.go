package backup

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/store/originals"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// partly selects the recordings that have an original but lost some of their columns, their
// link or their activity.
const partly = `SELECT r.athlete, r.id, r.original FROM recordings r WHERE r.original<>'' AND (
	NOT EXISTS (SELECT 1 FROM links l JOIN activity_base b ON b.athlete=l.athlete AND b.id=l.activity
		WHERE l.athlete=r.athlete AND l.recording=r.id)
	OR r.rows>0 AND (
		NOT EXISTS (SELECT 1 FROM channel_data d WHERE d.athlete=r.athlete AND d.recording=r.id AND d.channel=200)
		OR EXISTS (WITH RECURSIVE bit(n) AS (SELECT 0 UNION ALL SELECT n+1 FROM bit WHERE n<62)
			SELECT 1 FROM bit WHERE r.channels>>n&1 AND NOT EXISTS
				(SELECT 1 FROM channel_data d WHERE d.athlete=r.athlete AND d.recording=r.id AND d.channel=n))))`

// Prune removes incomplete data that can be recreated: recordings that lost columns
// but have an intact original, and rows of missing activities. The athlete's own
// edits are always kept. The caller then reads the originals again.
func Prune(ctx context.Context, p Place, pack *originals.Packer, codec *originals.Codec, db *sqlitedb.DB) error {
	lost, err := torn(ctx, codec, db)
	if err != nil {
		return err
	}
	return db.Write(ctx, func(tx *sqlitedb.Tx) error {
		if err := keepAthletes(tx); err != nil {
			return err
		}
		for _, k := range lost {
			if _, err := originals.Of(p.Home, k.athlete, pack).Get(k.original); err != nil {
				continue // without an original, the remaining rows are kept
			}
			for _, query := range []string{
				"DELETE FROM channel_data WHERE athlete=? AND recording=?", "DELETE FROM links WHERE athlete=? AND recording=?",
				"DELETE FROM recordings WHERE athlete=? AND id=?",
			} {
				if _, err := tx.Exec(query, k.athlete, k.recording); err != nil {
					return err
				}
			}
		}
		const recording = "NOT EXISTS (SELECT 1 FROM recordings r WHERE r.athlete=c.athlete AND r.id=c.recording)"
		const activity = "NOT EXISTS (SELECT 1 FROM activity_base b WHERE b.athlete=c.athlete AND b.id=c."
		for table, lacks := range map[string]string{
			"channel_data": recording, "links": recording, "activities": activity + "id)", "load_rows": activity + "activity)",
		} {
			if _, err := tx.Exec("DELETE FROM " + table + " AS c WHERE " + lacks); err != nil {
				return err
			}
		}
		return redirect(tx)
	})
}

// tornRecording is an incomplete recording with the hash of its original.
type tornRecording struct{ athlete, recording, original string }

// torn lists the recordings that have an original but lost rows or have columns that cannot
// be decoded.
func torn(ctx context.Context, codec *originals.Codec, db *sqlitedb.DB) ([]tornRecording, error) {
	read := func(r sqlitedb.Row) (k tornRecording, err error) {
		err = r.Scan(&k.athlete, &k.recording, &k.original)
		return k, err
	}
	all, err := sqlitedb.All(ctx, db, partly, nil, read)
	if err != nil {
		return nil, err
	}
	var damaged [][2]string
	_, err = eachColumn(ctx, db, codec, func(athlete, recording string, _ int) {
		damaged = append(damaged, [2]string{athlete, recording})
	})
	if err != nil {
		return nil, err
	}
	for _, d := range slices.Compact(damaged) {
		k, ok, err := sqlitedb.One(ctx, db, "SELECT athlete, id, original FROM recordings WHERE athlete=? AND id=? AND original<>''",
			[]any{d[0], d[1]}, read)
		if err != nil {
			return nil, err
		}
		if ok {
			all = append(all, k)
		}
	}
	return all, nil
}

// redirect restores redirects to activities. For each linked recording, it redirects the id
// of an activity with only this recording to the recording's activity, unless an activity
// with recordings has that id.
func redirect(tx *sqlitedb.Tx) error {
	_, err := tx.Exec(`INSERT OR IGNORE INTO redirects (athlete, old, id)
		SELECT l.athlete, substr(l.recording, 2, ?1), l.activity FROM links l
		WHERE NOT EXISTS (SELECT 1 FROM links o WHERE o.athlete=l.athlete AND o.activity=substr(l.recording, 2, ?1))`,
		training.ActivityIDLength)
	return err
}

// claimOriginals inserts again the rows of originals that were lost although their
// recordings were not. Verify reports originals without a file.
func claimOriginals(ctx context.Context, p Place, db *sqlitedb.DB) error {
	lost, err := sqlitedb.All(ctx, db, `SELECT DISTINCT r.athlete, r.original FROM recordings r WHERE r.original<>''
		AND NOT EXISTS (SELECT 1 FROM originals o WHERE o.athlete=r.athlete AND o.hash=r.original)`, nil, readPair)
	if err != nil || len(lost) == 0 {
		return err
	}
	return db.Write(ctx, func(tx *sqlitedb.Tx) error {
		for _, o := range lost {
			bytes, sum, err := originals.Of(p.Home, o[0], nil).Packed(o[1])
			if err != nil {
				continue
			}
			if _, err := tx.Exec("INSERT INTO originals (athlete, hash, bytes, packed) VALUES (?,?,?,?)", o[0], o[1], bytes, sum); err != nil {
				return err
			}
		}
		return nil
	})
}

// keepAthletes restores athletes whose rows were lost although some of their data was not.
func keepAthletes(tx *sqlitedb.Tx) error {
	var lost []training.AthleteID
	err := tx.Each(`SELECT athlete FROM recordings UNION SELECT athlete FROM activity_base UNION SELECT athlete FROM documents
		UNION SELECT athlete FROM thresholds UNION SELECT athlete FROM said
		UNION SELECT athlete FROM originals UNION SELECT athlete FROM outbox EXCEPT SELECT athlete FROM athletes`,
		nil, func(scan func(...any) error) error {
			var id training.AthleteID
			err := scan(&id)
			lost = append(lost, id)
			return err
		})
	for _, id := range lost {
		if err != nil {
			return err
		}
		text, bodyErr := sqlitedb.Body(training.Athlete{ID: id, WeekStart: time.Monday, Units: training.MetricUnits})
		if bodyErr != nil {
			return bodyErr
		}
		_, err = tx.Exec("INSERT INTO athletes VALUES (?,?)", id, text)
	}
	return err
}

// mostProbes bounds the number of reads of a damaged table.
const mostProbes = 2000

// inJSON lists the columns that are empty or hold JSON.
var inJSON = []string{"body", "own", "said", "value", "words"}

// copying copies those rows of a table that SQLite can read.
type copying struct {
	table
	old  *sqlitedb.DB
	tx   *sqlitedb.Tx
	rows int
	torn bool
}

// bound is one end of a range of rows. It consists of the first columns of a key,
// or is open.
type bound struct {
	key []any
	in  bool // rows with this key are in the range
}

// all copies the table. It reads a range from both ends up to a page that SQLite
// cannot read, then each half of the rest, the widest range first.
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

// run copies rows in one direction up to the end of the range or an unreadable
// page; in the latter case end is the row where it stopped. It skips a row if
// only its key can be read.
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

// read calls f for each complete row of a range.
func (c *copying) read(ctx context.Context, lo, hi bound, upwards bool, f func(key, row []any) error) (reached bool, err error) {
	from, args := c.from(lo, hi, upwards)
	return each(ctx, c.old, "SELECT "+strings.Join(c.key, ",")+","+strings.Join(c.columns, ",")+from,
		len(c.key)+len(c.columns), args, func(cells []any) error {
			return f(append([]any{}, cells[:len(c.key)]...), cells[len(c.key):])
		})
}

// list calls f with the key of the first row of a range, if there is one.
func (c *copying) list(ctx context.Context, lo, hi bound, upwards bool, f func(key []any)) (reached bool, err error) {
	from, args := c.from(lo, hi, upwards)
	return each(ctx, c.old, "SELECT "+strings.Join(c.key, ",")+from+" LIMIT 1", len(c.key), args, func(cells []any) error {
		f(append([]any{}, cells...))
		return nil
	})
}

// from returns the query with arguments for the rows of a range, in order.
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

// put copies a row. It leaves out a row with damaged JSON, because every query that
// read it would fail.
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

// each reads rows of width cells up to the first unreadable one, and reports
// whether it reached the end.
func each(ctx context.Context, db *sqlitedb.DB, query string, width int, args []any, f func(cells []any) error) (reached bool, err error) {
	rows, err := db.Query(ctx, query, args...)
	if err != nil {
		return false, ctx.Err()
	}
	defer rows.Close() //nolint:errcheck // Err reports what went wrong
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

// middle returns the beginning of a key about halfway between two keys. ok is false
// if there is no such key, for example because lo or hi is unknown.
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

// halfway returns a text between two others in byte order.
func halfway(a, b string) (string, bool) {
	const longest = 64
	byteAt := func(s string, i int, beyond int) int {
		if i < len(s) {
			return int(s[i])
		}
		return beyond
	}
	var mid []byte
	above := false // mid is already less than b, whatever follows
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
