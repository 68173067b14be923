package diary

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/importing/listing"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// column is a column of numbers. names are its names, in lower case and separated by "|";
// the first one with a number counts.
type column struct {
	names string
	field training.WellnessField
	scale float64 // converts to the unit of the field
	rule  rule
}

// table describes one kind of table.
type table struct {
	// part completes the name of the source of its statements, unless it is the only table of its maker.
	part string
	// need lists the columns, in lower case, that show what the table is. file matches its
	// path, in lower case, if they do not suffice.
	need []string
	file *textclean.Regexp
	// order lists the names of columns by position, and alike matches the start of a table
	// whose names are in another language.
	order []string
	alike *textclean.Regexp
	// day is the column with the day or the local time.
	day     string
	columns []column
	// keep returns false for a row that does not count. It may be nil.
	keep func(r row) bool
	// from returns the device or app that measured a row. It may be nil.
	from func(r row) string
	// each reads a row, after its columns; it returns false if it cannot.
	each func(d *days, r row) bool
	// zonedBy is the part of the table that gives the offset of times, and zone adds that of a row of it.
	zonedBy string
	zone    func(d *days, r row)
	// beside is the part of the table in the same folder whose statements contain the values of this
	// one, because they are of one night.
	beside string
	// list is set for a list in JSON of values with their times, and older for a table whose values
	// do not count if the folder has a table with the same part.
	list, older bool
	// joins is the part of the table in the same folder to whose rows those of this one belong.
	joins string
}

// row is a row of a table.
type row struct {
	listing.Row

	dates calendar
	x     *listing.Export
}

// number returns the first number in the columns with the given names, separated by "|".
func (r row) number(names string) (float64, bool) {
	for name := range strings.SplitSeq(names, "|") {
		if v, ok := r.Number(name); ok {
			return v, true
		}
	}
	return 0, false
}

// value returns the number in a column, or 0.
func (r row) value(names string) float64 {
	v, _ := r.number(names)
	return v
}

// time returns a time as written, and whether it has a zone.
func (r row) time(column string) (t time.Time, zoned, ok bool) { return r.dates.parse(r.Text(column)) }

// calendar says how the dates of a table are read.
type calendar struct{ monthFirst, unknown bool }

var numeric = textclean.LazyRegexp(`^(\d{1,2})([-/.])(\d{1,2})[-/.](\d{4})(?:[ T,]+(\d{1,2}):(\d\d)(?::(\d\d))?(?: ?([AaPp])\.?[Mm]\.?)?)?$`)

// calendarOf finds out from all dates of a table whether 3/1/2024 is the third of January.
func calendarOf(dates []string) (c calendar) {
	day, month, numbers := 0, 0, 0
	for _, s := range dates {
		m := numeric.Get().FindStringSubmatch(strings.TrimSpace(s))
		if m == nil {
			continue
		}
		numbers++
		first, _ := strconv.Atoi(m[1]) // two digits
		second, _ := strconv.Atoi(m[3])
		switch {
		case first > 12, m[2] == ".":
			day++
		case second > 12, m[8] != "":
			month++
		}
	}
	return calendar{monthFirst: month > day, unknown: numbers > 0 && day == month}
}

// parse parses a date or a time in any form.
func (c calendar) parse(s string) (t time.Time, zoned, ok bool) {
	s = strings.TrimSpace(s)
	if day, err := training.ParseDay(s); err == nil {
		return day.Time(time.UTC), false, true
	}
	if m := numeric.Get().FindStringSubmatch(s); m != nil {
		t, ok = c.numbers(m)
		return t, false, ok && !c.unknown
	}
	t, offset, _, ok := reading.ParseTime(s)
	if ok && reading.Zoned(s) {
		return t.In(time.FixedZone("", offset)), true, true
	}
	return t, false, ok
}

func (c calendar) numbers(m []string) (time.Time, bool) {
	var n [8]int
	for i, text := range m[1:8] {
		n[i], _ = strconv.Atoi(text) // digits, or nothing
	}
	day, month, hour := n[0], n[2], n[4]
	if c.monthFirst {
		day, month = month, day
	}
	if half := strings.ToLower(m[8]); half != "" {
		hour %= 12
		if half == "p" {
			hour += 12
		}
	}
	t := time.Date(n[3], time.Month(month), day, hour, n[5], n[6], 0, time.UTC)
	return t, t.Day() == day && int(t.Month()) == month && hour < 24
}

// headLines is the number of lines at the start of a table of which one is the header, and
// headBytes the number of bytes that hold them.
const headLines, headBytes = 2, 4 << 10

// head is the header of a table.
type head struct {
	names []string
	comma rune
	rest  []byte // the rows
}

// is reports whether data begins like this kind of table. rel is the path of the file.
func (t *table) is(rel string, data []byte) bool {
	if t.list != strings.EqualFold(path.Ext(rel), ".json") {
		return false
	}
	if t.list {
		return t.file.Get().MatchString(strings.ToLower(rel)) && listed.Get().Match(data)
	}
	_, ok := t.header(rel, data)
	return ok
}

var listed = textclean.LazyRegexp(`^\s*\[\s*\{\s*"dateTime"\s*:`)

// tableOf converts a list of values with their times in UTC to a table. A value is a number, a
// text, or an object with one.
func tableOf(list []byte) ([]byte, error) {
	var all []struct {
		At    string          `json:"dateTime"`
		Value json.RawMessage `json:"value"`
	}
	if err := json.Unmarshal(list, &all); err != nil {
		return nil, err
	}
	out := bytes.NewBufferString("timestamp,value,data source\n")
	for _, x := range all {
		var within struct {
			Value json.Number `json:"value"`
		}
		if err := json.Unmarshal(x.Value, &within); err == nil {
			x.Value = []byte(within.Value)
		}
		at, err := time.Parse("01/02/06 15:04:05", x.At)
		if value := strings.Trim(string(x.Value), `"`); err == nil && value != "null" {
			fmt.Fprintf(out, "%s,%q,\n", at.Format(time.RFC3339), value)
		}
	}
	return out.Bytes(), nil
}

// header finds the header of a table.
func (t *table) header(rel string, data []byte) (h head, ok bool) {
	if t.file != nil && !t.file.Get().MatchString(strings.ToLower(rel)) {
		return h, false
	}
	whole := bytes.TrimPrefix(data, []byte("\ufeff"))
	h.rest = whole
	for i := range headLines {
		var line []byte
		line, h.rest, _ = bytes.Cut(h.rest, []byte("\n"))
		h.names, h.comma = columnsOf(string(line))
		if !slices.ContainsFunc(t.need, func(n string) bool { return !slices.Contains(h.names, n) }) {
			return h, true
		}
		if i == 0 && t.alike != nil && len(h.names) == len(t.order) && t.alike.Get().Match(whole[:min(len(whole), headBytes)]) {
			h.names = t.order
			return h, true
		}
	}
	return h, false
}

// columnsOf returns the names in a line, in lower case and without the type of data before
// them, and the character between them.
func columnsOf(line string) ([]string, rune) {
	r := csv.NewReader(strings.NewReader(line))
	r.LazyQuotes = true
	if strings.Count(line, ";") > strings.Count(line, ",") {
		r.Comma = ';'
	}
	names, err := r.Read()
	if err != nil {
		return nil, r.Comma
	}
	for i, n := range names {
		n = strings.ToLower(strings.TrimSpace(n))
		if strings.HasPrefix(n, "com.samsung.") {
			n = n[strings.LastIndexByte(n, '.')+1:]
		}
		names[i] = n
	}
	return names, r.Comma
}

// rows returns the whole rows of a table, and the number of rows that are cut off.
func (t *table) rows(rel string, data []byte) (all []row, cut int, err error) {
	text, ok := textclean.UTF8(data)
	if !ok {
		return nil, 0, errNotText
	}
	if t.list {
		if text, err = tableOf(text); err != nil {
			return nil, 0, err
		}
	}
	h, ok := t.header(rel, text)
	if !ok {
		return nil, 0, errNoHeader
	}
	var names bytes.Buffer
	w := csv.NewWriter(&names)
	w.Comma = h.comma
	if err := w.Write(h.names); err != nil {
		return nil, 0, err
	}
	w.Flush()
	err = listing.Rows(append(names.Bytes(), h.rest...), nil, func(r listing.Row) {
		if r.Whole() {
			all = append(all, row{Row: r})
		} else {
			cut++
		}
	})
	dates := make([]string, len(all))
	for i, r := range all {
		dates[i] = r.Text(t.day)
	}
	c := calendarOf(dates)
	if c.unknown && err == nil {
		return nil, 0, errDates
	}
	for i := range all {
		all[i].dates = c
	}
	return all, cut, err
}

// read reads a table into days.
func (t *table) read(x *listing.Export, e *listing.Entry, d *days) error {
	data, err := x.Table(e)
	if err != nil {
		return err
	}
	all, cut, err := t.rows(e.Rel, data)
	d.odd += cut
	for _, r := range all {
		r.x = x
		if t.keep != nil && !t.keep(r) {
			continue
		}
		if len(t.columns) > 0 && !t.values(d, r) || t.each != nil && !t.each(d, r) {
			d.odd++
		}
	}
	return err
}

// zones reads the offsets in a table. The table is read again for its values, and errors are reported then.
func (t *table) zones(x *listing.Export, e *listing.Entry, d *days) {
	data, err := x.Table(e)
	if err != nil {
		return
	}
	all, _, _ := t.rows(e.Rel, data)
	for _, r := range all {
		t.zone(d, r)
	}
}

// values adds the numbers of a row. It returns false if the row has no day.
func (t *table) values(d *days, r row) bool {
	at, _, ok := r.time(t.day)
	if !ok {
		return false
	}
	from := ""
	if t.from != nil {
		from = t.from(r)
	}
	for _, c := range t.columns {
		if v, ok := r.number(c.names); ok {
			d.put(training.DayOf(at), c.field, from, c.rule, v*c.scale, at)
		}
	}
	return true
}

// offset parses a zone: UTC+02:00, UTC+0200, GMT-5, -05:00 or UTCZ.
func offset(s string) (*time.Location, bool) {
	m := zoneForm.Get().FindStringSubmatch(strings.TrimSpace(s))
	if m == nil {
		return nil, false
	}
	hours, _ := strconv.Atoi(m[2]) // two digits, or nothing
	minutes, _ := strconv.Atoi(m[3])
	seconds := hours*3600 + minutes*60
	if m[1] == "-" || m[1] == "−" {
		seconds = -seconds
	}
	const most = 15 * 3600
	return time.FixedZone("", seconds), seconds >= -most && seconds <= most && minutes < 60
}

var zoneForm = textclean.LazyRegexp(`^(?:UTC|GMT)?(?:Z|([-+−])(\d{1,2}):?(\d\d)?)?$`)

// in returns a local time that is written without a zone, in its zone.
func in(t time.Time, loc *time.Location) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), 0, loc)
}

func pattern(expr string) *textclean.Regexp {
	r := textclean.LazyRegexp(expr)
	return &r
}
