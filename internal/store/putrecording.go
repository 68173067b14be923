package store

import (
	"context"
	"errors"
	"io/fs"
	"time"

	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// bare is a recording's body: everything except what is stored as columns. The two
// nil fields hide the recording's fields of the same names from the encoder.
type bare struct {
	*training.Recording
	Columns *struct{} `json:"Columns,omitempty"`
	RR      *struct{} `json:"RR,omitempty"`
}

// PutRecording stores a recording with its columns. A recording with the same id and
// original is written again and no longer counts as removed. The same id with a different
// original is a conflict, because recordings never change.
func (tx *Tx) PutRecording(a training.AthleteID, r NewRecording) error {
	rec := r.Recording
	if rec == nil || r.ID == "" || rec.Start.IsZero() {
		return training.Errorf(training.KindInvalid, "A recording needs an id and a start.")
	}
	if err := ledger.CheckAthlete(a); err != nil {
		return err
	}
	if err := tx.mayReplace(a, r); err != nil {
		return err
	}
	if err := tx.claimOriginal(a, r.Original); err != nil {
		return err
	}
	text, err := sqlitedb.Body(bare{Recording: rec})
	if err != nil {
		return err
	}
	end := rec.Start.Add(time.Duration(max(rec.ElapsedS, lastS(&rec.Columns)) * float64(time.Second)))
	_, err = tx.sql.Exec(`INSERT INTO recordings (athlete, id, source, external_id, file_name, original, run, channels, audience,
		start_ms, end_ms, rows, body) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)
		ON CONFLICT DO UPDATE SET source=excluded.source, external_id=excluded.external_id, file_name=excluded.file_name, run=excluded.run,
		channels=excluded.channels, audience=excluded.audience, start_ms=excluded.start_ms, end_ms=excluded.end_ms,
		rows=excluded.rows, body=excluded.body, removed=0`,
		a, r.ID, r.Origin.Source, r.Origin.ExternalID, r.Origin.FileName, r.Original, r.RunID, ledger.ChannelsOf(&rec.Columns), r.Audience,
		rec.Start.UnixMilli(), end.UnixMilli(), rec.Columns.Len(), text)
	if err != nil {
		return err
	}
	tx.changed(a, ChangeRecording, string(r.ID))
	if err := tx.touchActivityOf(a, r.ID); err != nil {
		return err
	}
	return tx.putColumns(a, r.ID, rec)
}

func lastS(c *training.Columns) float64 {
	if c.Len() == 0 {
		return 0
	}
	return float64(c.TimeS[c.Len()-1])
}

func (tx *Tx) mayReplace(a training.AthleteID, r NewRecording) error {
	var original string
	ok, err := tx.sql.One("SELECT original FROM recordings WHERE athlete=? AND id=?", []any{a, r.ID}, &original)
	if err == nil && ok && original != r.Original {
		return training.Errorf(training.KindConflict, "There is another recording with the id %q.", r.ID)
	}
	return err
}

// claimOriginal records an original in the database; its file must exist.
func (tx *Tx) claimOriginal(a training.AthleteID, hash string) error {
	if hash == "" {
		return nil
	}
	bytes, sum, err := tx.db.originals(a).Packed(hash)
	if errors.Is(err, fs.ErrNotExist) {
		return training.Errorf(training.KindInternal, "The original %s was not stored before its recording.", hash)
	}
	if err != nil {
		return err
	}
	_, err = tx.sql.Exec(`INSERT INTO originals (athlete, hash, bytes, packed) VALUES (?,?,?,?)
		ON CONFLICT DO UPDATE SET bytes=excluded.bytes, packed=excluded.packed`, a, hash, bytes, sum)
	return err
}

// The ways in which a recording was removed.
const (
	removedAlone   = 1
	removedWithRun = 2
)

// RemoveRecording hides a recording and unlinks it; RestoreRecording brings
// it back with its link.
func (tx *Tx) RemoveRecording(a training.AthleteID, id training.RecordingID) error {
	return tx.setRemoved(a, id, removedAlone)
}

// RestoreRecording undoes RemoveRecording.
func (tx *Tx) RestoreRecording(a training.AthleteID, id training.RecordingID) error {
	return tx.setRemoved(a, id, 0)
}

func (tx *Tx) setRemoved(a training.AthleteID, id training.RecordingID, how int) error {
	n, err := tx.sql.Exec("UPDATE recordings SET removed=? WHERE athlete=? AND id=?", how, a, id)
	if err == nil && n == 0 {
		err = noRecording(id)
	}
	if err != nil {
		return err
	}
	tx.changed(a, ChangeRecording, string(id))
	return tx.touchActivityOf(a, id)
}

func noRecording(id training.RecordingID) error {
	return training.Errorf(training.KindNotFound, "There is no recording %q.", id)
}

func (tx *Tx) touchActivityOf(a training.AthleteID, id training.RecordingID) error {
	var act training.ActivityID
	ok, err := tx.sql.One("SELECT activity FROM links WHERE athlete=? AND recording=?", []any{a, id}, &act)
	if err == nil && ok {
		tx.changedActivity(a, act)
	}
	return err
}

// RemoveRun removes every recording and statement of an import run, and the
// activities that are then empty; RestoreRun restores them.
func (tx *Tx) RemoveRun(a training.AthleteID, runID string) error {
	return tx.setRunRemoved(a, runID, 0, removedWithRun)
}

// Brought reports whether recordings or documents of an import run still exist.
func (db *DB) Brought(ctx context.Context, s training.Scope, runID string) (bool, error) {
	v, err := db.look(ctx, s)
	if err != nil {
		return false, err
	}
	_, ok, err := sqlitedb.One(ctx, db.sql, "SELECT 1 FROM recordings WHERE athlete=? AND run=? AND run<>'' AND removed=0 AND audience&?<>0",
		[]any{v.athlete, runID, v.bit}, sqlitedb.Scalar[int])
	if err != nil || ok {
		return ok, err
	}
	all, err := db.RunDocuments(ctx, s, runID)
	return len(all) > 0, err
}

// RestoreRun undoes RemoveRun. Data that was removed separately stays removed.
func (tx *Tx) RestoreRun(a training.AthleteID, runID string) error {
	return tx.setRunRemoved(a, runID, removedWithRun, 0)
}

func (tx *Tx) setRunRemoved(a training.AthleteID, runID string, from, to int) error {
	if runID == "" {
		return training.Errorf(training.KindInvalid, "An import run needs an id.")
	}
	var ids []training.RecordingID
	err := tx.sql.Each("SELECT id FROM recordings WHERE athlete=? AND run=? AND run<>'' AND removed=?", []any{a, runID, from},
		func(scan func(...any) error) error {
			var id training.RecordingID
			defer func() { ids = append(ids, id) }()
			return scan(&id)
		})
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := tx.setRemoved(a, id, to); err != nil {
			return err
		}
	}
	if err := tx.SetDocumentsRemoved(a, runID, to != 0); err != nil {
		return err
	}
	return tx.SetStatementsRemoved(a, runID, to != 0)
}

// LinkRecording makes a recording part of an activity, with the channels that the
// activity takes from it. A recording belongs to only one activity, so it leaves
// its former one. Rank 0 is the primary recording.
func (tx *Tx) LinkRecording(a training.AthleteID, act training.ActivityID, rec training.RecordingID, rank int, chosen ChannelSet) error {
	if err := tx.touchActivityOf(a, rec); err != nil {
		return err
	}
	if _, err := tx.sql.Exec("UPDATE activity_base SET linked=1 WHERE athlete=? AND id=?", a, act); err != nil {
		return err
	}
	_, err := tx.sql.Exec(`INSERT INTO links (athlete, recording, activity, rank, chosen) VALUES (?,?,?,?,?)
		ON CONFLICT DO UPDATE SET activity=excluded.activity, rank=excluded.rank, chosen=excluded.chosen`, a, rec, act, rank, chosen)
	tx.changedActivity(a, act)
	tx.db.names.Linked(a, rec, act)
	return err
}
