package intake_test

import (
	"testing"

	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

// TestWhoTheAthleteIsFollowsTheService where nobody here says anything else;
// what the athlete says, or takes back, stays.
func TestWhoTheAthleteIsFollowsTheService(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		return tx.GuessAthlete(training.Athlete{ID: ann, TimeZone: "Europe/Oslo", SaidBy: training.SaidBy{TimeZone: training.ByComputer}})
	})
	born := training.NewDay(1985, 3, 2)
	said := training.Profile{ID: "7", Sex: training.Female, Born: &born, TimeZone: "America/Lima", WeightKg: 61, RestHRBpm: 47, Notes: "Knee"}
	who := func() training.Athlete {
		t.Helper()
		for range 2 {
			if err := h.TakeProfile(t.Context(), ann, said); err != nil {
				t.Fatal(err)
			}
		}
		a, err := h.db.Athlete(t.Context(), storetest.Export(ann))
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	tri := training.SaidBy{Sex: "tri", BirthYear: "tri", TimeZone: "tri"}
	if a := who(); a.Sex != training.Female || a.BirthYear != 1985 || a.TimeZone != "America/Lima" || a.SaidBy != tri {
		t.Errorf("%+v", a)
	}
	if at := h.at(t, ""); at.WeightKg != 61 || at.RestHRBpm != 47 {
		t.Errorf("%+v", at)
	}
	entries, err := h.db.Journal(t.Context(), storetest.Export(ann), 9)
	if err != nil || len(entries) != 2 {
		t.Errorf("%d entries %v", len(entries), err)
	}
	said.TimeZone, said.WeightKg = "America/Bogota", 60
	if a, at := who(), h.at(t, ""); a.TimeZone != "America/Bogota" || at.WeightKg != 60 {
		t.Errorf("changed there: %+v %+v", a, at)
	}
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		a := training.Athlete{ID: ann, Sex: training.Male, TimeZone: "Asia/Tokyo", SaidBy: training.SaidBy{BirthYear: "tri"}}
		if err := tx.PutThreshold(ann, training.ThresholdEntry{
			Key: training.KeyWeight, From: training.DayOf(h.now),
			Values: []float64{64},
		}); err != nil {
			return err
		}
		return tx.PutAthlete(a)
	})
	said.TimeZone, said.WeightKg, said.Sex = "America/Quito", 59, ""
	if a, at := who(), h.at(t, ""); a.TimeZone != "Asia/Tokyo" || a.Sex != training.Male || a.BirthYear != 0 || at.WeightKg != 64 {
		t.Errorf("said here: %+v %+v", a, at)
	}
	said.TimeZone = "Nowhere/Atall"
	if a := who(); a.TimeZone != "Asia/Tokyo" {
		t.Errorf("%+v", a)
	}
}
