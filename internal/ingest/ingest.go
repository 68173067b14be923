package ingest

import (
	"context"
	"iter"
	"log/slog"
	"time"

	"lapkeep/internal/archive"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// ZoneFinder names the IANA zone of a position; ok is false at a place that
// has none.
type ZoneFinder interface {
	Zone(latDeg, lonDeg float64) (name string, ok bool)
}

// Options are what an importer needs beside its store.
type Options struct {
	Now   func() time.Time
	Zones ZoneFinder // nil: position is not used
	Log   *slog.Logger
	// Workers decode at once; 0 is GOMAXPROCS.
	Workers int
	// FileTime is the longest that reading one file may take; 0 is 60 s.
	FileTime time.Duration
}

// Importer writes recordings into a store.
type Importer struct{}

// New makes an importer.
func New(db *store.DB, o Options) *Importer { panic("todo") }

// RunOptions say what a run is and where its files come from.
type RunOptions struct {
	Source string // file, archive, demo or a service; empty is file
	RunID  string // name of the run, for undo
	// Audience is who may see the recordings; 0 is everybody.
	Audience store.Audiences
	// Paths are what the athlete named, kept with the run.
	Paths []string
	// ExternalID gives the source's own id of an item; nil if it has none.
	ExternalID func(path string) string
}

// Import reads items in order and reports each file once it is durable.
// One bad file never stops a run; a cancelled run keeps what was reported.
func (im *Importer) Import(ctx context.Context, athlete training.AthleteID, items iter.Seq[archive.Item],
	o RunOptions, report func(FileResult)) (store.ImportRun, error) {
	panic("todo")
}
