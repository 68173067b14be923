package store

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"lapkeep/internal/store/activityindex"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// ActivityFilter selects activities. Zero fields do not filter.
type ActivityFilter = activityindex.Filter

// ActivityPage is one page of a list of activities.
type ActivityPage struct {
	Rows  []ActivityRow
	Next  string // cursor for the following page, empty at the end
	Total int    // rows that match the filter without Limit and After
	// Sports counts these rows by sport. It is shared and must not be changed.
	Sports map[training.Sport]int
}

// Activities lists the activities that a filter selects, newest first unless
// the filter sets another order.
func (db *DB) Activities(ctx context.Context, s training.Scope, f ActivityFilter) (ActivityPage, error) {
	v, err := db.look(ctx, s)
	if err != nil {
		return ActivityPage{}, err
	}
	w, err := v.list().Where(f)
	if err != nil {
		return ActivityPage{}, err
	}
	if f.Around != "" {
		return db.around(ctx, v, f, w)
	}
	o, err := v.list().OrderOf(f)
	if err != nil {
		return ActivityPage{}, err
	}
	if activityindex.Knows(&f) {
		if page, ok, err := db.packed(ctx, v, f, o); ok || err != nil {
			return page, err
		}
	}
	page, err := db.page(ctx, v, f, w, o)
	if err != nil {
		return page, err
	}
	if f.After == "" && page.Next == "" {
		page.count()
		return page, nil
	}
	page.Sports, page.Total, err = db.total(ctx, w)
	return page, err
}

// packed lists the activities that the index selects; ok is false if it cannot.
func (db *DB) packed(ctx context.Context, v view, f ActivityFilter, o activityindex.Order) (page ActivityPage, ok bool, err error) {
	p, ok, err := db.activities.Select(ctx, db.sql, db, v.list(), &f, o)
	if !ok || err != nil || len(p.IDs) == 0 {
		return ActivityPage{Total: p.Total, Sports: p.Sports}, ok, err
	}
	w, err := v.list().Where(ActivityFilter{IDs: p.IDs, Deleted: f.Deleted})
	if err == nil {
		page, err = db.page(ctx, v, ActivityFilter{Metrics: f.Metrics}, w, activityindex.ByStart(false))
	}
	place := p.Places()
	slices.SortFunc(page.Rows, func(a, b ActivityRow) int { return place[a.ID] - place[b.ID] })
	page.Next, page.Total, page.Sports = p.Next, p.Total, p.Sports
	return page, true, err
}

func (db *DB) page(ctx context.Context, v view, f ActivityFilter, w activityindex.Where, o activityindex.Order) (ActivityPage, error) {
	var page ActivityPage
	w = w.Clone()
	if f.After != "" {
		key, id, err := o.ParseCursor(f.After)
		if err != nil {
			return page, err
		}
		w.Add("("+o.Key+", a.id) "+o.Beyond()+" (?, ?)", key, id)
	}
	metrics := f.Metrics
	if metrics == nil {
		metrics = activityindex.MetricColumns()
	}
	query := "SELECT " + o.Key + ", " + activityColumns(metrics) + " FROM activities a WHERE " + w.SQL() +
		" ORDER BY " + o.Key + o.Direction() + ", a.id" + o.Direction()
	if f.Limit > 0 {
		query += " LIMIT ?+0" // with a bare parameter, SQLite would plan the statement again for each value
		w.Args = append(w.Args, f.Limit+1)
	}
	var key float64
	var keys []float64
	one := v.reader(metrics, &key)
	rows, err := sqlitedb.All(ctx, db.sql, query, w.Args, func(r sqlitedb.Row) (ActivityRow, error) {
		row, err := one.read(r)
		keys = append(keys, key)
		return row, err
	})
	if err != nil {
		return page, err
	}
	if f.Limit > 0 && len(rows) > f.Limit {
		rows = rows[:f.Limit]
		page.Next = o.Cursor(keys[f.Limit-1], string(rows[f.Limit-1].ID))
	}
	page.Rows = rows
	return page, nil
}

// around lists the selected activities nearest in time to a given one.
func (db *DB) around(ctx context.Context, v view, f ActivityFilter, w activityindex.Where) (ActivityPage, error) {
	if f.SortBy != "" || f.After != "" {
		return ActivityPage{}, training.Errorf(training.KindInvalid, "A list around an activity is sorted by time and has only one page.").
			WithFix("Leave out the sort order and the cursor.")
	}
	bits := v.bit
	if f.Deleted {
		bits = v.withDeleted
	}
	at, ok, err := sqlitedb.One(ctx, db.sql, "SELECT start_ms FROM activities WHERE athlete=? AND id=? AND seen&?<>0",
		[]any{v.athlete, f.Around, bits}, sqlitedb.Scalar[int64])
	if err == nil && !ok {
		err = noActivity(f.Around)
	}
	if err != nil {
		return ActivityPage{}, err
	}
	var all []ActivityRow
	for _, side := range []struct {
		cond      string
		ascending bool
	}{{"a.start_ms<=?", false}, {"a.start_ms>?", true}} {
		half := w.Clone()
		half.Add(side.cond, at)
		page, err := db.page(ctx, v, ActivityFilter{Limit: f.Limit, Metrics: f.Metrics}, half, activityindex.ByStart(side.ascending))
		if err != nil {
			return ActivityPage{}, err
		}
		all = append(all, page.Rows...)
	}
	distance := func(r ActivityRow) int64 { return max(r.Start.UnixMilli()-at, at-r.Start.UnixMilli()) }
	slices.SortStableFunc(all, func(a, b ActivityRow) int {
		return cmp.Or(cmp.Compare(distance(a), distance(b)), itselfFirst(a, b, f.Around))
	})
	if f.Limit > 0 {
		all = all[:min(f.Limit, len(all))]
	}
	slices.SortStableFunc(all, func(a, b ActivityRow) int {
		c := cmp.Or(a.Start.Compare(b.Start), cmp.Compare(a.ID, b.ID))
		if f.Ascending {
			return c
		}
		return -c
	})
	page := ActivityPage{Rows: all}
	page.Sports, page.Total, err = db.total(ctx, w)
	return page, err
}

func itselfFirst(a, b ActivityRow, id training.ActivityID) int {
	switch {
	case a.ID == id:
		return -1
	case b.ID == id:
		return 1
	}
	return 0
}

// counted is the number of selected activities of one sport.
type counted struct {
	sport training.Sport
	n     int
}

// total counts the activities that a condition selects, by sport. Counting takes as
// long as listing fifty activities, so counts are cached.
func (db *DB) total(ctx context.Context, w activityindex.Where) (sports map[training.Sport]int, all int, err error) {
	key := fmt.Sprintf("%s %q", w.SQL(), w.Args)
	sports, err = db.totals.Get(ctx, db, key, func() (map[training.Sport]int, error) {
		rows, err := sqlitedb.All(ctx, db.sql, "SELECT sport, count(*) FROM activities a WHERE "+w.SQL()+" GROUP BY sport", w.Args,
			func(r sqlitedb.Row) (c counted, err error) { return c, r.Scan(&c.sport, &c.n) })
		sports := make(map[training.Sport]int, len(rows))
		for _, c := range rows {
			sports[c.sport] = c.n
		}
		return sports, err
	})
	for _, n := range sports {
		all += n
	}
	return sports, all, err
}

// count sets the counts of a page that holds all rows.
func (p *ActivityPage) count() {
	p.Total, p.Sports = len(p.Rows), map[training.Sport]int{}
	for i := range p.Rows {
		p.Sports[p.Rows[i].Sport]++
	}
}

// Note is a remark on an activity.
type Note struct {
	ID       string
	Activity training.ActivityID
	Target   string // local, service message or description
	Author   string // athlete, coach, assistant, or another person's name
	Text     string
	At       time.Time
}

// authorAssistant marks notes that assistants wrote. Models see them even if the
// athlete shares no notes.
const authorAssistant = "assistant"

// Notes lists the notes on an activity, oldest first.
func (db *DB) Notes(ctx context.Context, s training.Scope, id training.ActivityID) ([]Note, error) {
	v, err := db.look(ctx, s)
	if err == nil {
		err = db.shows(ctx, v, id, string(id))
	}
	if err != nil {
		return nil, err
	}
	return db.NotesOn(ctx, s, ActivityFilter{IDs: []training.ActivityID{id}})
}

// NotesOn returns the notes on the newest activities that a filter selects,
// oldest first, including notes on activities merged into them.
func (db *DB) NotesOn(ctx context.Context, s training.Scope, f ActivityFilter) ([]Note, error) {
	v, err := db.look(ctx, s)
	if err != nil {
		return nil, err
	}
	w, err := v.list().Where(f)
	if err != nil {
		return nil, err
	}
	return sqlitedb.All(ctx, db.sql, `SELECT n.id, x.id, n.target, n.author, n.text, n.at_ms
		FROM (SELECT a.id FROM activities a WHERE `+w.SQL()+` ORDER BY a.start_ms DESC, a.id DESC LIMIT ?+0) x
		JOIN notes n ON n.athlete=? AND n.activity IN (`+document.Led("n.athlete", "x.id")+` SELECT id FROM led)
		WHERE ? OR n.author=? ORDER BY n.at_ms, n.id`,
		append(w.Args, cmp.Or(f.Limit, -1), s.Athlete, v.sharing.Notes, authorAssistant),
		func(r sqlitedb.Row) (n Note, err error) {
			var ms int64
			err = r.Scan(&n.ID, &n.Activity, &n.Target, &n.Author, &n.Text, &ms)
			n.At = sqlitedb.Instant(ms)
			return n, err
		})
}

// PutNote writes a note, replacing the one with the same id.
func (tx *Tx) PutNote(a training.AthleteID, n Note) error {
	if n.ID == "" {
		return training.Errorf(training.KindInvalid, "A note needs an id.")
	}
	if err := tx.mustHave(a, n.Activity); err != nil {
		return err
	}
	_, err := tx.sql.Exec(`INSERT INTO notes (athlete, id, activity, at_ms, target, author, text) VALUES (?,?,?,?,?,?,?)
		ON CONFLICT DO UPDATE SET activity=excluded.activity, at_ms=excluded.at_ms, target=excluded.target, author=excluded.author, text=excluded.text`,
		a, n.ID, n.Activity, sqlitedb.Millis(n.At), n.Target, n.Author, n.Text)
	tx.changed(a, ChangeNote, n.ID)
	return err
}

// DeleteNote removes a note. To undo this, put the note again.
func (tx *Tx) DeleteNote(a training.AthleteID, noteID string) error {
	n, err := tx.sql.Exec("DELETE FROM notes WHERE athlete=? AND id=?", a, noteID)
	if err == nil && n == 0 {
		return training.Errorf(training.KindNotFound, "There is no note %q.", noteID).
			WithFix("get_activity_notes lists the notes of an activity.")
	}
	tx.changed(a, ChangeNote, noteID)
	return err
}
