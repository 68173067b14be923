package activityindex

import (
	"encoding/base64"
	"encoding/json"
	"strconv"

	"lapkeep/internal/training"
)

// Order is how a list is sorted: by a key that is never NULL, then by id.
type Order struct {
	Name      string // of what is sorted by, in cursors
	Key       string // in SQL
	Ascending bool
}

// OrderOf is the order that a filter asks for. A metric that the view may not
// see is like one that is not there.
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

// Last is the sort value of activities without the metric that they are sorted by, so that they come last.
func Last(ascending bool) float64 {
	const beyondAny = 1e300
	if ascending {
		return beyondAny
	}
	return -beyondAny
}

// ByStart is the order of time.
func ByStart(ascending bool) Order { return Order{"start", "a.start_ms", ascending} }

// Direction is it in SQL.
func (o Order) Direction() string {
	if o.Ascending {
		return " ASC"
	}
	return " DESC"
}

// Beyond compares with the row that a page ended with.
func (o Order) Beyond() string {
	if o.Ascending {
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

// Cursor names a row by which the next page is found.
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
