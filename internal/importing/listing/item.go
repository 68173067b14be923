// Package listing gives the readers of services' exports the content of a
// folder or an archive, and turns their results into items to import. It
// must not know any service, nor how an archive is packed.
//
// # How a service's export is added
//
// A type in a file of internal/importing/archive implements [Form]. Top tells
// by an entry's name (and, if need be, by the beginning of its content)
// where an export lies; Emit reads its tables, which are those parts of the
// [Export] that it asks for by name, and yields items in the words of package
// training: what is said of an activity together with its file
// ([Entry.Item]), activities that nothing recorded, the account. Everything
// that it did not ask for goes back to the walk, which looks into archives
// among it and yields the rest as plain files; [Export.Leave] gives the parts
// that need not be opened a reason, and [Export.About] has each file below,
// also of archives within archives, pass by the export's reader, for
// what is known by a file's name or, by [Item.StatementOf], once it is read.
// [Export.Sift] leaves files by what they begin with, and what [Export.Last]
// yields comes after all files. [Rows] reads tables of CSV, [Export.Part] looks
// at
// a part that goes back, [Export.Days] yields days. One line in
// internal/importing/archive's forms makes the
// walk know it.
//
// What an item can say is stored by package internal/importing, whose
// comment tells how to add to it. Messages, contacts and logins are never
// asked for.
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

// Item is one file that may hold a recording, or one thing that an export
// says. Its bytes are read only when they are asked for, so that a walk of a
// large folder holds no file open.
type Item struct {
	// Path is the file as people name it; a member of an archive is
	// "archive.zip/member.fit".
	Path string
	// Lies is where the file lies whatever it was named by: its path from the
	// top of the disk, with slashes, archives in it as folders. Empty for what is
	// no file of its own.
	Lies string
	// Folder is the one that the file lies in, below what was named, with slashes
	// and archives as folders. Empty for a file that lies in that itself.
	Folder string
	// Size is the size on disk or, in an archive, the size once unpacked.
	Size    int64
	ModTime time.Time
	// Skip says why the file is not read, as a sentence; empty for one that is.
	Skip string
	// Err is a file or folder that could not be opened at all.
	Err error

	// Warning is a sentence on what of the item is not as the export says it
	// should be; the item is taken nevertheless.
	Warning string

	// Statement is the export's statement on the activity of the file. With an
	// Entry there is no file: the activity was typed in.
	Statement *training.Statement
	// StatementOf finds what the export says by a recording of the file, for exports
	// that do not name their files; nil if it says nothing. It is called for
	// each recording, from several goroutines.
	StatementOf func(*training.Recording) *training.Statement
	// Unrecorded lists activities of the export, each with an Entry; those
	// that nothing recorded are kept. It comes after the files.
	Unrecorded []training.Statement
	// Route says that the file is a way to follow, whatever it looks like, and
	// what the export calls it.
	Route *RouteName
	// Account describes the athlete. Such an item has no bytes.
	Account *Account
	// Wellness holds the export's days.
	Wellness *Wellness
	// Text is a text of the athlete's with a coach, as it was kept there.
	Text *training.CoachText
	// Remark is what a coach said of an activity. It comes after the files.
	Remark *training.Remark
	// AsOf is when the export was made, which dates all that it states.
	AsOf time.Time

	// Aside is a file that is skipped as one of very many alike: a report counts
	// it and does not name it.
	Aside bool

	read func(ctx context.Context) ([]byte, error)
	made func(ctx context.Context) ([]*training.Recording, error)
}

// RouteName is an export's reference to a route, "service:123", with its name.
type RouteName struct{ Ref, Name string }

// Account describes the athlete, from a table of an export; empty fields are unknown.
type Account struct {
	Source   string // whose records and reminders they are: "garmin"
	Name     string
	Sex      training.Sex
	WeightKg float64
	Gear     []training.Gear
	// Reminders have ids that tell them apart among those of the source.
	Reminders []training.GearReminder
	// Records are told apart by their names.
	Records []training.PersonalRecord
	// Thresholds hold as of the export's day, whatever their From says.
	Thresholds []training.ThresholdEntry
}

// Wellness holds days of an export.
type Wellness struct {
	Source string // whose words they are, as in [training.WellnessNumber]
	Days   []training.WellnessDay
}

// Memory returns an item whose bytes are in memory: an upload, a download, a
// test.
func Memory(path string, data []byte) Item {
	return Item{Path: path, Size: int64(len(data)), read: func(context.Context) ([]byte, error) { return data, nil }}
}

// Made returns an item whose bytes are made when they are needed.
func Made(path string, make func(ctx context.Context) ([]byte, error)) Item {
	return Item{Path: path, read: make}
}

// Recorded returns an item of recordings that came without a file of their own,
// which are made when they are needed. Its bytes are what is kept of them.
func Recorded(path string, made func(ctx context.Context) ([]*training.Recording, error)) Item {
	return Item{Path: path + reading.SamplesExtension, made: made}
}

// Bytes returns the bytes that Content returns.
func (it Item) Bytes(ctx context.Context) ([]byte, error) {
	data, _, err := it.Content(ctx)
	return data, err
}

// Content reads the whole file, at most the limit of the walk that found it, or
// gives the recordings with the bytes that are kept of them. An item that is
// skipped, broken or without content returns its error.
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

// Days yields an export's wellness days, a year at a time, the newest first.
// Empty days are left out.
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

// Row is one row of a table, by the names of its columns.
type Row struct {
	cells []string
	at    map[string]int
}

// Rows reads a table whose first row names the columns, some of which it must
// have. It ends with the first row that cannot be read.
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

// Text returns a cell, "" if the table has no such column.
func (r Row) Text(column string) string {
	if i, ok := r.at[column]; ok && i < len(r.cells) {
		return r.cells[i]
	}
	return ""
}

// Positive returns a number above zero, 0 for any other.
func (r Row) Positive(column string) float64 {
	v, err := strconv.ParseFloat(strings.TrimSpace(r.Text(column)), 64)
	if err != nil || !(v > 0 && v < 1e9) {
		return 0
	}
	return v
}

// Figure is a column of numbers, and what one of theirs is in the metric's unit.
type Figure struct {
	Column string
	Metric training.Metric
	Scale  float64
}

// Values returns what some columns hold. Of several that hold one metric the
// first counts.
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
