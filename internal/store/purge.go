package store

import "lapkeep/internal/training"

// PurgeRun deletes for good what a run said: RemoveRun only hides it. It is
// for services whose terms ask for that; their recordings are never taken in.
func (tx *Tx) PurgeRun(a training.AthleteID, runID string) error {
	if err := tx.RemoveRun(a, runID); err != nil {
		return err
	}
	var gear []string
	err := tx.sql.Each("SELECT id FROM gear WHERE athlete=? AND run=? AND said<>''", []any{a, runID}, func(scan func(...any) error) error {
		var id string
		defer func() { gear = append(gear, id) }()
		return scan(&id)
	})
	if err != nil {
		return err
	}
	for _, id := range gear {
		if err := tx.UnsayGear(a, id); err != nil {
			return err
		}
	}
	for _, table := range []string{"document_said", "said"} {
		if _, err := tx.sql.Exec("DELETE FROM "+table+" WHERE athlete=? AND run=?", a, runID); err != nil {
			return err
		}
	}
	return nil
}
