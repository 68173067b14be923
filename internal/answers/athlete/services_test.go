package athlete_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// TestWhoseWordAFieldIs: a service's value is shown beside ours, and one that
// was taken over from it says so.
func TestWhoseWordAFieldIs(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{
		Who: training.Athlete{
			Sex: training.Female, BirthYear: 1985, TimeZone: "Asia/Kolkata",
			SaidBy: training.SaidBy{Sex: "tri", TimeZone: training.ByComputer},
		},
		Past: training.History{
			{Key: training.KeyWeight, From: today - 50, Values: []float64{61}},
			{Key: training.KeyFTP, Sport: training.Cycling, From: today - 50, Values: []float64{250}},
		},
	}
	names := []string{"Ga1", "Ga2", "Eb", "Sb", "Vo", "An", "Nm"}
	s.Say(document.SportSettings, "tri:1", "tri", 0, training.SportSettings{Sports: []training.Sport{training.Cycling}, PowerZoneNames: names})
	s.Say(document.Profiles, "tri:7", "tri", 0, training.Profile{ID: "7", Sex: training.Female, WeightKg: 61, HeightCm: 171, Notes: "Knee"})
	v, err := athlete.Profile(t.Context(), s, answerstest.FitnessPage, here, "")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(map[string]string{"sex": "tri", "time_zone": "computer", "weight_kg": "tri"}, v.From); d != "" {
		t.Error(d)
	}
	there := []athlete.ServiceProfile{{Service: "tri", Sex: training.Female, WeightKg: 61, HeightCm: 171, Notes: "Knee"}}
	if d := cmp.Diff(there, v.Services); d != "" {
		t.Error(d)
	}
	if z := v.Thresholds[0].Zones; len(z) == 0 || !slices.Equal(z[0].Names, names) {
		t.Errorf("%+v", z)
	}
}
