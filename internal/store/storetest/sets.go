package storetest

import (
	"encoding/json"
	"testing"

	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// testSets checks that sets are read by day, and only by an audience with which they are
// shared.
func testSets(t *testing.T, a *Ann) {
	a.rides("a", "b", "c")
	lift := func(kg float64) []training.StrengthSet {
		return []training.StrengthSet{{Exercise: "Squat", Reps: 5, LoadKg: kg}}
	}
	of := Activity("b", noon.AddDate(0, 0, 1))
	of.Sets, of.PerceivedExertion = lift(80), 7
	rec := Recording(noon, 10)
	rec.Sets = lift(70)
	a.put(put("r", rec))
	own, _ := json.Marshal(lift(60))
	a.put(func(tx *store.Tx) error {
		if err := tx.PutActivity("ann", of); err != nil {
			return err
		}
		if err := tx.LinkRecording("ann", "a", "r", 1, 0); err != nil {
			return err
		}
		_, err := tx.SetOverride("ann", "c", "sets", own)
		return err
	})
	for _, c := range []struct {
		shared bool
		scope  training.Scope
		days   training.DayRange
		want   []float64
	}{
		{true, a.Scope, everyDay, []float64{80, 60}},
		{true, a.Model, everyDay, []float64{80, 60}},
		{true, a.Scope, training.DayRange{From: of.LocalDay, To: of.LocalDay}, []float64{80}},
		{false, a.Model, everyDay, nil},
		{false, a.Scope, everyDay, []float64{80, 60}},
	} {
		a.put(func(tx *store.Tx) error {
			return tx.PutAthlete(training.Athlete{ID: "ann", Name: "Ann", Sharing: training.Sharing{Notes: true, Sets: c.shared}})
		})
		var got []float64
		for _, s := range must(a.DB.StrengthSessions(a.Ctx, c.scope, c.days))(t) {
			got = append(got, s.Sets[0].LoadKg)
		}
		same(t, c.want, got)
		hidden := c.want == nil
		recs := must(a.DB.Recordings(a.Ctx, c.scope, "a"))(t)
		same(t, hidden, len(recs[1].Recording.Sets) == 0)
		for id, edited := range map[training.ActivityID]int{"b": 0, "c": 1} {
			row := must(a.DB.Activity(a.Ctx, c.scope, id))(t)
			same(t, hidden, len(row.Sets) == 0)
			if hidden {
				edited = 0
			}
			same(t, edited, len(row.Edited))
		}
	}
}
