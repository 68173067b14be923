package ledger

import (
	"encoding/json"

	"lapkeep/internal/training"
)

// markedInto reads the intervals that the athlete marked. They may overlap.
func markedInto(a *training.Activity, value json.RawMessage) error {
	var all []training.Marked
	if err := json.Unmarshal(value, &all); err != nil {
		return err
	}
	if len(all) > training.MostMarked {
		return training.Errorf(training.KindInvalid, "%d intervals are more than %d", len(all), training.MostMarked)
	}
	for _, m := range all {
		if m.StartS < 0 || m.EndS <= m.StartS || m.EndS > 1<<30 {
			return training.Errorf(training.KindInvalid, "%d to %d s is not an interval", m.StartS, m.EndS)
		}
	}
	a.Marked = all
	return nil
}
