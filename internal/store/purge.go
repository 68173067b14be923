package store

import (
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// PurgeRun permanently deletes the data that an import run added, while RemoveRun only hides it: its
// recordings with their originals, what was computed from them, and its statements. It is for
// services whose terms require this. The athlete's own words on an activity stay.
func (tx *Tx) PurgeRun(a training.AthleteID, runID string) error {
	if err := tx.RemoveRun(a, runID); err != nil {
		return err
	}
	if err := tx.purgeRecordings(a, runID); err != nil {
		return err
	}
	if err := tx.PurgeDocuments(a, runID); err != nil {
		return err
	}
	_, err := tx.sql.Exec("DELETE FROM said WHERE athlete=? AND run=?", a, runID)
	return err
}

func (tx *Tx) purgeRecordings(a training.AthleteID, runID string) error {
	type recording struct {
		id       training.RecordingID
		original string
		activity training.ActivityID
	}
	var all []recording
	err := tx.sql.Each(`SELECT r.id, r.original, coalesce(l.activity, '') FROM recordings r
		LEFT JOIN links l ON l.athlete=r.athlete AND l.recording=r.id WHERE r.athlete=? AND r.run=? AND r.run<>''`,
		[]any{a, runID}, func(scan func(...any) error) error {
			var r recording
			err := scan(&r.id, &r.original, &r.activity)
			all = append(all, r)
			return err
		})
	if err != nil {
		return err
	}
	for _, r := range all {
		err := tx.execAll([]any{a, r.id}, "DELETE FROM links WHERE athlete=? AND recording=?",
			"DELETE FROM channel_data WHERE athlete=? AND recording=?", "DELETE FROM recordings WHERE athlete=? AND id=?")
		if err != nil {
			return err
		}
	}
	for _, r := range all {
		n, err := tx.sql.Exec(`DELETE FROM originals WHERE athlete=?1 AND hash=?2
			AND NOT EXISTS (SELECT 1 FROM recordings WHERE athlete=?1 AND original=?2)`, a, r.original)
		if err != nil {
			return err
		}
		if n > 0 {
			tx.unused = append(tx.unused, func() error { return tx.db.originals(a).Delete(r.original) })
		}
		if err := tx.purgeActivity(a, r.activity); err != nil {
			return err
		}
	}
	return nil
}

// purgeActivity deletes everything that is stored of an activity without recordings, except the
// athlete's own words.
func (tx *Tx) purgeActivity(a training.AthleteID, id training.ActivityID) error {
	key := []any{a, id}
	var n int
	if ok, err := tx.sql.One("SELECT 1 FROM links WHERE athlete=? AND activity=?", key, &n); err != nil || ok || id == "" {
		return err
	}
	blank, err := sqlitedb.Body(training.Activity{ID: id})
	if err != nil {
		return err
	}
	if _, err := tx.sql.Exec("UPDATE activity_base SET body=? WHERE athlete=? AND id=?", blank, a, id); err != nil {
		return err
	}
	if err := tx.DeletePrimitives(a, id); err != nil {
		return err
	}
	return tx.execAll(key, "DELETE FROM load_rows WHERE athlete=? AND activity=?",
		"DELETE FROM segment_efforts WHERE athlete=? AND activity=?", "DELETE FROM external_ids WHERE athlete=? AND activity=?",
		"DELETE FROM activities WHERE athlete=? AND id=?")
}

func (tx *Tx) execAll(args []any, statements ...string) error {
	for _, s := range statements {
		if _, err := tx.sql.Exec(s, args...); err != nil {
			return err
		}
	}
	return nil
}
