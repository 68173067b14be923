package activityindex

import (
	"encoding/base64"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"lapkeep/internal/training"
)

// Order describes the order of a list: by a key that is never NULL, then by id.
type Order struct {
	Name      string // of the sort field, used in cursors
	Key       string // the sort field in SQL
	Ascending bool
}

// OrderOf returns the order that a filter asks for. If the viewer may not see a
// metric, it counts as missing.
func (v ListingView) OrderOf(f Filter) (Order, error) {
	o := ByStart(f.Ascending)
	if f.SortBy == "" {
		return o, nil
	}
	last := strconv.FormatFloat(Last(f.Ascending), 'g', -1, 64)
	o.Name = string(f.SortBy)
	o.Key = "coalesce(CASE WHEN a.whole&" + strconv.FormatInt(v.Bit, 10) + "<>0 THEN a." + o.Name + " END, " + last + ")"
	return o, CheckMetric(f.SortBy)
}

// Last returns the sort value for activities without the metric, which come
// last.
func Last(ascending bool) float64 {
	const beyondAny = 1e300
	if ascending {
		return beyondAny
	}
	return -beyondAny
}

// ByStart returns the order by start time.
func ByStart(ascending bool) Order { return Order{"start", "a.start_ms", ascending} }

// Direction returns the SQL keyword of the direction, " ASC" or " DESC".
func (o Order) Direction() string {
	if o.Ascending {
		return " ASC"
	}
	return " DESC"
}

// Beyond returns the SQL operator for the rows after a page's last row.
func (o Order) Beyond() string {
	if o.Ascending {
		return ">"
	}
	return "<"
}

// cursor identifies the last row of a page; it holds no secret.
type cursor struct {
	By        string  `json:"by"`
	Ascending bool    `json:"asc,omitempty"`
	Key       float64 `json:"key"`
	ID        string  `json:"id"`
}

// Cursor returns the cursor for the row after which the next page begins.
func (o Order) Cursor(key float64, id string) string {
	b, _ := json.Marshal(cursor{o.Name, o.Ascending, key, id}) // plain data
	return base64.RawURLEncoding.EncodeToString(b)
}

// ParseCursor reads a cursor of the same order.
func (o Order) ParseCursor(text string) (key float64, id string, err error) {
	var c cursor
	b, err := base64.RawURLEncoding.DecodeString(text)
	if err == nil {
		err = json.Unmarshal(b, &c)
	}
	if err != nil || c.By != o.Name || c.Ascending != o.Ascending {
		return 0, "", training.Errorf(training.KindInvalid, "The cursor does not belong to this list.").
			WithFix("Pass the cursor of the page before with the same sort order, or none.")
	}
	return c.Key, c.ID, nil
}

// Page is a page of ids in the order of the list.
type Page struct {
	IDs []training.ActivityID
	// Next is the cursor of the following page, empty at the end.
	Next string
	// Total is the number of rows matching the filter without Limit and After.
	Total int
	// Sports counts these rows by sport.
	Sports map[training.Sport]int
}

// Places maps each id to its position in the page.
func (p *Page) Places() map[training.ActivityID]int {
	place := make(map[training.ActivityID]int, len(p.IDs))
	for i, id := range p.IDs {
		place[id] = i
	}
	return place
}

// indexed reports whether a filter has a condition that a database index supports
// or that tables do not support.
func indexed(f *Filter) bool {
	return f.IDs != nil && len(f.IDs) <= fewIDs || len(f.Tags) > 0 || f.Source != "" || f.Device != "" || f.Around != "" ||
		f.Parent != "" || f.Marked
}

// Knows reports whether a table supports every condition of a filter and no
// database index supports any of them.
func Knows(f *Filter) bool {
	if indexed(f) {
		return false
	}
	return f.IDs != nil || f.SortBy != "" || f.Text != "" || f.Race != nil || f.Commute != nil || f.GearID != "" ||
		f.HasPower != nil || f.HasHR != nil || f.HasGPS != nil || f.Indoor != nil || len(f.Min) > 0 || len(f.Max) > 0 ||
		slices.ContainsFunc(f.Sports, training.Discipline.Refined)
}

// fewIDs is the number of ids that the database can look up in less time than it
// takes to scan a table.
const fewIDs = 400

// wanted returns the metrics that a filter sorts or selects by.
func wanted(f *Filter) []training.Metric {
	var all []training.Metric
	if f.SortBy != "" {
		all = append(all, f.SortBy)
	}
	for _, bounds := range []training.Values{f.Min, f.Max} {
		for m := range bounds {
			all = append(all, m)
		}
	}
	return all
}

// row is the index of an activity in the table, with its sort key.
type row struct {
	key float64
	i   int32
}

// page selects a page. The metrics that it needs must have been read.
func (t *Table) page(v ListingView, f *Filter, o Order) (p Page, err error) {
	after, afterID := math.Inf(-1), ""
	if f.After != "" {
		if after, afterID, err = o.ParseCursor(f.After); err != nil {
			return p, err
		}
	}
	key, conds := t.keyOf(v, f), t.conditions(v, f)
	best := chosen{t: t, ascending: f.Ascending, most: f.Limit + 1}
	from, to := t.span(f)
	bySport := make([]int, len(t.sports.list))
rows:
	for n := range to - from {
		i := from + n
		if !f.Ascending {
			i = to - 1 - n // already sorted if the list is ordered by start
		}
		for _, holds := range conds {
			if !holds(i) {
				continue rows
			}
		}
		p.Total++
		bySport[t.sport[i]]++
		k := key(i)
		if f.After != "" && !t.beyond(k, i, after, afterID, f.Ascending) {
			continue
		}
		best.add(row{k, int32(i)}) //nolint:gosec // a place in the table
	}
	p.Sports = t.named(bySport)
	rows := best.inOrder()
	if f.Limit > 0 && len(rows) > f.Limit {
		rows = rows[:f.Limit]
		last := rows[f.Limit-1]
		p.Next = o.Cursor(last.key, t.ids.at(int(last.i)))
	}
	p.IDs = make([]training.ActivityID, len(rows))
	for k, r := range rows {
		p.IDs[k] = training.ActivityID(strings.Clone(t.ids.at(int(r.i))))
	}
	return p, nil
}

// named converts counts by discipline number to counts by sport.
func (t *Table) named(bySport []int) map[training.Sport]int {
	out := map[training.Sport]int{}
	for i, n := range bySport {
		if n > 0 {
			out[training.Sport(strings.Clone(string(disciplineOf(t.sports.list[i]).Sport)))] += n
		}
	}
	return out
}

// span returns the range of rows that start near the days of a filter.
func (t *Table) span(f *Filter) (from, to int) {
	if f.Days == nil {
		return 0, len(t.startMS)
	}
	first, last := Starts(*f.Days)
	from, _ = slices.BinarySearch(t.startMS, first)
	to, _ = slices.BinarySearch(t.startMS, last+1)
	return from, max(from, to)
}

// keyOf returns a row's sort key.
func (t *Table) keyOf(v ListingView, f *Filter) func(i int) float64 {
	if f.SortBy == "" {
		return func(i int) float64 { return float64(t.startMS[i]) }
	}
	values, bit, last := t.metric(f.SortBy), uint8(v.Bit), Last(f.Ascending) //nolint:gosec // one of three bits
	return func(i int) float64 {
		if x := values[i]; t.whole[i]&bit != 0 && x == x { //nolint:gocritic // NaN is not itself
			return x
		}
		return last
	}
}

// beyond reports whether a row comes after a cursor.
func (t *Table) beyond(key float64, i int, after float64, afterID string, ascending bool) bool {
	if key != after {
		return (key > after) == ascending
	}
	id := t.ids.at(i)
	return id != afterID && (id > afterID) == ascending
}

// chosen keeps the first rows of an ordered list, up to the limit. If most is 1, the list
// has no limit, and all rows are kept.
type chosen struct {
	t         *Table
	ascending bool
	most      int
	rows      []row
}

func (c *chosen) add(r row) {
	n := len(c.rows)
	if c.most == 1 {
		c.rows = append(c.rows, r)
		return
	}
	if n == 0 || c.before(c.rows[n-1], r) { // the usual case: in order, or after the last row
		if n < c.most {
			c.rows = append(c.rows, r)
		}
		return
	}
	at, _ := slices.BinarySearchFunc(c.rows, r, c.compare)
	if n < c.most {
		c.rows = append(c.rows, row{})
	}
	copy(c.rows[at+1:], c.rows[at:])
	c.rows[at] = r
}

// inOrder returns the chosen rows in order.
func (c *chosen) inOrder() []row {
	if c.most == 1 && !slices.IsSortedFunc(c.rows, c.compare) {
		slices.SortFunc(c.rows, c.compare)
	}
	return c.rows
}

func (c *chosen) compare(a, b row) int {
	switch {
	case a.i == b.i:
		return 0
	case c.before(a, b):
		return -1
	}
	return 1
}

// before reports whether a row comes before another one.
func (c *chosen) before(a, b row) bool {
	return c.t.beyond(b.key, int(b.i), a.key, c.t.ids.at(int(a.i)), c.ascending)
}
