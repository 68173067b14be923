package workouts_test

import (
	"testing"

	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// TestANamedServiceGetsWhatIsPlanned where the library has a workout of the same
// id: what goes to a service is of the calendar.
func TestANamedServiceGetsWhatIsPlanned(t *testing.T) {
	t.Parallel()
	r := newRacked(t)
	fields, err := tools.Marshal(training.LibraryWorkout{Name: "Namesake", Sport: training.Cycling, Description: tempo})
	if err != nil {
		t.Fatal(err)
	}
	storetest.Write(t, r.db, func(tx *store.Tx) error {
		_, err := tx.PutOwn(who, document.Workouts, "e1", document.Own{Fields: fields})
		return err
	})
	states, out := r.push(`{"workouts":[{"workout_id":"e1"}],"source":"other"}`)
	r.expect("the event", states, []string{"created"})
	if len(r.other.kept) != 1 || out.Workouts[0].ID != "planned-e1" {
		t.Errorf("it has %v after %+v", r.other.kept, out.Workouts)
	}
}
