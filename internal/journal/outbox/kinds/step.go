package kinds

import (
	"encoding/json"

	"lapkeep/internal/journal"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// stepOf is what a step says of something, as it is called in an error.
func stepOf[T any](op journal.Op, of string) (v T, err error) {
	if err := json.Unmarshal(op.Data, &v); err != nil {
		return v, training.Errorf(training.KindCorrupt, "A step on %s cannot be read: %w.", of, err)
	}
	return v, nil
}

// stepOn is what a step says of an activity, and the activity as it is shown.
func stepOn[T any](tx *store.Tx, a training.AthleteID, op journal.Op) (v T, act training.Activity, err error) {
	if v, err = stepOf[T](op, "an activity"); err != nil {
		return v, act, err
	}
	act, err = tx.Shown(a, training.ActivityID(op.ID))
	return v, act, err
}
