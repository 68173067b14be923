package store

import (
	"context"
	"iter"
	"time"

	"lapkeep/internal/store/cache"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// Reader reads the data of a home. [DB] is the store itself. Other types embed a Reader and
// replace one method, to return texts as they will be after an edit, or cached rows.
//
// Days are in the athlete's local time; ranges include both ends. Results leave out what the
// scope's audience may not see.
type Reader interface {
	cache.Log
	Athletes(ctx context.Context) ([]training.Athlete, error)
	Athlete(ctx context.Context, s training.Scope) (training.Athlete, error)
	History(ctx context.Context, s training.Scope) (training.History, error)

	Resolve(ctx context.Context, s training.Scope, id string) (training.ActivityID, error)
	Activity(ctx context.Context, s training.Scope, id training.ActivityID) (ActivityRow, error)
	Activities(ctx context.Context, s training.Scope, f ActivityFilter) (ActivityPage, error)
	Selected(ctx context.Context, s training.Scope, f ActivityFilter) (map[training.ActivityID]bool, error)
	Labels(ctx context.Context, s training.Scope) (Labels, error)
	ActiveDays(ctx context.Context, s training.Scope) (map[training.Sport][]training.Day, error)
	DaySpan(ctx context.Context, s training.Scope) (r training.DayRange, ok bool, err error)
	Counts(ctx context.Context, s training.Scope) (Counts, error)

	Recordings(ctx context.Context, s training.Scope, id training.ActivityID) ([]RecordingRow, error)
	RecordingColumns(ctx context.Context, s training.Scope, id training.RecordingID, want ChannelSet) (*training.Columns, error)
	RR(ctx context.Context, s training.Scope, id training.RecordingID) ([]uint16, error)
	Stream(ctx context.Context, s training.Scope, id training.ActivityID, want ChannelSet) (*training.Columns, error)
	Original(ctx context.Context, s training.Scope, hash string) ([]byte, error)

	Primitive(ctx context.Context, s training.Scope, id training.ActivityID, kind string) (Primitive, error)
	Primitives(ctx context.Context, s training.Scope, kind string, days training.DayRange) iter.Seq2[Primitive, error]
	StrengthSessions(ctx context.Context, s training.Scope, days training.DayRange) ([]StrengthSession, error)
	LoadInputs(ctx context.Context, s training.Scope, days training.DayRange) ([]LoadInput, error)
	SegmentEfforts(ctx context.Context, s training.Scope, f EffortFilter) ([]training.SegmentEffort, error)
	EffortTimes(ctx context.Context, s training.Scope, f EffortFilter) (map[string][]EffortTime, error)

	document.Lister
	Document(ctx context.Context, s training.Scope, c document.Collection, id string) (document.Document, error)
	WithheldActivities(ctx context.Context, s training.Scope, days training.DayRange) ([]training.Withheld, error)
	DocumentLayers(ctx context.Context, s training.Scope, c document.Collection) ([]document.Layers, error)
	Notes(ctx context.Context, s training.Scope, id training.ActivityID) ([]Note, error)
	NotesOn(ctx context.Context, s training.Scope, f ActivityFilter) ([]Note, error)
	Weather(ctx context.Context, s training.Scope, id training.ActivityID) (source string, v training.Values, err error)
	Weathers(ctx context.Context, s training.Scope, days training.DayRange) (map[training.ActivityID]document.Weather, error)
	Gear(ctx context.Context, s training.Scope) ([]training.Gear, error)
	GearUse(ctx context.Context, s training.Scope, of document.Stretch) (document.Use, error)
	HiddenPlaces(ctx context.Context, s training.Scope) (document.HiddenPlaces, error)

	Journal(ctx context.Context, s training.Scope, limit int) ([]JournalEntry, error)
	ImportRuns(ctx context.Context, s training.Scope, limit int) ([]ImportRun, error)
}

// Store reads a home and writes to it. Importing and deriving work on a Store.
// [DB] implements it; tests use versions that fail halfway.
type Store interface {
	Reader
	// Write runs f in one transaction, which is rolled back if f returns an error.
	Write(ctx context.Context, f func(tx *Tx) error) error
	// KeepHashed stores files under their hashes and returns the hashes.
	KeepHashed(ctx context.Context, athlete training.AthleteID, files [][]byte, hashes []string) ([]string, error)
	Watermark(ctx context.Context, consumer string) (seq int64, version int, err error)

	Aliases(ctx context.Context, a training.AthleteID, ids []string) ([]string, error)
	ActivityStatements(ctx context.Context, s training.Scope, id training.ActivityID) ([]document.Standing, error)
	Recording(ctx context.Context, s training.Scope, id training.RecordingID) (RecordingRow, error)
	RecordingsByOriginal(ctx context.Context, s training.Scope, hash string) ([]RecordingRow, error)
	RecordingsOfRef(ctx context.Context, s training.Scope, ref string) ([]RecordingRow, error)
	Candidates(ctx context.Context, s training.Scope, from, to time.Time) ([]RecordingRow, error)
	Shifted(ctx context.Context, s training.Scope, rec *training.Recording) ([]RecordingRow, error)
	Places(ctx context.Context, s training.Scope, from, to time.Time) ([]Place, error)
	SegmentWays(ctx context.Context, s training.Scope) ([]SegmentWay, error)
	Ties(ctx context.Context, s training.Scope) ([]ledger.Tie, error)
	AllOriginals(ctx context.Context, s training.Scope) iter.Seq2[OriginalFile, error]
	Crowded(ctx context.Context, after, upTo int64) ([]ledger.Span, error)
	Unsettled(ctx context.Context, after, upTo int64) ([]ledger.Span, error)
	Regrouped(ctx context.Context, after, upTo int64) ([]ledger.ActivityRef, error)
	ReshowLed(ctx context.Context) error
}
