// Package listing gives the readers of services' exports access to the content of
// a folder or an archive, and turns their results into items to import. It must
// not depend on any service, or on how an archive is packed.
//
// # Adding a service's export
//
// Add a file to internal/importing/archive with a type that implements [Form], and register
// it in forms. Top recognises an export by the name of an entry and, if necessary, its
// first bytes. Emit reads the tables, which are parts of the [Export], by name. It yields
// items in the types of package training: statements on activities together with their
// files ([Entry.Item]), activities without a recording, and the account.
//
// The walk handles all unused parts: it reads the archives among them, and yields
// everything else as plain files. [Export.Leave] gives reasons not to open some parts.
// [Export.About] adds data to each remaining file, including those in nested archives, by
// the name of the file or, with [Item.StatementOf], by its recordings. [Export.Sift] skips
// files by their first bytes, and [Export.Last] yields items after all files. [Rows] reads
// CSV tables, [Export.Part] returns a part without using it, and [Export.Days] yields days.
//
// Package internal/importing stores the items. Its comment explains how to add
// kinds of data. Messages, contacts and logins are never read.
package listing

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"io"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// Item is a file that may contain a recording, or a piece of data from an export. Its bytes
// are read only when they are needed, so that a walk of a large folder keeps no file open.
type Item struct {
	// Path is the path shown to people. A member of an archive has a path like
	// "archive.zip/member.fit".
	Path string
	// Lies is the absolute path of the file, in which archives count as folders. It has slashes,
	// and does not depend on how the file was named. It is empty for items that are not files.
	Lies string
	// Folder is the file's folder relative to the path that the athlete named, in which
	// archives count as folders. It has slashes, and is empty for a file directly in that path.
	Folder string
	// Size is the size on disk, or the unpacked size of a member of an archive.
	Size    int64
	ModTime time.Time
	// Skip is the reason not to read the file, as a sentence, or empty.
	Skip string
	// Err is the error for a file or folder that could not be opened.
	Err error

	// Warning is a sentence about a difference between the item and the export's data about
	// it. The item is used nevertheless.
	Warning string

	// Statement is the export's statement on the activity in the file. If it
	// has an Entry, the activity was entered by hand and there is no file.
	Statement *training.Statement
	// StatementOf is for exports that do not list their files. It returns the export's
	// statement on a recording of the file, or nil if there is none. It is called for each
	// recording, from several goroutines.
	StatementOf func(*training.Recording) *training.Statement
	// Unrecorded lists activities of the export, each with an Entry. Those that
	// have no recording are stored. The item must come after all files.
	Unrecorded []training.Statement
	// Route means that the file is a route to follow, regardless of its
	// content. It has the export's reference and name.
	Route *RouteName
	// Account describes the athlete. An item with an account has no bytes.
	Account *Account
	// Wellness holds days from the export.
	Wellness *Wellness
	// Text is a coach's text from another program.
	Text *training.CoachText
	// Remark is a coach's remark on an activity. The item must come after all files.
	Remark *training.Remark
	// AsOf is the time of the export and of all its statements.
	AsOf time.Time

	// Aside means that the item is a skipped file, and one of very many similar
	// files. Reports only count it.
	Aside bool

	read func(ctx context.Context) ([]byte, error)
	made func(ctx context.Context) ([]*training.Recording, error)
}

// RouteName is an export's reference to a route, such as "service:123", with the route's name.
type RouteName struct{ Ref, Name string }

// Account describes the athlete according to a table of an export. Empty fields are unknown.
type Account struct {
	Source   string // source of the records and reminders, such as "garmin"
	Name     string
	Sex      training.Sex
	WeightKg float64
	Gear     []training.Gear
	// Reminders have ids that are unique for the source.
	Reminders []training.GearReminder
	// Records are identified by their names.
	Records []training.PersonalRecord
	// Thresholds apply from the day of the export on. Their own From is ignored.
	Thresholds []training.ThresholdEntry
}

// Wellness holds days from an export.
type Wellness struct {
	Source string // as in [training.WellnessNumber]
	Days   []training.WellnessDay
	// More holds what other sources say in the same file.
	More []Wellness
}

// Memory returns an item whose bytes are in memory, such as an upload or a download.
func Memory(path string, data []byte) Item {
	return Item{Path: path, Size: int64(len(data)), read: func(context.Context) ([]byte, error) { return data, nil }}
}

// Made returns an item whose bytes are produced when they are needed.
func Made(path string, make func(ctx context.Context) ([]byte, error)) Item {
	return Item{Path: path, read: make}
}

// Recorded returns an item with recordings that do not come from a file. They
// are created when they are needed. The bytes of the item are their stored form.
func Recorded(path string, made func(ctx context.Context) ([]*training.Recording, error)) Item {
	return Item{Path: path + reading.SamplesExtension, made: made}
}

// Bytes returns the bytes that [Item.Content] returns.
func (it Item) Bytes(ctx context.Context) ([]byte, error) {
	data, _, err := it.Content(ctx)
	return data, err
}

// Content returns the bytes of the whole file, up to the limit of the walk that
// found it, or the recordings with their stored form. It returns an error for
// an item that is skipped, broken or without content.
func (it Item) Content(ctx context.Context) (data []byte, recs []*training.Recording, err error) {
	switch {
	case it.Err != nil:
		return nil, nil, it.Err
	case it.read == nil && it.made == nil:
		return nil, nil, fs.ErrInvalid
	}
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	if it.made == nil {
		data, err = it.read(ctx)
		return data, nil, err
	}
	if recs, err = it.made(ctx); err == nil {
		data, err = reading.WriteSamples(recs)
	}
	return data, recs, err
}

// Name returns the last element of the path.
func (it Item) Name() string { return path.Base(filepath.ToSlash(it.Path)) }

// Days yields the wellness days of an export, newest first and grouped by year.
// It leaves out empty days.
func (x *Export) Days(source string, asOf time.Time, days []training.WellnessDay) bool {
	years := map[int][]training.WellnessDay{}
	for _, w := range days {
		if !w.Empty() {
			y := w.Day.Time(time.UTC).Year()
			years[y] = append(years[y], w)
		}
	}
	for _, y := range slices.Backward(slices.Sorted(maps.Keys(years))) {
		slices.SortFunc(years[y], func(a, b training.WellnessDay) int { return cmp.Compare(b.Day, a.Day) })
		it := Item{Path: x.Shown("wellness of " + strconv.Itoa(y)), AsOf: asOf, Wellness: &Wellness{Source: source, Days: years[y]}}
		if !x.Yield(it) {
			return false
		}
	}
	return true
}

// Row is a row of a table. Its cells are accessed by column name.
type Row struct {
	cells []string
	at    map[string]int
	comma rune // between the cells
}

// Whole reports whether the row has all of its cells; the last row of half a table has not.
func (r Row) Whole() bool { return len(r.cells) >= len(r.at) }

// Has reports whether the table has a column.
func (r Row) Has(column string) bool {
	_, ok := r.at[column]
	return ok
}

// Rows reads a table whose first row contains the names of columns, separated by commas or
// semicolons. The given columns must be among them. Rows stops at the first unreadable row.
func Rows(data []byte, columns []string, each func(Row)) error {
	text, isText := textclean.UTF8(data)
	if !isText {
		return errors.New("it is not text")
	}
	r := csv.NewReader(bytes.NewReader(text))
	r.LazyQuotes, r.FieldsPerRecord = true, -1
	if head, _, _ := bytes.Cut(text, []byte("\n")); bytes.Count(head, []byte(";")) > bytes.Count(head, []byte(",")) {
		r.Comma = ';'
	}
	at := map[string]int{}
	for first := true; ; first = false {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) && !first {
			return nil
		}
		if err != nil {
			return err
		}
		if !first {
			each(Row{cells, at, r.Comma})
			continue
		}
		for i, name := range cells {
			at[strings.TrimSpace(name)] = i
		}
		for _, name := range columns {
			if _, ok := at[name]; !ok {
				return errors.New("the column " + name + " is missing")
			}
		}
	}
}

// Text returns a cell, or "" if the table does not have the column.
func (r Row) Text(column string) string {
	if i, ok := r.at[column]; ok && i < len(r.cells) {
		return r.cells[i]
	}
	return ""
}

// thousands matches a number with commas between its thousands.
var thousands = textclean.LazyRegexp(`^[-+]?\d{1,3}(,\d{3})+(\.\d+)?$`)

// Number returns the number in a cell, which has a decimal point or a decimal comma. Between
// thousands are commas, or points if there is a decimal comma. Where semicolons separate the
// cells, as they do in countries with a decimal comma, 1,234 is little more than 1.
func (r Row) Number(column string) (float64, bool) {
	s := strings.TrimSpace(r.Text(column))
	switch {
	case !strings.Contains(s, ","):
	case thousands.Get().MatchString(s) && (r.comma != ';' || strings.Count(s, ",") > 1 || strings.Contains(s, ".")):
		s = strings.ReplaceAll(s, ",", "")
	default:
		s = strings.Replace(strings.ReplaceAll(s, ".", ""), ",", ".", 1)
	}
	const most = 1e12
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || !(v > -most && v < most) {
		return 0, false
	}
	return v, true
}

// Positive returns the number in a cell, or 0 if it is not a positive number.
func (r Row) Positive(column string) float64 {
	v, _ := r.Number(column)
	return max(0, v)
}

// Figure is a column with numbers, and the factor that converts them to the metric's unit.
type Figure struct {
	Column string
	Metric training.Metric
	Scale  float64
}

// Values returns the values of the given columns. If several columns have the
// same metric, the first one with a value is used.
func (r Row) Values(of []Figure) (out training.Values) {
	for _, f := range of {
		if _, there := out[f.Metric]; there {
			continue
		}
		if v := r.Positive(f.Column); v > 0 {
			out = out.Put(f.Metric, v*f.Scale)
		}
	}
	return out
}
