package listing

import (
	"context"
	"io/fs"
	"path"
	"path/filepath"
	"time"

	"lapkeep/internal/formats/reading"
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

	// Said is the export's statement on the activity of the file. With an
	// Entry there is no file: the activity was typed in.
	Said *training.Statement
	// SaidOf finds what the export says by a recording of the file, for exports
	// that do not name their files; nil if it says nothing. It is called for
	// each recording, from several goroutines.
	SaidOf func(*training.Recording) *training.Statement
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

// RouteName is an export's reference of a route, "service:123", with its name.
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

// Memory is an item whose bytes are at hand already: an upload, a download,
// a test.
func Memory(path string, data []byte) Item {
	return Item{Path: path, Size: int64(len(data)), read: func(context.Context) ([]byte, error) { return data, nil }}
}

// Made is an item whose bytes are made when they are asked for.
func Made(path string, make func(ctx context.Context) ([]byte, error)) Item {
	return Item{Path: path, read: make}
}

// Recorded is an item of recordings that came without a file of their own, which
// are made when they are asked for. Its bytes are what is kept of them.
func Recorded(path string, made func(ctx context.Context) ([]*training.Recording, error)) Item {
	return Item{Path: path + reading.SamplesExtension, made: made}
}

// Bytes are those of Content.
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

// Name is the last element of the path.
func (it Item) Name() string { return path.Base(filepath.ToSlash(it.Path)) }
