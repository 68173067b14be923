package store

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// ActivityFilter selects activities. Zero fields do not filter.
type ActivityFilter struct {
	IDs      []training.ActivityID
	Days     *training.DayRange
	Sports   []training.Sport
	Text     string // every word, case and accents aside, in name, description or tags
	Tags     []string
	Race     *bool
	GearID   string
	Source   string
	HasPower *bool
	HasHR    *bool
	HasGPS   *bool
	// Min and Max bound metrics of the summary, ends included.
	Min, Max training.Values
	// Around selects the activities nearest in time to this one, itself
	// included; Limit says how many, and After does not apply.
	Around  training.ActivityID
	Parent  training.ActivityID
	Deleted bool // include deleted ones
	// SortBy is a metric, or empty for the start time; Ascending turns it.
	// Activities without the metric come last.
	SortBy    training.Metric
	Ascending bool
	Limit     int // 0 is no limit
	// After continues behind the row whose cursor it is.
	After string
}

// ActivityPage is a page of a list.
type ActivityPage struct {
	Rows  []ActivityRow
	Next  string // cursor for the following page, empty at the end
	Total int    // rows that match the filter without Limit and After
}

// Activities lists the activities that a filter selects, newest first unless
// it says otherwise.
func (db *DB) Activities(ctx context.Context, s training.Scope, f ActivityFilter) (ActivityPage, error) {
	v, err := db.look(ctx, s)
	if err != nil {
		return ActivityPage{}, err
	}
	w, err := v.where(f)
	if err != nil {
		return ActivityPage{}, err
	}
	if f.Around != "" {
		return db.around(ctx, v, f, w)
	}
	o, err := orderOf(f)
	if err != nil {
		return ActivityPage{}, err
	}
	page, err := db.page(ctx, v, f, w, o)
	if err != nil {
		return page, err
	}
	if f.After == "" && page.Next == "" {
		page.Total = len(page.Rows)
		return page, nil
	}
	page.Total, _, err = sqlitedb.One(ctx, db.sql, "SELECT count(*) FROM activities a WHERE "+w.sql(), w.args, sqlitedb.Scalar[int])
	return page, err
}

func (db *DB) page(ctx context.Context, v view, f ActivityFilter, w where, o order) (ActivityPage, error) {
	var page ActivityPage
	w = w.clone()
	if f.After != "" {
		key, id, err := o.parseCursor(f.After)
		if err != nil {
			return page, err
		}
		w.add("("+o.key+", a.id) "+o.beyond()+" (?, ?)", key, id)
	}
	query := "SELECT " + o.key + ", " + activityColumns() + " FROM activities a WHERE " + w.sql() +
		" ORDER BY " + o.key + o.direction() + ", a.id" + o.direction()
	if f.Limit > 0 {
		query += " LIMIT ?"
		w.args = append(w.args, f.Limit+1)
	}
	var keys []float64
	rows, err := sqlitedb.All(ctx, db.sql, query, w.args, func(r sqlitedb.Row) (ActivityRow, error) {
		keys = append(keys, 0)
		return v.readActivity(firstInto{r, &keys[len(keys)-1]})
	})
	if err != nil {
		return page, err
	}
	if f.Limit > 0 && len(rows) > f.Limit {
		rows = rows[:f.Limit]
		page.Next = o.cursor(keys[f.Limit-1], string(rows[f.Limit-1].ID))
	}
	page.Rows = rows
	return page, nil
}

// firstInto reads a row whose first column goes to a place of its own.
type firstInto struct {
	sqlitedb.Row
	first *float64
}

func (f firstInto) Scan(dest ...any) error {
	return f.Row.Scan(slices.Insert(dest, 0, any(f.first))...)
}

// where collects the conditions of a query on activities a.
type where struct {
	conds []string
	args  []any
}

func (w *where) add(cond string, args ...any) {
	w.conds = append(w.conds, cond)
	w.args = append(w.args, args...)
}

func (w where) sql() string { return strings.Join(w.conds, " AND ") }

func (w where) clone() where { return where{slices.Clone(w.conds), slices.Clone(w.args)} }

// where turns a filter into conditions on what the view may see.
func (v view) where(f ActivityFilter) (where, error) {
	var w where
	w.add("a.athlete=?", v.athlete)
	if f.Deleted {
		w.add("a.seen&?<>0", v.withDeleted)
	} else {
		w.add("a.seen&?<>0", v.bit)
	}
	if f.Days != nil {
		// The start bounds the index; it lies within a day of the local day.
		const dayMS = 86_400_000
		w.add("a.start_ms BETWEEN ? AND ?", (int64(f.Days.From)-1)*dayMS, (int64(f.Days.To)+2)*dayMS)
		w.add("a.day BETWEEN ? AND ?", f.Days.From, f.Days.To)
	}
	if f.IDs != nil {
		w.add("a.id IN (SELECT value FROM json_each(?))", jsonList(f.IDs))
	}
	if len(f.Sports) > 0 {
		w.add("a.sport IN (SELECT value FROM json_each(?))", jsonList(f.Sports))
	}
	if f.Race != nil {
		w.add("a.race=?", *f.Race)
	}
	if f.GearID != "" {
		w.add("a.gear=?", f.GearID)
	}
	if f.Parent != "" {
		w.add("a.parent=? AND a.parent<>''", f.Parent)
	}
	v.whereText(&w, f)
	v.whereChannels(&w, f)
	return w, v.whereMetrics(&w, f)
}

func (v view) whereText(w *where, f ActivityFilter) {
	for _, word := range strings.Fields(words(f.Text)) {
		if v.sharing.Notes {
			w.add("(instr(a.title_words, ?)>0 OR instr(a.note_words, ?)>0)", word, word)
		} else {
			w.add("instr(a.title_words, ?)>0", word)
		}
	}
	for _, tag := range f.Tags {
		w.add("EXISTS (SELECT 1 FROM json_each(a.tags) t WHERE t.value=? COLLATE NOCASE)", tag)
	}
	if f.Source != "" {
		w.add(`EXISTS (SELECT 1 FROM links l JOIN recordings r ON r.athlete=l.athlete AND r.id=l.recording
			WHERE l.athlete=a.athlete AND l.activity=a.id AND r.source=? AND r.removed=0 AND r.audience&?<>0)`, f.Source, v.bit)
	}
}

func (v view) whereChannels(w *where, f ActivityFilter) {
	column := "a.channels_" + v.audience.String()
	for _, c := range []struct {
		want *bool
		ch   training.Channel
	}{{f.HasPower, training.Power}, {f.HasHR, training.HeartRate}, {f.HasGPS, training.Latitude}} {
		if c.want != nil {
			w.add("(("+column+" | CASE WHEN a.sources='null' THEN a.summary_channels ELSE 0 END)&?<>0)=?", int64(Channels(c.ch)), *c.want)
		}
	}
}

func (v view) whereMetrics(w *where, f ActivityFilter) error {
	bounds := func(values training.Values, op string) error {
		for _, m := range sortedMetrics(values) {
			if err := checkMetric(m); err != nil {
				return err
			}
			w.add("a.whole&?<>0 AND a."+string(m)+op+"?", v.bit, values[m])
		}
		return nil
	}
	if err := bounds(f.Min, ">="); err != nil {
		return err
	}
	return bounds(f.Max, "<=")
}

func sortedMetrics(values training.Values) []training.Metric {
	var ms []training.Metric
	for m := range values {
		ms = append(ms, m)
	}
	slices.Sort(ms)
	return ms
}

// checkMetric refuses metrics without a column; their names go into the query.
func checkMetric(m training.Metric) error {
	if slices.Contains(metricColumns(), m) {
		return nil
	}
	return training.Errorf(training.KindInvalid, "Activities cannot be sorted or bounded by %q.", m).
		WithFix("The metrics are %s.", metricList(""))
}

// jsonList is a list as one argument, so that a query's text does not depend on its length.
func jsonList[T ~string](list []T) string {
	b, _ := json.Marshal(list) // texts always encode
	return string(b)
}
