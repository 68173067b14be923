package store

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"slices"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// order is how a list is sorted: by a key that is never NULL, then by id.
type order struct {
	name      string // of what is sorted by, in cursors
	key       string // in SQL
	ascending bool
}

func orderOf(f ActivityFilter) (order, error) {
	o := order{"start", "a.start_ms", f.Ascending}
	if f.SortBy == "" {
		return o, nil
	}
	o.name, o.key = string(f.SortBy), "coalesce(a."+string(f.SortBy)+", -1e300)"
	if f.Ascending {
		o.key = "coalesce(a." + string(f.SortBy) + ", 1e300)"
	}
	return o, checkMetric(f.SortBy)
}

func (o order) direction() string {
	if o.ascending {
		return " ASC"
	}
	return " DESC"
}

func (o order) beyond() string {
	if o.ascending {
		return ">"
	}
	return "<"
}

// cursor names the row that a page ended with; it holds no secret.
type cursor struct {
	By        string  `json:"by"`
	Ascending bool    `json:"asc,omitempty"`
	Key       float64 `json:"key"`
	ID        string  `json:"id"`
}

func (o order) cursor(key float64, id string) string {
	b, _ := json.Marshal(cursor{o.name, o.ascending, key, id}) // plain data
	return base64.RawURLEncoding.EncodeToString(b)
}

func (o order) parseCursor(text string) (key float64, id string, err error) {
	var c cursor
	b, err := base64.RawURLEncoding.DecodeString(text)
	if err == nil {
		err = json.Unmarshal(b, &c)
	}
	if err != nil || c.By != o.name || c.Ascending != o.ascending {
		return 0, "", training.Errorf(training.KindInvalid, "The cursor does not belong to this list.").
			WithFix("Pass the cursor of the page before with the same sort order, or none.")
	}
	return c.Key, c.ID, nil
}

// around lists the activities nearest in time to one, of those that the
// filter selects.
func (db *DB) around(ctx context.Context, v view, f ActivityFilter, w where) (ActivityPage, error) {
	if f.SortBy != "" || f.After != "" {
		return ActivityPage{}, training.Errorf(training.KindInvalid, "A list around an activity is in order of time and has one page.").
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
		half := w.clone()
		half.add(side.cond, at)
		page, err := db.page(ctx, v, ActivityFilter{Limit: f.Limit}, half, order{"start", "a.start_ms", side.ascending})
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
	page.Total, _, err = sqlitedb.One(ctx, db.sql, "SELECT count(*) FROM activities a WHERE "+w.sql(), w.args, sqlitedb.Scalar[int])
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
