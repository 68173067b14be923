package importing

import (
	"context"
	"log/slog"
	"runtime"
	"time"

	"lapkeep/internal/formats/recording"
	"lapkeep/internal/importing/match"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// Store keeps files and reads and writes activities.
type Store interface {
	KeepHashed(ctx context.Context, athlete training.AthleteID, files [][]byte, hashes []string) ([]string, error)
	Write(ctx context.Context, f func(tx *store.Tx) error) error

	Athlete(ctx context.Context, s training.Scope) (training.Athlete, error)
	History(ctx context.Context, s training.Scope) (training.History, error)
	Gear(ctx context.Context, s training.Scope) ([]training.Gear, error)
	SaidGear(ctx context.Context, s training.Scope) ([]training.Gear, error)
	OwnGear(ctx context.Context, s training.Scope) (map[string]document.GearOwn, error)
	Notes(ctx context.Context, s training.Scope, id training.ActivityID) ([]store.Note, error)
	Resolve(ctx context.Context, s training.Scope, id string) (training.ActivityID, error)
	Aliases(ctx context.Context, a training.AthleteID, ids []string) ([]string, error)
	Activities(ctx context.Context, s training.Scope, f store.ActivityFilter) (store.ActivityPage, error)
	Recordings(ctx context.Context, s training.Scope, id training.ActivityID) ([]store.RecordingRow, error)
	Recording(ctx context.Context, s training.Scope, id training.RecordingID) (store.RecordingRow, error)
	RecordingsByOriginal(ctx context.Context, s training.Scope, hash string) ([]store.RecordingRow, error)
	RecordingsOfRef(ctx context.Context, s training.Scope, ref string) ([]store.RecordingRow, error)
	RecordingColumns(ctx context.Context, s training.Scope, id training.RecordingID, want store.ChannelSet) (*training.Columns, error)
	Candidates(ctx context.Context, s training.Scope, from, to time.Time) ([]store.RecordingRow, error)
	Activity(ctx context.Context, s training.Scope, id training.ActivityID) (store.ActivityRow, error)
	Said(ctx context.Context, s training.Scope, id training.ActivityID) ([]document.Standing, error)
	LastChange(ctx context.Context) (int64, error)
	Crowded(ctx context.Context, after, upTo int64) ([]ledger.Span, error)
	Unsettled(ctx context.Context, after, upTo int64) ([]ledger.Span, error)
	Places(ctx context.Context, s training.Scope, from, to time.Time) ([]store.Place, error)
	Documents(ctx context.Context, s training.Scope, c document.Collection, f document.Filter) ([]document.Document, error)
	DocumentLayers(ctx context.Context, s training.Scope, c document.Collection) ([]document.Layers, error)
}

// Derive computes what is stored beside an activity of one recording.
type Derive func(act training.Activity, id training.RecordingID, r *training.Recording) (store.Summary, []store.Primitive)

// Read reads one recording file; see [recording.Read].
type Read func(ctx context.Context, name string, data []byte, limits recording.Limits) (recording.Result, error)

// Options hold an importer's needs beside its store.
type Options struct {
	Now   func() time.Time
	Zones match.ZoneFinder // nil: positions are not looked up
	// Derive is computed by the workers and stored with the activity; nil
	// leaves it to whoever follows the change log.
	Derive Derive
	Read   Read // nil: [recording.Read]
	// ReadVersion is that of Read; 0 is [recording.Version].
	ReadVersion int
	Log         *slog.Logger
	// Workers decode at once; 0 is GOMAXPROCS.
	Workers int
	// GroupFiles is how many files share a commit; 0 is 64.
	GroupFiles int
	// FileTime is the longest that reading one file may take; 0 is 60 s.
	FileTime time.Duration
}

// Importer writes recordings into a store. It may be used from several
// goroutines.
type Importer struct {
	db       Store
	o        Options
	compared comparisons
}

// A commit costs two flushes of the disk whatever it holds, so that files
// share one.
const (
	defaultGroupFiles = 64
	defaultFileTime   = 60 * time.Second
)

// New makes an importer.
func New(db Store, o Options) *Importer {
	if o.Read == nil {
		o.Read = recording.Read
	}
	if o.ReadVersion == 0 {
		o.ReadVersion = recording.Version
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.GroupFiles <= 0 {
		o.GroupFiles = defaultGroupFiles
	}
	if o.FileTime <= 0 {
		o.FileTime = defaultFileTime
	}
	return &Importer{db: db, o: o}
}

// everything is the scope in which an import reads: it decides for the
// athlete, and nothing that it reads leaves it.
func everything(athlete training.AthleteID) training.Scope {
	return training.Scope{Athlete: athlete, Audience: training.AudienceExport}
}
