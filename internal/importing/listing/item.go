// Package listing provides the readers of services' exports with the content of
// a folder or an archive, and turns their results into items to import. It must
// not know any service or how an archive is packed.
//
// # Adding a service's export
//
// A type in a file of internal/importing/archive implements [Form]. Top
// recognises an export by an entry's name and, if need be, its first bytes.
// Emit reads the tables, which are parts of the [Export], by name and yields
// items in the types of package training: statements on activities together
// with their files ([Entry.Item]), activities without a recording, the account.
// The walk handles all unused parts: it reads archives among them and yields
// the rest as plain files. [Export.Leave] sets the reasons not to open parts.
// With [Export.About] the reader adds to each remaining file, also in nested
// archives, the data known by its name or, with [Item.StatementOf], by its
// recordings. [Export.Sift] skips files by their first bytes, and [Export.Last]
// yields items after all files. [Rows] reads CSV tables, [Export.Part] returns
// a part without using it, [Export.Days] yields days. One line in the forms of
// internal/importing/archive registers the form.
//
// Package internal/importing stores the items; its comment explains how to add
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

// Item is one file that may hold a recording, or one piece of an export's data.
// Its bytes are read only when needed, so that a walk of a large folder keeps
// no file open.
type Item struct {
	// Path is the path shown to people; a member of an archive is
	// "archive.zip/member.fit".
	Path string
	// Lies is the file's absolute path, however it was named, with slashes and
	// with archives as folders. It is empty for items that are not files.
	Lies string
	// Folder is the file's folder relative to the named path, with slashes and
	// with archives as folders. It is empty for a file directly in that path.
	Folder string
	// Size is the size on disk or, in an archive, the size once unpacked.
	Size    int64
	ModTime time.Time
	// Skip is the reason not to read the file, as a sentence; empty to read it.
	Skip string
	// Err is the error for a file or folder that could not be opened.
	Err error

	// Warning is a sentence on a difference between the item and the export's
	// data about it; the item is used nevertheless.
	Warning string

	// Statement is the export's statement on the activity of the file. With an
	// Entry there is no file, because the activity was entered by hand.
	Statement *training.Statement
	// StatementOf returns the export's statement on a recording of the file,
	// nil if it has none, for exports that do not name their files. It is
	// called for each recording, from several goroutines.
	StatementOf func(*training.Recording) *training.Statement
	// Unrecorded lists activities of the export, each with an Entry; those
	// without a recording are stored. The item comes after the files.
	Unrecorded []training.Statement
	// Route is set if the file is a route to follow, whatever its content, with
	// the export's reference and name.
	Route *RouteName
	// Account describes the athlete. Such an item has no bytes.
	Account *Account
	// Wellness holds days from the export.
	Wellness *Wellness
	// Text is a coach's text from another program.
	Text *training.CoachText
	// Remark is a coach's remark on an activity. It comes after the files.
	Remark *training.Remark
	// AsOf is the time of the export, which dates all its statements.
	AsOf time.Time

	// Aside is set for a skipped file that is one of very many similar ones: a
	// report counts it and does not name it.
	Aside bool

	read func(ctx context.Context) ([]byte, error)
	made func(ctx context.Context) ([]*training.Recording, error)
}

// RouteName is an export's reference to a route, "service:123", with its name.
type RouteName struct{ Ref, Name string }

// Account describes the athlete, from an export's table; empty means unknown.
type Account struct {
	Source   string // the source of records and reminders: "garmin"
	Name     string
	Sex      training.Sex
	WeightKg float64
	Gear     []training.Gear
	// Reminders have ids that are unique within the source.
	Reminders []training.GearReminder
	// Records are identified by their names.
	Records []training.PersonalRecord
	// Thresholds apply from the export's day, whatever their From is.
	Thresholds []training.ThresholdEntry
}

// Wellness holds days from an export.
type Wellness struct {
	Source string // the source, as in [training.WellnessNumber]
	Days   []training.WellnessDay
}

// Memory returns an item with bytes in memory: an upload, a download, a test.
func Memory(path string, data []byte) Item {
	return Item{Path: path, Size: int64(len(data)), read: func(context.Context) ([]byte, error) { return data, nil }}
}

// Made returns an item whose bytes are produced when needed.
func Made(path string, make func(ctx context.Context) ([]byte, error)) Item {
	return Item{Path: path, read: make}
}

// Recorded returns an item of recordings without a file, which are made when
// needed. Its bytes are their stored form.
func Recorded(path string, made func(ctx context.Context) ([]*training.Recording, error)) Item {
	return Item{Path: path + reading.SamplesExtension, made: made}
}

// Bytes returns only the bytes of Content.
func (it Item) Bytes(ctx context.Context) ([]byte, error) {
	data, _, err := it.Content(ctx)
	return data, err
}

// Content reads the whole file, at most the limit of the walk that found it, or
// returns the recordings with their stored form. For an item that is skipped,
// broken or without content, it returns an error.
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

// Days yields an export's wellness days, a year at a time, newest first,
// without empty days.
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

// Row is one row of a table, accessed by column names.
type Row struct {
	cells []string
	at    map[string]int
}

// Rows reads a table whose first row names the columns, which must include the
// given ones. It ends at the first unreadable row.
func Rows(data []byte, columns []string, each func(Row)) error {
	text, isText := textclean.UTF8(data)
	if !isText {
		return errors.New("it is not text")
	}
	r := csv.NewReader(bytes.NewReader(text))
	r.LazyQuotes, r.FieldsPerRecord = true, -1
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
			each(Row{cells, at})
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

// Text returns a cell, "" if the table does not have the column.
func (r Row) Text(column string) string {
	if i, ok := r.at[column]; ok && i < len(r.cells) {
		return r.cells[i]
	}
	return ""
}

// Positive returns a number above zero, 0 for any other cell.
func (r Row) Positive(column string) float64 {
	v, err := strconv.ParseFloat(strings.TrimSpace(r.Text(column)), 64)
	if err != nil || !(v > 0 && v < 1e9) {
		return 0
	}
	return v
}

// Figure is a column of numbers with the factor for the metric's unit.
type Figure struct {
	Column string
	Metric training.Metric
	Scale  float64
}

// Values returns the values of some columns. If several columns have the same
// metric, the first with a value is used.
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
