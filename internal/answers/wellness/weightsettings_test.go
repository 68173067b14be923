package wellness_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/wellness"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

// TestDatedWeightsOfTheSettings are given for a range from the one that held on
// its first day, to a caller who asks for the weight and may see it.
func TestDatedWeightsOfTheSettings(t *testing.T) {
	t.Parallel()
	s := open(t)
	storetest.Write(t, s.db, func(tx *store.Tx) error {
		for ago, kg := range map[training.Day]float64{400: 66, 300: 65, 100: 64, 5: 63} {
			if err := tx.PutThreshold("ann", training.ThresholdEntry{
				Key: training.KeyWeight, From: today - ago,
				Values: []float64{kg},
			}); err != nil {
				return err
			}
		}
		return nil
	})
	q := wellness.Query{Days: training.DayRange{From: today - 200, To: today}, Fields: []training.WellnessField{training.WellnessWeightKg}}
	want := &wellness.WeightSettings{Since: []training.Day{today - 300, today - 100, today - 5}, Kg: []float64{65, 64, 63}}
	if d := cmp.Diff(want, s.answer(q).WeightSettings); d != "" {
		t.Error(d)
	}
	s.say("garmin", today-1, day{training.WellnessWeightKg: 63.4})
	if d := cmp.Diff(want, s.answer(q).WeightSettings); d != "" {
		t.Errorf("beside what was measured: %s", d)
	}
	q.Fields = nil
	if w := s.answer(q).WeightSettings; w != nil {
		t.Errorf("nobody asked: %+v", w)
	}
	q.Fields = []training.WellnessField{training.WellnessWeightKg}
	storetest.Write(t, s.db, func(tx *store.Tx) error {
		return tx.PutAthlete(training.Athlete{ID: "ann"})
	})
	v, err := wellness.NewBook(s.db).Answer(t.Context(), storetest.Model("ann"), frame, q)
	if err != nil || v.WeightSettings != nil || v.Missing["weight"] == "" {
		t.Errorf("weight is not shared: %+v %v", v, err)
	}
}
