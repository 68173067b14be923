package document_test

import (
	"testing"

	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

// TestCaloriesThatAServiceSays count where no recording has any, as the
// service's word; they go with the run that brought them.
func TestCaloriesThatAServiceSays(t *testing.T) {
	t.Parallel()
	b := open(t)
	burnt := func() (float64, bool, training.Burnt) {
		t.Helper()
		all, err := b.db.LoadInputs(t.Context(), storetest.Export("ann"), training.DayRange{From: 0, To: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		row, err := b.db.Activity(t.Context(), storetest.Export("ann"), "a")
		if err != nil {
			t.Fatal(err)
		}
		for _, in := range all {
			if in.ID == "a" {
				return in.Kcal, in.KcalSaid, row.Burnt
			}
		}
		return 0, false, row.Burnt
	}
	summary := func(v training.Values) {
		t.Helper()
		storetest.Write(t, b.db, func(tx *store.Tx) error { return tx.PutSummary("ann", "a", store.Summary{Values: v}) })
	}
	summary(training.Values{training.MetricDurationS: 3600})
	b.say("a", "run1", day(0), training.Statement{Ref: ref, CaloriesKcal: 640})
	if kcal, said, word := burnt(); kcal != 640 || !said || word != (training.Burnt{Kcal: 640, By: "service"}) {
		t.Errorf("%v %v %+v", kcal, said, word)
	}
	summary(training.Values{training.MetricDurationS: 3600, training.MetricCaloriesKcal: 500})
	if kcal, said, _ := burnt(); kcal != 500 || said {
		t.Errorf("the device's are %v, %v", kcal, said)
	}
	summary(training.Values{training.MetricDurationS: 3600})
	storetest.Write(t, b.db, func(tx *store.Tx) error { return tx.SetStatementsRemoved("ann", "run1", true) })
	if kcal, said, word := burnt(); kcal != 0 || said || word.Kcal != 0 {
		t.Errorf("taken back: %v %v %+v", kcal, said, word)
	}
	b.say("a", "run2", day(1), training.Statement{Ref: ref, CaloriesKcal: 1e9})
	if kcal, _, _ := burnt(); kcal != 0 {
		t.Errorf("more than anybody burns: %v", kcal)
	}
}
