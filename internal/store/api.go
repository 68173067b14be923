package store

import (
	"context"
	"encoding/json"
	"iter"
	"log/slog"
	"time"

	"lapkeep/internal/training"
)

// Options say where the store lives and what it may do.
type Options struct {
	Home     string
	ReadOnly bool
	Log      *slog.Logger
	Now      func() time.Time
}

// DB is an open store.
type DB struct{}

// Tx is a write transaction; it is acknowledged when [DB.Write] returns nil.
type Tx struct{}

func Open(ctx context.Context, o Options) (*DB, error) { panic("todo") }
func (db *DB) Close() error                            { panic("todo") }

// Write runs f in one transaction and commits it durably.
func (db *DB) Write(ctx context.Context, f func(tx *Tx) error) error { panic("todo") }

// --- originals
// KeepOriginals stores file bytes content-addressed, fsynced before it returns; the result is the hex SHA-256 of each.
func (db *DB) KeepOriginals(ctx context.Context, athlete training.AthleteID, files [][]byte) ([]string, error) {
	panic("todo")
}
func (db *DB) Original(ctx context.Context, s training.Scope, hash string) ([]byte, error) {
	panic("todo")
}

// --- reads
func (db *DB) Athletes(ctx context.Context) ([]training.Athlete, error) { panic("todo") }
func (db *DB) Athlete(ctx context.Context, s training.Scope) (training.Athlete, error) {
	panic("todo")
}
func (db *DB) History(ctx context.Context, s training.Scope) (training.History, error) {
	panic("todo")
}
func (db *DB) Activities(ctx context.Context, s training.Scope, f ActivityFilter) (ActivityPage, error) {
	panic("todo")
}

// Resolve finds the activity that an id means: its own, an old one that was merged, or source:external.
func (db *DB) Resolve(ctx context.Context, s training.Scope, id string) (training.ActivityID, error) {
	panic("todo")
}
func (db *DB) Activity(ctx context.Context, s training.Scope, id training.ActivityID) (ActivityRow, error) {
	panic("todo")
}
func (db *DB) Recordings(ctx context.Context, s training.Scope, id training.ActivityID) ([]RecordingRow, error) {
	panic("todo")
}

// Stream composes the chosen channels of an activity on its primary recording's clock.
func (db *DB) Stream(ctx context.Context, s training.Scope, id training.ActivityID, want ChannelSet) (*training.Columns, error) {
	panic("todo")
}

// RecordingColumns reads one recording's own columns, as recorded.
func (db *DB) RecordingColumns(ctx context.Context, s training.Scope, id training.RecordingID, want ChannelSet) (*training.Columns, error) {
	panic("todo")
}
func (db *DB) RR(ctx context.Context, s training.Scope, id training.RecordingID) ([]uint16, error) {
	panic("todo")
}
func (db *DB) LoadInputs(ctx context.Context, s training.Scope, days training.DayRange) ([]LoadInput, error) {
	panic("todo")
}
func (db *DB) Primitive(ctx context.Context, s training.Scope, id training.ActivityID, kind string) (Primitive, error) {
	panic("todo")
}

// Primitives yields the primitives of a kind in order of day; Data is valid until the next step.
func (db *DB) Primitives(ctx context.Context, s training.Scope, kind string, days training.DayRange) iter.Seq2[Primitive, error] {
	panic("todo")
}
func (db *DB) Notes(ctx context.Context, s training.Scope, id training.ActivityID) ([]Note, error) {
	panic("todo")
}
func (db *DB) Counts(ctx context.Context, s training.Scope) (Counts, error) { panic("todo") }

// DaySpan is the first and last day with an activity; ok is false if there is none.
func (db *DB) DaySpan(ctx context.Context, s training.Scope) (r training.DayRange, ok bool, err error) {
	panic("todo")
}

// Candidates lists the recordings whose time overlaps [from, to], for matching.
func (db *DB) Candidates(ctx context.Context, s training.Scope, from, to time.Time) ([]RecordingRow, error) {
	panic("todo")
}

// RecordingByOriginal finds recordings by original hash; idempotent re-import rests on it.
func (db *DB) RecordingsByOriginal(ctx context.Context, s training.Scope, hash string) ([]RecordingRow, error) {
	panic("todo")
}
func (db *DB) RecordingByExternal(ctx context.Context, s training.Scope, source, externalID string) (RecordingRow, error) {
	panic("todo")
}
func (db *DB) Journal(ctx context.Context, s training.Scope, limit int) ([]JournalEntry, error) {
	panic("todo")
}
func (db *DB) JournalEntry(ctx context.Context, s training.Scope, id string) (JournalEntry, error) {
	panic("todo")
}
func (db *DB) Approval(ctx context.Context, s training.Scope, id string) (Approval, error) {
	panic("todo")
}
func (db *DB) Approvals(ctx context.Context, s training.Scope) ([]Approval, error) { panic("todo") }
func (db *DB) ImportRuns(ctx context.Context, s training.Scope, limit int) ([]ImportRun, error) {
	panic("todo")
}

// --- change log
func (db *DB) Changes(ctx context.Context, after int64, limit int) ([]Change, error) { panic("todo") }
func (db *DB) Watermark(ctx context.Context, consumer string) (seq int64, version int, err error) {
	panic("todo")
}

// --- writes; each appends what it changed to the change log
func (tx *Tx) PutAthlete(a training.Athlete) error                                   { panic("todo") }
func (tx *Tx) PutThreshold(a training.AthleteID, e training.ThresholdEntry) error    { panic("todo") }
func (tx *Tx) DeleteThreshold(a training.AthleteID, e training.ThresholdEntry) error { panic("todo") }
func (tx *Tx) PutRecording(a training.AthleteID, r NewRecording) error               { panic("todo") }

// RemoveRecording hides a recording and unlinks it; RestoreRecording brings it back.
func (tx *Tx) RemoveRecording(a training.AthleteID, id training.RecordingID) error  { panic("todo") }
func (tx *Tx) RestoreRecording(a training.AthleteID, id training.RecordingID) error { panic("todo") }

// PutActivity writes the activity's own row (not the athlete's overrides).
func (tx *Tx) PutActivity(a training.AthleteID, act training.Activity) error { panic("todo") }
func (tx *Tx) LinkRecording(a training.AthleteID, act training.ActivityID, rec training.RecordingID, rank int, chosen ChannelSet) error {
	panic("todo")
}

// Redirect makes old an alias of id (after a merge).
func (tx *Tx) Redirect(a training.AthleteID, old, id training.ActivityID) error { panic("todo") }

// SetOverride stores the athlete's own word for a field; a nil value takes it back. It returns the former value.
func (tx *Tx) SetOverride(a training.AthleteID, id training.ActivityID, field string, value json.RawMessage) (former json.RawMessage, err error) {
	panic("todo")
}
func (tx *Tx) DeleteActivity(a training.AthleteID, id training.ActivityID) error  { panic("todo") }
func (tx *Tx) RestoreActivity(a training.AthleteID, id training.ActivityID) error { panic("todo") }
func (tx *Tx) PutExternalID(a training.AthleteID, id training.ActivityID, ref string) error {
	panic("todo")
}
func (tx *Tx) PutNote(a training.AthleteID, n Note) error           { panic("todo") }
func (tx *Tx) DeleteNote(a training.AthleteID, noteID string) error { panic("todo") }
func (tx *Tx) PutSummary(a training.AthleteID, id training.ActivityID, s Summary) error {
	panic("todo")
}
func (tx *Tx) PutPrimitive(a training.AthleteID, p Primitive) error                { panic("todo") }
func (tx *Tx) DeletePrimitives(a training.AthleteID, id training.ActivityID) error { panic("todo") }
func (tx *Tx) PutJournal(e JournalEntry) error                                     { panic("todo") }
func (tx *Tx) MarkUndone(a training.AthleteID, id string, at time.Time) error      { panic("todo") }
func (tx *Tx) PutApproval(ap Approval) error                                       { panic("todo") }
func (tx *Tx) UseApproval(a training.AthleteID, id string, now time.Time) error    { panic("todo") }
func (tx *Tx) PutImportRun(r ImportRun) error                                      { panic("todo") }
func (tx *Tx) SetWatermark(consumer string, seq int64, version int) error          { panic("todo") }
