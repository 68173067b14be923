package store

import "lapkeep/internal/training"

// RemoveRun removes every recording that an import run brought, and the
// activities that have nothing left; RestoreRun brings them back.
func (tx *Tx) RemoveRun(a training.AthleteID, runID string) error { panic("todo") }

// RestoreRun undoes RemoveRun.
func (tx *Tx) RestoreRun(a training.AthleteID, runID string) error { panic("todo") }
